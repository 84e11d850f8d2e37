//! Log folders: two runs do not share one, and rows survive its removal.
use super::*;

/// A run that holds its folder by writing a row of reporter.log, and waits for packets.
fn holder(folder: &Path, more: &[&str]) -> Run {
    let init = "event zeek_init() { Reporter::info(\"begun\"); }";
    let mut run = Run::start(folder, &[&["-r", "-", "-e", init, "-e", COUNT], more].concat());
    run.feed(&exchanges(folder, 0, 1, true));
    until("the lock", || !text(&folder.join(".egret.lock")).is_empty());
    run
}

#[test]
fn a_second_run_in_a_folder_is_refused_and_names_the_first() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("x.pcap"), exchanges(dir.path(), 0, 30, true)).unwrap();
    let mut first = holder(dir.path(), &[]);
    let second = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_egret"));
        let ran = command.args(["-C", "-r", "x.pcap"]).args(more).current_dir(dir.path()).output().unwrap();
        (ran.status.code(), String::from_utf8_lossy(&ran.stderr).into_owned())
    };
    for workers in ["1", "3"] {
        let (status, told) = second(&["--workers", workers]);
        assert_eq!(status, Some(1), "{told}");
        let name = format!("process {} (", first.0.id());
        assert!(told.contains(&name) && told.contains("-r -") && told.contains("--share-log-dir"), "{told}");
    }
    // A run that writes no logs there does not conflict.
    assert_eq!(second(&["-b"]).0, Some(0));
    fs::create_dir(dir.path().join("sub")).unwrap();
    assert_eq!(second(&["Log::default_logdir=sub"]).0, Some(0));
    assert_eq!(rows(&dir.path().join("sub/conn.log")), 30);
    assert!(!dir.path().join("sub/.egret.lock").exists());
    // The user may insist.
    assert_eq!(second(&["--share-log-dir"]).0, Some(0));
    // A killed run holds nothing.
    first.end(Signal::KILL);
    assert!(dir.path().join(".egret.lock").exists());
    assert_eq!(second(&[]).0, Some(0));
    assert_eq!(rows(&dir.path().join("conn.log")), 30);
    assert!(!dir.path().join(".egret.lock").exists());
}

/// Starts a run with logs in `logs`, of which 40 rows are on disk. No connection expires within forty seconds of
/// traffic, so a script writes the rows.
fn writer(folder: &Path) -> Run {
    fs::create_dir(folder.join("logs")).unwrap();
    let script = "module W; export { redef enum Log::ID += { LOG }; type Info: record { n: count &log; }; } \
                  global rows = 0; \
                  event zeek_init() { Log::create_stream(LOG, [$columns=Info, $path=\"w\"]); } \
                  event new_connection(c: connection) { ++rows; Log::write(LOG, [$n=rows]); }";
    let mut run = Run::start(
        folder,
        &["-b", "-r", "-", "Log::default_logdir=logs", "-e", "@load base/frameworks/logging", "-e", script],
    );
    run.feed(&exchanges(folder, 0, 40, true));
    until("40 rows", || rows(&folder.join("logs/w.log")) == 40);
    run
}

#[test]
fn a_folder_of_logs_that_goes_away_is_made_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut run = writer(dir.path());
    fs::remove_dir_all(dir.path().join("logs")).unwrap();
    run.feed(&exchanges(dir.path(), 40, 60, false));
    until("60 rows", || rows(&dir.path().join("logs/w.log")) == 60);
    assert!(run.end(Signal::TERM).success());
    let told = text(&dir.path().join("told"));
    assert!(told.contains("logs/w.log was removed with 40 rows in it; a new file was begun"), "{told}");
    let log = text(&dir.path().join("logs/w.log"));
    assert!(
        log.starts_with("#separator") && log.contains("\n41\n") && log.contains("\n100\n#close"),
        "{log}"
    );
}

/// New logs need the folder too.
#[test]
fn a_folder_of_logs_that_is_moved_is_made_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut run = writer(dir.path());
    fs::rename(dir.path().join("logs"), dir.path().join("away")).unwrap();
    // Rows that wait when the move is noticed still go into the old file.
    run.feed(&exchanges(dir.path(), 40, 30, false));
    until("70 rows", || rows(&dir.path().join("away/w.log")) + rows(&dir.path().join("logs/w.log")) == 70);
    run.feed(&exchanges(dir.path(), 70, 30, false));
    until("the new file", || rows(&dir.path().join("logs/w.log")) >= 30);
    assert!(run.end(Signal::TERM).success(), "{}", text(&dir.path().join("told")));
    assert_eq!(rows(&dir.path().join("away/w.log")) + rows(&dir.path().join("logs/w.log")), 100);
    assert!(text(&dir.path().join("away/w.log")).contains("\n40\n"));
    for log in ["away/w.log", "logs/w.log"] {
        let text = text(&dir.path().join(log));
        let last = text.lines().last().unwrap_or_default();
        assert!(last.starts_with("#close"), "{log}: {text}");
    }
    let told = text(&dir.path().join("told"));
    assert!(told.contains("logs/w.log was moved; the next row begins a new file"), "{told}");
}

/// A log that begins while the folder is missing makes it again.
#[test]
fn a_log_that_begins_makes_its_folder_again() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("logs")).unwrap();
    let script = "module W; export { redef enum Log::ID += { ONE, TWO }; type Info: record { n: count &log; }; } \
                  global n = 0; \
                  event zeek_init() { Log::create_stream(ONE, [$columns=Info, $path=\"one\"]); \
                                      Log::create_stream(TWO, [$columns=Info, $path=\"two\"]); } \
                  event new_connection(c: connection) { ++n; Log::write(n <= 5 ? ONE : TWO, [$n=n]); }";
    let mut run = Run::start(
        dir.path(),
        &["-b", "-r", "-", "Log::default_logdir=logs", "-e", "@load base/frameworks/logging", "-e", script],
    );
    run.feed(&exchanges(dir.path(), 0, 5, true));
    until("5 rows", || rows(&dir.path().join("logs/one.log")) == 5);
    fs::remove_dir_all(dir.path().join("logs")).unwrap();
    run.feed(&exchanges(dir.path(), 5, 60, false));
    until("60 rows", || rows(&dir.path().join("logs/two.log")) == 60);
    assert!(run.end(Signal::TERM).success(), "{}", text(&dir.path().join("told")));
}

#[test]
fn rows_that_no_folder_takes_are_counted_and_the_run_fails() {
    let dir = tempfile::tempdir().unwrap();
    let mut run = writer(dir.path());
    fs::remove_dir_all(dir.path().join("logs")).unwrap();
    // Not even root can create a folder in place of a file.
    fs::write(dir.path().join("logs"), "").unwrap();
    run.feed(&exchanges(dir.path(), 40, 60, false));
    until("the message", || text(&dir.path().join("told")).contains("rows are kept until it can be written"));
    assert_eq!(run.end(Signal::TERM).code(), Some(1));
    let told = text(&dir.path().join("told"));
    assert!(told.contains("logs/w.log: 60 rows were lost"), "{told}");
}
