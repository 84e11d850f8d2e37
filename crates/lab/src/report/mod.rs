//! `egret-lab report`: repeats all published measurements and writes one page.
//!
//! Parts run one after the other. The results of each are saved before the next one begins, so `--resume` continues a
//! report that was interrupted or failed on a full disk. The page is rendered from results.json alone.
mod markup;
mod page;
mod parts;
mod plot;
mod results;
#[cfg(test)]
mod tests;
mod traffic;

use crate::figures::Findings;
use crate::machine::Machine;
use crate::setup::Setup;
use anyhow::{Context, bail, ensure};
use parts::{PARTS, Part};
use results::{Compared, Done, Results};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The options of `report`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The parts to run: dict, population, app, loop, idle, live, names, traffic, script. By default all
    parts: Vec<String>,
    /// Do less work, for a quick look: ten minutes on two cores, once `egret-lab builds` has run
    #[arg(long)]
    quick: bool,
    /// Keep the results of an interrupted report and run the missing parts
    #[arg(long)]
    resume: bool,
    /// Show changes since the report with these results
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// The folder for index.html, results.json and long captures
    #[arg(long, value_name = "DIR", default_value = "report")]
    out: PathBuf,
    /// The capture from which long ones are made
    #[arg(long, value_name = "CAPTURE", default_value = "samples/smbtorture.pcap")]
    seed: PathBuf,
    /// A folder with egret-chained and egret-clustered; by default they are built first, as by `egret-lab builds`
    #[arg(long, value_name = "DIR")]
    builds: Option<PathBuf>,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let asked = asked(&args.parts)?;
    std::fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let kept = args.out.join("results.json");
    let old = args.compare.as_deref().map(Results::load).transpose()?;
    let mut results = match Results::load(&kept) {
        Ok(found) if args.resume => {
            ensure!(
                found.quick == args.quick,
                "{}: {} a --quick report; go on with it as it was, or begin another with --out",
                kept.display(),
                if found.quick { "it is" } else { "it is not" }
            );
            found
        }
        Err(e) if args.resume && kept.exists() => return Err(e),
        _ => Results::new(Machine::read()?, args.quick, programs()),
    };
    let left: Vec<&Part> = asked.into_iter().filter(|p| !results.finished(p.name)).collect();
    let setup = Setup {
        quick: args.quick,
        seed: args.seed.clone(),
        captures: args.out.join("captures"),
        builds: args.builds.clone().or_else(|| built_for(&left, &mut results)),
    };
    measure(&left, &setup, &mut results, &kept)?;
    // Sort in the order of the page, not in the order of the runs.
    results.parts.sort_by_key(|done| PARTS.iter().position(|p| p.name == done.name));
    results.sum_up();
    results.compared = old.map(|old| Compared::of(&old, &results));
    results.save(&kept)?;
    let page = args.out.join("index.html");
    results::write_whole(&page, page::render(&results)?.as_bytes())?;
    println!("{}", page.display());
    Ok(ExitCode::SUCCESS)
}

/// Builds the monitors that these parts run, before the report's clock starts. The page shows how long that took. If a
/// build fails, the parts report the reason.
fn built_for(parts: &[&Part], results: &mut Results) -> Option<PathBuf> {
    if !parts.iter().any(|p| p.builds) {
        return None;
    }
    let made = crate::app::make().ok()?;
    for (name, took) in made.took {
        let name = format!("egret, {name} dictionaries");
        results.programs.retain(|(known, _)| *known != name);
        let said = format!("built before the report began, in {:.0} s", took.as_secs_f64());
        results.programs.push((name, said));
    }
    Some(made.folder)
}

/// Runs parts, and saves the results of each before the next one begins.
fn measure(parts: &[&Part], setup: &Setup, results: &mut Results, kept: &Path) -> anyhow::Result<()> {
    let mut progress = Progress::new(parts, setup.quick);
    for part in parts {
        progress.begin(part);
        let started = Instant::now();
        let (findings, failed) = match (part.run)(setup) {
            Ok(findings) => (findings, None),
            Err(e) => {
                eprintln!("{}: {e:#}", part.name);
                (Findings::default(), Some(format!("{e:#}")))
            }
        };
        results.put(Done {
            name: part.name.to_owned(),
            title: part.title.to_owned(),
            question: part.question.to_owned(),
            command: part.command.to_owned(),
            seconds: started.elapsed().as_secs_f64(),
            findings,
            failed,
        });
        results.save(kept)?;
        progress.end(part);
    }
    Ok(())
}

/// Returns the parts with these names; all parts if there are no names.
fn asked(names: &[String]) -> anyhow::Result<Vec<&'static Part>> {
    if let Some(unknown) = names.iter().find(|n| !PARTS.iter().any(|p| p.name == **n)) {
        let known: Vec<&str> = PARTS.iter().map(|p| p.name).collect();
        bail!("unknown part {unknown}; expected {}", known.join(", "));
    }
    Ok(PARTS.iter().filter(|p| names.is_empty() || names.iter().any(|n| n == p.name)).collect())
}

/// Prints the progress, with an estimate that scales the expected durations by the actual ones so far.
struct Progress {
    quick: bool,
    begun: Instant,
    /// The expected seconds of the finished parts, and of the remaining ones.
    done: f64,
    left: f64,
    number: usize,
    of: usize,
}

impl Progress {
    fn new(parts: &[&Part], quick: bool) -> Self {
        let left = parts.iter().map(|p| Self::expected(p, quick)).sum();
        Progress { quick, begun: Instant::now(), done: 0.0, left, number: 0, of: parts.len() }
    }

    fn expected(part: &Part, quick: bool) -> f64 {
        part.takes[usize::from(!quick)].into()
    }

    /// Estimates the remaining time.
    fn estimate(&self, gone: Duration) -> Duration {
        let pace = if self.done > 0.0 { gone.as_secs_f64() / self.done } else { 1.0 };
        Duration::from_secs_f64(self.left * pace)
    }

    fn begin(&mut self, part: &Part) {
        self.number += 1;
        let gone = self.begun.elapsed();
        let say = indicatif::HumanDuration;
        eprintln!(
            "[{} of {}] {}: {} elapsed, about {} left",
            self.number,
            self.of,
            part.name,
            say(gone),
            say(self.estimate(gone))
        );
    }

    fn end(&mut self, part: &Part) {
        let expected = Self::expected(part, self.quick);
        self.done += expected;
        self.left -= expected;
    }
}

/// Returns the versions of the programs that take part, or that they are missing.
fn programs() -> Vec<(String, String)> {
    let beside = |name: &str| {
        std::env::current_exe()
            .map_or_else(|_| name.into(), |me| me.with_file_name(name))
            .display()
            .to_string()
    };
    let asked = [
        ("egret", beside("egret"), "--version"),
        ("tcpdump", "tcpdump".to_owned(), "--version"),
        ("tcpreplay", "tcpreplay".to_owned(), "--version"),
        ("perf", "perf".to_owned(), "--version"),
        ("nscd", "nscd".to_owned(), "--version"),
        ("python3", "python3".to_owned(), "--version"),
        ("rustc", "rustc".to_owned(), "--version"),
    ];
    asked.iter().map(|(name, path, option)| ((*name).to_owned(), version_of(path, option))).collect()
}

fn version_of(program: &str, option: &str) -> String {
    let Ok(out) = Command::new(program).arg(option).stdin(Stdio::null()).output() else {
        return "not installed".to_owned();
    };
    let both = [out.stdout, out.stderr].concat();
    let text = String::from_utf8_lossy(&both);
    text.lines().next().unwrap_or("unknown").trim().to_owned()
}
