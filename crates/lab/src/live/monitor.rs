//! Starts a monitor, reads its counters from /proc, and ends it.
use anyhow::{Context, bail, ensure};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

/// The kernel's counters of a process.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// CPU time.
    pub(super) cpu: Duration,
    /// The number of voluntary context switches, each of which is followed by a wakeup.
    pub(super) sleeps: u64,
    /// The number of involuntary context switches.
    pub(super) preempted: u64,
    /// The number of page faults.
    pub(super) faults: u64,
    /// Peak memory in KiB.
    pub(super) peak_kib: u64,
}

impl Counts {
    pub(super) fn since(self, earlier: Counts) -> Counts {
        Counts {
            cpu: self.cpu.saturating_sub(earlier.cpu),
            sleeps: self.sleeps - earlier.sleeps,
            preempted: self.preempted - earlier.preempted,
            faults: self.faults - earlier.faults,
            peak_kib: self.peak_kib,
        }
    }
}

/// The figures in the final messages of a monitor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    pub(super) received: u64,
    pub(super) dropped: u64,
}

pub(super) struct Monitor {
    child: Child,
    err: BufReader<ChildStderr>,
    /// What it wrote until it listened.
    began: String,
}

impl Monitor {
    /// Starts `command` in `folder` and waits until it listens. The command must become the monitor itself, as
    /// `ip netns exec` and `taskset` do.
    pub(super) fn start(command: &mut Command, folder: &Path) -> anyhow::Result<Self> {
        let mut child = command
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("{command:?}"))?;
        let err = child.stderr.take().context("its standard error")?;
        let mut monitor = Monitor { child, err: BufReader::new(err), began: String::new() };
        while !monitor.began.contains("listening on") {
            if monitor.err.read_line(&mut monitor.began)? == 0 {
                bail!("the monitor does not listen: {}", monitor.began);
            }
        }
        std::thread::sleep(Duration::from_millis(300));
        Ok(monitor)
    }

    pub(super) fn began(&self) -> &str {
        &self.began
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Returns the counters so far, over all threads.
    pub(super) fn counts(&self) -> anyhow::Result<Counts> {
        let mut counts = Counts::default();
        for task in fs::read_dir(format!("/proc/{}/task", self.pid()))? {
            let task = task?.path();
            let sched = fs::read_to_string(task.join("schedstat"))?;
            let nanos: u64 = sched.split(' ').next().unwrap_or("0").parse()?;
            counts.cpu += Duration::from_nanos(nanos);
            let status = fs::read_to_string(task.join("status"))?;
            counts.sleeps += number(&status, "voluntary_ctxt_switches:")?;
            counts.preempted += number(&status, "nonvoluntary_ctxt_switches:")?;
        }
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid()))?;
        counts.peak_kib = number(&status, "VmHWM:")?;
        // Fields 10 and 12. The name before them is in parentheses and may contain spaces (proc_pid_stat(5)).
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.pid()))?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        for at in [7, 9] {
            counts.faults += fields.get(at).and_then(|f| f.parse::<u64>().ok()).unwrap_or(0);
        }
        Ok(counts)
    }

    /// Ends the monitor with SIGTERM and reads its final messages.
    pub(super) fn end(mut self) -> anyhow::Result<Said> {
        let killed = Command::new("kill").args(["-TERM", &self.pid().to_string()]).status()?;
        ensure!(killed.success(), "the monitor ended early");
        let end = Instant::now() + Duration::from_secs(10);
        let (mut line, mut said, mut all) = (String::new(), None, String::new());
        while self.err.read_line(&mut line)? > 0 {
            // `N packets received on interface X, N (P%) dropped, ...`, optionally after a time.
            let words: Vec<&str> = line.split_whitespace().collect();
            if let Some(at) = words.iter().position(|w| *w == "packets").filter(|&at| at > 0) {
                let number = |at: usize| words.get(at).and_then(|w| w.parse::<u64>().ok());
                if let (Some(received), Some(dropped)) = (number(at - 1), number(at + 5)) {
                    said = Some(Said { received, dropped });
                }
            }
            all.push_str(&line);
            line.clear();
            ensure!(Instant::now() < end, "the monitor does not end: {all}");
        }
        self.child.wait()?;
        said.with_context(|| format!("the monitor does not say what it received: {all}"))
    }
}

impl Drop for Monitor {
    fn drop(&mut self) {
        // Usually, it has already ended. After a failure, it must be killed here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn number(text: &str, name: &str) -> anyhow::Result<u64> {
    let line =
        text.lines().find_map(|l| l.strip_prefix(name)).with_context(|| format!("no {name} in /proc"))?;
    Ok(line.split_whitespace().next().unwrap_or("0").parse()?)
}

/// Returns the path of the monitor in this program's folder.
pub(crate) fn egret() -> anyhow::Result<String> {
    let beside = std::env::current_exe()?.with_file_name("egret");
    ensure!(
        beside.exists(),
        "{} does not exist: build it with `cargo build --release -p egret`",
        beside.display()
    );
    Ok(beside.display().to_string())
}
