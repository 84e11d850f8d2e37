//! `egret-lab script`: the cost of scripts. Each program exercises one operation. It is compared with CPython in the
//! same run, and with Zeek 8.0.9 on the same scale.
//!
//! The `egret` in this program's folder (or `--egret PATH`) runs each program. A figure is the CPU time less that of an
//! empty run, as a ratio to CPython's in the same pair of runs; the median of several pairs counts. The figure of a
//! start is the wall time of the process.
use crate::bars::Bars;
use crate::stats::{median, spread};
use anyhow::{Context, Result, bail, ensure};
use clap::Args as ClapArgs;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

mod findings;
mod programs;

pub(crate) use findings::findings;
use programs::{MEMORY, Program, SPEED};

/// Options of `script`.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Check the bars.
    #[arg(long)]
    bars: bool,
    /// Run one pair per program, for a quick look.
    #[arg(long)]
    quick: bool,
    /// The binary to measure; by default the `egret` in this program's folder.
    #[arg(long, value_name = "PATH")]
    egret: Option<PathBuf>,
    /// The interpreter to compare with.
    #[arg(long, value_name = "PATH", default_value = "python3")]
    python: PathBuf,
}

/// Runs the programs.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let egret = match &args.egret {
        Some(p) => p.clone(),
        None => std::env::current_exe()?.with_file_name("egret"),
    };
    ensure!(egret.is_file(), "{} does not exist: build it, or name it with --egret", egret.display());
    let dir = tempfile::tempdir()?;
    let pairs = if args.quick { 1 } else { 5 };
    let mut bars = Bars::default();
    let empty = write(dir.path(), "empty.zeek", "event zeek_init() { }")?;
    let bare = |file: &Path| cost(&args.python, &[&egret, Path::new("-b"), file]);
    let starts: Vec<Cost> = (0..pairs.max(3)).map(|_| bare(&empty)).collect::<Result<_>>()?;
    let base = median(&starts.iter().map(|c| c.cpu).collect::<Vec<_>>());
    let idle = median(&starts.iter().map(|c| c.peak).collect::<Vec<_>>());
    println!("start-up: {base:.3} s of processor, taken off below");
    for s in STARTS {
        start(&s, &egret, args, &mut bars)?;
    }
    println!(
        "{:<12} {:>9} {:>9}   ratio (spread)   Zeek interpreted, optimized",
        "program", "egret", "python"
    );
    for p in SPEED {
        speed(p, &egret, args, dir.path(), base, pairs, &mut bars)?;
    }
    for m in MEMORY {
        let file = write(dir.path(), &format!("{}.zeek", m.name), m.zeek)?;
        let per = (bare(&file)?.peak - idle) / 1e6;
        println!("{:<16} {per:>7.1} bytes each (Zeek {})", m.name, m.zeek_bytes);
        bars.at_most(&format!("{}: bytes each", m.name), per, (per, per), m.limit);
    }
    if args.bars { Ok(bars.finish()) } else { Ok(ExitCode::SUCCESS) }
}

/// A start without a program, and its limits.
struct Start {
    name: &'static str,
    options: &'static [&'static str],
    /// The wall time in milliseconds.
    time: f64,
    /// The peak of resident memory in MB.
    memory: f64,
}

const STARTS: [Start; 2] = [
    Start { name: "start, bare", options: &["-b", "-e", ""], time: 15.0, memory: 20.0 },
    Start { name: "start, default scripts", options: &["-e", ""], time: 50.0, memory: 40.0 },
];

fn start(s: &Start, egret: &Path, args: &Args, bars: &mut Bars) -> Result<()> {
    let command: Vec<&Path> = [egret].into_iter().chain(s.options.iter().map(Path::new)).collect();
    let runs = if args.quick { 3 } else { 20 };
    let costs: Vec<Cost> = (0..runs).map(|_| cost(&args.python, &command)).collect::<Result<_>>()?;
    let times: Vec<f64> = costs.iter().map(|c| c.wall * 1e3).collect();
    let peaks: Vec<f64> = costs.iter().map(|c| c.peak / 1e6).collect();
    let (time, peak) = (median(&times), median(&peaks));
    println!("{}: {time:.1} ms, {peak:.1} MB", s.name);
    bars.at_most(&format!("{}: ms", s.name), time, spread(&times), s.time);
    bars.at_most(&format!("{}: MB", s.name), peak, spread(&peaks), s.memory);
    Ok(())
}

fn speed(
    p: &Program,
    egret: &Path,
    args: &Args,
    dir: &Path,
    base: f64,
    pairs: usize,
    bars: &mut Bars,
) -> Result<()> {
    let zeek = write(dir, &format!("{}.zeek", p.name), p.zeek)?;
    let python = write(dir, &format!("{}.py", p.name), p.python)?;
    let (mut ratios, mut ours, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..pairs {
        let a = (cost(&args.python, &[egret, Path::new("-b"), &zeek])?.cpu - base).max(0.001);
        let b = cost(&args.python, &[&args.python, &python])?.cpu;
        ours.push(a);
        theirs.push(b);
        ratios.push(a / b);
    }
    let (ratio, (low, high)) = (median(&ratios), spread(&ratios));
    println!(
        "{:<12} {:>8.3}s {:>8.3}s   {ratio:.2} ({low:.2} to {high:.2})   {:.2}, {:.2}",
        p.name,
        median(&ours),
        median(&theirs),
        p.interpreted,
        p.optimized
    );
    bars.at_most(&format!("{}: ratio to CPython", p.name), ratio, (low, high), p.limit());
    Ok(())
}

fn write(dir: &Path, name: &str, text: &str) -> Result<PathBuf> {
    let path = dir.join(name);
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// Runs a command and prints its CPU seconds, wall time, peak resident memory in KiB and exit status.
const MEASURE: &str = "
import os, sys, time
begun = time.monotonic()
pid = os.fork()
if pid == 0:
    null = os.open(os.devnull, os.O_RDWR)
    for f in (0, 1, 2): os.dup2(null, f)
    os.execvp(sys.argv[1], sys.argv[1:])
_, status, u = os.wait4(pid, 0)
print(u.ru_utime + u.ru_stime, time.monotonic() - begun, u.ru_maxrss, status)
";

/// The cost of a run.
struct Cost {
    /// CPU seconds.
    cpu: f64,
    /// Wall-clock seconds.
    wall: f64,
    /// The peak of resident memory in bytes.
    peak: f64,
}

/// Runs a command that must succeed, in a Python interpreter that measures it.
fn cost(python: &Path, command: &[&Path]) -> Result<Cost> {
    let shown = command.first().map_or(String::new(), |c| c.display().to_string());
    let out = Command::new(python)
        .args(["-c", MEASURE])
        .args(command)
        .output()
        .with_context(|| format!("cannot run {}", python.display()))?;
    let text = String::from_utf8_lossy(&out.stdout);
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [cpu, wall, kib, status] = numbers[..] else {
        bail!("{} measured nothing: {}", python.display(), String::from_utf8_lossy(&out.stderr).trim())
    };
    ensure!(status == 0.0, "{shown} ended with status {status}");
    Ok(Cost { cpu, wall, peak: kib * 1024.0 })
}
