//! `-r` and `-i`: turns packets into logs.
mod heartbeat;
mod report;
mod sources;
mod status;

use crate::hiargs::{HiArgs, Source};
use crate::page_door;
use crate::scripts::{self, Loaded, Started};
use crate::service::Manager;
use crate::sys::heap::keep_small_blocks;
use crate::traces;
use anyhow::{Context, bail};
use capture::{Filter, PcapWriter, Precision, SourceError};
use heartbeat::Heartbeat;
use net_types::LinkType;
use page::{Live, Worker};
use report::{Memory, print_counts, print_times, table};
use runloop::{Loop, LoopError, PollerKind, Signal, Signals, Turn};
use runtime::{Capturing, FrameHandler, NameAnswers, Run, RunError, Spread, Station, Summary};
use seeds::Seeds;
use session::Options;
use sources::{Counted, Opened, bar_of, is_no_capture, no_capture, sources};
use status::{Figures, Seen, Status};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// Runs the scripts over the packets of `-r` or `-i`, and prints the requested reports at the end.
pub(crate) fn run(args: &HiArgs, started: Instant) -> anyhow::Result<ExitCode> {
    let seeds = scripts::seeds(args)?;
    let opened = Opened::new(args);
    scripts::enter_sandbox(args)?;
    if args.low.workers > 1 {
        return spread(args, started, seeds, opened);
    }
    let link = opened.as_ref().map(|o| o.link);
    let mut run = match scripts::start(args, seeds, source(args, link), options(args))? {
        Started::Run(run) => run,
        Started::Over(code) => return Ok(code),
    };
    let (answers, bell) = NameAnswers::new().context("waiting for names")?;
    run.ring(bell);
    if let Some(path) = &args.low.event_trace {
        run.trace_events(traces::events(path)?);
    }
    let folder = log_folder(&run);
    let capturing = run.capturing(args.is_live());
    let run = run
        .with_filter(filter(args)?)?
        .writing_to(writer(&args.low.writefile)?)
        .writing_unprocessed_to(writer(&args.low.capture_unprocessed)?);
    drive(args, (started, opened), take_over_signals()?, &capturing, Some(answers), folder, run)
}

/// The reason why a worker did not start.
enum NotStarted {
    /// The scripts ended the run.
    Over(ExitCode),
    Failed(anyhow::Error),
}

impl From<anyhow::Error> for NotStarted {
    fn from(e: anyhow::Error) -> Self {
        NotStarted::Failed(e)
    }
}

impl From<io::Error> for NotStarted {
    fn from(e: io::Error) -> Self {
        NotStarted::Failed(anyhow::Error::new(e).context("starting workers"))
    }
}

/// `--workers`: distributes connections to several threads, each of which runs the scripts.
fn spread(args: &HiArgs, started: Instant, seeds: Seeds, opened: Option<Opened>) -> anyhow::Result<ExitCode> {
    if args.low.writefile.is_some() || args.low.capture_unprocessed.is_some() {
        bail!("-w and -c do not work with --workers: workers process packets in no common order");
    }
    if args.scripts.iter().any(|s| s == "-") {
        bail!(
            "- does not work with --workers: each worker loads the scripts, and standard input can be read only once"
        );
    }
    if std::env::var_os("CLUSTER_NODE").is_some_and(|node| !node.is_empty()) {
        bail!(
            "--workers does not work with CLUSTER_NODE: either this process is one node of a cluster, or it holds one"
        );
    }
    // Threads inherit blocked signals: block them before any thread starts.
    let signals = take_over_signals()?;
    let shared = Arc::new(args.clone());
    let link = opened.as_ref().map(|o| o.link);
    let folder = Arc::new(OnceLock::new());
    let found = Arc::clone(&folder);
    let load = {
        let shared = Arc::clone(&shared);
        move |node: &Station| -> Result<_, NotStarted> {
            keep_small_blocks();
            let seeds = seeds.clone().of_worker(node.number);
            match scripts::load_all(&shared, seeds, source(&shared, link), Some(node))? {
                Loaded::Scripts(scripts) => Ok(scripts),
                Loaded::Over(code) => Err(NotStarted::Over(code)),
            }
        }
    };
    let begin = move |node: &Station, scripts| -> Result<_, NotStarted> {
        if !node.wait() {
            return Err(NotStarted::Over(ExitCode::FAILURE));
        }
        let args = &*shared;
        let run = match scripts::begin(args, scripts, options(args))? {
            Started::Run(run) => run,
            Started::Over(code) => return Err(NotStarted::Over(code)),
        };
        let capturing = run.capturing(args.is_live());
        // All nodes have the same folder.
        found.get_or_init(|| log_folder(&run));
        Ok((run.with_filter(filter(args)?).map_err(anyhow::Error::new)?, capturing))
    };
    match Spread::start(args.low.workers, args.is_live(), load, begin) {
        Ok((workers, capturing)) => {
            args.sandbox.confine_files_too();
            let folder = folder.get().cloned().unwrap_or_else(|| PathBuf::from("."));
            drive(args, (started, opened), signals, &capturing, None, folder, workers)
        }
        Err(NotStarted::Over(code)) => Ok(code),
        Err(NotStarted::Failed(e)) => Err(e),
    }
}

/// Makes the loop receive SIGTERM, SIGINT and SIGHUP.
fn take_over_signals<T: Driven>() -> anyhow::Result<Signals<Answer<T>>> {
    let signals = [Signal::Terminate, Signal::Interrupt, Signal::Hangup];
    Signals::new(&signals, answer as Answer<T>).context("taking over signals")
}

type Answer<T> = fn(Signal, &mut T, &mut Turn<'_, T>) -> io::Result<()>;

/// A single run or several workers, driven by the loop.
trait Driven: FrameHandler + 'static {
    fn rotate(&mut self) -> Result<(), RunError>;
    fn unprocessed(&self) -> Option<u64>;
    /// Records that a signal ends the run.
    fn told_to_end(&mut self);
    /// Continues after the end of all packet sources, if scripts ask for that.
    fn outlast_packets(&mut self) -> Result<(), RunError> {
        Ok(())
    }
    fn figures(&mut self) -> Figures;
    fn finish(self, result: Result<(), RunError>) -> (Summary, Result<(), RunError>);
}

impl Driven for Run {
    fn rotate(&mut self) -> Result<(), RunError> {
        let now = self.now();
        Run::rotate(self, now)
    }
    fn unprocessed(&self) -> Option<u64> {
        Some(self.stats().unprocessed)
    }
    fn told_to_end(&mut self) {
        Run::told_to_end(self);
    }
    fn outlast_packets(&mut self) -> Result<(), RunError> {
        Run::outlast_packets(self)
    }
    fn figures(&mut self) -> Figures {
        Figures { all: Run::figures(self), workers: Vec::new() }
    }
    fn finish(self, result: Result<(), RunError>) -> (Summary, Result<(), RunError>) {
        Run::finish(self, result)
    }
}

impl Driven for Spread {
    fn rotate(&mut self) -> Result<(), RunError> {
        Spread::rotate(self)
    }
    fn unprocessed(&self) -> Option<u64> {
        None
    }
    fn told_to_end(&mut self) {
        Spread::told_to_end(self);
    }
    fn figures(&mut self) -> Figures {
        let shown = |(packets, f): (u64, runtime::Figures)| Worker { packets, connections: f.connections };
        Figures { all: Spread::figures(self), workers: self.of_workers().into_iter().map(shown).collect() }
    }
    fn finish(self, result: Result<(), RunError>) -> (Summary, Result<(), RunError>) {
        let (summary, result, threads) = Spread::finish(self, result);
        // The process ends now. Its threads need not return their memory one block after the other.
        std::mem::forget(threads);
        (summary, result)
    }
}

/// Runs the loop to its end.
fn drive<T: Driven>(
    args: &HiArgs,
    (started, opened): (Instant, Option<Opened>),
    signals: Signals<Answer<T>>,
    capturing: &Capturing,
    answers: Option<NameAnswers>,
    folder: PathBuf,
    mut traffic: T,
) -> anyhow::Result<ExitCode> {
    let mut work: Loop<T> =
        Loop::new(poller(&args.low.poller)?, capturing.cadence()).context("the run loop")?;
    work.add(Box::new(signals))?;
    if let Some(answers) = answers {
        work.add(Box::new(answers))?;
    }
    let manager = Rc::new(Manager::from_environment());
    work.add(Box::new(Heartbeat::new(Rc::clone(&manager))))?;
    let (counted, bar, seen) = (Counted::default(), bar_of(args), Seen::default());
    let live = page(args, &folder)?;
    work.add(Box::new(Status::new(args.is_live(), seen.clone(), live)))?;
    for source in sources(args, opened, capturing, &bar, &counted, &seen)? {
        work.add(Box::new(source))?;
    }

    let initialized = (started.elapsed(), Memory::now());
    args.tell_status("RUNNING [run_loop]");
    manager.tell("READY=1");
    let ran = work.run(&mut traffic).map_err(run_error).and_then(|()| traffic.outlast_packets());
    bar.finish_and_clear();
    args.tell_status("TERMINATING [done_with_network]");
    manager.tell("STOPPING=1");
    let (now, unprocessed) = (traffic.now(), traffic.unprocessed());
    let (summary, result) = traffic.finish(ran);
    print_counts(args, &counted.borrow(), now, unprocessed.unwrap_or(summary.stats.unprocessed));
    let total = started.elapsed();
    // The table is printed only on a terminal or on request: a pipe gets only the output of scripts.
    if args.low.time || (args.says_what_it_saw() && io::stderr().is_terminal()) {
        eprint!("{}", table(&summary, total - initialized.0));
    }
    if args.low.time {
        print_times(initialized, total);
    }
    for (log, rows) in &summary.lost {
        eprintln!("{log}: {rows} rows were lost");
    }
    let complete = if summary.lost.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    match result {
        Ok(()) => Ok(complete),
        Err(RunError::Scripts(e)) if e.status() == 0 => Ok(complete),
        Err(RunError::Scripts(e)) => Ok(ExitCode::from(e.status())),
        Err(RunError::Capture(SourceError::File(e))) if is_no_capture(&e) => Err(no_capture(args, &e)),
        Err(e) => Err(e.into()),
    }
}

/// Returns the folder that a run writes its logs to.
fn log_folder(run: &Run) -> PathBuf {
    run.log_folder().map_or_else(|| PathBuf::from("."), PathBuf::from)
}

/// Serves the page of `--page`.
fn page(args: &HiArgs, folder: &Path) -> anyhow::Result<Option<Live>> {
    let Some(at) = args.low.page else { return Ok(None) };
    let live = Live::default();
    let opened = page_door::open(at, folder, Some(live.clone()))?;
    eprintln!("the page is at {}", opened.url);
    Ok(Some(live))
}

/// The session's options on the command line.
fn options(args: &HiArgs) -> Options {
    Options { ignore_checksums: args.low.no_checksums, ..Options::default() }
}

/// The source of packets on the command line. `link` is the link type of a capture.
fn source(args: &HiArgs, link: Option<LinkType>) -> Option<builtins::PacketSource> {
    let (live, path, link) = match &args.source {
        Source::None => return None,
        Source::File(path) => (false, path.display().to_string(), link.unwrap_or(LinkType::ETHERNET)),
        Source::Live(names) => (true, names.join(" "), LinkType::ETHERNET),
    };
    Some(builtins::PacketSource { live, path, link_type: link.0, netmask: u32::MAX })
}

/// Returns the poller that `--loop` names.
fn poller(name: &str) -> anyhow::Result<PollerKind> {
    match name {
        "auto" => Ok(PollerKind::default()),
        "actor" => bail!("--loop actor: only `egret-lab loop` has it, as a baseline to measure against"),
        name => name.parse().map_err(|e: String| anyhow::anyhow!("--loop: {e}")),
    }
}

/// Returns the filter for a capture. Interfaces apply `-f` themselves.
fn filter_text(args: &HiArgs) -> Option<&str> {
    args.low.filter.as_deref().filter(|_| !matches!(args.source, Source::Live(_)))
}

fn filter(args: &HiArgs) -> anyhow::Result<Option<Filter>> {
    Ok(filter_text(args).map(Filter::new).transpose()?)
}

fn writer(file: &Option<PathBuf>) -> anyhow::Result<Option<PcapWriter>> {
    Ok(file.as_ref().map(|p| PcapWriter::create(p, Precision::Micros)).transpose()?)
}

/// Handles a signal: SIGTERM and SIGINT end the run cleanly; SIGHUP rotates the logs.
fn answer<T: Driven>(signal: Signal, run: &mut T, turn: &mut Turn<'_, T>) -> io::Result<()> {
    match signal {
        Signal::Terminate | Signal::Interrupt => {
            eprintln!("{:.6} received termination signal", run.now().as_secs_f64());
            run.told_to_end();
            turn.stop();
            Ok(())
        }
        _ => run.rotate().map_err(io::Error::other),
    }
}

/// Returns the run's error that ended the loop, or else the loop's error.
fn run_error(e: LoopError) -> RunError {
    let text = e.to_string();
    let inner = e.error.downcast::<RunError>();
    inner.unwrap_or(RunError::Capture(SourceError::Device(text)))
}
