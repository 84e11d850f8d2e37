//! Prints a run's counts, time and memory.
use crate::hiargs::{HiArgs, Source};
use capture::Counters;
use net_types::Timestamp;
use runtime::Summary;
use std::time::Duration;

/// Prints what interfaces received and lost, in Zeek's words.
pub(super) fn print_counts(args: &HiArgs, counted: &[(String, Counters)], now: Timestamp, unprocessed: u64) {
    if !matches!(args.source, Source::Live(_)) {
        return;
    }
    let share = |part: u64, of: u64| if of == 0 { 0.0 } else { part as f64 * 100.0 / of as f64 };
    for (name, c) in counted {
        eprintln!(
            "{:.6} {} packets received on interface {name}, {} ({:.2}%) dropped, {unprocessed} ({:.2}%) not processed",
            now.as_secs_f64(),
            c.received,
            c.dropped,
            share(c.dropped, c.received + c.dropped),
            share(unprocessed, c.received),
        );
    }
}

/// The counts of a run, one per line.
pub(super) fn table(s: &Summary, took: Duration) -> String {
    let stats = &s.stats;
    let [other, tcp, udp, icmp] = stats.connections;
    let secs = took.as_secs_f64().max(1e-6);
    let mut lines = vec![
        ("packets", format!("{}", stats.packets)),
        ("bytes", format!("{}", stats.bytes)),
        (
            "connections",
            format!("{} (tcp {tcp}, udp {udp}, icmp {icmp}, other {other})", tcp + udp + icmp + other),
        ),
        ("packets/s", format!("{:.0}", stats.packets as f64 / secs)),
    ];
    if let Some((first, last)) = s.span {
        lines.push(("time span", format!("{} s", last - first)));
    }
    if s.filtered > 0 {
        lines.push(("filtered out", format!("{}", s.filtered)));
    }
    let mut out: String = lines.iter().map(|(k, v)| format!("{k:<14} {v}\n")).collect();
    for (log, rows) in &s.logs {
        out.push_str(&format!("{:<14} {rows} rows\n", format!("{log}.log")));
    }
    out
}

/// Memory of this process, in megabytes.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    /// The peak resident memory.
    total: u64,
    /// Resident memory without files.
    allocated: u64,
}

impl Memory {
    /// Reads `/proc/self/status`; zeros if it cannot be read.
    pub(super) fn now() -> Self {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mb = |name: &str| {
            let line = status.lines().find_map(|l| l.strip_prefix(name));
            line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
        };
        Memory { total: mb("VmHWM:"), allocated: mb("RssAnon:") }
    }
}

/// Prints the four lines of `-Q`: time and memory, of initialization and of the whole run.
pub(super) fn print_times((init, init_mem): (Duration, Memory), total: Duration) {
    let mem = Memory::now();
    eprintln!("# initialization {:.6}", init.as_secs_f64());
    eprintln!("# initialization {}M/{}M", init_mem.total, init_mem.allocated);
    eprintln!("# total time {:.6}, processing {:.6}", total.as_secs_f64(), (total - init).as_secs_f64());
    eprintln!(
        "# total mem {}M/{}M, processing {}M/{}M",
        mem.total,
        mem.allocated,
        mem.total.saturating_sub(init_mem.total),
        mem.allocated.saturating_sub(init_mem.allocated)
    );
}
