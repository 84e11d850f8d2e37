# Adds the beginning of the packet at which an analyzer failed to analyzer.log.

module Analyzer::Logging;

export {
	redef record connection += {
		packet_segment: string &optional &log;
	};

	redef record Analyzer::Logging::Info += {
		packet_segment: string &optional &log;
	};

	## How many bytes to log.
	option packet_segment_size: int = 255;
}

# Runs while the packet is at hand.
event analyzer_violation_info(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo) &priority=4
	{
	local of_packets = is_packet_analyzer(atype) || is_protocol_analyzer(atype);

	if ( of_packets && info?$aid && info?$c )
		info$c$packet_segment = cat(get_current_packet()$data[:packet_segment_size]);
	}

# Copies the segment of a row's connection, if it still exists.
function add_segment(rec: Info, id: conn_id)
	{
	local c = lookup_connection(id);

	if ( c?$packet_segment )
		rec$packet_segment = c$packet_segment;
	}

hook Analyzer::Logging::log_policy(rec: Analyzer::Logging::Info, id: Log::ID, filter: Log::Filter)
	{
	if ( id == Analyzer::Logging::LOG && rec?$id && connection_exists(rec$id) )
		add_segment(rec, rec$id);
	}
