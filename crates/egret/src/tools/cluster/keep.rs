//! The process that keeps the nodes of this machine running, and how other commands find it.
use super::plan::Plan;
use super::table::Seen;
use crate::service::Manager;
use crate::supervise::StemLink;
use anyhow::{Context, Result, bail};
use outside::Keeper as _;
use runloop::{Signal, Signals, is_pending};
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open, pidfd_send_signal};
use site_file::cluster::NodeRole;
use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use supervisor::{Order, Report, Stream};

/// What the nodes print, if they run in the background.
pub(super) const LOG: &str = "cluster.log";

/// The file that is locked while nodes run. It contains the id of the process.
const LOCK: &str = "lock";

/// How often the process looks for signals and for what the nodes report.
const LOOK: Duration = Duration::from_millis(200);

/// How long the nodes of a role may take to end: half a minute, after which the stem kills them, and some more.
const ROLE: Duration = Duration::from_secs(35);

/// The most reports that are told before it looks for signals.
const REPORTS: usize = 1000;

/// How long the new process may take to begin.
const BEGINNING: Duration = Duration::from_secs(10);

/// Starts the process in the background.
pub(super) fn start(plan: &Plan, state: &Path) -> Result<Child> {
    make_folder(state)?;
    if is_running(state)? {
        bail!("nodes of this machine run already ({}): `egret cluster down` ends them", state.display());
    }
    forget(plan, state);
    let log = state.join(LOG);
    let output =
        OpenOptions::new().create(true).append(true).open(&log).with_context(|| log.display().to_string())?;
    let mut child = Command::new(std::env::current_exe()?)
        .args(["cluster", "run"])
        .arg(&plan.file)
        .arg("--state")
        .arg(state)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        // A signal of the terminal must not end the nodes.
        .process_group(0)
        .spawn()
        .context("starting the supervisor")?;
    let until = Instant::now() + BEGINNING;
    while !is_running(state)? && child.try_wait()?.is_none() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(child)
}

/// Removes the reports of an earlier run.
fn forget(plan: &Plan, state: &Path) {
    for node in &plan.cluster.nodes {
        drop(fs::remove_file(state.join(&node.name).join(super::plan::STATUS)));
    }
}

fn make_folder(state: &Path) -> Result<()> {
    fs::create_dir_all(state).with_context(|| state.display().to_string())
}

fn lock_file(state: &Path) -> Result<File> {
    let path = state.join(LOCK);
    let mut how = OpenOptions::new();
    how.read(true).write(true).create(true).truncate(false);
    how.open(&path).with_context(|| path.display().to_string())
}

/// Takes the lock. Other commands hold it for a moment to see whether a process has it.
fn locked(state: &Path) -> Result<File> {
    let lock = lock_file(state)?;
    let until = Instant::now() + LOOK;
    while flock(&lock, FlockOperation::NonBlockingLockExclusive).is_err() {
        if Instant::now() >= until {
            bail!("nodes of this machine run already ({}): `egret cluster down` ends them", state.display());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(lock)
}

/// Whether a process holds the lock.
pub(super) fn is_running(state: &Path) -> Result<bool> {
    if !state.join(LOCK).exists() {
        return Ok(false);
    }
    match flock(lock_file(state)?, FlockOperation::NonBlockingLockShared) {
        Ok(()) => Ok(false),
        Err(Errno::WOULDBLOCK) => Ok(true),
        Err(e) => Err(e).context("lock"),
    }
}

/// Asks the process to end; `false` if none runs.
pub(super) fn end(state: &Path) -> Result<bool> {
    if !is_running(state)? {
        return Ok(false);
    }
    let path = state.join(LOCK);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let pid = text.trim().parse().ok().and_then(Pid::from_raw);
    let pid = pid.with_context(|| format!("{}: expected the id of a process", path.display()))?;
    let process = pidfd_open(pid, PidfdFlags::empty()).context("the process that keeps the nodes")?;
    pidfd_send_signal(process, rustix::process::Signal::TERM).context("ending the nodes")?;
    Ok(true)
}

/// Keeps the nodes running until a signal.
pub(super) fn run(plan: &Plan, state: &Path) -> Result<ExitCode> {
    make_folder(state)?;
    let mut lock = locked(state)?;
    lock.set_len(0)?;
    writeln!(lock, "{}", std::process::id())?;
    forget(plan, state);
    let settings = plan.write_settings(state)?;
    let configs = plan.local().map(|node| plan.config(node, state, &settings)).collect::<Result<Vec<_>>>()?;
    if configs.is_empty() {
        bail!("{}: no node has an address of this machine", plan.file.display());
    }
    std::env::set_current_dir(plan.folder()).with_context(|| plan.folder().display().to_string())?;
    // Threads inherit blocked signals: block them before any thread starts.
    std::mem::forget(
        Signals::new(&[Signal::Terminate, Signal::Interrupt, Signal::Hangup], ())
            .context("taking over signals")?,
    );
    let words = [OsString::from("egret")].into_iter().chain(plan.words().into_iter().map(OsString::from));
    let mut link = StemLink::start(words.collect()).context("starting the supervisor's stem")?;
    for config in configs {
        link.order(Order::Create(Box::new(config)))?;
    }
    let manager = Manager::from_environment();
    let mut pids = BTreeMap::new();
    let mut ending: Option<Ending> = None;
    let (mut is_ready, mut beat) = (false, Instant::now());
    while !link.is_over() {
        let mut wait = LOOK;
        for report in std::iter::from_fn(|| link.report(std::mem::take(&mut wait))).take(REPORTS) {
            if let Report::Started { node, pid } = &report {
                pids.insert(node.clone(), *pid);
            }
            tell(report);
        }
        if ending.is_none() && is_pending(&[Signal::Terminate, Signal::Interrupt]) {
            manager.tell("STOPPING=1");
            ending = Some(Ending::new(plan));
        }
        if let Some(ending) = &mut ending {
            ending.go_on(&mut link, &pids)?;
        }
        if !is_ready && Seen::read(plan, state).missing(plan).is_empty() {
            is_ready = true;
            drop(writeln!(std::io::stdout(), "all nodes have met"));
            manager.tell("READY=1");
        }
        if manager.heartbeat().is_some_and(|every| beat.elapsed() >= every) {
            beat = Instant::now();
            manager.tell("WATCHDOG=1");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The end of the nodes, role by role: the last rows of workers still find a logger.
struct Ending {
    roles: VecDeque<Vec<String>>,
    /// Processes of the role that ends.
    waits_for: Vec<u32>,
    since: Instant,
}

impl Ending {
    fn new(plan: &Plan) -> Self {
        let roles = [NodeRole::Worker, NodeRole::Proxy, NodeRole::Manager, NodeRole::Logger];
        let of = |role: NodeRole| plan.local().filter(|n| n.role == role).map(|n| n.name.clone()).collect();
        Ending { roles: roles.map(of).into(), waits_for: Vec::new(), since: Instant::now() }
    }

    /// Ends the next role once the processes of the last one are gone, and then the stem.
    fn go_on(&mut self, link: &mut StemLink, pids: &BTreeMap<String, u32>) -> Result<()> {
        let is_there = |pid: &u32| Path::new(&format!("/proc/{pid}")).exists();
        if self.waits_for.iter().any(is_there) && self.since.elapsed() < ROLE {
            return Ok(());
        }
        self.since = Instant::now();
        match self.roles.pop_front() {
            Some(names) => {
                self.waits_for = names.iter().filter_map(|name| pids.get(name).copied()).collect();
                names.into_iter().try_for_each(|name| link.order(Order::Destroy(name)))?;
            }
            None => link.stop(),
        }
        Ok(())
    }
}

/// Prints a report. A reader that is gone does not end the nodes.
fn tell(report: Report) {
    let (is_error, text) = match report {
        Report::Started { node, pid } => (false, format!("[{node}] started as process {pid}")),
        Report::Ended { node, how } => (true, format!("[{node}] ended ({how}) and is started again")),
        Report::Failed { node, why } => (true, format!("[{node}] cannot be started: {why}")),
        Report::Line { node, stream, text } => (stream == Stream::Stderr, format!("[{node}] {text}")),
    };
    if is_error {
        drop(writeln!(std::io::stderr(), "{text}"));
    } else {
        drop(writeln!(std::io::stdout(), "{text}"));
    }
}
