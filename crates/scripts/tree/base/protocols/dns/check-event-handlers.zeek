# Handlers of events that never come, because a setting leaves out what they are about.

module DNS;

event zeek_init() &priority=20
	{
	if ( ! dns_skip_all_addl )
		return;

	local silent = vector("dns_TSIG_addl", "dns_EDNS_addl", "dns_EDNS_ecs", "dns_EDNS_tcp_keepalive",
	                      "dns_EDNS_cookie");

	for ( _, name in silent )
		{
		if ( is_event_handled(name) )
			Reporter::warning(fmt("Used event '%s' will not be raised because 'dns_skip_all_addl' is true", name));
		}

	if ( is_event_handled("dns_TKEY") )
		Reporter::warning("Used event 'dns_TKEY' will not contain any data in 'ans' because 'dns_skip_all_addl' is true");
	}
