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
    /// Why a round has no value.
    missing: Option<String>,
}

enum Limit {
    AtMost(f64),
    AtLeast(f64),
    None,
}

impl Figure {
    fn new(name: &'static str, limit: Limit) -> Self {
        Figure { name, limit, values: Vec::new(), missing: None }
    }

    /// Takes the value of a round, or notes why there is none.
    fn take(&mut self, measured: anyhow::Result<f64>) {
        match measured {
            Ok(value) => self.values.push(value),
            Err(e) => self.missing = Some(format!("{e:#}")),
        }
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.faults.faults {
        return faults::run(&args.faults, &args.capture);
    }
    if args.feed {
        return Ok(conclude(&feed::figures(args.rounds.count()), args.rounds.bars));
    }
    let mut cpu = Figure::new("one process: ns of CPU a message", Limit::AtMost(MAX_CPU_NS));
    let mut idle = Figure::new("one process, idle: us of a message, p99", Limit::AtMost(MAX_IDLE_US));
    let mut busy = Figure::new("one process, 300 Mb/s: us of a message, p99", Limit::AtMost(MAX_BUSY_US));
    let mut speedup = Figure::new("two workers: times as fast as one", Limit::AtLeast(MIN_SPEEDUP));
    let mut zeromq = figures_of(
        ["ZeroMQ: events a second", "ZeroMQ: rows a second", "ZeroMQ: messages dropped and counted"],
        Limit::None,
    );
    let mut nats = figures_of(
        ["NATS: events a second", "NATS: rows a second", "NATS: messages dropped and counted"],
        Limit::AtLeast(MIN_NATS_ROWS),
    );
    let memory = memory::figures()?;
    let server = carriers::Server::start()?;
    for _ in 0..args.rounds.count() {
        cpu.take(process::cpu(&args.capture));
        idle.take(process::idle().and_then(|us| us.context("it takes root and unshare(1)")));
        busy.take(
            process::busy(&args.capture).and_then(|us| us.context("it takes root, ip(8) and tcpreplay")),
        );
        speedup.take(process::speedup(&args.capture));
        take_all(&mut zeromq, carriers::zeromq());
        let over_nats =
            server.as_ref().context("nats-server 2.11 or newer is not installed (EGRET_NATS_SERVER)");
        take_all(&mut nats, over_nats.and_then(carriers::nats));
    }
    let mut all = vec![cpu, idle, busy, speedup];
    all.extend(zeromq.into_iter().chain(nats));
    all.extend(memory);
    all.extend(feed::figures(1));
    for folder in &args.same {
        all.push(same(folder)?);
    }
    Ok(conclude(&all, args.rounds.bars))
}

/// Events, rows, and dropped messages of a carrier.
fn figures_of([events, rows, dropped]: [&'static str; 3], of_rows: Limit) -> [Figure; 3] {
    [
        Figure::new(events, Limit::AtLeast(MIN_EVENTS)),
        Figure::new(rows, of_rows),
        Figure::new(dropped, Limit::None),
    ]
}

fn take_all(figures: &mut [Figure; 3], measured: anyhow::Result<carriers::Both>) {
    match measured {
        Ok(both) => {
            for (figure, value) in figures.iter_mut().zip([both.events, both.rows, both.dropped]) {
                figure.values.push(value);
            }
        }
        Err(e) => figures.iter_mut().for_each(|figure| figure.missing = Some(format!("{e:#}"))),
    }
}

/// The captures of a folder with other rows in logs of two workers than in those of one.
fn same(folder: &std::path::Path) -> anyhow::Result<Figure> {
    let differing = crate::workers::differing(folder, 2)?;
    let mut figure = Figure::new("captures with other rows, 2 workers", Limit::AtMost(0.0));
    figure.values.push(differing as f64);
    Ok(figure)
}

/// Prints the figures, and whether they meet their bars if `is_judged`. A bar without a figure is not met.
fn conclude(all: &[Figure], is_judged: bool) -> ExitCode {
    let mut bars = Bars::default();
    for Figure { name, limit, values, missing } in all {
        if let Some(why) = missing {
            if is_judged && !matches!(limit, Limit::None) {
                bars.missing(name, why);
                continue;
            }
            println!("{name}: not measured: {why}");
        }
        if values.is_empty() {
            continue;
        }
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
