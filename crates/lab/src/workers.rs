//! `egret-lab workers`: compares several workers with one worker: the logs must be the same. Also measures the speed.
use crate::app::{self, run_monitor};
use crate::bars::Bars;
use crate::cpu_time;
use crate::stats::{median, spread};
use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The bar: packets per second with two workers, relative to one.
const MIN_SPEEDUP: f64 = 1.8;

/// The options of `workers`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders with captures to run with one and with several workers: conn.log must be the same
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
        let captures = captures_below(folder)?;
        let other: Vec<&PathBuf> = captures
            .iter()
            .map(|c| Ok((c, conn_log(&egret, c, 1)? == conn_log(&egret, c, args.workers)?)))
            .filter_map(|r: anyhow::Result<_>| r.map(|(c, same)| (!same).then_some(c)).transpose())
            .collect::<anyhow::Result<_>>()?;
        println!("{}: {} captures", folder.display(), captures.len());
        other.iter().for_each(|c| println!("    another conn.log: {}", c.display()));
        let n = other.len() as f64;
        bars.at_most(&format!("captures with another conn.log, {} workers", args.workers), n, (n, n), 0.0);
    }
    for capture in &args.captures {
        speed(&egret, capture, args, &mut bars)?;
    }
    if args.bars { Ok(bars.finish()) } else { Ok(ExitCode::SUCCESS) }
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

/// Returns all captures in a folder and its subfolders, sorted.
fn captures_below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|e| ["pcap", "trace", "pcapng", "cap"].iter().any(|k| e == *k))
            {
                found.push(path);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Returns the rows of conn.log, sorted, without fields that are random in each run; or the failure of the run, which
/// must be the same with several workers.
fn conn_log(
    egret: &Path,
    capture: &Path,
    workers: usize,
) -> anyhow::Result<Result<Vec<String>, Option<i32>>> {
    let folder = tempfile::tempdir()?;
    let status = Command::new(egret)
        .current_dir(folder.path())
        .env_remove("ZEEK_SEED_FILE")
        .env("ZEEK_DNS_FAKE", "1")
        .args(["-C", "--workers", &workers.to_string(), "-r"])
        .arg(std::path::absolute(capture)?)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .with_context(|| egret.display().to_string())?;
    if !status.success() {
        return Ok(Err(status.code()));
    }
    let log = folder.path().join("conn.log");
    let text = if log.exists() { std::fs::read_to_string(&log)? } else { String::new() };
    let rows = text.lines().filter(|l| !l.starts_with('#')).map(without_uids);
    let mut rows: Vec<String> = rows.collect();
    rows.sort_unstable();
    Ok(Ok(rows))
}

/// Returns a row of conn.log without the connection's uid (the second column) and those of its tunnels (the last field
/// but one, if it looks like uids).
fn without_uids(row: &str) -> String {
    let cells = row.split('\t').enumerate().map(|(n, cell)| {
        let uids = n == 1 || (n > 10 && !cell.is_empty() && cell.split(',').all(is_uid));
        if uids { "*" } else { cell }
    });
    cells.collect::<Vec<_>>().join("\t")
}

/// Whether a field looks like a uid: `C` and about 17 letters and digits.
fn is_uid(s: &str) -> bool {
    s.starts_with('C') && (15..=20).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_lose_their_uids_and_nothing_else() {
        let row = "1.5\tCHhAvVGS1DHFjwGM9\t10.0.0.1\t4000\t10.0.0.2\t80\ttcp\thttp\t0.1\t1\t2\tSF\tT\tCx9qP31vYJ6mZx0Ab4,CmES5u32sYpV7JYN\t6";
        assert_eq!(
            without_uids(row),
            "1.5\t*\t10.0.0.1\t4000\t10.0.0.2\t80\ttcp\thttp\t0.1\t1\t2\tSF\tT\t*\t6"
        );
    }

    #[test]
    fn free_cores_are_those_that_nobody_else_had() {
        let (before, then) = (Cores { all: 100.0, idle: 50.0 }, Cores { all: 104.0, idle: 51.0 });
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
        let free = before.free_until(&then, 2.0);
        assert!((free - 0.75 * cores).abs() < 1e-9, "{free}");
    }
}
