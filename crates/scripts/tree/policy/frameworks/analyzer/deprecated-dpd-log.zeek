# dpd.log, which analyzer.log replaced.

module DPD;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	type Info: record {
		## When the analyzer failed.
		ts: time &log;
		## The connection's unique identifier, the same in all logs.
		uid: string &log;
		## The connection's addresses and ports.
		id: conn_id &log;
		## The transport protocol.
		proto: transport_proto &log;
		## The analyzer, such as `SSL`.
		analyzer: string &log;
		## What it did not expect.
		failure_reason: string &log;
	};
}

redef record connection += {
	dpd: Info &optional;
	service_violation: set[string] &default=set() &ordered &deprecated="Remove in v8.1. Consider using failed_analyzers instead";
};

# How many bytes of data to show.
const shown = 40;

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $path="dpd", $policy=log_policy));
	}

function is_of_packets(atype: AllAnalyzers::Tag): bool
	{
	return is_protocol_analyzer(atype) || is_packet_analyzer(atype);
	}

# Before the analyzer is removed from the connection's services.
event analyzer_violation_info(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo) &priority=15
	{
	if ( ! is_of_packets(atype) || ! info?$c )
		return;

	local c = info$c;
	local name = Analyzer::name(atype);

@pragma push ignore-deprecations
	if ( name !in c$service || name in c$service_violation )
		return;

	add c$service_violation[name];
@pragma pop ignore-deprecations

	local reason = info$reason;

	if ( info?$data )
		reason = fmt("%s [%s%s]", reason, info$data[0:shown], |info$data| > shown ? "..." : "");

	c$dpd = Info($ts=network_time(), $uid=c$uid, $id=c$id, $proto=get_port_transport_proto(c$id$orig_p),
	             $analyzer=name, $failure_reason=reason);
	}

event analyzer_violation_info(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo) &priority=-5
	{
	if ( ! is_of_packets(atype) || ! info?$c || ! info$c?$dpd )
		return;

	Log::write(LOG, info$c$dpd);
	delete info$c$dpd;
	}
