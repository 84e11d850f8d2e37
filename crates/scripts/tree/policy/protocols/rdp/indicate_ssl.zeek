# Adds to rdp.log whether the session continued in TLS.

@load base/protocols/rdp
@load base/protocols/ssl

module RDP;

export {
	redef record Info += {
		## Whether the session continued in TLS.
		ssl: bool &log &default=F;
	};
}

event ssl_established(c: connection)
	{
	if ( c?$rdp )
		c$rdp$ssl = T;
	}
