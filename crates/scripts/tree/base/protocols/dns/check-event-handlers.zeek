# Warns about handlers of events that an option prevents: if additional sections are skipped, these events are never
# raised or are empty.

module DNS;

# Events about records of additional sections: TSIG (RFC 8945) and EDNS with its options (RFC 6891).
const additional_events = vector("dns_TSIG_addl", "dns_EDNS_addl", "dns_EDNS_ecs", "dns_EDNS_tcp_keepalive",
                                 "dns_EDNS_cookie");

function warn_if_handled(name: string, effect: string)
	{
	if ( is_event_handled(name) )
		Reporter::warning(fmt("Used event '%s' will not %s because 'dns_skip_all_addl' is true", name, effect));
	}

event zeek_init() &priority=20
	{
	if ( ! dns_skip_all_addl )
		return;

	for ( _, name in additional_events )
		warn_if_handled(name, "be raised");

	warn_if_handled("dns_TKEY", "contain any data in 'ans'");
	}
