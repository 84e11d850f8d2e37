//! `egret-lab workers`: compares several workers with one worker: the logs must be the same. Also measures the speed.
mod same;

use crate::app::{self, run_monitor};
use crate::bars::Bars;
use crate::cpu_time;
use crate::stats::{median, spread};
use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The bar: packets per second with two workers, relative to one.
const MIN_SPEEDUP: f64 = 1.8;

/// The options of `workers`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders with captures to run with one and with several workers: all logs must have the same rows
    #[arg(long, value_name = "FOLDER")]
    same: Vec<PathBuf>,
    /// Large captures to time
    captures: Vec<PathBuf>,
    /// The number of workers
    #[arg(long, short, default_value_t = 2)]
    workers: usize,
    /// Rounds of one run with one worker and one with several; medians count
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Check the bars
    #[arg(long)]
    bars: bool,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let egret = app::product()?;
    ensure!(!(args.same.is_empty() && args.captures.is_empty()), "captures are expected, or folders of them");
    let mut bars = Bars::default();
    for folder in &args.same {
        let n = differing(folder, args.workers)? as f64;
        bars.at_most(&format!("captures with other rows, {} workers", args.workers), n, (n, n), 0.0);
    }
    for capture in &args.captures {
        speed(&egret, capture, args, &mut bars)?;
    }
    if args.bars { Ok(bars.finish()) } else { Ok(ExitCode::SUCCESS) }
}

/// Compares the logs of several workers with those of one for all captures of a folder, and prints the differences.
/// Returns how many captures have some.
pub(crate) fn differing(folder: &Path, workers: usize) -> anyhow::Result<usize> {
    let (all, differences) = same::compare(&app::product()?, folder, workers)?;
    println!("{}: {all} captures", folder.display());
    for difference in &differences {
        println!("    {}", difference.capture.display());
        for (log, one, several, first) in &difference.logs {
            println!("        {log}: {one} rows of one worker alone, {several} of {workers}; {first}");
        }
    }
    Ok(differences.len())
}

fn speed(egret: &Path, capture: &Path, args: &Args, bars: &mut Bars) -> anyhow::Result<()> {
    let workers = args.workers.to_string();
    let (mut one, mut several, mut free) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..args.rounds.max(1) {
        one.push(run_monitor(egret, capture, &["-C"])?.wall);
        let (before, own) = (Cores::now()?, cpu_time::children());
        several.push(run_monitor(egret, capture, &["-C", "--workers", &workers])?.wall);
        let own = (cpu_time::children() - own) as f64 / 1e9;
        free.push(before.free_until(&Cores::now()?, own));
    }
    let ratios: Vec<f64> = one.iter().zip(&several).map(|(one, several)| one / several).collect();
    println!("{}", capture.display());
    for (name, runs, unit) in [
        ("one worker", &one, "s"),
        (&*format!("{workers} workers"), &several, "s"),
        ("as many times as fast", &ratios, ""),
        ("cores that nobody else had", &free, ""),
    ] {
        let (from, to) = spread(runs);
        println!("    {name:<32}{:>10.3} {unit} ({from:.3} to {to:.3})", median(runs));
    }
    bars.at_least(&format!("speed of {workers} workers"), median(&ratios), spread(&ratios), MIN_SPEEDUP);
    Ok(())
}

/// The processor time so far, in seconds over all cores.
struct Cores {
    all: f64,
    idle: f64,
}

impl Cores {
    /// Reads the first line of /proc/stat.
    fn now() -> anyhow::Result<Self> {
        let text = std::fs::read_to_string("/proc/stat").context("/proc/stat")?;
        let line =
            text.lines().next().and_then(|l| l.strip_prefix("cpu ")).context("/proc/stat: no line `cpu`")?;
        // The fields are user, nice, system, idle, iowait, irq, softirq and steal, in hundredths of a second; guests
        // are part of user.
        let ticks: Vec<f64> = line.split_whitespace().take(8).filter_map(|n| n.parse().ok()).collect();
        ensure!(ticks.len() == 8, "/proc/stat: expected 8 numbers behind `cpu`, found `{line}`");
        Ok(Cores { all: ticks.iter().sum::<f64>() / 100.0, idle: (ticks[3] + ticks[4]) / 100.0 })
    }

    /// Returns the number of cores that were idle or used by the process that took `cpu` seconds.
    fn free_until(&self, then: &Cores, cpu: f64) -> f64 {
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
        let took = (then.all - self.all).max(0.01);
        ((then.idle - self.idle + cpu) / took * cores).min(cores)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_cores_are_those_that_nobody_else_had() {
        let (before, then) = (Cores { all: 100.0, idle: 50.0 }, Cores { all: 104.0, idle: 51.0 });
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
        let free = before.free_until(&then, 2.0);
        assert!((free - 0.75 * cores).abs() < 1e-9, "{free}");
    }
}
