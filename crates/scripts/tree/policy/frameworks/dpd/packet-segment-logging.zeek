# Adds the beginning of the packet at which an analyzer failed to dpd.log.

@deprecated("Please switch to frameworks/analyzer/packet-segment-logging, which logs to analyzer.log. Remove in 8.1")

@load frameworks/analyzer/deprecated-dpd-log

module DPD;

export {
	redef record Info += {
		packet_segment: string &optional &log;
	};

	## How many bytes to log.
	option packet_segment_size: int = 255;
}

event analyzer_violation_info(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo) &priority=4
	{
	local of_packets = is_packet_analyzer(atype) || is_protocol_analyzer(atype);

	if ( of_packets && info?$c && info$c?$dpd )
		info$c$dpd$packet_segment = cat(get_current_packet()$data[:packet_segment_size]);
	}
