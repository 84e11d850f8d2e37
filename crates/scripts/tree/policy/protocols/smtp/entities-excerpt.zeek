# The first bytes of entities.

@load base/protocols/smtp/entities

module SMTP;

export {
	redef record SMTP::Entity += {
		## The first bytes.
		excerpt: string &log &default="";
	};

	## The length of excerpts in bytes; 0 disables them.
	option default_entity_excerpt_len = 0;
}

event file_new(f: fa_file) &priority=5
	{
	if ( default_entity_excerpt_len == 0 || ! f?$source || f$source != "SMTP" || ! f?$bof_buffer || ! f?$conns )
		return;

	for ( _, c in f$conns )
		{
		if ( c?$smtp )
			c$smtp$entity$excerpt = f$bof_buffer[0:default_entity_excerpt_len];
		}
	}
