//! The supervisor's end: starts the stem, replaces a dead one, and passes on orders and reports.
use super::{STEM, THIS_PROGRAM};
use crate::sys::signals::{spawn_blocked, unblocked};
use outside::Keeper;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};
use supervisor::{NodeConfig, Order, Report, Revival, read, write};

/// The most orders waiting for a stem, and reports waiting for the supervisor.
const WAITING: usize = 10_000;

/// How long the stem may take at the end, beyond the half minute after which it kills nodes.
const PATIENCE: Duration = Duration::from_secs(40);

/// The supervisor's connection to the stem.
pub(crate) struct StemLink {
    /// The program's name and the arguments of nodes.
    words: Vec<OsString>,
    /// Nodes that a new stem must create.
    nodes: BTreeMap<String, NodeConfig>,
    stem: Option<Stem>,
    revival: Revival,
    /// When the next stem starts, if none runs.
    due: Instant,
    /// When the end was requested.
    stopped: Option<Instant>,
}

struct Stem {
    process: Child,
    /// Dropped to end it.
    orders: Option<SyncSender<Order>>,
    reports: Receiver<Report>,
}

impl StemLink {
    /// Starts a stem whose nodes get these arguments.
    ///
    /// # Errors
    /// The system's error.
    pub(crate) fn start(words: Vec<OsString>) -> io::Result<Self> {
        let (nodes, due) = (BTreeMap::new(), Instant::now());
        let mut link = StemLink { words, nodes, stem: None, revival: Revival::default(), due, stopped: None };
        link.start_stem()?;
        Ok(link)
    }

    fn start_stem(&mut self) -> io::Result<()> {
        let mut command = Command::new(THIS_PROGRAM);
        let name = self.words.first().cloned().unwrap_or_default();
        let mut process = unblocked(&mut command)
            .arg0(name)
            .arg(STEM)
            .args(self.words.iter().skip(1))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let (orders, from_us) = sync_channel::<Order>(WAITING);
        let (to_us, reports) = sync_channel(WAITING);
        if let Some(mut stdin) = process.stdin.take() {
            // The pipe closes when the sender is dropped.
            let carry = move || drop(from_us.iter().try_for_each(|order| write(&order, &mut stdin)));
            spawn_blocked(Builder::new().name("orders".into()), carry)?;
        }
        if let Some(stdout) = process.stdout.take() {
            let mut stdout = BufReader::new(stdout);
            let carry = move || {
                while let Ok(Some(report)) = read(&mut stdout) {
                    if to_us.send(report).is_err() {
                        return;
                    }
                }
            };
            spawn_blocked(Builder::new().name("reports".into()), carry)?;
        }
        for node in self.nodes.values() {
            // A channel of this size has room for more nodes than a machine can run.
            drop(orders.try_send(Order::Create(Box::new(node.clone()))));
        }
        self.revival.started(Instant::now());
        self.stem = Some(Stem { process, orders: Some(orders), reports });
        Ok(())
    }

    /// Handles the end of a stem.
    fn bury(&mut self) {
        if let Some(mut stem) = self.stem.take() {
            drop(stem.orders.take());
            let how = match stem.process.wait() {
                Ok(status) => status.to_string(),
                Err(e) => e.to_string(),
            };
            if self.stopped.is_none() {
                eprintln!("[supervisor] the stem ended ({how}) and is started again");
            }
        }
        let now = Instant::now();
        self.due = now + self.revival.ended(now);
    }

    fn revive(&mut self) {
        let now = Instant::now();
        if self.stopped.is_some() || now < self.due {
            return;
        }
        if let Err(e) = self.start_stem() {
            eprintln!("[supervisor] the stem cannot be started: {e}");
            self.due = now + self.revival.ended(now);
        }
    }
}

impl Keeper for StemLink {
    fn order(&mut self, order: Order) -> io::Result<()> {
        match &order {
            Order::Create(node) => drop(self.nodes.insert(node.name.clone(), (**node).clone())),
            Order::Destroy(name) => drop(self.nodes.remove(name)),
            Order::Restart(_) => {}
        }
        let orders = self.stem.as_ref().and_then(|stem| stem.orders.as_ref());
        match orders.map(|orders| orders.try_send(order)) {
            Some(Err(TrySendError::Full(_))) => Err(io::Error::other("10,000 orders wait for the stem")),
            // A stem that has just died is replaced, and its successor gets all nodes.
            Some(Ok(()) | Err(TrySendError::Disconnected(_))) | None => Ok(()),
        }
    }

    fn report(&mut self, wait: Duration) -> Option<Report> {
        let Some(stem) = &self.stem else {
            self.revive();
            return None;
        };
        let report = match wait {
            Duration::ZERO => stem.reports.try_recv().map_err(|e| e == TryRecvError::Disconnected),
            _ => stem.reports.recv_timeout(wait).map_err(|e| e == RecvTimeoutError::Disconnected),
        };
        report
            .map_err(|is_gone| {
                if is_gone {
                    self.bury();
                }
            })
            .ok()
    }

    fn stem_pid(&self) -> Option<u32> {
        self.stem.as_ref().map(|stem| stem.process.id())
    }

    fn stop(&mut self) {
        self.stopped.get_or_insert_with(Instant::now);
        if let Some(stem) = &mut self.stem {
            drop(stem.orders.take());
        }
    }

    fn is_over(&mut self) -> bool {
        let never_kills = std::env::var_os("ZEEK_SUPERVISOR_NO_SIGKILL").is_some();
        let is_late = self.stopped.is_some_and(|at| at.elapsed() > PATIENCE) && !never_kills;
        if let Some(stem) = self.stem.as_mut().filter(|_| is_late) {
            // The kernel then ends its nodes.
            drop(stem.process.kill());
        }
        self.stopped.is_some() && self.stem.is_none()
    }
}
