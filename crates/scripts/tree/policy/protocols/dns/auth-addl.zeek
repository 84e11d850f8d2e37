# Adds the records of the authority and additional sections of replies to dns.log. All of these records then cause
# events, which is expensive on busy networks.

@load base/protocols/dns/main

redef dns_skip_all_auth = F;
redef dns_skip_all_addl = F;

module DNS;

export {
	redef record Info += {
		## The records of the authority section, as text.
		auth: set[string] &log &optional;
		## The records of the additional section, as text.
		addl: set[string] &log &optional;
	};
}

# Appends to a column, which is created if needed.
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
