//! `egret-lab cluster`: what mail between nodes costs. In one process: CPU of a message between two workers, from the
//! script that publishes it to the handler, how long it takes while nothing else happens and under full traffic, and how
//! much faster two workers are than one. Between processes: events and rows a second over ZeroMQ and over NATS, all on
//! this machine; the memory of each at its caps; and a feed of indicators. With `--same`, also whether all logs of two
//! workers have the rows of one. With `--faults`: what failures of a part do to the rest ([`faults`]).
mod carriers;
mod faults;
mod feed;
mod memory;
mod process;

use crate::bars::{Bars, Rounds};
use crate::stats::{median, spread};
use anyhow::Context as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// The bars: ns of CPU and µs of a message, events and rows a second.
const MAX_CPU_NS: f64 = 2000.0;
const MAX_IDLE_US: f64 = 100.0;
const MAX_BUSY_US: f64 = 10_000.0;
const MIN_SPEEDUP: f64 = 1.7;
const MIN_EVENTS: f64 = 300_000.0;
const MIN_NATS_ROWS: f64 = 200_000.0;

/// The options of `cluster`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A capture of a second or more for the measurements in one process, a million packets for the bars; the traffic of
    /// `--faults`
    capture: PathBuf,
    /// Folders with captures: all logs of two workers must have the rows of one
    #[arg(long, value_name = "FOLDER")]
    same: Vec<PathBuf>,
    #[command(flatten)]
    rounds: Rounds,
    /// Measure only how a feed of indicators reaches workers
    #[arg(long)]
    feed: bool,
    #[command(flatten)]
    faults: faults::Options,
}

/// A figure of each round.
struct Figure {
    name: &'static str,
    limit: Limit,
    values: Vec<f64>,
}

enum Limit {
    AtMost(f64),
    AtLeast(f64),
    None,
}

impl Figure {
    fn new(name: &'static str, limit: Limit) -> Self {
        Figure { name, limit, values: Vec::new() }
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.faults.faults {
        return faults::run(&args.faults, &args.capture);
    }
    if args.feed {
        return Ok(conclude(&feed::figures(args.rounds.count())?, args.rounds.bars));
    }
    let mut cpu = Figure::new("one process: ns of CPU a message", Limit::AtMost(MAX_CPU_NS));
    let mut idle = Figure::new("one process, idle: us of a message, p99", Limit::AtMost(MAX_IDLE_US));
    let mut busy = Figure::new("one process, 300 Mb/s: us of a message, p99", Limit::AtMost(MAX_BUSY_US));
    let mut speedup = Figure::new("two workers: times as fast as one", Limit::AtLeast(MIN_SPEEDUP));
    let mut zeromq_events = Figure::new("ZeroMQ: events a second", Limit::AtLeast(MIN_EVENTS));
    let mut zeromq_rows = Figure::new("ZeroMQ: rows a second", Limit::None);
    let mut nats_events = Figure::new("NATS: events a second", Limit::AtLeast(MIN_EVENTS));
    let mut nats_rows = Figure::new("NATS: rows a second", Limit::AtLeast(MIN_NATS_ROWS));
    let server = carriers::Server::start()?;
    for _ in 0..args.rounds.count() {
        cpu.values.push(process::cpu(&args.capture)?);
        match process::idle()? {
            Some(us) => idle.values.push(us),
            None => eprintln!("latency is left out: it takes root and unshare(1)"),
        }
        match process::busy(&args.capture)? {
            Some(us) => busy.values.push(us),
            None => eprintln!("latency under traffic is left out: it takes root, ip(8) and tcpreplay"),
        }
        speedup.values.push(process::speedup(&args.capture)?);
        let (events, rows) = carriers::zeromq().context("ZeroMQ")?;
        zeromq_events.values.push(events);
        zeromq_rows.values.push(rows);
        match &server {
            Some(server) => {
                let (events, rows) = carriers::nats(server).context("NATS")?;
                nats_events.values.push(events);
                nats_rows.values.push(rows);
            }
            None => {
                eprintln!("NATS is left out: nats-server 2.11 or newer is not installed (EGRET_NATS_SERVER)");
            }
        }
    }
    let mut all = vec![cpu, idle, busy, speedup, zeromq_events, zeromq_rows, nats_events, nats_rows];
    all.extend(memory::figures()?);
    all.extend(feed::figures(1)?);
    for folder in &args.same {
        all.push(same(folder)?);
    }
    Ok(conclude(&all, args.rounds.bars))
}

/// The captures of a folder with other rows in logs of two workers than in those of one.
fn same(folder: &std::path::Path) -> anyhow::Result<Figure> {
    let differing = crate::workers::differing(folder, 2)?;
    let mut figure = Figure::new("captures with other rows, 2 workers", Limit::AtMost(0.0));
    figure.values.push(differing as f64);
    Ok(figure)
}

/// Prints the figures, and whether they meet their bars if `is_judged`.
fn conclude(all: &[Figure], is_judged: bool) -> ExitCode {
    let mut bars = Bars::default();
    for Figure { name, limit, values } in all.iter().filter(|f| !f.values.is_empty()) {
        match limit {
            Limit::AtMost(most) if is_judged => bars.at_most(name, median(values), spread(values), *most),
            Limit::AtLeast(least) if is_judged => bars.at_least(name, median(values), spread(values), *least),
            _ => {
                let (least, most) = spread(values);
                println!("{name}: {:.1} ({least:.1} to {most:.1})", median(values));
            }
        }
    }
    if is_judged { bars.finish() } else { ExitCode::SUCCESS }
}
