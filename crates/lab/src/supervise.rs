//! Cleans up after a measurement. The lab runs as two processes: one measures, the other waits for it. When the first
//! has ended, or SIGINT, SIGTERM or SIGHUP arrives, the second kills all remaining processes and removes the network
//! namespaces and temporary files. Therefore, measurements need not handle signals.
use ::runloop::{Cadence, Fds, Interest, IoSource, Loop, Next, PollerKind, Signal, Signals, Turn};
use anyhow::{Context, ensure};
use rustix::process::{self, Pid, PidfdFlags, WaitOptions};
use std::collections::HashMap;
use std::fs::{self, Permissions};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{io, thread};

/// The environment variable that marks the measuring process and its children, so that labs among them are not
/// supervised again.
const WATCHED: &str = "EGRET_LAB_WATCHED";

/// The time that killed processes may take to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether this process is supervised. If so, it is killed when its supervisor ends.
pub(crate) fn is_watched() -> anyhow::Result<bool> {
    let watched = std::env::var_os(WATCHED).is_some();
    if watched {
        process::set_parent_process_death_signal(Some(process::Signal::KILL))?;
    }
    Ok(watched)
}

/// Runs this program again with the same arguments and cleans up after it. Returns its exit code, or 130, 143 or 129
/// after SIGINT, SIGTERM or SIGHUP.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(std::env::args_os().skip(1));
    Ok(ExitCode::from(watch(command)?))
}

fn watch(mut command: Command) -> anyhow::Result<u8> {
    // Orphaned descendants become children of this process.
    process::set_child_subreaper(Some(process::getpid())).context("becoming the parent of orphans")?;
    // Servers that drop their privileges must be able to enter the folder.
    let scratch =
        tempfile::Builder::new().prefix("egret-lab").permissions(Permissions::from_mode(0o755)).tempdir()?;
    // Start it before the signals are blocked, because the child's children must receive them.
    let child = command.env(WATCHED, "1").env("TMPDIR", scratch.path()).spawn().context("starting")?;
    let id = child.id();
    let mut work = Loop::new(PollerKind::default(), Cadence::default())?;
    work.add(Box::new(Signals::new(
        &[Signal::Interrupt, Signal::Terminate, Signal::Hangup],
        |signal: Signal, end: &mut Option<u8>, turn: &mut Turn<'_, Option<u8>>| {
            *end = Some(128 + signal.number() as u8);
            turn.stop();
            Ok(())
        },
    )?))?;
    let pid = Pid::from_raw(id.cast_signed()).context("a process without a number")?;
    let ended = process::pidfd_open(pid, PidfdFlags::empty())?;
    work.add(Box::new(Worker { child, ended }))?;
    let mut end = None;
    work.run(&mut end)?;
    end_descendants()?;
    remove_namespaces(id);
    end.context("the loop ended before the process that measures")
}

/// The measuring process. The loop ends when it ends.
struct Worker {
    child: Child,
    ended: OwnedFd,
}

impl IoSource<Option<u8>> for Worker {
    fn name(&self) -> &'static str {
        "measurement"
    }

    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        fds.add(&self.ended, Interest::Read)
    }

    fn turn(&mut self, end: &mut Option<u8>, turn: &mut Turn<'_, Option<u8>>) -> io::Result<Next> {
        if let Some(status) = self.child.try_wait()? {
            *end = Some(code(status));
            turn.stop();
        }
        Ok(Next::Idle)
    }
}

/// Returns the exit code after a signal, as shells report it.
fn code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|s| 128 + s));
    code.and_then(|c| u8::try_from(c).ok()).unwrap_or(1)
}

/// Kills all descendants of this process and waits for them to end.
fn end_descendants() -> anyhow::Result<()> {
    let begun = Instant::now();
    loop {
        let left = descendants()?;
        for &pid in &left {
            // It may have ended in the meantime.
            let _ = process::kill_process(pid, process::Signal::KILL);
        }
        // Reap ended children. Having none is not an error.
        while let Ok(Some(_)) = process::wait(WaitOptions::NOHANG) {}
        if left.is_empty() {
            return Ok(());
        }
        ensure!(begun.elapsed() < PATIENCE, "processes that do not end: {left:?}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Returns all descendants of this process.
fn descendants() -> anyhow::Result<Vec<Pid>> {
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    for entry in fs::read_dir("/proc").context("/proc")? {
        let name = entry?.file_name();
        let Some(pid) = name.to_str().and_then(|n| n.parse().ok()) else { continue };
        // The process may have ended in the meantime.
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { continue };
        // The name is in parentheses and may contain spaces; state and parent follow (proc_pid_stat(5)).
        let parent = stat.rsplit(')').next().and_then(|s| s.split_whitespace().nth(1));
        if let Some(parent) = parent.and_then(|p| p.parse().ok()) {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut found = Vec::new();
    let mut look = vec![process::getpid().as_raw_nonzero().get()];
    while let Some(parent) = look.pop() {
        for child in children.remove(&parent).unwrap_or_default() {
            look.push(child);
            found.extend(Pid::from_raw(child));
        }
    }
    Ok(found)
}

/// Removes the network namespaces whose names end with the id of the measuring process.
fn remove_namespaces(id: u32) {
    // If there is no such folder, there are no namespaces.
    for entry in fs::read_dir("/run/netns").into_iter().flatten().flatten() {
        let name = entry.file_name();
        if !name.to_str().is_some_and(|n| is_of(n, id)) {
            continue;
        }
        // These are the files that `ip netns exec` mounts over those in /etc; most namespaces have none.
        let _ = fs::remove_dir_all(Path::new("/etc/netns").join(&name));
        let removed = Command::new("ip").args(["netns", "del"]).arg(&name).stdin(Stdio::null()).status();
        if !removed.is_ok_and(|s| s.success()) {
            eprintln!("egret-lab: the network namespace {} could not be removed", name.display());
        }
    }
}

/// Whether the measuring process created the namespace: its name is `egret-…` and ends with the process id.
fn is_of(name: &str, id: u32) -> bool {
    let number = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    name.starts_with("egret-") && number.parse() == Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_are_told_by_their_names() {
        for (name, ours) in [
            ("egret-lab-idle-4711", true),
            ("egret-s4711", true),
            ("egret-c47110", false),
            ("egret-lab-idle-471", false),
            ("other-4711", false),
            ("egret-lab", false),
        ] {
            assert_eq!(is_of(name, 4711), ours, "{name}");
        }
    }

    #[test]
    fn a_child_of_a_child_is_a_descendant() {
        let mut shell = Command::new("sh").args(["-c", "sleep 60 & wait"]).spawn().unwrap();
        let begun = Instant::now();
        let found = loop {
            let parent = Pid::from_raw(shell.id().cast_signed()).unwrap();
            let found = descendants().unwrap();
            let sleeps = found.iter().find(|p| {
                fs::read_to_string(format!("/proc/{}/stat", p.as_raw_nonzero()))
                    .is_ok_and(|s| s.contains(&format!("(sleep) S {} ", parent.as_raw_nonzero())))
            });
            if let Some(pid) = sleeps {
                assert!(found.contains(&parent));
                break *pid;
            }
            assert!(begun.elapsed() < PATIENCE, "{found:?}");
        };
        process::kill_process(found, process::Signal::KILL).unwrap();
        shell.wait().unwrap();
        assert!(!descendants().unwrap().contains(&found));
    }
}
