//! Compares all arrangements of loop and poller over packets in memory, as a table.
use super::synthetic::{self, Arrangement};
use crate::bars::Bars;
use crate::stats::{median, spread};
use ::runloop::{Cadence, PollerKind};
use std::num::NonZeroU32;
use std::time::Duration;

pub(super) const fn every(n: u32) -> Cadence {
    Cadence::Every(NonZeroU32::new(n).unwrap())
}

/// The arrangement of Zeek 3.0, in memory.
pub(super) const SCANNED: &str = "select every 25, all sources scanned";

/// Returns the arrangements of the table, in its order.
fn arrangements() -> Vec<(String, Arrangement)> {
    let mut all = vec![("never polls".to_owned(), Arrangement::Never)];
    for kind in [PollerKind::Epoll, PollerKind::IoUring] {
        all.push((format!("{kind}, adaptive"), Arrangement::Loop(kind, Cadence::default())));
    }
    for kind in [PollerKind::Poll, PollerKind::Epoll, PollerKind::Select, PollerKind::Busy] {
        for n in [1, 25] {
            all.push((format!("{kind}, every {n}"), Arrangement::Loop(kind, every(n))));
        }
    }
    for n in [1, 25] {
        all.push((format!("actor, {n} a message"), Arrangement::Actor(n)));
    }
    all.push((SCANNED.to_owned(), Arrangement::Scan(25)));
    all
}

/// One arrangement, measured.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) nanos: Vec<f64>,
    syscalls: f64,
}

/// Measures all arrangements with `descriptors` descriptors, interleaved, so that disturbances affect all alike.
pub(super) fn table(quick: bool, runs: usize, descriptors: usize) -> anyhow::Result<Vec<Row>> {
    let time = Duration::from_millis(if quick { 20 } else { 150 });
    let mut rows = Vec::new();
    let mut open = Vec::new();
    for (name, arrangement) in arrangements() {
        match synthetic::packets_in(&arrangement, descriptors, time) {
            Ok(packets) => {
                rows.push(Row { name, nanos: Vec::new(), syscalls: 0.0 });
                open.push((arrangement, packets));
            }
            Err(e) => println!("{name}: left out: {e:#}"),
        }
    }
    for _ in 0..runs.max(1) {
        for (row, (arrangement, packets)) in rows.iter_mut().zip(&open) {
            let run = synthetic::run(arrangement, descriptors, *packets)?;
            row.nanos.push(run.nanos / *packets as f64);
            row.syscalls = run.polls as f64 / *packets as f64;
        }
    }
    Ok(rows)
}

pub(super) fn print(rows: &[Row], descriptors: usize) {
    println!("\n{descriptors} descriptors, packets in memory:");
    println!("{:<40} {:>9} {:>19} {:>8} {:>12}", "", "ns/packet", "(spread)", "x never", "polls/packet");
    let floor = rows.first().map_or(1.0, |r| median(&r.nanos));
    for row in rows {
        let (m, (lo, hi)) = (median(&row.nanos), spread(&row.nanos));
        let range = format!("({lo:.2} to {hi:.2})");
        println!("{:<40} {m:>9.2} {range:>19} {:>8.2} {:>12.5}", row.name, m / floor, row.syscalls);
    }
}

/// Returns the ratios of two rows, run by run.
pub(super) fn ratios(rows: &[Row], name: &str, over: &[Row], base: &str) -> Vec<f64> {
    let find = |rows: &[Row], name: &str| rows.iter().find(|r| r.name == name).map(|r| r.nanos.clone());
    match (find(rows, name), find(over, base)) {
        (Some(a), Some(b)) => a.iter().zip(&b).map(|(a, b)| a / b).collect(),
        _ => Vec::new(),
    }
}

/// Checks the ratio of two measurements, run by run.
pub(super) fn ratio_bars(bars: &mut Bars, title: &str, above: &[f64], below: &[f64], limit: f64) {
    let ratio: Vec<f64> = above.iter().zip(below).map(|(a, b)| a / b).collect();
    if !ratio.is_empty() {
        bars.at_most(title, median(&ratio), spread(&ratio), limit);
    }
}
