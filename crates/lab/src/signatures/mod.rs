//! `egret-lab signatures`: the cost of a large site's signatures on the packet path.
//!
//! The same capture is run with and without them, alternately. The figures are times from the first packet to the last
//! log and do not include loading. Without scripts, the baseline has one signature, because otherwise the contents of
//! connections would not be read at all.
mod rules;

use crate::app::{self, run_monitor};
use crate::bars::{self, Bars};
use crate::stats::{median, spread};
use anyhow::Context;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The bar: the ratio of the time with signatures to the time without.
const MAX_SLOWDOWN: f64 = 2.0;

/// The options of `signatures`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The captures; bars apply to each
    #[arg(required_unless_present = "print")]
    captures: Vec<PathBuf>,
    /// The number of signatures
    #[arg(long, default_value_t = 10_000)]
    count: u32,
    /// Only print the signatures
    #[arg(long)]
    print: bool,
    #[command(flatten)]
    rounds: bars::Rounds,
}

/// A monitor's options.
struct Mode {
    name: &'static str,
    options: &'static [&'static str],
    /// Whether the baseline, too, has a signature.
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
    let egret = app::product()?;
    let folder = tempfile::tempdir().context("making a folder")?;
    let [one, all] = [("one.sig", 1), ("all.sig", args.count)].map(|(name, n)| (folder.path().join(name), n));
    for (path, count) in [&one, &all] {
        std::fs::write(path, rules::text(*count)).with_context(|| path.display().to_string())?;
    }
    let rounds = args.rounds.count();
    let mut bars = Bars::default();
    for capture in &args.captures {
        app::cache(capture)?;
        println!("{}, {} signatures", capture.display(), args.count);
        for mode in &MODES {
            let measured = measure(&egret, capture, mode, [&one.0, &all.0], rounds)?;
            measured.print(mode.name);
            let name = format!("{}, {}: times the time without", capture.display(), mode.name);
            let ratios = measured.ratios();
            if args.rounds.bars {
                bars.at_most(&name, median(&ratios), spread(&ratios), MAX_SLOWDOWN);
            }
        }
    }
    Ok(if args.rounds.bars { bars.finish() } else { ExitCode::SUCCESS })
}

/// The figures of a mode, for each round.
#[derive(Default)]
struct Measured {
    /// The seconds from the first packet to the last log.
    without: Vec<f64>,
    with: Vec<f64>,
    /// The seconds until the first packet.
    start: Vec<f64>,
    /// The peak memory in MB.
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
