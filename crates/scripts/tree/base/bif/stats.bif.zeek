# Built-in declarations: stats.

module GLOBAL;

export {
	## Packets and bytes since the run began.
	##
	## Returns: Packets received, dropped, seen on the link and filtered, and bytes received.
	global get_net_stats: function(): NetStats;

	## Connections, now and since the run began.
	##
	## Returns: Numbers by transport, the highest ones, and how many packets they had.
	global get_conn_stats: function(): ConnStats;

	## The resources that this process uses.
	##
	## Returns: Processor time, memory, page faults, and when it began.
	global get_proc_stats: function(): ProcStats;

	## Events since the run began.
	##
	## Returns: How many were queued and how many handled.
	global get_event_stats: function(): EventStats;

	## Memory used for reassembly.
	##
	## Returns: Bytes buffered for fragments, TCP streams, files and everything else.
	global get_reassembler_stats: function(): ReassemblerStats;

	## Look-ups of names that scripts asked for.
	##
	## Returns: Requests, answers, failures, pending requests, and cached entries.
	global get_dns_stats: function(): DNSStats;

	## Timers of the run.
	##
	## Returns: The numbers of pending timers, at most pending timers, and all timers so far.
	global get_timer_stats: function(): TimerStats;

	## Files that are analyzed.
	##
	## Returns: The current number, the maximum, and the total.
	global get_file_analysis_stats: function(): FileAnalysisStats;

	## Threads of the run.
	##
	## Returns: How many.
	global get_thread_stats: function(): ThreadStats;

	## Bytes that were acknowledged but not captured.
	##
	## Returns: Acknowledgments that were seen, those for missing bytes, and the bytes.
	global get_gap_stats: function(): GapStats;

	## Statistics of the patterns of signatures: how many there are. The other fields are 0.
	global get_matcher_stats: function(): MatcherStats;

	## Statistics of this process as a node of a cluster, with any backend.
	##
	## Returns: The peers of Broker::peers, the stores, the queries that wait for a store's content, and the events, rows
	##          of logs and identifiers (Broker::publish_id) that came from and went to other nodes.
	global get_broker_stats: function(): BrokerStats;

	## Weirds since the run began.
	##
	## Returns: How many in all, and by name.
	global get_reporter_stats: function(): ReporterStats;

	## Calls of handlers since the run began.
	##
	## Returns: Events that have a handler, with the number of calls.
	global get_event_handler_stats: function(): EventNameStats;
}
