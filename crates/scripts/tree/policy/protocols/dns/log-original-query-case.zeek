# Adds the queried name in its original case to dns.log.

@load base/protocols/dns/main

module DNS;

export {
	redef record Info += {
		## The name in its original case.
		original_query: string &log &optional;
	};
}

event dns_request(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count,
                  original_query: string) &priority=5
	{
	if ( msg$opcode == 0 )
		c$dns$original_query = original_query;
	}
