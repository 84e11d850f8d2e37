# Adds to rdp.log whether the session went on under TLS.

@load base/protocols/rdp
@load base/protocols/ssl

module RDP;

export {
	redef record Info += {
		## The session went on under TLS.
		ssl: bool &log &default=F;
	};
}

event ssl_established(c: connection)
	{
	if ( c?$rdp )
		c$rdp$ssl = T;
	}
