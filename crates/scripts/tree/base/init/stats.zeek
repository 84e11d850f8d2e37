# Figures about the running program.

type NetStats: record {
	pkts_recvd: count &default=0;
	pkts_dropped: count &default=0;
	pkts_link: count &default=0;
	bytes_recvd: count &default=0;
	pkts_filtered: count &optional;
};

type ConnStats: record {
	total_conns: count;
	current_conns: count;
	sess_current_conns: count;
	num_packets: count;
	num_fragments: count;
	max_fragments: count;
	num_tcp_conns: count;
	max_tcp_conns: count;
	cumulative_tcp_conns: count;
	num_udp_conns: count;
	max_udp_conns: count;
	cumulative_udp_conns: count;
	num_icmp_conns: count;
	max_icmp_conns: count;
	cumulative_icmp_conns: count;
	num_packets_unprocessed: count;
	killed_by_inactivity: count;
};

type ProcStats: record {
	debug: bool;
	start_time: time;
	real_time: interval;
	user_time: interval;
	system_time: interval;
	mem: count;
	minor_faults: count;
	major_faults: count;
	num_swap: count;
	blocking_input: count;
	blocking_output: count;
	num_context: count;
};

type EventStats: record {
	queued: count;
	dispatched: count;
};

type ReassemblerStats: record {
	file_size: count;
	frag_size: count;
	tcp_size: count;
	unknown_size: count;
};

type MatcherStats: record {
	matchers: count;
	nfa_states: count;
	dfa_states: count;
	computed: count;
	mem: count;
	hits: count;
	misses: count;
};

type TimerStats: record {
	current: count;
	max: count;
	cumulative: count;
};

type FileAnalysisStats: record {
	current: count;
	max: count;
	cumulative: count;
};

type DNSStats: record {
	requests: count;
	successful: count;
	failed: count;
	pending: count;
	cached_hosts: count;
	cached_addresses: count;
	cached_texts: count;
	cached_total: count;
};

type GapStats: record {
	ack_events: count;
	ack_bytes: count;
	gap_events: count;
	gap_bytes: count;
};

type ThreadStats: record {
	num_threads: count;
};

type BrokerStats: record {
	num_peers: count;
	num_stores: count;
	num_pending_queries: count;
	num_events_incoming: count;
	num_events_outgoing: count;
	num_logs_incoming: count;
	num_logs_outgoing: count;
	num_ids_incoming: count;
	num_ids_outgoing: count;
};

type BrokerPeeringStats: record {
	num_queued: count;
	max_queued_recently: count;
	num_overflows: count;
};

type BrokerPeeringStatsTable: table[string] of BrokerPeeringStats;

type ReporterStats: record {
	weirds: count;
	weirds_by_type: table[string] of count;
};

type EventNameCounter: record {
	name: string &log;
	times_called: count &log;
} &log;

type EventNameStats: vector of EventNameCounter;
