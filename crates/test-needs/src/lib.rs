//! The needs of tests that a machine may lack: a program, root, a kernel feature.
//!
//! A test that cannot run calls [`unmet`] and returns. If `EGRET_TESTS_NEED_ALL` is set, as in CI, that call fails the
//! test. Otherwise the call records the need, and a run of all tests ends with a list of the tests that did not run
//! (`tests/unmet.rs`).
#![expect(
    clippy::disallowed_methods,
    reason = "reads the environment and the clock, keeps a list in the target folder, starts servers"
)]
pub mod nats;

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The variable that makes tests that cannot run fail.
pub const NEED_ALL: &str = "EGRET_TESTS_NEED_ALL";

/// Records that the current test needs something that this machine lacks.
///
/// # Panics
/// If `EGRET_TESTS_NEED_ALL` is set.
pub fn unmet(need: impl std::fmt::Display) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test").to_owned();
    assert!(std::env::var_os(NEED_ALL).is_none(), "{test} cannot run: {need} ({NEED_ALL} is set)");
    let exe = std::env::current_exe().expect("a test has an executable file");
    note(&list(&exe), &program(&exe), &test, &need.to_string());
}

/// Returns the first of these programs that is in the search path.
#[must_use]
pub fn program_in_path<'a>(names: &[&'a str]) -> Option<&'a str> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    names.iter().copied().find(|name| std::env::split_paths(&path).any(|d| d.join(name).is_file()))
}

/// Whether all of these programs are in the search path. If not, calls [`unmet`] with the first missing one.
#[must_use]
pub fn programs(names: &[&str]) -> bool {
    let missing = names.iter().find(|name| program_in_path(&[name]).is_none());
    if let Some(name) = missing {
        unmet(format_args!("{name} is not installed"));
    }
    missing.is_none()
}

/// Whether the tests run as root. If not, calls [`unmet`].
#[must_use]
pub fn root() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let is_root = status.lines().any(|l| l.starts_with("Uid:\t0\t"));
    if !is_root {
        unmet("only root may do this");
    }
    is_root
}

/// Calls `done` until it returns true.
///
/// # Panics
/// If it does not within `patience`.
pub fn wait_until(what: &str, patience: Duration, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < patience, "{what} did not happen in time");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Returns the path of the list. It is in the target folder, beside `debug` or `release`, which contains the test
/// `exe`.
#[must_use]
pub fn list(exe: &Path) -> PathBuf {
    // target/PROFILE/deps/TEST
    let target = exe.ancestors().nth(3).unwrap_or(Path::new("."));
    target.join("unmet-needs.txt")
}

/// Returns the test program's name without cargo's hash.
fn program(exe: &Path) -> String {
    let stem = exe.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    stem.rsplit_once('-').map_or(stem.clone(), |(name, _)| name.to_owned())
}

fn note(list: &Path, program: &str, test: &str, need: &str) {
    let line = format!("{program}: {test}: {}\n", need.trim().replace('\n', " "));
    let written = OpenOptions::new()
        .create(true)
        .append(true)
        .open(list)
        .and_then(|mut f| f.write_all(line.as_bytes()));
    assert!(written.is_ok(), "{}: {written:?}", list.display());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_one_line_with_program_test_and_need() {
        let folder = std::env::temp_dir().join(format!("test-needs-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("debug/deps")).unwrap();
        let exe = folder.join("debug/deps/live-0123456789abcdef");
        let list = list(&exe);
        assert_eq!(list, folder.join("unmet-needs.txt"));
        note(&list, &program(&exe), "an_interface", "tcpreplay is\nnot installed\n");
        note(&list, &program(&exe), "a_ring", "only root may do this");
        let text = std::fs::read_to_string(&list).unwrap();
        assert_eq!(
            text,
            "live: an_interface: tcpreplay is not installed\nlive: a_ring: only root may do this\n"
        );
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn programs_are_found_by_name() {
        assert_eq!(program_in_path(&["no-such-program", "sh"]), Some("sh"));
        assert_eq!(program_in_path(&["no-such-program"]), None);
    }
}
