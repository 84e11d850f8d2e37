//! The stem: starts nodes, and passes on their output.
//!
//! Its main thread starts and ends nodes as the [`Nursery`] decides. Other threads only wait: for orders, for each
//! output stream of each node, and for the end of each process; one writes reports. A node blocks on its output while
//! the supervisor does not read it.
use super::{NODE, THIS_PROGRAM};
use crate::sys::signals::unblocked;
use anyhow::Context;
use runloop::{Signal, Signals, is_pending};
use rustix::process::{Pid, PidfdFlags, pidfd_open, pidfd_send_signal};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, channel, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};
use supervisor::{Act, MAX_LINE, NodeConfig, Nursery, Order, Report, Stream, Urge, read, write};

/// The most reports waiting for the supervisor.
const REPORTS: usize = 1024;

/// How often the stem checks for signals.
const LOOK: Duration = Duration::from_millis(100);

/// How long to wait for the last lines of nodes at the end.
const LINGER: Duration = Duration::from_secs(1);

/// Messages of other threads to the main thread.
enum Event {
    Order(Order),
    /// The supervisor is gone or has closed the stem's standard input.
    End,
    /// The process of a node ended.
    Ended(String, String),
}

/// Input of the writing thread.
enum Out {
    Report(Report),
    End,
}

/// Runs until the standard input closes or a signal arrives.
pub(super) fn run(words: &[OsString]) -> ExitCode {
    match Stem::new(words).and_then(Stem::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("fatal error: supervisor stem: {e:#}");
            ExitCode::FAILURE
        }
    }
}

struct Stem {
    /// The program's name and the arguments of nodes.
    words: Vec<OsString>,
    nursery: Nursery,
    running: HashMap<String, OwnedFd>,
    events: (Sender<Event>, Receiver<Event>),
    out: SyncSender<Out>,
    writer: std::thread::JoinHandle<()>,
    /// Reports of the main thread, which never blocks.
    unsent: Vec<Report>,
    /// Held by all threads that read from nodes.
    readers: Arc<()>,
}

impl Stem {
    fn new(words: &[OsString]) -> anyhow::Result<Self> {
        let nursery = Nursery::new();
        let nursery = match std::env::var_os("ZEEK_SUPERVISOR_NO_SIGKILL") {
            Some(_) => nursery.never_killing(),
            None => nursery,
        };
        let (out, reports) = sync_channel(REPORTS);
        let events = channel();
        // Before any thread starts, so that all threads have these signals blocked.
        let taken = [Signal::Terminate, Signal::Interrupt, Signal::Hangup];
        std::mem::forget(Signals::new(&taken, ()).context("taking over signals")?);
        let writer = Builder::new().name("reports".into()).spawn(move || write_reports(&reports))?;
        let orders = events.0.clone();
        Builder::new().name("orders".into()).spawn(move || read_orders(&orders))?;
        let name = words.first().cloned().unwrap_or_default();
        let words = [name, NODE.into()].into_iter().chain(words.iter().skip(2).cloned()).collect();
        let (running, unsent, readers) = (HashMap::new(), Vec::new(), Arc::default());
        Ok(Stem { words, nursery, running, events, out, writer, unsent, readers })
    }

    fn run(mut self) -> anyhow::Result<()> {
        loop {
            while let Some(act) = self.nursery.poll_act() {
                self.perform(act);
            }
            self.send_unsent();
            if self.nursery.is_empty_and_over() {
                break;
            }
            let now = Instant::now();
            let next = self.nursery.next_time().map_or(LOOK, |t| t.saturating_duration_since(now));
            let event = self.events.1.recv_timeout(next.min(LOOK));
            let now = Instant::now();
            match event {
                Ok(Event::Order(order)) => self.nursery.handle_order(order, now),
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => self.nursery.handle_stop(now),
                Ok(Event::Ended(node, how)) => {
                    self.running.remove(&node);
                    if self.nursery.handle_end(&node, now) {
                        self.unsent.push(Report::Ended { node, how });
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if is_pending(&[Signal::Terminate, Signal::Interrupt]) {
                self.nursery.handle_stop(now);
            }
            self.nursery.handle_time(now);
        }
        // The nodes' last lines may still be on their way. A process that holds their pipes open longer is not waited
        // for.
        let until = Instant::now() + LINGER;
        while Arc::strong_count(&self.readers) > 1 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        if self.out.send(Out::End).is_ok() {
            drop(self.writer.join());
        }
        Ok(())
    }

    fn perform(&mut self, act: Act) {
        match act {
            Act::Start(node) => match self.start(&node) {
                Ok(pid) => self.unsent.push(Report::Started { node: node.name, pid }),
                Err(e) => {
                    self.unsent.push(Report::Failed { node: node.name.clone(), why: format!("{e:#}") });
                    self.nursery.handle_end(&node.name, Instant::now());
                }
            },
            Act::Urge(node, urge) => {
                let signal = match urge {
                    Urge::Ask => rustix::process::Signal::TERM,
                    Urge::Kill => rustix::process::Signal::KILL,
                };
                if let Some(process) = self.running.get(&node) {
                    // A process that has just ended gets no signal.
                    let _ = pidfd_send_signal(process, signal);
                }
            }
        }
    }

    /// Starts the process of a node.
    fn start(&mut self, node: &NodeConfig) -> anyhow::Result<u32> {
        let folder = Path::new(node.directory.as_deref().unwrap_or("."));
        std::fs::create_dir_all(folder).with_context(|| format!("folder {}", folder.display()))?;
        let mut command = Command::new(THIS_PROGRAM);
        unblocked(&mut command)
            .arg0(&self.words[0])
            .args(&self.words[1..])
            .envs(&node.env)
            .stdin(Stdio::piped())
            .stdout(output(folder, node.stdout_file.as_deref())?)
            .stderr(output(folder, node.stderr_file.as_deref())?)
            // Terminal signals reach only the supervisor, which ends the nodes cleanly.
            .process_group(0);
        if !node.cluster.is_empty() {
            command.env("CLUSTER_NODE", &node.name);
        }
        let mut child = command.spawn().context("starting egret")?;
        let pid = child.id();
        let process = pidfd_open(Pid::from_child(&child), PidfdFlags::empty()).context("pidfd_open")?;
        self.running.insert(node.name.clone(), process);
        if let Some(mut stdin) = child.stdin.take() {
            // A node that ends before reading this is started again.
            drop(write(node, &mut stdin));
        }
        self.forward(&node.name, Stream::Stdout, child.stdout.take())?;
        self.forward(&node.name, Stream::Stderr, child.stderr.take())?;
        let (events, name) = (self.events.0.clone(), node.name.clone());
        Builder::new().name("wait".into()).stack_size(64 << 10).spawn(move || wait(child, name, &events))?;
        Ok(pid)
    }

    /// Passes on the lines of a stream.
    fn forward<R: Read + Send + 'static>(
        &self,
        node: &str,
        stream: Stream,
        from: Option<R>,
    ) -> anyhow::Result<()> {
        let Some(from) = from else { return Ok(()) };
        let (node, out, reader) = (node.to_owned(), self.out.clone(), Arc::clone(&self.readers));
        let pass_on = move || {
            let _reader = reader;
            let mut from = BufReader::new(from);
            let mut line = Vec::new();
            while let Ok(1..) = from.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut line) {
                let text = String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(&line)).into_owned();
                let report = Report::Line { node: node.clone(), stream, text };
                if out.send(Out::Report(report)).is_err() {
                    return;
                }
                line.clear();
            }
        };
        Builder::new().name("lines".into()).stack_size(256 << 10).spawn(pass_on)?;
        Ok(())
    }

    fn send_unsent(&mut self) {
        while !self.unsent.is_empty() {
            match self.out.try_send(Out::Report(self.unsent[0].clone())) {
                Ok(()) => drop(self.unsent.remove(0)),
                Err(TrySendError::Full(_)) => return,
                Err(TrySendError::Disconnected(_)) => return self.unsent.clear(),
            }
        }
    }
}

/// The file of a stream, or a pipe.
fn output(folder: &Path, file: Option<&str>) -> anyhow::Result<Stdio> {
    let Some(file) = file else { return Ok(Stdio::piped()) };
    let path = folder.join(OsStr::new(file));
    let open = OpenOptions::new().create(true).write(true).truncate(true).open(&path);
    let file: File = open.with_context(|| path.display().to_string())?;
    Ok(file.into())
}

fn wait(mut child: Child, name: String, events: &Sender<Event>) {
    let how = match child.wait() {
        Ok(status) => status.to_string(),
        Err(e) => e.to_string(),
    };
    drop(events.send(Event::Ended(name, how)));
}

fn read_orders(events: &Sender<Event>) {
    let mut from = std::io::stdin().lock();
    loop {
        let event = match read(&mut from) {
            Ok(Some(order)) => Event::Order(order),
            Ok(None) => Event::End,
            Err(e) => {
                eprintln!("supervisor stem: {e}");
                Event::End
            }
        };
        let is_over = matches!(event, Event::End);
        if events.send(event).is_err() || is_over {
            return;
        }
    }
}

fn write_reports(reports: &Receiver<Out>) {
    let mut to = std::io::stdout().lock();
    for out in reports {
        let Out::Report(report) = out else { break };
        // If the supervisor is gone, the standard input closes too, which ends the stem.
        drop(write(&report, &mut to).and_then(|()| to.flush()));
    }
}
