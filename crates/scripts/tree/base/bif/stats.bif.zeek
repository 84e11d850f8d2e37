# Built-in declarations: stats.

module GLOBAL;

export {
	global get_net_stats: function(): NetStats;
	global get_conn_stats: function(): ConnStats;
	global get_proc_stats: function(): ProcStats;
	global get_event_stats: function(): EventStats;
	global get_reassembler_stats: function(): ReassemblerStats;
	global get_dns_stats: function(): DNSStats;
	global get_timer_stats: function(): TimerStats;
	global get_file_analysis_stats: function(): FileAnalysisStats;
	global get_thread_stats: function(): ThreadStats;
	global get_gap_stats: function(): GapStats;
	global get_matcher_stats: function(): MatcherStats;
	global get_broker_stats: function(): BrokerStats;
	global get_reporter_stats: function(): ReporterStats;
	global get_event_handler_stats: function(): EventNameStats;
}
