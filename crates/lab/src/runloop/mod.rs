//! `egret-lab loop`: the run loop's cost per packet, compared with the loops that it replaces.
mod actor;
mod capture;
mod findings;
mod notice;
mod packets;
mod quiet;
mod scan;
mod synthetic;
mod table;
mod timers;

use crate::bars::Bars;
use crate::stats::{median, spread};
use ::runloop::PollerKind;
pub(crate) use findings::findings;
use std::path::PathBuf;
use std::process::ExitCode;
use table::{SCANNED, print, ratios, table};

/// The options of `loop`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run the measurements for the bars and check them.
    #[arg(long)]
    bars: bool,
    /// Do less work, for a quick look; not for bars.
    #[arg(long)]
    quick: bool,
    /// Runs of each arrangement, interleaved; medians count.
    #[arg(long, default_value_t = 7)]
    runs: usize,
    /// Captures whose frames to process; without one, packets in memory are not processed
    #[arg(value_name = "CAPTURE")]
    captures: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if !args.captures.is_empty() {
        let mut bars = args.bars.then(Bars::default);
        capture::run(&args.captures, args.runs, args.quick, &mut bars)?;
        return Ok(bars.map_or(ExitCode::SUCCESS, Bars::finish));
    }
    let four = table(args.quick, args.runs, 4)?;
    print(&four, 4);
    let many = table(args.quick, args.runs, 64)?;
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
