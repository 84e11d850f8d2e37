//! `egret-lab traffic`: runs the monitor with its default scripts over captures, compared with `tcpdump -nn -r` or
//! another monitor in the same run.
mod against;
mod floods;

use crate::app::{self, run_monitor};
use crate::bars::{self, Bars};
use crate::figures::Measure;
use crate::stats::{median, spread};
use crate::tcpdump;
use against::Pairs;
use anyhow::{Context, ensure};
use floods::Flood;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The bars: wall time relative to tcpdump's, and peak memory.
const MAX_OF_TCPDUMP: f64 = 0.35;
const MAX_PEAK_MB: f64 = 80.0;

/// The time of Zeek 8.0.9 relative to tcpdump's, and its memory, for a capture like that of the bars.
const ZEEK_OF_TCPDUMP: f64 = 1.51;
const ZEEK_PEAK_MB: f64 = 196.0;

/// The options of `traffic`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The captures. Bars apply to the first, which should have a million packets of mixed traffic
    captures: Vec<PathBuf>,
    /// A shell command that makes the capture at the path in $CAPTURE
    #[arg(long, value_name = "COMMAND", conflicts_with = "captures")]
    make: Option<String>,
    /// Compare with another monitor in place of tcpdump, such as an earlier build. Bars apply to every capture
    #[arg(long, value_name = "BINARY")]
    against: Option<PathBuf>,
    /// With --against: also compare on floods of 300,000 UDP flows, SYNs and DNS exchanges, which are generated for the
    /// run
    #[arg(long, requires = "against")]
    floods: bool,
    #[command(flatten)]
    rounds: bars::Rounds,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// The figures of a capture, for each round.
pub(crate) struct Rounds {
    /// Wall-clock seconds.
    pub egret: Vec<f64>,
    pub tcpdump: Vec<f64>,
    /// The peak memory of the monitor in MB.
    pub mb: Vec<f64>,
}

impl Rounds {
    /// The monitor's seconds relative to tcpdump's in the same round.
    pub(crate) fn ratios(&self) -> Vec<f64> {
        self.egret.iter().zip(&self.tcpdump).map(|(egret, tcpdump)| egret / tcpdump).collect()
    }
}

/// Runs the monitor in this program's folder and tcpdump, alternately.
pub(crate) fn measure(capture: &Path, rounds: usize) -> anyhow::Result<Rounds> {
    let egret = app::product()?;
    app::cache(capture)?;
    let mut all = Rounds { egret: Vec::new(), tcpdump: Vec::new(), mb: Vec::new() };
    for _ in 0..rounds {
        let ran = run_monitor(&egret, capture, &["-C"])?;
        all.egret.push(ran.wall);
        all.mb.push(ran.mb);
        all.tcpdump.push(tcpdump::seconds(capture)?);
    }
    Ok(all)
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let folder = tempfile::tempdir().context("making a folder")?;
    let captures = match &args.make {
        Some(command) => vec![made(command, folder.path())?],
        None => args.captures.clone(),
    };
    ensure!(
        !captures.is_empty() || args.floods,
        "expected a capture, a command that makes one (--make), or --floods"
    );
    if let Some(other) = &args.against {
        return compare(other, &captures, folder.path(), args);
    }
    let rounds = args.rounds.count();
    let mut measured = Vec::new();
    for capture in &captures {
        measured.push((capture, measure(capture, rounds)?));
    }
    if args.json {
        let all: Vec<_> = measured.iter().map(|(capture, rounds)| as_json(capture, rounds)).collect();
        println!("{}", json!(all));
    } else {
        measured.iter().for_each(|(capture, rounds)| print(capture, rounds));
        println!(
            "Zeek 8.0.9, a million packets of mixed traffic: {ZEEK_OF_TCPDUMP} of tcpdump, {ZEEK_PEAK_MB} MB"
        );
    }
    match measured.first() {
        Some((_, rounds)) if args.rounds.bars => Ok(judge(rounds)),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Compares with another monitor, over captures and floods.
fn compare(other: &Path, captures: &[PathBuf], folder: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    ensure!(other.exists(), "{} does not exist", other.display());
    let rounds = args.rounds.count();
    let mut all = Vec::new();
    for capture in captures {
        all.push(Pairs::measure(other, capture, rounds)?);
    }
    for flood in Flood::ALL.into_iter().filter(|_| args.floods) {
        all.push(Pairs::measure_flood(other, flood, folder, rounds)?);
    }
    if args.json {
        println!("{}", json!(all.iter().map(Pairs::as_json).collect::<Vec<_>>()));
    } else {
        all.iter().for_each(Pairs::print);
    }
    if !args.rounds.bars {
        return Ok(ExitCode::SUCCESS);
    }
    let mut bars = Bars::default();
    all.iter().for_each(|pairs| pairs.judge(&mut bars));
    Ok(bars.finish())
}

/// Makes a capture with a command.
fn made(command: &str, folder: &Path) -> anyhow::Result<PathBuf> {
    let capture = folder.join("made.pcap");
    let status = Command::new("sh").args(["-c", command]).env("CAPTURE", &capture).status()?;
    ensure!(status.success(), "{command}: {status}");
    ensure!(capture.exists(), "{command}: made no {}", capture.display());
    Ok(capture)
}

fn print(capture: &Path, rounds: &Rounds) {
    println!("{}", capture.display());
    let line = |name: &str, runs: &[f64], unit: &str| {
        let (from, to) = spread(runs);
        println!("    {name:<32}{:>10.3} {unit} ({from:.3} to {to:.3})", median(runs));
    };
    line("tcpdump -nn -r", &rounds.tcpdump, "s");
    line("egret -C -r", &rounds.egret, "s");
    line("egret of tcpdump", &rounds.ratios(), " ");
    line("egret, peak memory", &rounds.mb, "MB");
}

fn as_json(capture: &Path, rounds: &Rounds) -> serde_json::Value {
    json!({
        "capture": capture.display().to_string(),
        "tcpdump_seconds": Measure::of(&rounds.tcpdump),
        "egret_seconds": Measure::of(&rounds.egret),
        "of_tcpdump": Measure::of(&rounds.ratios()),
        "peak_mb": Measure::of(&rounds.mb),
    })
}

fn judge(rounds: &Rounds) -> ExitCode {
    let mut bars = Bars::default();
    let ratios = rounds.ratios();
    bars.at_most("wall time as a part of tcpdump's", median(&ratios), spread(&ratios), MAX_OF_TCPDUMP);
    bars.at_most("peak resident MB", spread(&rounds.mb).1, spread(&rounds.mb), MAX_PEAK_MB);
    bars.finish()
}
