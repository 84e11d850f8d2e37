# The entities of a mail: their names and nesting depths.

@load base/frameworks/files
@load base/frameworks/notice/weird
@load base/utils/strings
@load base/utils/files
@load ./main

module SMTP;

export {
	## An entity of a mail.
	type Entity: record {
		## The name in Content-Disposition or Content-Type.
		filename: string &optional;
	};

	redef record Info += {
		## The entity at hand.
		entity: Entity &optional;
	};

	redef record State += {
		## The number of entities in the session.
		mime_depth: count &default=0;
	};
}

event mime_begin_entity(c: connection) &priority=10
	{
	if ( c?$smtp )
		c$smtp$entity = Entity();

	if ( c?$smtp_state )
		++c$smtp_state$mime_depth;
	}

event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=5
	{
	if ( f$source != "SMTP" || ! c?$smtp )
		return;

	local row = c$smtp;
	f$info$depth = c$smtp_state$mime_depth;

	if ( row?$entity && row$entity?$filename )
		f$info$filename = row$entity$filename;
	}

event mime_one_header(c: connection, h: mime_header_rec) &priority=5
	{
	if ( ! c?$smtp )
		return;

	if ( ! c$smtp?$entity )
		{
		Weird::weird(Weird::Info($ts=network_time(), $name="missing_SMTP_entity", $uid=c$uid, $id=c$id,
		                         $source="SMTP"));
		return;
		}

	local named = F;

	if ( h$name == "CONTENT-DISPOSITION" )
		named = /filename[ \t]*\*?=/i in h$value;
	else if ( h$name == "CONTENT-TYPE" )
		named = /name[ \t]*=/i in h$value;

	if ( named )
		c$smtp$entity$filename = extract_filename_from_content_disposition(h$value);
	}

event mime_end_entity(c: connection) &priority=5
	{
	if ( c?$smtp && c$smtp?$entity )
		delete c$smtp$entity;
	}
