//! Counters of the run.
use crate::call::{Answer, Call, family};
use session::Stats;
use std::io::Read;
use value::{Record, Value};

family! {
    "get_net_stats" => get_net_stats,
    "get_conn_stats" => get_conn_stats,
    "get_proc_stats" => get_proc_stats,
    "get_event_stats" => |c| {
        let work = c.cx.work();
        numbers(c, "EventStats", &[("queued", work.dispatched + work.queued), ("dispatched", work.dispatched)])
    },
    "get_event_handler_stats" => |c| {
        let mut all = Vec::new();
        for (name, n) in c.cx.handled() {
            let r = c.new_record("EventNameCounter")?;
            r.set_named("name", Value::string(name.as_bytes()));
            r.set_named("times_called", n);
            all.push(r.into());
        }
        c.vector_of("EventNameStats", all)
    },
    "get_reassembler_stats" => |c| {
        let s = traffic(c);
        let waiting = s.waiting_bytes as u64;
        // The session counts fragments and pieces of files but not their bytes, so only `tcp_size` is known.
        numbers(
            c,
            "ReassemblerStats",
            &[("file_size", 0), ("frag_size", 0), ("tcp_size", waiting), ("unknown_size", 0)],
        )
    },
    "get_timer_stats" => |c| {
        let w = c.cx.work();
        numbers(c, "TimerStats", &[("current", w.timers), ("max", w.timers_max), ("cumulative", w.timers_made)])
    },
    "get_file_analysis_stats" => |c| {
        let (now, most, all) = c.files().counts();
        numbers(c, "FileAnalysisStats", &[("current", now), ("max", most), ("cumulative", all)])
    },
    "get_dns_stats" => |c| {
        let names = &c.names();
        let (counts, kept) = (names.counts(), names.kept());
        numbers(c, "DNSStats", &[
            ("requests", counts.requests),
            ("successful", counts.successful),
            ("failed", counts.failed),
            ("pending", counts.pending),
            ("cached_hosts", kept.hosts),
            ("cached_addresses", kept.addresses),
            ("cached_texts", kept.texts),
            ("cached_total", kept.hosts + kept.addresses + kept.texts),
        ])
    },
    "get_thread_stats" => |c| numbers(c, "ThreadStats", &[("num_threads", 0)]),
    "get_gap_stats" => |c| {
        let s = traffic(c);
        numbers(c, "GapStats", &[
            ("ack_events", s.ack_events),
            ("ack_bytes", s.ack_bytes),
            ("gap_events", s.gap_events),
            ("gap_bytes", s.gap_bytes),
        ])
    },
}

/// Returns the session's counters, and the number of live connections by transport: TCP, UDP, ICMP. Zeros without a
/// session. While the session processes a packet, returns the counts of the last call, since counts must not decrease.
fn counted(c: &mut Call<'_>) -> (Stats, [u64; 3]) {
    let live = c.traffic().live.clone();
    if let Some(now) = live.and_then(|l| l.ask(|s| (s.stats(), s.live_by_transport()))) {
        c.traffic().counted = now;
    }
    c.traffic().counted
}

/// Returns the session's counters; zeros without a session.
fn traffic(c: &mut Call<'_>) -> Stats {
    counted(c).0
}

fn fill(r: &Record, fields: &[(&str, u64)]) {
    for (name, n) in fields {
        r.set_named(name, *n);
    }
}

/// Creates a record of counts.
pub(super) fn numbers(c: &mut Call<'_>, ty: &str, fields: &[(&str, u64)]) -> Answer {
    let r = c.new_record(ty)?;
    fill(&r, fields);
    Ok(r.into())
}

fn get_net_stats(c: &mut Call<'_>) -> Answer {
    let s = traffic(c);
    let captured = c.traffic().captured;
    // A capture file cannot lose packets.
    let live = c.invocation().source.as_ref().is_some_and(|s| s.live);
    numbers(
        c,
        "NetStats",
        &[
            ("pkts_recvd", s.packets),
            ("pkts_dropped", captured.dropped),
            ("pkts_link", if live { captured.link } else { 0 }),
            ("bytes_recvd", s.bytes),
        ],
    )
}

fn get_conn_stats(c: &mut Call<'_>) -> Answer {
    let (s, [tcp, udp, icmp]) = counted(c);
    c.telemetry().all_transports = true;
    let [_, all_tcp, all_udp, all_icmp] = s.connections;
    let most = s.most.map(|n| n as u64);
    numbers(
        c,
        "ConnStats",
        &[
            ("total_conns", s.connections.iter().sum()),
            ("current_conns", s.live as u64),
            ("sess_current_conns", s.live as u64),
            ("num_packets", s.packets),
            ("num_fragments", s.fragmented as u64),
            ("max_fragments", s.fragmented_max as u64),
            ("num_tcp_conns", tcp),
            ("max_tcp_conns", most[0]),
            ("cumulative_tcp_conns", all_tcp),
            ("num_udp_conns", udp),
            ("max_udp_conns", most[1]),
            ("cumulative_udp_conns", all_udp),
            ("num_icmp_conns", icmp),
            ("max_icmp_conns", most[2]),
            ("cumulative_icmp_conns", all_icmp),
            ("num_packets_unprocessed", s.unprocessed),
            ("killed_by_inactivity", s.ended_by_inactivity),
        ],
    )
}

/// The number of clock ticks per second in `/proc`.
const TICKS: f64 = 100.0;

/// Returns the fields of `/proc/self/stat` from the third one on (proc(5)).
fn own_stat(c: &mut Call<'_>) -> Vec<f64> {
    let text = read(c, "/proc/self/stat");
    // The second field is a name in parentheses and may contain any character.
    let rest = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    rest.split_whitespace().map(|w| w.parse().unwrap_or(0.0)).collect()
}

fn read(c: &mut Call<'_>, path: &str) -> String {
    let mut text = String::new();
    let opened = c.disk().open_to_read(path);
    if let Ok(mut f) = opened
        && f.read_to_string(&mut text).is_err()
    {
        text.clear();
    }
    text
}

/// The system's counters of this process.
#[derive(Default)]
pub(super) struct Process {
    /// The start time, in seconds since the epoch.
    pub(super) started: f64,
    /// The time since the start, in seconds.
    pub(super) running: f64,
    /// Processor time in seconds: user and system.
    pub(super) user: f64,
    pub(super) system: f64,
    /// Resident memory and address space in bytes.
    pub(super) resident: f64,
    pub(super) size: f64,
    /// The number of open file descriptors.
    pub(super) files: f64,
    stat: Vec<f64>,
}

impl Process {
    /// Returns a field of `/proc/self/stat`, by its number in proc(5).
    fn field(&self, number: usize) -> f64 {
        self.stat.get(number - 3).copied().unwrap_or(0.0)
    }
}

/// Reads the system's counters of this process.
pub(super) fn process(c: &mut Call<'_>) -> Process {
    let mut p = Process { stat: own_stat(c), ..Process::default() };
    let uptime = read(c, "/proc/uptime");
    let uptime: f64 = uptime.split_whitespace().next().and_then(|w| w.parse().ok()).unwrap_or(0.0);
    p.running = (uptime - p.field(22) / TICKS).max(0.0);
    p.started = c.clock().wall_clock() - p.running;
    let in_ticks = (p.field(14) / TICKS, p.field(15) / TICKS);
    (p.user, p.system) = c.services().processor_time().unwrap_or(in_ticks);
    p.size = p.field(23);
    let status = read(c, "/proc/self/status");
    p.resident = (status_line(&status, "VmRSS:") * 1024) as f64;
    // The size of this folder is the number of its entries; kernels before 6.2 report 0.
    let listed = c.disk().file_size("/proc/self/fd").filter(|&n| n > 0);
    p.files = listed.unwrap_or_else(|| status_line(&status, "FDSize:")) as f64;
    p
}

fn status_line(status: &str, name: &str) -> u64 {
    let found = status.lines().find_map(|l| l.strip_prefix(name));
    found.and_then(|l| l.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn get_proc_stats(c: &mut Call<'_>) -> Answer {
    let p = process(c);
    let status = read(c, "/proc/self/status");
    let line = |name: &str| status_line(&status, name);
    let switches = line("voluntary_ctxt_switches:") + line("nonvoluntary_ctxt_switches:");
    let r = c.new_record("ProcStats")?;
    r.set_named("debug", cfg!(debug_assertions));
    r.set_named("start_time", Value::Time(p.started));
    r.set_named("real_time", Value::Interval(p.running));
    r.set_named("user_time", Value::Interval(p.user));
    r.set_named("system_time", Value::Interval(p.system));
    fill(
        &r,
        &[
            ("mem", line("VmHWM:") * 1024),
            ("minor_faults", p.field(10) as u64),
            ("major_faults", p.field(12) as u64),
            ("num_swap", 0),
            ("blocking_input", 0),
            ("blocking_output", 0),
            ("num_context", switches),
        ],
    );
    Ok(r.into())
}

/// Returns the peak resident memory of the process, in bytes.
pub(super) fn highest_memory(c: &mut Call<'_>) -> u64 {
    status_line(&read(c, "/proc/self/status"), "VmHWM:") * 1024
}
