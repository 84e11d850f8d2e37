//! `egret-lab sandbox`: what the sandbox costs, at the start and per packet.
//!
//! Runs with and without it alternate. The fastest runs are compared, since everything else on the machine only slows
//! them; the spread is that of the pairs.
use crate::bars::Bars;
use crate::cpu_time;
use crate::live::monitor::egret;
use crate::stats::spread;
use anyhow::ensure;
use capture::{PcapWriter, Precision};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The options of `sandbox`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The capture
    capture: PathBuf,
    /// The pairs of starts
    #[arg(long, default_value_t = 40)]
    starts: usize,
    /// The pairs of runs over the capture
    #[arg(long, default_value_t = 9)]
    runs: usize,
    /// Check the bars
    #[arg(long)]
    bars: bool,
}

/// The highest cost of a start, in milliseconds.
const START: f64 = 2.0;
/// The highest cost of a capture, in percent of processor time.
const SPEED: f64 = 1.0;

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    ensure!(
        rustix::process::geteuid().is_root(),
        "the sandbox of runs that root starts is measured: be root"
    );
    let capture = args.capture.canonicalize()?;
    let folder = tempfile::tempdir()?;
    let empty = folder.path().join("empty.pcap");
    PcapWriter::create(&empty, Precision::Micros)?.finish()?;
    let empty = empty.display().to_string();
    let mut bars = Bars::default();
    let (mut plain, mut confined) = (Vec::new(), Vec::new());
    for n in 0..args.starts.max(1) {
        // Swap the order in every pair.
        for on in [n & 1 == 0, n & 1 == 1] {
            let (wall, _) = once(on, &["-b", "-r", &empty])?;
            let times = if on { &mut confined } else { &mut plain };
            times.push(wall.as_secs_f64() * 1e3);
        }
    }
    let least = |of: &[f64]| spread(of).0;
    let cost = least(&confined) - least(&plain);
    let pairs: Vec<f64> = confined.iter().zip(&plain).map(|(a, b)| a - b).collect();
    println!("a start: {:.2} ms without, {:.2} ms with the sandbox", least(&plain), least(&confined));
    bars.at_most("a start, ms", cost, spread(&pairs), START);
    let (mut plain, mut confined) = (Vec::new(), Vec::new());
    let file = capture.display().to_string();
    for n in 0..args.runs.max(1) {
        for on in [n & 1 == 0, n & 1 == 1] {
            let (_, used) = once(on, &["-C", "-r", &file])?;
            let times = if on { &mut confined } else { &mut plain };
            times.push(used.as_secs_f64());
        }
    }
    let more = |a: f64, b: f64| (a / b - 1.0) * 100.0;
    let mut pairs: Vec<f64> = confined.iter().zip(&plain).map(|(a, b)| more(*a, *b)).collect();
    pairs.sort_by(f64::total_cmp);
    println!("a capture: {:.3} s without, {:.3} s with the sandbox", least(&plain), least(&confined));
    println!("      the middle pair: {:+.1} %", pairs[pairs.len() / 2]);
    let cost = more(least(&confined), least(&plain));
    bars.at_most("a capture, % of processor time", cost, spread(&pairs), SPEED);
    Ok(if args.bars { bars.finish() } else { ExitCode::SUCCESS })
}

/// Runs the monitor. Returns its duration and its processor time.
fn once(sandbox: bool, options: &[&str]) -> anyhow::Result<(Duration, Duration)> {
    let folder = tempfile::tempdir()?;
    let mut command = Command::new(egret()?);
    command.args(["--sandbox", if sandbox { "on" } else { "off" }]).args(options).current_dir(folder.path());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let (begun, before) = (Instant::now(), cpu_time::children());
    let status = command.status()?;
    let took = (begun.elapsed(), Duration::from_nanos(cpu_time::children().saturating_sub(before)));
    ensure!(status.success(), "{command:?}: {status}");
    Ok(took)
}
