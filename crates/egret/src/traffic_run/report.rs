//! Prints a run's counts, time and memory.
use crate::hiargs::{HiArgs, Source};
use capture::Counters;
use net_types::Timestamp;
use runtime::Summary;
use std::time::Duration;

/// Prints how many packets interfaces received and lost, in Zeek's words.
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

/// Returns a summary of the run for people: counts, the logs with notices and weirds first, and a hint what to do next.
pub(super) fn table(s: &Summary, took: Duration) -> String {
    let stats = &s.stats;
    let [other, tcp, udp, icmp] = stats.connections;
    let secs = took.as_secs_f64().max(1e-6);
    let mut lines = vec![
        (
            "packets",
            grouped(stats.packets),
            format!("{} a second", grouped((stats.packets as f64 / secs) as u64)),
        ),
        ("bytes", grouped(stats.bytes), format!("{:.1} Mb/s", stats.bytes as f64 * 8.0 / 1e6 / secs)),
        (
            "connections",
            grouped(tcp + udp + icmp + other),
            format!(
                "tcp {}, udp {}, icmp {}, other {}",
                grouped(tcp),
                grouped(udp),
                grouped(icmp),
                grouped(other)
            ),
        ),
    ];
    if s.filtered > 0 {
        lines.push(("filtered out", grouped(s.filtered), String::new()));
    }
    let span = s
        .span
        .map_or(String::new(), |(first, last)| format!("{:.1} s of traffic", (last - first).as_secs_f64()));
    lines.push(("elapsed", format!("{secs:.2} s"), span));
    let mut logs: Vec<&(String, u64)> = s.logs.iter().collect();
    let rank = |log: &str| match log {
        "notice" => 0,
        "weird" => 1,
        _ => 2,
    };
    logs.sort_by(|a, b| rank(&a.0).cmp(&rank(&b.0)).then(b.1.cmp(&a.1)).then(a.0.cmp(&b.0)));
    let names: Vec<String> = logs.iter().map(|(log, _)| format!("{log}.log")).collect();
    let name = names.iter().map(String::len).chain(lines.iter().map(|l| l.0.len())).max().unwrap_or(0);
    let rows: Vec<String> = logs.iter().map(|(_, rows)| grouped(*rows)).collect();
    let width = rows.iter().map(String::len).chain(lines.iter().map(|l| l.1.len())).max().unwrap_or(0);
    let mut out = String::new();
    for (what, number, more) in &lines {
        out.push_str(format!("{what:<name$}  {number:>width$}  {more}").trim_end());
        out.push('\n');
    }
    for (log, rows) in names.iter().zip(&rows) {
        out.push_str(&format!("{log:<name$}  {rows:>width$}  rows\n"));
    }
    if !logs.is_empty() {
        out.push_str(
            "`egret view` shows the logs in a browser; `egret-cut COLUMN… < conn.log` prints columns.\n",
        );
    }
    out
}

/// Formats a number with separators: `1,234,567`.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// The memory use of this process, in megabytes.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    /// The peak resident memory.
    total: u64,
    /// The resident memory that is not backed by files.
    allocated: u64,
}

impl Memory {
    /// Reads `/proc/self/status`. Returns zeros if it cannot be read.
    pub(super) fn now() -> Self {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mb = |name: &str| {
            let line = status.lines().find_map(|l| l.strip_prefix(name));
            line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
        };
        Memory { total: mb("VmHWM:"), allocated: mb("RssAnon:") }
    }
}

/// Prints the four lines of `-Q`: time and memory of the initialization and of the whole run.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_comes_first_and_numbers_stand_below_each_other() {
        let logs = [("conn", 90), ("dns", 1234), ("weird", 3), ("notice", 1)];
        let mut s = Summary { logs: logs.map(|(l, n)| (l.to_owned(), n)).to_vec(), ..Summary::default() };
        s.stats.packets = 1_000_000;
        s.stats.bytes = 500_000_000;
        s.stats.connections = [0, 70, 20, 0];
        let expected = "packets        1,000,000  500,000 a second\n\
                        bytes        500,000,000  2000.0 Mb/s\n\
                        connections           90  tcp 70, udp 20, icmp 0, other 0\n\
                        elapsed           2.00 s\n\
                        notice.log             1  rows\n\
                        weird.log              3  rows\n\
                        dns.log            1,234  rows\n\
                        conn.log              90  rows\n\
                        `egret view` shows the logs in a browser; `egret-cut COLUMN… < conn.log` prints columns.\n";
        assert_eq!(table(&s, Duration::from_secs(2)), expected);
    }
}
