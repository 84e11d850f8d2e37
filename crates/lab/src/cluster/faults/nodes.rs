//! The nodes, which the product's own supervisor runs on each machine, and what they note.
use super::Carrier;
use super::machines::{Machines, NAMES, Process};
use super::site::NODES;
use crate::live::monitor;
use anyhow::Context;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A node whose last report is older is not up.
const FRESH: f64 = 4.0;

/// Seconds since 1970, the time that nodes note.
pub(super) fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64())
}

/// Waits until something is the case, or for this long. Returns whether it is.
pub(super) fn wait_until(most: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + most;
    loop {
        if is_so() {
            return true;
        }
        if Instant::now() >= until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

pub(super) struct Nodes {
    folder: PathBuf,
    carrier: Carrier,
    /// A supervisor for each machine.
    supervisors: Vec<Process>,
}

/// A node's last report.
struct Report {
    pid: u64,
    ts: f64,
    met: Vec<String>,
}

impl Nodes {
    pub(super) fn start(
        machines: &Machines,
        description: &Path,
        folder: &Path,
        carrier: Carrier,
    ) -> anyhow::Result<Self> {
        let egret = monitor::egret()?;
        let start = |machine: usize| {
            let state = folder.join(NAMES[machine]);
            std::fs::create_dir_all(&state)?;
            let output = File::create(state.join("output"))?;
            let mut command = machines.command(machine, &egret);
            command.args(["cluster", "run"]).arg(description).arg("--state").arg(&state);
            Process::start(command.stdout(output.try_clone()?).stderr(output))
        };
        let supervisors = (0..NAMES.len()).map(start).collect::<anyhow::Result<_>>()?;
        Ok(Nodes { folder: folder.to_owned(), carrier, supervisors })
    }

    /// The folder of a node.
    pub(super) fn folder(&self, node: &str) -> PathBuf {
        let machine = NODES.iter().find(|(name, _)| *name == node).map_or(0, |(_, machine)| *machine);
        self.folder.join(NAMES[machine]).join(node)
    }

    /// Whether two nodes greet each other: peerings connect no two workers.
    pub(super) fn meets(&self, one: &str, other: &str) -> bool {
        let are_workers = [one, other].iter().all(|n| ["west", "east"].contains(n));
        one != other && (self.carrier != Carrier::Peerings || !are_workers)
    }

    /// All pairs of nodes that greet each other.
    pub(super) fn pairs(&self) -> Vec<(&'static str, &'static str)> {
        let names = NODES.map(|(name, _)| name);
        let all = names.iter().flat_map(|one| names.iter().map(move |other| (*one, *other)));
        all.filter(|(one, other)| self.meets(one, other)).collect()
    }

    fn report(&self, node: &str) -> Option<Report> {
        let text = std::fs::read_to_string(self.folder(node).join("status.json")).ok()?;
        let value: Value = serde_json::from_str(&text).ok()?;
        let met = value.get("met")?.as_array()?.iter().filter_map(|m| m.as_str().map(str::to_owned));
        Some(Report { pid: value.get("pid")?.as_u64()?, ts: value.get("ts")?.as_f64()?, met: met.collect() })
    }

    /// The process of a node.
    pub(super) fn pid(&self, node: &str) -> anyhow::Result<u64> {
        Ok(self.report(node).with_context(|| format!("{node} has not reported"))?.pid)
    }

    /// Kills a node with SIGKILL. Returns its process.
    pub(super) fn kill(&self, node: &str) -> anyhow::Result<u64> {
        let pid = self.pid(node)?;
        let process = i32::try_from(pid).ok().and_then(Pid::from_raw).context("the id of a process")?;
        kill_process(process, Signal::KILL).with_context(|| format!("killing {node}"))?;
        Ok(pid)
    }

    /// The pairs of which the first has not met the second since `since`.
    pub(super) fn apart(&self, since: f64) -> Vec<(&'static str, &'static str)> {
        let mut pairs = self.pairs();
        pairs.retain(|(one, other)| {
            let report = self.report(one).filter(|r| r.ts > since && now() - r.ts < FRESH);
            !report.is_some_and(|r| r.met.iter().any(|m| m == other))
        });
        pairs
    }

    /// When `one` noted that `other` is down, at `since` or later.
    pub(super) fn noted_down(&self, one: &str, other: &str, since: f64) -> Option<f64> {
        let text = std::fs::read_to_string(self.folder(one).join("links")).ok()?;
        let times = text.lines().filter_map(|line| {
            let (time, what) = line.split_once(' ')?;
            (what.strip_prefix("down ")? == other).then(|| time.parse::<f64>().ok())?
        });
        times.into_iter().find(|time| *time >= since)
    }

    /// Ends all nodes: the sensors first, whose last rows still find a logger.
    pub(super) fn end(&mut self) -> anyhow::Result<()> {
        while self.supervisors.len() > 1 {
            let Some(supervisor) = self.supervisors.pop() else { break };
            supervisor.end("-TERM")?;
        }
        // What the last rows wait for: a server, and the logger's disk.
        std::thread::sleep(Duration::from_secs(5));
        self.supervisors.drain(..).try_for_each(|s| s.end("-TERM").map(drop))
    }
}
