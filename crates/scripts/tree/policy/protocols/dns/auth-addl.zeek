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

# Adds to a column, which may have nothing yet.
function with_reply(column: set[string], reply: string): set[string]
	{
	add column[reply];
	return column;
	}

hook DNS::do_reply(c: connection, msg: dns_msg, ans: dns_answer, reply: string) &priority=5
	{
	# Only replies to standard queries (RFC 1035, 4.1.1).
	if ( ! msg$QR || msg$opcode != 0 )
		return;

	local row = c$dns;

	if ( ans$answer_type == DNS_AUTH )
		row$auth = with_reply(row?$auth ? row$auth : set(), reply);
	else if ( ans$answer_type == DNS_ADDL )
		row$addl = with_reply(row?$addl ? row$addl : set(), reply);
	}
