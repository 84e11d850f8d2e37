//! `egret-lab signatures`: what the signatures of a large site cost the packet path.
//!
//! The same capture runs with and without them, in turns. Loading them is left out of the figures: what counts is the
//! time from the first packet to the last log. Without scripts the baseline has one signature, as nothing would ask for
//! the contents of connections otherwise.
mod rules;

use crate::app::run_monitor;
use crate::bars::Bars;
use crate::stats::{median, spread};
use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The bar: how many times the time without them.
const MAX_SLOWDOWN: f64 = 2.0;

/// What `egret-lab signatures` is asked.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The captures; bars are judged on each
    #[arg(required_unless_present = "print")]
    captures: Vec<PathBuf>,
    /// How many signatures
    #[arg(long, default_value_t = 10_000)]
    count: u32,
    /// Prints the signatures and runs nothing
    #[arg(long)]
    print: bool,
    /// Judges the bars
    #[arg(long)]
    bars: bool,
    /// One round, for a look; bars are judged without it
    #[arg(long)]
    quick: bool,
    /// Rounds, each a run with and a run without; medians count
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

/// How a monitor is run.
struct Mode {
    name: &'static str,
    options: &'static [&'static str],
    /// The baseline has a signature, too.
    one: bool,
}

const MODES: [Mode; 4] = [
    Mode { name: "default scripts", options: &[], one: false },
    Mode { name: "default scripts, whole connections", options: &["dpd_match_only_beginning=F"], one: false },
    Mode { name: "no scripts", options: &["-b"], one: true },
    Mode { name: "no scripts, whole connections", options: &["-b", "dpd_match_only_beginning=F"], one: true },
];

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.print {
        print!("{}", rules::text(args.count));
        return Ok(ExitCode::SUCCESS);
    }
    let egret = std::env::current_exe()?.with_file_name("egret");
    ensure!(egret.exists(), "{} is not there (cargo build --release -p egret)", egret.display());
    let folder = tempfile::tempdir().context("making a folder")?;
    let [one, all] = [("one.sig", 1), ("all.sig", args.count)].map(|(name, n)| (folder.path().join(name), n));
    for (path, count) in [&one, &all] {
        std::fs::write(path, rules::text(*count)).with_context(|| path.display().to_string())?;
    }
    let rounds = if args.quick { 1 } else { args.rounds.max(1) };
    let mut bars = Bars::default();
    for capture in &args.captures {
        // Once before all: the capture is in the page cache then.
        let mut file = std::fs::File::open(capture).with_context(|| capture.display().to_string())?;
        std::io::copy(&mut file, &mut std::io::sink())?;
        println!("{}, {} signatures", capture.display(), args.count);
        for mode in &MODES {
            let measured = measure(&egret, capture, mode, [&one.0, &all.0], rounds)?;
            measured.print(mode.name);
            let name = format!("{}, {}: times the time without", capture.display(), mode.name);
            let ratios = measured.ratios();
            if args.bars {
                bars.at_most(&name, median(&ratios), spread(&ratios), MAX_SLOWDOWN);
            }
        }
    }
    Ok(if args.bars { bars.finish() } else { ExitCode::SUCCESS })
}

/// What a mode took, a number a round.
#[derive(Default)]
struct Measured {
    /// Seconds from the first packet to the last log.
    without: Vec<f64>,
    with: Vec<f64>,
    /// Seconds until the first packet.
    start: Vec<f64>,
    /// The most memory.
    mb: Vec<f64>,
}

fn measure(
    egret: &Path,
    capture: &Path,
    mode: &Mode,
    signatures: [&Path; 2],
    rounds: usize,
) -> anyhow::Result<Measured> {
    let [one, all] = signatures.map(|path| path.to_string_lossy());
    let mut measured = Measured::default();
    for _ in 0..rounds {
        let with = |file: &str| -> anyhow::Result<_> {
            let options: Vec<&str> =
                ["-C"].into_iter().chain(mode.options.iter().copied()).chain(["-s", file]).collect();
            run_monitor(egret, capture, &options)
        };
        let without = if mode.one {
            with(&one)?
        } else {
            let options: Vec<&str> = ["-C"].into_iter().chain(mode.options.iter().copied()).collect();
            run_monitor(egret, capture, &options)?
        };
        let with = with(&all)?;
        measured.without.push(without.processing);
        measured.with.push(with.processing);
        measured.start.push(with.seconds - with.processing);
        measured.mb.push(with.mb);
    }
    Ok(measured)
}

impl Measured {
    fn ratios(&self) -> Vec<f64> {
        self.with.iter().zip(&self.without).map(|(with, without)| with / without).collect()
    }

    fn print(&self, name: &str) {
        println!("    {name}");
        let line = |what: &str, runs: &[f64], unit: &str| {
            let (from, to) = spread(runs);
            println!("        {what:<20}{:>10.3} {unit} ({from:.3} to {to:.3})", median(runs));
        };
        line("without", &self.without, "s");
        line("with", &self.with, "s");
        line("times", &self.ratios(), " ");
        line("loading", &self.start, "s");
        line("peak memory", &self.mb, "MB");
    }
}
