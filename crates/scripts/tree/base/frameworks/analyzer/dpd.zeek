# Confirmed protocols become services of their connections. Analyzers that do not fit the content are removed.

@load ./main

module DPD;

export {
	option max_violations: table[Analyzer::Tag] of count = table() &deprecated="Remove in v8.1" &default=5;
	option ignore_violations: set[Analyzer::Tag] = set();
	option ignore_violations_after = 10 * 1024;
	option track_removed_services_in_connection = F;
}

redef record connection += {
	failed_analyzers: set[string] &default=set() &ordered;
};

event analyzer_confirmation_info(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo) &priority=10
	{
	if ( info?$c && (is_protocol_analyzer(atype) || is_packet_analyzer(atype)) )
		add info$c$service[Analyzer::name(atype)];
	}

# After handlers that check whether the protocol was confirmed.
event analyzer_failed(ts: time, atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo) &priority=-5
	{
	if ( ! info?$c || ! is_protocol_analyzer(atype) )
		return;

	local c = info$c;
	local name = Analyzer::name(atype);

	if ( name !in c$service )
		return;

	add c$failed_analyzers[name];

	if ( track_removed_services_in_connection )
		add c$service[cat("-", name)];
	else
		delete c$service[name];
	}

event analyzer_violation_info(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo) &priority=5
	{
	if ( ! is_protocol_analyzer(atype) || atype in ignore_violations || ! info?$c || ! info?$aid )
		return;

	local c = info$c;

	# After this much of a protocol a violation is no sign of another protocol.
	if ( ignore_violations_after > 0 && c$orig$size + c$resp$size > ignore_violations_after )
		return;

	# An analyzer that was removed already has failed nevertheless.
	if ( disable_analyzer(c$id, info$aid, F) || lookup_connection_analyzer_id(c$id, atype) == 0 )
		event analyzer_failed(network_time(), atype, info);
	}
