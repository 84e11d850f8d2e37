//! `egret-lab path`: the cost of a packet from the file to conn.log, beside `tcpdump -nn -r`.
mod phases;
mod steady;

use crate::bars::Bars;
use crate::stats::{median, spread};
use crate::tcpdump;
use anyhow::{Context, bail};
use phases::Phase;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

/// The bars: packets per second of the whole path, its wall time relative to tcpdump's, and peak memory.
const MIN_PACKETS_PER_SECOND: f64 = 3e6;
const MAX_OF_TCPDUMP: f64 = 0.08;
const MAX_RSS_MB: f64 = 30.0;
/// The share by which memory may grow while connections end and begin at the same rate.
const MAX_GROWTH: f64 = 0.02;

/// The options of `path`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The capture; the bars apply to one of a million packets.
    capture: PathBuf,
    /// Run the measurements for the bars and check them.
    #[arg(long)]
    bars: bool,
    /// Do fewer runs, for a quick look; not for bars.
    #[arg(long)]
    quick: bool,
    /// Runs of each phase, interleaved; the median counts.
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Run one phase once in this process; print nanoseconds, packets and peak memory in kB.
    #[arg(long, value_enum, hide = true)]
    once: Option<Phase>,
}

/// The cost of one run.
#[derive(Clone, Copy)]
struct Run {
    seconds: f64,
    packets: u64,
    peak_kb: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(phase) = args.once {
        let started = Instant::now();
        let packets = phase.run(&args.capture)?;
        println!("{} {packets} {}", started.elapsed().as_nanos(), status_kb("VmHWM:")?);
        return Ok(ExitCode::SUCCESS);
    }
    let runs = if args.quick { 1 } else { args.runs.max(1) };
    let mut tcpdump = Vec::new();
    let mut rows: Vec<(Phase, Vec<Run>)> = Phase::ALL.iter().map(|p| (*p, Vec::new())).collect();
    // Bring the capture into the page cache.
    Phase::Read.run(&args.capture)?;
    for _ in 0..runs {
        tcpdump.push(tcpdump::seconds(&args.capture)?);
        for (phase, row) in &mut rows {
            // A run is much shorter than tcpdump's and more easily disturbed, so the median of three runs is compared.
            let mut three = Vec::new();
            for _ in 0..if args.quick { 1 } else { 3 } {
                three.push(in_a_process_of_its_own(*phase, &args.capture)?);
            }
            three.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
            row.extend(three.get(three.len() / 2).copied());
        }
    }
    let base = median(&tcpdump);
    println!("tcpdump -nn -r: {base:.3} s ({:.3} to {:.3})", spread(&tcpdump).0, spread(&tcpdump).1);
    println!("{:<44} {:>12} {:>12} {:>12}", "phase", "packets/s", "of tcpdump", "peak MB");
    let mut whole = None;
    for (phase, row) in &rows {
        let seconds: Vec<f64> = row.iter().map(|r| r.seconds).collect();
        let packets = row.first().map_or(0, |r| r.packets) as f64;
        let peak = row.iter().map(|r| r.peak_kb).max().unwrap_or(0) as f64 / 1024.0;
        let mid = median(&seconds);
        println!("{:<44} {:>12.0} {:>12.4} {:>12.1}", phase.describe(), packets / mid, mid / base, peak);
        if *phase == Phase::Logs {
            whole = Some((packets, seconds, peak));
        }
    }
    let steady = steady::measure(args.quick)?;
    println!(
        "steady state: {} allocations in {} packets of {} connections; {} kB resident after {} more connections, {} before",
        steady.allocations,
        steady.packets,
        steady.connections,
        steady.kb_after,
        steady.churned,
        steady.kb_before
    );
    if !args.bars {
        return Ok(ExitCode::SUCCESS);
    }
    let (packets, seconds, peak) = whole.context("the whole way was not measured")?;
    let mut bars = Bars::default();
    let rate: Vec<f64> = seconds.iter().map(|s| packets / s).collect();
    bars.at_least("packets/s, file to conn.log", median(&rate), spread(&rate), MIN_PACKETS_PER_SECOND);
    let part: Vec<f64> = seconds.iter().zip(&tcpdump).map(|(s, t)| s / t).collect();
    bars.at_most("wall time as a part of tcpdump's", median(&part), spread(&part), MAX_OF_TCPDUMP);
    let per_packet = steady.allocations as f64 / steady.packets as f64;
    bars.at_most("allocations a packet, steady state", per_packet, (per_packet, per_packet), 0.0);
    let growth = steady.kb_after as f64 / steady.kb_before as f64 - 1.0;
    bars.at_most("growth of memory at flat concurrency", growth, (growth, growth), MAX_GROWTH);
    bars.at_most("peak resident MB, all of it", peak, (peak, peak), MAX_RSS_MB);
    Ok(bars.finish())
}

/// Runs a phase in a new process, so that its peak memory can be measured.
fn in_a_process_of_its_own(phase: Phase, capture: &Path) -> anyhow::Result<Run> {
    let name = clap::ValueEnum::to_possible_value(&phase).context("a phase without a name")?;
    let me = std::env::current_exe().context("finding this program")?;
    let out = Command::new(me).args(["path", "--once", name.get_name()]).arg(capture).output()?;
    if !out.status.success() {
        bail!("{}: {}", name.get_name(), String::from_utf8_lossy(&out.stderr).trim());
    }
    let text = String::from_utf8_lossy(&out.stdout);
    let mut numbers = text.split_whitespace().map(str::parse::<u64>);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(nanos)), Some(Ok(packets)), Some(Ok(peak_kb))) => {
            Ok(Run { seconds: nanos as f64 / 1e9, packets, peak_kb })
        }
        _ => bail!("expected three numbers of a run, found {text:?}"),
    }
}

/// Returns the value in a line of this process's status, in kB. `VmHWM:` is the peak memory, including shared pages.
fn status_kb(name: &str) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status").context("reading /proc/self/status")?;
    let line = status.lines().find_map(|l| l.strip_prefix(name));
    let number =
        line.and_then(|l| l.split_whitespace().next()).with_context(|| format!("no {name} there"))?;
    Ok(number.parse()?)
}
