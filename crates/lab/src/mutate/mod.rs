//! `egret-lab mutate`: runs damaged captures through the packet path, to check that it survives.
//!
//! A seeded generator ([`damage`]) damages captures of the set. A worker process runs each of them through capture,
//! wire and session, with every event built and read; with `--binary`, the whole program runs instead. A run that
//! panics or exceeds its time or memory limit is reported with the number that reproduces it, and the next capture
//! follows.
mod damage;
mod worker;

use anyhow::{Context, bail};
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The options of `mutate`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Captures, or folders to search for captures.
    #[arg(default_value = "samples")]
    captures: Vec<PathBuf>,
    /// The number of damaged captures to run.
    #[arg(long, default_value_t = 10_000)]
    count: u64,
    /// The number of the first capture; a number and the set of captures determine the damage.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Run each capture through this program, as `PROGRAM -C -r CAPTURE`.
    #[arg(long)]
    binary: Option<PathBuf>,
    /// Keep failed captures in this folder.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// The time limit for one capture, in seconds.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// The memory limit for one capture, in MiB.
    #[arg(long, default_value_t = 256)]
    mebibytes: u64,
    /// Run as the worker process: print each number before its capture is run.
    #[arg(long, hide = true)]
    worker: bool,
}

/// A failed run.
struct Failure {
    number: u64,
    why: String,
}

/// Runs all captures. The exit code is 1 if a run failed.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let captures = captures(&args.captures)?;
    if args.worker {
        worker::run(&captures, args.first..args.first + args.count, args.mebibytes)?;
        return Ok(ExitCode::SUCCESS);
    }
    let begun = Instant::now();
    let failures = match &args.binary {
        Some(program) => through_program(args, &captures, program)?,
        None => through_workers(args)?,
    };
    for f in &failures {
        let (name, bytes) = damage::capture(&captures, f.number)?;
        println!("{} (--first {} --count 1): {}", name.display(), f.number, f.why);
        if let Some(dir) = &args.keep {
            std::fs::create_dir_all(dir)?;
            std::fs::write(dir.join(format!("{}.pcap", f.number)), bytes)?;
        }
    }
    println!(
        "mutate: {} captures of {}, {} failed, {:.1} s",
        args.count,
        captures.len(),
        failures.len(),
        begun.elapsed().as_secs_f64()
    );
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the captures' files, sorted.
fn captures(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    fn add(path: &Path, out: &mut Vec<PathBuf>) -> anyhow::Result<()> {
        if path.is_dir() {
            for entry in std::fs::read_dir(path).with_context(|| path.display().to_string())? {
                add(&entry?.path(), out)?;
            }
        } else if path.extension().is_none_or(|e| e != "md") {
            out.push(path.to_owned());
        }
        Ok(())
    }
    let mut out = Vec::new();
    named.iter().try_for_each(|path| add(path, &mut out))?;
    out.sort();
    if out.is_empty() {
        bail!("no captures in {named:?}");
    }
    Ok(out)
}

/// Starts workers until all captures have run. Each continues after the capture that ended its predecessor.
fn through_workers(args: &Args) -> anyhow::Result<Vec<Failure>> {
    let end = args.first + args.count;
    let mut failures = Vec::new();
    let mut next = args.first;
    while next < end {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("mutate")
            .args(&args.captures)
            .args(["--worker", "--first", &next.to_string(), "--count", &(end - next).to_string()])
            .args(["--mebibytes", &args.mebibytes.to_string()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (why, at) = watch(&mut child, next, Duration::from_secs(args.seconds))?;
        next = at + 1;
        match why {
            Some(why) => failures.push(Failure { number: at, why }),
            None => break,
        }
    }
    Ok(failures)
}

/// Waits for a worker to end. If it failed, returns the failure and the number of the capture.
fn watch(child: &mut Child, first: u64, limit: Duration) -> anyhow::Result<(Option<String>, u64)> {
    let stdout = child.stdout.take().context("the worker's output")?;
    let stderr = child.stderr.take().context("the worker's errors")?;
    let said = std::thread::spawn(move || {
        let lines = BufReader::new(stderr).lines().map_while(Result::ok);
        lines.take(20).collect::<Vec<_>>().join(" | ")
    });
    let (tx, rx) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if tx.send(line).is_err() {
                break;
            }
        }
    });
    let mut at = first;
    let mut why = None;
    loop {
        match rx.recv_timeout(limit) {
            Ok(line) => match line.split_once(' ') {
                Some((_, problem)) => {
                    why = Some(problem.to_owned());
                    break;
                }
                None => at = line.parse().with_context(|| format!("the worker said {line:?}"))?,
            },
            Err(mpsc::RecvTimeoutError::Timeout) => {
                why = Some(format!("still running after {} s", limit.as_secs()));
                break;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    if why.is_some() {
        child.kill()?;
    }
    let status = child.wait()?;
    let said = said.join().unwrap_or_default();
    if why.is_none() && !status.success() {
        why = Some(format!("{}: {said}", how(status)));
    }
    Ok((why, at))
}

fn how(status: ExitStatus) -> String {
    status.signal().map_or_else(|| status.to_string(), |s| format!("ended by signal {s}"))
}

/// Runs the program over each capture. It may report a damaged capture (status 1), but must not fail otherwise.
fn through_program(args: &Args, captures: &[PathBuf], program: &Path) -> anyhow::Result<Vec<Failure>> {
    let program = program.canonicalize().with_context(|| program.display().to_string())?;
    let scratch = tempfile::tempdir()?;
    let path = scratch.path().join("damaged.pcap");
    // The shell limits the address space, which exceeds resident memory, so this limit is stricter.
    let limit = format!("ulimit -v {} && exec \"$0\" -C -r damaged.pcap", args.mebibytes * 1024);
    let mut failures = Vec::new();
    for number in args.first..args.first + args.count {
        std::fs::write(&path, damage::capture(captures, number)?.1)?;
        let errors = std::fs::File::create(scratch.path().join("stderr"))?;
        let mut child = Command::new("sh")
            .args(["-c", &limit])
            .arg(&program)
            .current_dir(scratch.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(errors)
            .spawn()?;
        if let Some(why) = outcome(&mut child, Duration::from_secs(args.seconds))? {
            let said = std::fs::read_to_string(scratch.path().join("stderr")).unwrap_or_default();
            failures.push(Failure { number, why: format!("{why}: {}", said.trim().replace('\n', " | ")) });
        }
    }
    Ok(failures)
}

/// Waits for a program to end and returns its failure, if any.
fn outcome(child: &mut Child, limit: Duration) -> anyhow::Result<Option<String>> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(match status.code() {
                Some(0 | 1) => None,
                _ => Some(how(status)),
            });
        }
        if begun.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(Some(format!("still running after {} s", limit.as_secs())));
        }
        std::thread::sleep(Duration::from_micros(500));
    }
}
