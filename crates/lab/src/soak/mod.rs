//! `egret-lab soak`: a long live run with faults, judged by its rows and its memory.
//!
//! A sender repeats the flows of captures on a pair of interfaces, at a rate. Floods, full disks, vanishing folders,
//! an interface that goes down and up, rotations, pauses and changed files come along in the order that a seed
//! determines. At the end, each flow must have the rows that it has in a quiet run over a capture, unless the monitor told
//! of a loss; the memory of all rounds must be the same.
mod door;
mod faults;
mod judge;
mod memory;
pub(crate) mod mixed;
mod ordinary;
mod rows;
pub(crate) mod sender;
mod stage;

use crate::random::Random;
use anyhow::{Context, ensure};
use faults::Happened;
use judge::Judge;
use memory::{Course, Sampler};
use ordinary::Ordinary;
use rows::Rows;
use stage::Stage;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The options of `soak`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The captures whose flows are repeated; downloads of 4 MB are added
    #[arg(required = true)]
    captures: Vec<PathBuf>,
    /// The rate in Mb/s
    #[arg(long, default_value_t = 300.0)]
    rate: f64,
    /// The duration in seconds
    #[arg(long, default_value_t = 3600)]
    seconds: u64,
    /// The seconds between two faults
    #[arg(long, default_value_t = 10)]
    every: u64,
    /// The flows of a flood; one flood comes each eight faults
    #[arg(long, default_value_t = 60_000)]
    flood: u32,
    /// The flows of a flood per second
    #[arg(long, default_value_t = 20_000.0)]
    flood_rate: f64,
    /// The size of the kernel's ring in MB, which bridges pauses of a machine that does other work too
    #[arg(long, default_value_t = 512)]
    ring: u64,
    /// The monitor's memory budget
    #[arg(long, default_value = "256M")]
    budget: String,
    /// Determines the order of the faults
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keep the monitor's messages and the rows that differ in this folder
    #[arg(long)]
    keep: Option<PathBuf>,
    /// More arguments of the monitor
    #[arg(last = true)]
    monitor: Vec<String>,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    ensure!(args.rate > 0.0 && args.rate.is_finite(), "--rate {}: more than 0 is expected", args.rate);
    ensure!(args.every > 0, "--every 0: at least one second is expected");
    if let Some(code) = stage::with_own_mounts()? {
        return Ok(code);
    }
    let ordinary = Ordinary::read(&args.captures, args.rate)?;
    let mut rows = expected(&ordinary, &stage::options(args), stage::write_inputs)?;
    println!("{} kinds of flows, whose rows are in {}", ordinary.kinds(), rows.logs().join(", "));
    let mut stage = Stage::build(args)?;
    let sampler = Sampler::start(stage.pid());
    let begun = Instant::now();
    let (mut happened, mut random) = (Happened::new(), Random(args.seed));
    let mut rounds = Vec::new();
    let lasts = Duration::from_secs(args.seconds);
    'rounds: for number in 0.. {
        rounds.push(begun.elapsed());
        for fault in faults::round(number, &mut random) {
            let next = begun.elapsed() + Duration::from_secs(args.every);
            if next > lasts {
                break 'rounds;
            }
            happened.happen(fault, &mut stage, (args.flood, args.flood_rate)).with_context(|| {
                format!("{fault:?}: the monitor said: {}", stage.told().unwrap_or_default())
            })?;
            stage.check()?;
            collect(&stage.disk, &mut happened, &mut rows, false)?;
            std::thread::sleep(next.saturating_sub(begun.elapsed()));
        }
        let (whole, open) = (rows.whole.len(), rows.open.len());
        println!("{:>5} s: {whole} flows have their rows, {open} not yet", begun.elapsed().as_secs());
    }
    let sent = stage.end_sender()?;
    let samples = sampler.end()?;
    // The last block of the kernel's ring is full after 10 ms.
    std::thread::sleep(Duration::from_millis(300));
    let status = stage.end_monitor()?;
    let told = stage.told()?;
    if let Some(folder) = &args.keep {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("told"), &told)?;
    }
    collect(&stage.disk, &mut happened, &mut rows, true)?;
    let warm = Duration::from_secs(600).min(lasts / 6);
    let course = Course::of(&samples, &rounds, warm)?;
    Judge { args, sent: &sent, rows: &rows, happened: &happened, course: &course, told: &told, status }
        .judge()
}

/// Runs the monitor over a capture with each flow once, in a folder that `prepare` has seen. Returns empty counts that
/// expect its rows.
fn expected(
    ordinary: &Ordinary,
    options: &[String],
    prepare: impl Fn(&Path) -> anyhow::Result<()>,
) -> anyhow::Result<Rows> {
    let folder = tempfile::tempdir()?;
    ordinary.write_once(&folder.path().join("once.pcap"))?;
    prepare(folder.path())?;
    let mut command = Command::new(crate::live::monitor::egret()?);
    command.args(["-r", "once.pcap"]).args(options).current_dir(folder.path());
    let ran = command.stdin(Stdio::null()).output()?;
    ensure!(ran.status.success(), "the reference: {}", String::from_utf8_lossy(&ran.stderr));
    let mut rows = Rows::default();
    for log in logs(folder.path())? {
        rows.take(&log)?;
    }
    Ok(Rows::expecting(&rows, ordinary.kinds()))
}

/// The logs in a folder.
fn logs(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".log") && !name.starts_with('.') {
            found.push(path);
        }
    }
    Ok(found)
}

/// Counts and removes the logs that are complete: rotated ones, and those in folders that were moved away. `all` takes
/// the others too.
fn collect(disk: &Path, happened: &mut Happened, rows: &mut Rows, all: bool) -> anyhow::Result<()> {
    // The monitor makes its folder with the next row.
    for log in logs(&disk.join("logs")).unwrap_or_default() {
        let rotated = log.file_stem().unwrap_or_default().to_string_lossy().contains(['.', '-']);
        if all || rotated && is_closed(&log)? {
            rows.take(&log)?;
            fs::remove_file(log)?;
        }
    }
    // The monitor notices after a moment.
    let quiet = |at: Instant| all || at.elapsed() > Duration::from_secs(15);
    for (folder, _) in happened.away.extract_if(.., |(_, at)| quiet(*at)) {
        for log in logs(&folder)? {
            rows.take(&log)?;
        }
        fs::remove_dir_all(folder)?;
    }
    Ok(())
}

/// Whether a log ends with the line that closes it.
fn is_closed(log: &Path) -> anyhow::Result<bool> {
    let text = fs::read(log)?;
    let last = text.trim_ascii_end().rsplit(|b| *b == b'\n').next().unwrap_or_default();
    Ok(last.starts_with(b"#close"))
}
