//! `egret-lab traffic`: captures through the monitor with its default scripts, beside `tcpdump -nn -r` in the same run.
use crate::app::run_monitor;
use crate::bars::Bars;
use crate::figures::Measure;
use crate::stats::{median, spread};
use crate::tcpdump;
use anyhow::{Context, ensure};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The bars: wall time as a part of tcpdump's, and peak memory.
const MAX_OF_TCPDUMP: f64 = 0.35;
const MAX_PEAK_MB: f64 = 80.0;

/// What Zeek 8.0.9 took of tcpdump's time, and its memory, for the capture that the bars are meant for.
const ZEEK_OF_TCPDUMP: f64 = 1.51;
const ZEEK_PEAK_MB: f64 = 196.0;

/// What `egret-lab traffic` is asked.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The captures. Bars are judged on the first, which is meant to have a million packets of mixed traffic
    captures: Vec<PathBuf>,
    /// A command of the shell that makes the capture; it finds the path in $CAPTURE
    #[arg(long, value_name = "COMMAND", conflicts_with = "captures")]
    make: Option<String>,
    /// Judges the bars
    #[arg(long)]
    bars: bool,
    /// One round, for a look; bars are judged without it
    #[arg(long)]
    quick: bool,
    /// Rounds, each one run of both programs; medians count
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Prints the figures as JSON
    #[arg(long)]
    json: bool,
}

/// What a capture took, a number a round.
pub(crate) struct Rounds {
    /// Seconds by the clock.
    pub egret: Vec<f64>,
    pub tcpdump: Vec<f64>,
    /// The most memory of the monitor at a time.
    pub mb: Vec<f64>,
}

impl Rounds {
    /// The monitor's seconds as parts of tcpdump's in the same round.
    pub(crate) fn ratios(&self) -> Vec<f64> {
        self.egret.iter().zip(&self.tcpdump).map(|(egret, tcpdump)| egret / tcpdump).collect()
    }
}

/// Runs the monitor that was built beside this program, and tcpdump, in turns.
pub(crate) fn measure(capture: &Path, rounds: usize) -> anyhow::Result<Rounds> {
    let egret = std::env::current_exe()?.with_file_name("egret");
    ensure!(egret.exists(), "{} is not there (cargo build --release -p egret)", egret.display());
    // Once before all: the capture is in the page cache then, for both.
    let mut file = std::fs::File::open(capture).with_context(|| capture.display().to_string())?;
    std::io::copy(&mut file, &mut std::io::sink())?;
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
    ensure!(!captures.is_empty(), "a capture is expected, or a command that makes one (--make)");
    let rounds = if args.quick { 1 } else { args.rounds.max(1) };
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
        Some((_, rounds)) if args.bars => Ok(judge(rounds)),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Has a capture made.
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
