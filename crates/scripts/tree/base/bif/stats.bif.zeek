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

	## What this process uses of the machine.
	##
	## Returns: Processor time, memory, page faults, and when it began.
	global get_proc_stats: function(): ProcStats;

	## Events since the run began.
	##
	## Returns: How many were queued and how many handled.
	global get_event_stats: function(): EventStats;

	## Memory that waits for missing pieces.
	##
	## Returns: Bytes held for fragments, streams of TCP, files and everything else.
	global get_reassembler_stats: function(): ReassemblerStats;

	## Look-ups of names that scripts asked for.
	##
	## Returns: Requests, answers, failures, those that wait, and what is cached.
	global get_dns_stats: function(): DNSStats;

	## Timers of the run.
	##
	## Returns: How many wait, the most that waited, and how many there were in all.
	global get_timer_stats: function(): TimerStats;

	## Files that are looked at.
	##
	## Returns: How many now, at most, and in all.
	global get_file_analysis_stats: function(): FileAnalysisStats;

	## Threads of the run.
	##
	## Returns: How many.
	global get_thread_stats: function(): ThreadStats;

	## Bytes that should have been captured and were not.
	##
	## Returns: Acknowledgments that were seen, those for missing bytes, and the bytes.
	global get_gap_stats: function(): GapStats;

	## Statistics of the patterns of signatures. Egret does not have it yet: a call is a runtime error.
	global get_matcher_stats: function(): MatcherStats;

	## Statistics of the connections to other nodes. Egret does not have it yet: a call is a runtime error.
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
