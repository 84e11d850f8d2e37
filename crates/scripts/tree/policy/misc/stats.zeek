# stats.log: packets, connections, events and memory of this process.

@load base/frameworks/notice
@load base/frameworks/telemetry
@load base/utils/time

module Stats;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	option report_interval = 5min;

	## A row of stats.log. Counters are those of the interval, levels those at its end.
	type Info: record {
		## When the figures were taken.
		ts: time &log;
		## The node.
		peer: string &log;
		## In megabytes.
		mem: count &log;
		## Packets that were processed since the last row.
		pkts_proc: count &log;
		## Bytes that were received since the last row.
		bytes_recv: count &log;
		## Packets that the kernel dropped since the last row.
		pkts_dropped: count &log &optional;
		## Packets that the interface counted since the last row.
		pkts_link: count &log &optional;
		## How far network time is behind the clock.
		pkt_lag: interval &log &optional;
		## Packets that the filter rejected since the last row.
		pkts_filtered: count &log &optional;
		## Events that were handled since the last row.
		events_proc: count &log;
		## Events that were queued since the last row.
		events_queued: count &log;
		## TCP connections that are open.
		active_tcp_conns: count &log;
		## UDP flows that are open.
		active_udp_conns: count &log;
		## ICMP flows that are open.
		active_icmp_conns: count &log;
		## TCP connections that were seen since the last row.
		tcp_conns: count &log;
		## UDP flows that were seen since the last row.
		udp_conns: count &log;
		## ICMP flows that were seen since the last row.
		icmp_conns: count &log;
		## Timers that were set since the last row.
		timers: count &log;
		## Timers that are pending.
		active_timers: count &log;
		## Files that were seen since the last row.
		files: count &log;
		## Files that are being analyzed.
		active_files: count &log;
		## Names that scripts looked up since the last row.
		dns_requests: count &log;
		## Look-ups that wait for an answer.
		active_dns_requests: count &log;
		## Bytes held for the reassembly of TCP.
		reassem_tcp_size: count &log;
		## Bytes held for the reassembly of files.
		reassem_file_size: count &log;
		## Bytes held for the reassembly of fragments.
		reassem_frag_size: count &log;
		## Bytes held for any other reassembly.
		reassem_unknown_size: count &log;
	};

	global log_stats: event(rec: Info);
}

# The same numbers as metrics.

function counter(name: string, what: string): Telemetry::CounterFamily
	{
	return Telemetry::register_counter_family(Telemetry::MetricOpts($prefix="zeek", $name=name, $help_text=what));
	}

function seconds(name: string, what: string): Telemetry::GaugeFamily
	{
	return Telemetry::register_gauge_family(Telemetry::MetricOpts($prefix="zeek", $name=name, $unit="seconds",
	                                                              $help_text=what));
	}

global received_bytes = counter("net-received-bytes", "Bytes of packets received");
global received_packets = counter("net-received-packets", "Packets received");
global dropped_packets = counter("net-dropped-packets", "Packets lost before they were seen");
global link_packets = counter("net-link-packets", "Packets on the link, before filters");
global filtered_packets = counter("net-filtered-packets", "Packets that filters took out");
global packet_lag = seconds("net-packet-lag", "How far network time is behind the clock");
global net_timestamp = seconds("net-timestamp", "Network time");

hook Telemetry::sync()
	{
	local net = get_net_stats();
	local none: vector of string;

	Telemetry::gauge_family_set(net_timestamp, none, time_to_double(network_time()));
	Telemetry::counter_family_set(received_bytes, none, net$bytes_recvd);
	Telemetry::counter_family_set(received_packets, none, net$pkts_recvd);

	if ( ! reading_live_traffic() )
		return;

	Telemetry::counter_family_set(dropped_packets, none, net$pkts_dropped);
	Telemetry::counter_family_set(link_packets, none, net$pkts_link);

	if ( net?$pkts_filtered )
		Telemetry::counter_family_set(filtered_packets, none, net$pkts_filtered);

	Telemetry::gauge_family_set(packet_lag, none, interval_to_double(current_time() - network_time()));
	}

# All counters at one time.
type Snapshot: record {
	at: time;
	net: NetStats;
	conns: ConnStats;
	process: ProcStats;
	events: EventStats;
	reassembly: ReassemblerStats;
	timers: TimerStats;
	files: FileAnalysisStats;
	dns: DNSStats;
};

function snapshot(): Snapshot
	{
	return Snapshot($at=network_time(), $net=get_net_stats(), $conns=get_conn_stats(), $process=get_proc_stats(),
	                $events=get_event_stats(), $reassembly=get_reassembler_stats(), $timers=get_timer_stats(),
	                $files=get_file_analysis_stats(), $dns=get_dns_stats());
	}

# Returns the differences between two times.
function between(then: Snapshot, now: Snapshot): Info
	{
	local info = Info($ts=now$at, $peer=peer_description, $mem=now$process$mem / 1048576,
	                  $pkts_proc=now$net$pkts_recvd - then$net$pkts_recvd,
	                  $bytes_recv=now$net$bytes_recvd - then$net$bytes_recvd,
	                  $events_proc=now$events$dispatched - then$events$dispatched,
	                  $events_queued=now$events$queued - then$events$queued,
	                  $active_tcp_conns=now$conns$num_tcp_conns,
	                  $active_udp_conns=now$conns$num_udp_conns,
	                  $active_icmp_conns=now$conns$num_icmp_conns,
	                  $tcp_conns=now$conns$cumulative_tcp_conns - then$conns$cumulative_tcp_conns,
	                  $udp_conns=now$conns$cumulative_udp_conns - then$conns$cumulative_udp_conns,
	                  $icmp_conns=now$conns$cumulative_icmp_conns - then$conns$cumulative_icmp_conns,
	                  $timers=now$timers$cumulative - then$timers$cumulative,
	                  $active_timers=now$timers$current,
	                  $files=now$files$cumulative - then$files$cumulative,
	                  $active_files=now$files$current,
	                  $dns_requests=now$dns$requests - then$dns$requests,
	                  $active_dns_requests=now$dns$pending,
	                  $reassem_tcp_size=now$reassembly$tcp_size,
	                  $reassem_file_size=now$reassembly$file_size,
	                  $reassem_frag_size=now$reassembly$frag_size,
	                  $reassem_unknown_size=now$reassembly$unknown_size);

	if ( reading_live_traffic() )
		{
		info$pkt_lag = current_time() - now$at;
		info$pkts_dropped = now$net$pkts_dropped - then$net$pkts_dropped;
		info$pkts_link = now$net$pkts_link - then$net$pkts_link;

		if ( now$net?$pkts_filtered && then$net?$pkts_filtered )
			info$pkts_filtered = now$net$pkts_filtered - then$net$pkts_filtered;
		}

	return info;
	}

event Stats::report(then: Snapshot)
	{
	local now = snapshot();
	Log::write(LOG, between(then, now));

	if ( ! zeek_is_terminating() )
		schedule report_interval { Stats::report(now) };
	}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_stats, $path="stats", $policy=log_policy));
	}

event zeek_init()
	{
	schedule report_interval { Stats::report(snapshot()) };
	}
