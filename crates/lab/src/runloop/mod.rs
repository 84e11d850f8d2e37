//! `egret-lab loop`: what the run loop costs a packet, beside the loops that it replaces.
mod actor;
mod capture;
mod findings;
mod notice;
mod scan;
mod synthetic;
mod timers;

use crate::bars::Bars;
use crate::stats::{median, spread};
use ::runloop::{Cadence, PollerKind};
pub(crate) use findings::findings;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use synthetic::Arrangement;

/// What `egret-lab loop` is asked.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Runs the measurements that the bars need and judges them.
    #[arg(long)]
    bars: bool,
    /// Less work, for a look; bars are judged without it.
    #[arg(long)]
    quick: bool,
    /// Runs of each arrangement, interleaved; the median counts.
    #[arg(long, default_value_t = 7)]
    runs: usize,
    /// Captures whose frames are processed; without one, frames without processing, in memory
    #[arg(value_name = "CAPTURE")]
    captures: Vec<PathBuf>,
}

const fn every(n: u32) -> Cadence {
    Cadence::Every(NonZeroU32::new(n).unwrap())
}

/// The arrangement of Zeek 3.0, in memory.
const SCANNED: &str = "select every 25, all sources scanned";

/// Arrangements of the table, in its order.
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
struct Row {
    name: String,
    nanos: Vec<f64>,
    syscalls: f64,
}

/// Measures all arrangements with `descriptors`, in turns, so that what disturbs the machine disturbs all alike.
fn table(args: &Args, descriptors: usize) -> anyhow::Result<Vec<Row>> {
    let time = Duration::from_millis(if args.quick { 20 } else { 150 });
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
    for _ in 0..args.runs.max(1) {
        for (row, (arrangement, packets)) in rows.iter_mut().zip(&open) {
            let run = synthetic::run(arrangement, descriptors, *packets)?;
            row.nanos.push(run.nanos / *packets as f64);
            row.syscalls = run.polls as f64 / *packets as f64;
        }
    }
    Ok(rows)
}

fn print(rows: &[Row], descriptors: usize) {
    println!("\n{descriptors} descriptors, packets in memory:");
    println!("{:<40} {:>9} {:>19} {:>8} {:>12}", "", "ns/packet", "(spread)", "x never", "polls/packet");
    let floor = rows.first().map_or(1.0, |r| median(&r.nanos));
    for row in rows {
        let (m, (lo, hi)) = (median(&row.nanos), spread(&row.nanos));
        let range = format!("({lo:.2} to {hi:.2})");
        println!("{:<40} {m:>9.2} {range:>19} {:>8.2} {:>12.5}", row.name, m / floor, row.syscalls);
    }
}

/// The ratios of two rows, run by run.
fn ratios(rows: &[Row], name: &str, over: &[Row], base: &str) -> Vec<f64> {
    let find = |rows: &[Row], name: &str| rows.iter().find(|r| r.name == name).map(|r| r.nanos.clone());
    match (find(rows, name), find(over, base)) {
        (Some(a), Some(b)) => a.iter().zip(&b).map(|(a, b)| a / b).collect(),
        _ => Vec::new(),
    }
}

/// Judges the ratio of two measurements, run by run.
fn ratio_bars(bars: &mut Bars, title: &str, above: &[f64], below: &[f64], limit: f64) {
    let ratio: Vec<f64> = above.iter().zip(below).map(|(a, b)| a / b).collect();
    if !ratio.is_empty() {
        bars.at_most(title, median(&ratio), spread(&ratio), limit);
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if !args.captures.is_empty() {
        let mut bars = args.bars.then(Bars::default);
        capture::run(&args.captures, args.runs, args.quick, &mut bars)?;
        return Ok(bars.map_or(ExitCode::SUCCESS, Bars::finish));
    }
    let four = table(args, 4)?;
    print(&four, 4);
    let many = table(args, 64)?;
    print(&many, 64);
    let waits = notice::measure(args.quick)?;
    notice::print(&waits);
    let timers = timers::measure(args.quick, args.runs);
    timers::print(&timers);
    if !args.bars {
        return Ok(ExitCode::SUCCESS);
    }
    println!();
    let mut bars = Bars::default();
    for kind in ["epoll", "io_uring"] {
        let name = format!("{kind}, adaptive");
        for (title, ratio, limit) in [
            ("over a loop that never polls", ratios(&four, &name, &four, "never polls"), 1.2),
            ("over select every 25 and a scan", ratios(&four, &name, &four, SCANNED), 0.10),
            ("64 descriptors over 4", ratios(&many, &name, &four, &name), 1.05),
        ] {
            if !ratio.is_empty() {
                bars.at_most(&format!("{name}: {title}"), median(&ratio), spread(&ratio), limit);
            }
        }
    }
    for cost in synthetic::COSTS {
        let calls = synthetic::system_calls(PollerKind::Epoll, cost, args.quick)?;
        let name = format!("epoll: system calls a packet of {cost:?}, saturated");
        bars.at_most(&name, calls, (calls, calls), 0.02);
    }
    for wait in &waits {
        let name = format!("{}: noticed within, p99, {:?} a packet, us", wait.kind, wait.cost);
        bars.at_most(
            &name,
            wait.p99,
            (wait.p50, wait.most),
            if wait.kind == PollerKind::Epoll { 60.0 } else { 25.0 },
        );
    }
    bars.at_most("timers: ns each at 1 M pending", median(&timers.ours), spread(&timers.ours), 60.0);
    Ok(bars.finish())
}
