//! `egret-lab spicy`: what Spicy grammars cost, beside our own analyzers of the same protocols.
//!
//! Grammars are those that Zeek ships, read from a checkout. A capture of its test suite is repeated to some length and read
//! twice, with our analyzer and with the grammar in its place; the CPU time of a start is taken off both. Pairs alternate,
//! medians count. A start with all grammars is compared with one without; archives of packages can be added. What runs in
//! this process, such as the published micro-benchmarks, is in [`machine`].
mod machine;

use crate::bars::{Bars, Rounds};
use crate::cpu_time;
use crate::stats::{median, spread};
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The options of `spicy`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A checkout of Zeek (v8.0.9): its grammars and the captures of its test suite.
    zeek: PathBuf,
    /// Archives of packages (`.hlto`) that a start loads besides.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    archives: Vec<PathBuf>,
    /// The binary to measure; by default the `egret` in this program's folder.
    #[arg(long, value_name = "PATH")]
    egret: Option<PathBuf>,
    /// Packets of each capture.
    #[arg(short = 'n', long, default_value_t = 200_000)]
    packets: u64,
    #[command(flatten)]
    rounds: Rounds,
}

/// Protocols that are measured: the folder of the grammar, and a capture.
const PROTOCOLS: [(&str, &str); 3] = [
    ("ldap", "ldap/simpleauth.pcap"),
    ("redis", "redis/django-cloud.pcap"),
    ("syslog", "syslog-single-udp.trace"),
];

/// Folders of all grammars that Zeek loads by default.
const SHIPPED: [&str; 7] = ["finger", "ldap", "postgresql", "quic", "redis", "syslog", "websocket"];

/// Runs the measurements.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let lab = std::env::current_exe()?;
    let egret = args.egret.clone().unwrap_or_else(|| lab.with_file_name("egret"));
    ensure!(egret.is_file(), "{} does not exist: build it, or name it with --egret", egret.display());
    let folder = tempfile::tempdir()?;
    let mut bars = Bars::default();
    for (protocol, capture) in PROTOCOLS {
        let seed = args.zeek.join("testing/btest/Traces").join(capture);
        let long = folder.path().join(format!("{protocol}.pcap"));
        quietly(
            Command::new(&lab).arg("intensify").arg("-n").arg(args.packets.to_string()).arg(&seed).arg(&long),
        )?;
        let files = sources(&args.zeek, protocol)?;
        let mut ratios = Vec::new();
        for _ in 0..args.rounds.count() {
            let native = work(&egret, folder.path(), &long, &[])?;
            let grammar = work(&egret, folder.path(), &long, &files)?;
            ratios.push(grammar / native);
        }
        let name = format!("{protocol}: CPU of the grammar, times our analyzer's");
        bars.at_most(&name, median(&ratios), spread(&ratios), 3.0);
    }
    let mut all = Vec::new();
    for s in SHIPPED {
        all.extend(sources(&args.zeek, s)?);
    }
    all.extend(args.archives.iter().cloned());
    let mut loads = Vec::new();
    for _ in 0..args.rounds.count().max(3) {
        loads.push((start(&egret, folder.path(), &all)? - start(&egret, folder.path(), &[])?) * 1000.0);
    }
    let name = format!("load of {} grammars and {} archives, ms of CPU", SHIPPED.len(), args.archives.len());
    bars.at_most(&name, median(&loads), spread(&loads), 100.0);
    for (state, input) in machine::STATES {
        let waiting = machine::waiting(input)?;
        let name = format!("bytes of a connection whose two parsers wait {state}");
        bars.at_most(&name, waiting, (waiting, waiting), 1024.0);
    }
    machine::cases(&mut bars, args.rounds.count())?;
    if args.rounds.bars { Ok(bars.finish()) } else { Ok(ExitCode::SUCCESS) }
}

/// The files of a grammar in a checkout, as its build names them: a folder may hold others.
fn sources(zeek: &Path, protocol: &str) -> Result<Vec<PathBuf>> {
    let folder = zeek.join("src/analyzer/protocol").join(protocol);
    let list = folder.join("CMakeLists.txt");
    let text = std::fs::read_to_string(&list)
        .with_context(|| format!("{}: a checkout of Zeek was expected", list.display()))?;
    let call = text.split_once("spicy_add_analyzer(").and_then(|(_, rest)| rest.split_once(')'));
    let words = call.map_or("", |(words, _)| words).split_whitespace();
    let files: Vec<PathBuf> =
        words.filter(|w| w.ends_with(".spicy") || w.ends_with(".evt")).map(|w| folder.join(w)).collect();
    ensure!(!files.is_empty(), "{}: no spicy_add_analyzer(… SOURCES …) with grammars", list.display());
    Ok(files)
}

fn quietly(command: &mut Command) -> Result<()> {
    let out = command.stdin(Stdio::null()).output().with_context(|| format!("{command:?}"))?;
    if !out.status.success() {
        bail!("{command:?}: {}\n{}", out.status, String::from_utf8_lossy(&out.stderr));
    }
    Ok(())
}

/// CPU seconds that a command takes.
fn cpu(command: &mut Command) -> Result<f64> {
    let before = cpu_time::children();
    quietly(command)?;
    Ok((cpu_time::children() - before) as f64 / 1e9)
}

/// CPU seconds over a capture, less those of a start.
fn work(egret: &Path, folder: &Path, capture: &Path, files: &[PathBuf]) -> Result<f64> {
    let started = start(egret, folder, files)?;
    let whole = cpu(Command::new(egret).arg("-C").arg("-r").arg(capture).args(files).current_dir(folder))?;
    Ok((whole - started).max(1e-6))
}

/// CPU seconds of a start.
fn start(egret: &Path, folder: &Path, files: &[PathBuf]) -> Result<f64> {
    cpu(Command::new(egret).args(files).args(["-e", ""]).current_dir(folder))
}
