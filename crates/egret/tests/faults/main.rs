//! Faults that cost no rows, or report which rows: silent pipes, a second run in a folder, vanishing folders and disks,
//! crashes.
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "a test of a program waits for it and reads what it wrote")]
mod crash;
mod folder;
#[path = "../exchanges/mod.rs"]
mod made;
mod memory;
mod pipes;
mod scripts;

use rustix::process::{Pid, Signal, kill_process};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The longest wait for something that should happen at once, but may take its time on a busy machine.
const PATIENCE: Duration = Duration::from_secs(240);

/// Prints `seen N` with the N-th connection.
const COUNT: &str =
    "global n = 0; event new_connection(c: connection) { ++n; print fmt(\"seen %d\", n); flush_all(); }";

/// A run of the monitor; ended when dropped.
struct Run(Child);

impl Drop for Run {
    fn drop(&mut self) {
        // Both fail if it has ended.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

impl Run {
    /// Starts the monitor in a folder, with a pipe at its standard input.
    fn start<S: AsRef<OsStr>>(folder: &Path, args: &[S]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_egret"));
        command.arg("-C").args(args).current_dir(folder).stdin(Stdio::piped());
        let out = |name: &str| File::create(folder.join(name)).unwrap();
        command.stdout(out("printed")).stderr(out("told"));
        Run(command.spawn().unwrap())
    }

    /// Writes to the standard input.
    fn feed(&mut self, bytes: &[u8]) {
        let pipe = self.0.stdin.as_mut().expect("a pipe");
        pipe.write_all(bytes).and_then(|()| pipe.flush()).unwrap();
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    /// Waits for the end, up to a limit.
    fn wait(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < until, "the run does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends it with a signal; returns its exit status.
    fn end(&mut self, signal: Signal) -> ExitStatus {
        self.signal(signal);
        self.wait()
    }
}

/// Waits until a condition holds.
fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "{what}: not within {PATIENCE:?}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn text(path: &Path) -> String {
    let mut text = Vec::new();
    if let Ok(mut f) = File::open(path) {
        f.read_to_end(&mut text).unwrap();
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// The rows of a log. Every line must be complete.
fn rows(log: &Path) -> usize {
    let text = text(log);
    assert!(text.is_empty() || text.ends_with('\n'), "{}: ends within a line", log.display());
    text.lines().filter(|l| !l.starts_with('#')).count()
}

/// The bytes of a capture with `n` UDP exchanges, 20 ms apart, between hosts numbered from `first`. Without `header` it
/// continues another one.
fn exchanges(folder: &Path, first: u32, n: u32, header: bool) -> Vec<u8> {
    let path = folder.join(format!("made-{first}-{n}.pcap"));
    made::exchanges(&path, first, n);
    let bytes = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    bytes[if header { 0 } else { 24 }..].to_vec()
}
