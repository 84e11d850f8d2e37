# The analyzers that failed on a connection, in conn.log.

@load base/protocols/conn
@load base/frameworks/analyzer/dpd

module Conn;

redef record Conn::Info += {
	failed_service: set[string] &log &optional &ordered;
};

# Notes an analyzer that failed after it was confirmed, once.
function note_failure(c: connection, service: string)
	{
	if ( service !in c$service || service in c$failed_analyzers )
		return;

	local failed = to_lower(service);

	if ( c$conn?$failed_service )
		add c$conn$failed_service[failed];
	else
		c$conn$failed_service = set(failed);
	}

event analyzer_failed(ts: time, atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo)
	{
	# Analyzers of files fail on files.
	if ( info?$c && ( is_packet_analyzer(atype) || is_protocol_analyzer(atype) ) )
		note_failure(info$c, Analyzer::name(atype));
	}
