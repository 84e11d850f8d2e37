//! `-r` and `-i`: packets into logs.
use crate::hiargs::{HiArgs, Source};
use crate::scripts::{self, Started, Worker};
use crate::sys::heap::keep_small_blocks;
use anyhow::{Context, bail};
use capture::live::{Interface, LiveError, LiveErrorKind, LiveOptions, XdpInterface};
use capture::{
    Corruption, Counters, ErrorKind, FilePackets, FileSource, Filter, PacketSource, PcapWriter, Precision,
    SourceError,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use log_framework::JointLogs;
use net_types::{LinkType, Timestamp};
use outside::system_error;
use runloop::{Loop, LoopError, PollerKind, Signal, Signals, Turn};
use runtime::{
    Begin, Capturing, FrameHandler, NameAnswers, Packets, Run, RunError, SourceEvent, Spread, Summary,
};
use seeds::Seeds;
use session::Options;
use std::cell::RefCell;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What sources counted by the time they were done, by name.
type Counted = Rc<RefCell<Vec<(String, Counters)>>>;

/// Takes the packets, writes their logs, and says what it saw.
pub(crate) fn run(args: &HiArgs, started: Instant) -> anyhow::Result<ExitCode> {
    let seeds = scripts::seeds(args)?;
    if args.low.workers > 1 {
        return spread(args, started, seeds);
    }
    let mut run = match start(args, seeds, None)? {
        Started::Run(run) => run,
        Started::Over(code) => return Ok(code),
    };
    let (answers, bell) = NameAnswers::new().context("waiting for names")?;
    run.ring(bell);
    let capturing = run.capturing(args.is_live());
    let run = run
        .with_filter(filter(args)?)?
        .writing_to(writer(&args.low.writefile)?)
        .writing_unprocessed_to(writer(&args.low.capture_unprocessed)?);
    drive(args, started, take_over_signals()?, &capturing, Some(answers), run)
}

/// Why a worker is not there.
enum NotStarted {
    /// Nothing is left to run.
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

/// `--workers`: connections are followed on several threads, each of which runs the scripts.
fn spread(args: &HiArgs, started: Instant, seeds: Seeds) -> anyhow::Result<ExitCode> {
    if args.low.writefile.is_some() || args.low.capture_unprocessed.is_some() {
        bail!("-w and -c: with --workers, packets have no one order to be written in");
    }
    if args.scripts.iter().any(|s| s == "-") {
        bail!("-: with --workers, each worker reads the scripts; the standard input can be read but once");
    }
    // The threads inherit that signals are blocked, so they are taken over before.
    let signals = take_over_signals()?;
    let shared = Arc::new(args.clone());
    let make = move |number: usize, logs: JointLogs, turn: &Begin| -> Result<_, NotStarted> {
        keep_small_blocks();
        let args = &*shared;
        let worker = Worker { number, logs, turn };
        let run = match start(args, seeds.clone().of_worker(number), Some(&worker))? {
            Started::Run(run) => run,
            Started::Over(code) => return Err(NotStarted::Over(code)),
        };
        let capturing = run.capturing(args.is_live());
        Ok((run.with_filter(filter(args)?).map_err(anyhow::Error::new)?, capturing))
    };
    match Spread::start(args.low.workers, make) {
        Ok((workers, capturing)) => drive(args, started, signals, &capturing, None, workers),
        Err(NotStarted::Over(code)) => Ok(code),
        Err(NotStarted::Failed(e)) => Err(e),
    }
}

/// SIGTERM, SIGINT and SIGHUP come to the loop.
fn take_over_signals<T: Driven>() -> anyhow::Result<Signals<Answer<T>>> {
    let signals = [Signal::Terminate, Signal::Interrupt, Signal::Hangup];
    Signals::new(&signals, answer as Answer<T>).context("taking over signals")
}

type Answer<T> = fn(Signal, &mut T, &mut Turn<'_, T>) -> io::Result<()>;

/// What the loop drives: one monitor, or several.
trait Driven: FrameHandler + 'static {
    fn rotate(&mut self) -> Result<(), RunError>;
    fn unprocessed(&self) -> Option<u64>;
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
    fn finish(self, result: Result<(), RunError>) -> (Summary, Result<(), RunError>) {
        Spread::finish(self, result)
    }
}

/// Runs the loop to its end.
fn drive<T: Driven>(
    args: &HiArgs,
    started: Instant,
    signals: Signals<Answer<T>>,
    capturing: &Capturing,
    answers: Option<NameAnswers>,
    mut traffic: T,
) -> anyhow::Result<ExitCode> {
    let mut work: Loop<T> =
        Loop::new(poller(&args.low.poller)?, capturing.cadence()).context("the run loop")?;
    work.add(Box::new(signals))?;
    if let Some(answers) = answers {
        work.add(Box::new(answers))?;
    }
    let (counted, bar) = (Counted::default(), bar_of(args));
    for source in sources(args, capturing, &bar, &counted)? {
        work.add(Box::new(source))?;
    }

    let initialized = (started.elapsed(), Memory::now());
    args.tell_status("RUNNING [run_loop]");
    let ran = work.run(&mut traffic).map_err(run_error);
    bar.finish_and_clear();
    args.tell_status("TERMINATING [done_with_network]");
    let (now, unprocessed) = (traffic.now(), traffic.unprocessed());
    let (summary, result) = traffic.finish(ran);
    tell_counts(args, &counted.borrow(), now, unprocessed.unwrap_or(summary.stats.unprocessed));
    let total = started.elapsed();
    // For a person who looks on, or asks; into pipes goes nothing but what scripts say.
    if args.low.time || (args.says_what_it_saw() && io::stderr().is_terminal()) {
        eprint!("{}", table(&summary, total - initialized.0));
    }
    if args.low.time {
        print_times(initialized, total);
    }
    match result {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(RunError::Scripts(e)) => Ok(ExitCode::from(e.status())),
        Err(RunError::Capture(SourceError::File(e))) if is_no_capture(&e) => Err(no_capture(args, &e)),
        Err(e) => Err(e.into()),
    }
}

/// Whether a file is no capture at all.
fn is_no_capture(e: &capture::Error) -> bool {
    matches!(e.kind(), ErrorKind::Corrupt(Corruption::UnknownFormat(_)))
}

/// Why a file cannot be read as a capture, in Zeek's words; where they are not compared, with what is in the file.
fn no_capture(args: &HiArgs, e: &capture::Error) -> anyhow::Error {
    let path = e.path().display();
    let why = match e.kind() {
        ErrorKind::Io(e) => format!("unable to open {path}: {}", system_error(e)),
        _ if is_no_capture(e) && scripts::is_plain(args) => "unknown file format".to_owned(),
        ErrorKind::Corrupt(c) => c.to_string(),
        _ => e.to_string(),
    };
    anyhow::anyhow!("problem with trace file {path} ({why})")
}

/// Loads and starts the scripts for the packets of the command line.
fn start(args: &HiArgs, seeds: Seeds, worker: Option<&Worker<'_>>) -> anyhow::Result<Started> {
    let options = Options { ignore_checksums: args.low.no_checksums, ..Options::default() };
    let source = match &args.source {
        Source::None => None,
        Source::File(path) => Some((false, path.display().to_string(), link_of(path))),
        Source::Live(names) => Some((true, names.join(" "), LinkType::ETHERNET)),
    };
    let source = source.map(|(live, path, link)| builtins::PacketSource {
        live,
        path,
        link_type: link.0,
        netmask: u32::MAX,
    });
    scripts::start(args, seeds, source, worker, options)
}

/// The link type of a capture's first frame. What cannot be read twice, or not at all, passes for one of Ethernet here.
fn link_of(path: &Path) -> LinkType {
    let file = (path.as_os_str() != "-").then(|| FileSource::open(path).ok()).flatten();
    file.and_then(|mut f| f.first_link()).unwrap_or(LinkType::ETHERNET)
}

/// The poller that `--loop` names.
fn poller(name: &str) -> anyhow::Result<PollerKind> {
    match name {
        "auto" => Ok(PollerKind::default()),
        "actor" => bail!("--loop actor: a baseline to measure against, which `egret-lab loop` runs"),
        name => name.parse().map_err(|e: String| anyhow::anyhow!("--loop: {e}")),
    }
}

/// Where packets come from.
fn sources(
    args: &HiArgs,
    capturing: &Capturing,
    bar: &ProgressBar,
    counted: &Counted,
) -> anyhow::Result<Vec<Packets>> {
    let mut open: Vec<Box<dyn PacketSource>> = Vec::new();
    match &args.source {
        Source::None => {}
        Source::File(file) => {
            let file = FileSource::open(file).map_err(|e| no_capture(args, &e))?;
            let sorted = args.low.workers > 1 && args.low.pseudo_realtime.is_none();
            open.push(Box::new(if sorted {
                FilePackets::sorted(file, runtime::lanes(args.low.workers))?
            } else {
                FilePackets::new(file)?
            }));
        }
        Source::Live(interfaces) => {
            for name in interfaces {
                let problem = |e: anyhow::Error| anyhow::anyhow!("problem with interface {name} ({e:#})");
                let wanted = capturing.interface(name).map_err(|e| problem(anyhow::Error::msg(e)))?;
                let options = LiveOptions { filter: args.low.filter.clone(), ..wanted.options };
                open.push(live(wanted.device, options, wanted.xdp).map_err(|e| problem(e.into()))?);
                eprintln!("listening on {}", wanted.device);
            }
        }
    }
    let packets = open.into_iter().map(|source| {
        let (bar, counted) = (bar.clone(), Rc::clone(counted));
        let packets = Packets::new(source, move |source, told| match told {
            SourceEvent::Progress(at) => bar.set_position(at),
            told => eprintln!("{}: {told}", source.name()),
        });
        let packets = packets.at_end(move |source| {
            let count = source.counters();
            counted.borrow_mut().push((source.name().to_owned(), count));
        });
        match args.low.pseudo_realtime {
            Some(speed) => packets.replayed(speed),
            None => packets,
        }
        .capturing(capturing)
    });
    Ok(packets.collect())
}

/// Opens an interface: by XDP sockets where they are wanted and can be had.
fn live(device: &str, options: LiveOptions, xdp: bool) -> Result<Box<dyn PacketSource>, LiveError> {
    if xdp {
        match XdpInterface::open(device, &options) {
            Ok(found) => return Ok(Box::new(found)),
            // A packet socket would not find that either.
            Err(e) if matches!(e.kind(), LiveErrorKind::NoInterface | LiveErrorKind::Filter(_)) => {
                return Err(e);
            }
            Err(e) => eprintln!("no XDP sockets, so AF_PACKET: {e}"),
        }
    }
    Ok(Box::new(Interface::open(device, options)?))
}

/// The filter that packets go through here; an interface filters by itself.
fn filter_text(args: &HiArgs) -> Option<&str> {
    args.low.filter.as_deref().filter(|_| !matches!(args.source, Source::Live(_)))
}

fn filter(args: &HiArgs) -> anyhow::Result<Option<Filter>> {
    Ok(filter_text(args).map(Filter::new).transpose()?)
}

fn writer(file: &Option<PathBuf>) -> anyhow::Result<Option<PcapWriter>> {
    Ok(file.as_ref().map(|p| PcapWriter::create(p, Precision::Micros)).transpose()?)
}

/// SIGTERM and SIGINT end the run cleanly; SIGHUP begins new logs.
fn answer<T: Driven>(signal: Signal, monitor: &mut T, turn: &mut Turn<'_, T>) -> io::Result<()> {
    match signal {
        Signal::Terminate | Signal::Interrupt => {
            eprintln!("{:.6} received termination signal", monitor.now().as_secs_f64());
            turn.stop();
            Ok(())
        }
        _ => monitor.rotate().map_err(io::Error::other),
    }
}

/// What ended the loop, as what ended the run where it was that.
fn run_error(e: LoopError) -> RunError {
    let text = e.to_string();
    let inner = e.error.downcast::<RunError>();
    inner.unwrap_or(RunError::Capture(SourceError::Device(text)))
}

/// What interfaces received and lost, in the words of old.
fn tell_counts(args: &HiArgs, counted: &[(String, Counters)], now: Timestamp, unprocessed: u64) {
    if !matches!(args.source, Source::Live(_)) {
        return;
    }
    let share = |part: u64, of: u64| if of == 0 { 0.0 } else { part as f64 * 100.0 / of as f64 };
    for (name, c) in counted {
        eprintln!(
            "{:.6} {} packets received on interface {name}, {} ({:.2}%) dropped, {unprocessed} ({:.2}%) not processed",
            now.as_secs_f64(),
            c.received,
            c.dropped,
            share(c.dropped, c.received + c.dropped),
            share(unprocessed, c.received),
        );
    }
}

/// Shows how far it is, on a terminal; of an interface there is nothing to show.
fn bar_of(args: &HiArgs) -> ProgressBar {
    match &args.source {
        Source::File(file) => progress_bar(file),
        _ => ProgressBar::hidden(),
    }
}

fn progress_bar(file: &Path) -> ProgressBar {
    let len = std::fs::metadata(file).map(|m| m.len()).ok().filter(|n| *n > 0);
    let bar = len.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    if !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let template = if len.is_some() { "{bar:40} {bytes}/{total_bytes} {eta}" } else { "{spinner} {bytes}" };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// What was seen, in a few lines.
fn table(s: &Summary, took: Duration) -> String {
    let stats = &s.stats;
    let [other, tcp, udp, icmp] = stats.connections;
    let secs = took.as_secs_f64().max(1e-6);
    let mut lines = vec![
        ("packets", format!("{}", stats.packets)),
        ("bytes", format!("{}", stats.bytes)),
        (
            "connections",
            format!("{} (tcp {tcp}, udp {udp}, icmp {icmp}, other {other})", tcp + udp + icmp + other),
        ),
        ("packets/s", format!("{:.0}", stats.packets as f64 / secs)),
    ];
    if let Some((first, last)) = s.span {
        lines.push(("time span", format!("{} s", last - first)));
    }
    if s.filtered > 0 {
        lines.push(("filtered out", format!("{}", s.filtered)));
    }
    let mut out: String = lines.iter().map(|(k, v)| format!("{k:<14} {v}\n")).collect();
    for (log, rows) in &s.logs {
        out.push_str(&format!("{:<14} {rows} rows\n", format!("{log}.log")));
    }
    out
}

/// Megabytes of this process.
#[derive(Clone, Copy)]
struct Memory {
    total: u64,
    allocated: u64,
}

impl Memory {
    /// From the kernel's account; zero where there is none.
    fn now() -> Self {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mb = |name: &str| {
            let line = status.lines().find_map(|l| l.strip_prefix(name));
            line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
        };
        Memory { total: mb("VmHWM:"), allocated: mb("RssAnon:") }
    }
}

/// The four lines of `-Q`.
fn print_times((init, init_mem): (Duration, Memory), total: Duration) {
    let mem = Memory::now();
    eprintln!("# initialization {:.6}", init.as_secs_f64());
    eprintln!("# initialization {}M/{}M", init_mem.total, init_mem.allocated);
    eprintln!("# total time {:.6}, processing {:.6}", total.as_secs_f64(), (total - init).as_secs_f64());
    eprintln!(
        "# total mem {}M/{}M, processing {}M/{}M",
        mem.total,
        mem.allocated,
        mem.total.saturating_sub(init_mem.total),
        mem.allocated.saturating_sub(init_mem.allocated)
    );
}
