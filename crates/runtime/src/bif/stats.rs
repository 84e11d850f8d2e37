//! What the run counted so far.
use super::{Answer, Call, family};
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
    "get_reassembler_stats" => |c| {
        let s = traffic(c);
        let waiting = s.waiting_bytes as u64;
        // Fragments and pieces of files are counted by their number, not by their size.
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
        let (now, most, all) = c.host().files.counts();
        numbers(c, "FileAnalysisStats", &[("current", now), ("max", most), ("cumulative", all)])
    },
    "get_dns_stats" => |c| {
        let (counts, pending, kept) = c.host().names.counts();
        numbers(c, "DNSStats", &[
            ("requests", counts.requests),
            ("successful", counts.successful),
            ("failed", counts.failed),
            ("pending", pending),
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

/// What the session counted; zeros without one.
fn traffic(c: &mut Call<'_>) -> Stats {
    let live = c.host().live.clone();
    live.and_then(|l| l.ask(session::Session::stats)).unwrap_or_default()
}

fn fill(r: &Record, fields: &[(&str, u64)]) {
    for (name, n) in fields {
        r.set_named(name, *n);
    }
}

/// A record of counts.
fn numbers(c: &mut Call<'_>, ty: &str, fields: &[(&str, u64)]) -> Answer {
    let r = c.new_record(ty)?;
    fill(&r, fields);
    Ok(r.into())
}

fn get_net_stats(c: &mut Call<'_>) -> Answer {
    let s = traffic(c);
    let captured = c.host().captured;
    numbers(
        c,
        "NetStats",
        &[
            ("pkts_recvd", s.packets),
            ("pkts_dropped", captured.dropped),
            ("pkts_link", captured.link),
            ("bytes_recvd", s.bytes),
        ],
    )
}

fn get_conn_stats(c: &mut Call<'_>) -> Answer {
    let s = traffic(c);
    let live = c.host().live.clone();
    let [_, tcp, udp, icmp] =
        live.and_then(|l| l.ask(session::Session::live_by_transport)).unwrap_or_default();
    let [_, all_tcp, all_udp, all_icmp] = s.connections;
    let most = s.live_max as u64;
    numbers(
        c,
        "ConnStats",
        &[
            ("total_conns", s.connections.iter().sum()),
            ("current_conns", s.live as u64),
            ("sess_current_conns", s.live as u64),
            ("num_packets", s.packets),
            ("num_fragments", s.fragmented as u64),
            ("max_fragments", s.fragmented as u64),
            ("num_tcp_conns", tcp),
            ("max_tcp_conns", most.min(all_tcp)),
            ("cumulative_tcp_conns", all_tcp),
            ("num_udp_conns", udp),
            ("max_udp_conns", most.min(all_udp)),
            ("cumulative_udp_conns", all_udp),
            ("num_icmp_conns", icmp),
            ("max_icmp_conns", most.min(all_icmp)),
            ("cumulative_icmp_conns", all_icmp),
            ("num_packets_unprocessed", s.unprocessed),
            ("killed_by_inactivity", s.ended_by_inactivity),
        ],
    )
}

/// Ticks of the system's clock in a second, as `/proc` counts them.
const TICKS: f64 = 100.0;

/// What the system says of this process: `/proc/self/stat` from its third field on, as proc(5) numbers them.
fn own_stat(c: &mut Call<'_>) -> Vec<f64> {
    let text = read(c, "/proc/self/stat");
    // The second field is a name in parentheses, which may hold anything.
    let rest = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    rest.split_whitespace().map(|w| w.parse().unwrap_or(0.0)).collect()
}

fn read(c: &mut Call<'_>, path: &str) -> String {
    let mut text = String::new();
    let opened = c.host().outside().open_to_read(path);
    if let Ok(mut f) = opened
        && f.read_to_string(&mut text).is_err()
    {
        text.clear();
    }
    text
}

fn get_proc_stats(c: &mut Call<'_>) -> Answer {
    let stat = own_stat(c);
    let field = |number: usize| stat.get(number - 3).copied().unwrap_or(0.0);
    let uptime = read(c, "/proc/uptime");
    let uptime: f64 = uptime.split_whitespace().next().and_then(|w| w.parse().ok()).unwrap_or(0.0);
    let running = (uptime - field(22) / TICKS).max(0.0);
    let status = read(c, "/proc/self/status");
    let line = |name: &str| {
        let found = status.lines().find_map(|l| l.strip_prefix(name));
        found.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0)
    };
    let switches = line("voluntary_ctxt_switches:") + line("nonvoluntary_ctxt_switches:");
    let started = c.host().wall_clock() - running;
    let r = c.new_record("ProcStats")?;
    r.set_named("debug", cfg!(debug_assertions));
    r.set_named("start_time", Value::Time(started));
    r.set_named("real_time", Value::Interval(running));
    r.set_named("user_time", Value::Interval(field(14) / TICKS));
    r.set_named("system_time", Value::Interval(field(15) / TICKS));
    fill(
        &r,
        &[
            ("mem", line("VmHWM:") * 1024),
            ("minor_faults", field(10) as u64),
            ("major_faults", field(12) as u64),
            ("num_swap", 0),
            ("blocking_input", 0),
            ("blocking_output", 0),
            ("num_context", switches),
        ],
    );
    Ok(r.into())
}
