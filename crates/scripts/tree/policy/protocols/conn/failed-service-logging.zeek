# The analyzers that failed on a connection, in conn.log.

@load base/protocols/conn
@load base/frameworks/analyzer/dpd

module Conn;

redef record Conn::Info += {
	failed_service: set[string] &log &optional &ordered;
};

event analyzer_failed(ts: time, atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo)
	{
	if ( ! is_protocol_analyzer(atype) && ! is_packet_analyzer(atype) )
		return;

	if ( ! info?$c )
		return;

	local c = info$c;
	local name = Analyzer::name(atype);

	# One that was never confirmed is no failure, and one that failed before is known.
	if ( name !in c$service || name in c$failed_analyzers )
		return;

	if ( ! c$conn?$failed_service )
		c$conn$failed_service = set();

	add c$conn$failed_service[to_lower(name)];
	}
