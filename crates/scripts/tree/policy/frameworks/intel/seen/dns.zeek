# Names in DNS queries.

@load base/frameworks/intel
@load ./report
@load ./where-locations

module Intel;

event dns_request(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count) &group="Intel::DOMAIN"
	{
	text_seen(c, query, DOMAIN, DNS::IN_REQUEST);
	}
