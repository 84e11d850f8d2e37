# Adds what the authority and additional sections of replies say to dns.log. All of these records then become events,
# which is much work where DNS is busy.

@load base/protocols/dns/main

redef dns_skip_all_auth = F;
redef dns_skip_all_addl = F;

module DNS;

export {
	redef record Info += {
		## What the authority section says.
		auth: set[string] &log &optional;
		## What the additional section says.
		addl: set[string] &log &optional;
	};
}

hook DNS::do_reply(c: connection, msg: dns_msg, ans: dns_answer, reply: string) &priority=5
	{
	if ( msg$opcode != 0 || ! msg$QR )
		return;

	switch ( ans$answer_type )
		{
		case DNS_AUTH:
			if ( ! c$dns?$auth )
				c$dns$auth = set();
			add c$dns$auth[reply];
			break;

		case DNS_ADDL:
			if ( ! c$dns?$addl )
				c$dns$addl = set();
			add c$dns$addl[reply];
			break;
		}
	}
