//! The sandbox on a real kernel: what a run on packets, started by root, can still do.
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "a test of a program reads what it wrote")]
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const CAPTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/dns.pcap");
const EGRET: &str = env!("CARGO_BIN_EXE_egret");
/// CAP_NET_RAW, which is needed to reopen an interface that comes back.
const NET_RAW: &str = "0000000000002000";
const NONE: &str = "0000000000000000";

/// Runs the monitor over a capture in a folder.
fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(EGRET).args(["-C", "-r", CAPTURE]).args(args).current_dir(folder).output().unwrap()
}

fn told(ran: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr))
}

/// Waits until a file has this text.
fn wait_for(file: &Path, text: &str) {
    let end = Instant::now() + Duration::from_secs(60);
    while !fs::read_to_string(file).unwrap_or_default().contains(text) {
        assert!(Instant::now() < end, "{}: {}", file.display(), fs::read_to_string(file).unwrap_or_default());
        thread::sleep(Duration::from_millis(10));
    }
}

/// The distinct values of a status line, over all threads of a process.
fn of_threads(child: &Child, line: &str) -> Vec<String> {
    let tasks = fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
    let value = |task: fs::DirEntry| {
        let status = fs::read_to_string(task.path().join("status")).ok()?;
        Some(status.lines().find_map(|l| l.strip_prefix(line))?.trim().to_owned())
    };
    let mut all: Vec<String> = tasks.filter_map(|t| value(t.unwrap())).collect();
    all.sort();
    all.dedup();
    all
}

/// Checks that all threads of a running monitor are sandboxed and have only these capabilities.
fn check_confined(child: &Child, capabilities: &str, what: &str) {
    for line in ["CapEff:", "CapPrm:", "CapBnd:"] {
        assert_eq!(of_threads(child, line), [capabilities], "{what}: {line}");
    }
    for line in ["CapInh:", "CapAmb:"] {
        assert_eq!(of_threads(child, line), [NONE], "{what}: {line}");
    }
    assert_eq!(of_threads(child, "NoNewPrivs:"), ["1"], "{what}");
    // 2 means that a filter is active.
    assert_eq!(of_threads(child, "Seccomp:"), ["2"], "{what}");
}

fn end(mut child: Child) {
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert!(child.wait().unwrap().success());
}

/// Starts a run in a folder that prints `seen` with the first connection.
fn start(folder: &Path, program: &[&str], args: &[&str]) -> Child {
    let mut command = Command::new(program[0]);
    let code = "event new_connection(c: connection) { print \"seen\"; flush_all(); }";
    command.args(&program[1..]).args(["-C", "-e", code]).args(args).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(File::create(folder.join("printed")).unwrap());
    command.stderr(File::create(folder.join("told")).unwrap()).spawn().unwrap()
}

#[test]
fn no_capability_is_left_but_what_capturing_needs() {
    if !test_needs::root() || !test_needs::programs(&["unshare"]) {
        return;
    }
    for workers in ["1", "3"] {
        let dir = tempfile::tempdir().unwrap();
        let mut child = start(dir.path(), &[EGRET], &["--workers", workers, "-r", "-"]);
        child.stdin.as_mut().unwrap().write_all(&fs::read(CAPTURE).unwrap()).unwrap();
        wait_for(&dir.path().join("printed"), "seen");
        check_confined(&child, NONE, &format!("{workers} workers"));
        end(child);
    }
    // unshare(1) turns into the monitor, in a network with nothing but a loopback interface.
    let dir = tempfile::tempdir().unwrap();
    let child = start(dir.path(), &["unshare", "-n", EGRET], &["-i", "lo"]);
    wait_for(&dir.path().join("told"), "listening on lo");
    check_confined(&child, NET_RAW, "-i");
    end(child);
}

#[test]
fn files_outside_are_refused_and_named_folders_are_not() {
    if !test_needs::root() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let (inside, outside) = (dir.path().join("in"), dir.path().join("out"));
    fs::create_dir(&inside).unwrap();
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret"), "secret text\n").unwrap();
    let (at, read) = (outside.display(), outside.join("secret"));
    let code = format!(
        "event zeek_done() {{ local f = open(\"{at}/made\"); print f, \"text\"; close(f); \
         mkdir(\"sub\"); f = open(\"sub/made\"); print f, \"text\"; close(f); }} \
         event bytes(d: Input::EventDescription, t: Input::Event, s: string) {{ print s; }} \
         type Row: record {{ s: string; }}; \
         event zeek_init() {{ Input::add_event([$source=\"{}\", $name=\"secret\", $fields=Row, $ev=bytes, $want_record=F, \
         $reader=Input::READER_RAW]); }}",
        read.display()
    );
    let script = ["-e", "@load base/frameworks/input", "-e", &code];
    for workers in ["1", "2"] {
        let ran = run(&inside, &[&["--workers", workers], &script[..]].concat());
        let said = told(&ran);
        assert!(!outside.join("made").exists() && !said.contains("secret text"), "{said}");
        assert!(said.contains("the sandbox allows more with --allow-write PATH"), "{said}");
        assert!(inside.join("sub/made").exists() && inside.join("conn.log").exists(), "{said}");
    }
    let path = at.to_string();
    for more in [&["--allow-write", &path][..], &["--sandbox", "off"]] {
        let said = told(&run(&inside, &[more, &script[..]].concat()));
        assert!(outside.join("made").exists() && said.contains("secret text"), "{more:?}: {said}");
        fs::remove_file(outside.join("made")).unwrap();
    }
    let said = told(&run(&inside, &[&["--allow-read", &path], &script[..]].concat()));
    assert!(!outside.join("made").exists() && said.contains("secret text"), "{said}");
    // Other users can read neither logs nor files written by scripts.
    let mode = |path: &str| fs::metadata(inside.join(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("conn.log"), mode("sub/made"), mode("sub")), (0o640, 0o640, 0o750));
}

#[test]
fn programs_run_in_the_helper_without_capabilities_or_not_at_all() {
    if !test_needs::root() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    // Every way to start a program: in the background, with input, and with output to read.
    let code = "global done = F; \
        event line(d: Input::EventDescription, t: Input::Event, s: string) { print fmt(\"line %s\", s); } \
        type Row: record { s: string; }; \
        event zeek_init() { suspend_processing(); \
          system_env(\"grep ^Cap /proc/self/status > $ZEEK_ARG_OUT\", table([\"OUT\"] = \"background\")); \
          piped_exec(\"cat > fed\", \"input\"); \
          Input::add_event([$source=\"grep ^NoNewPrivs /proc/self/status; id -u; exit 3 |\", $name=\"n\", $fields=Row, $ev=line, \
            $want_record=F, $reader=Input::READER_RAW, $mode=Input::MANUAL]); } \
        event InputRaw::process_finished(name: string, source: string, code: count, by_signal: bool) \
          { print fmt(\"ended %d %s\", code, by_signal); continue_processing(); }";
    let script = ["-e", "@load base/frameworks/input", "-e", code];
    let said = told(&run(dir.path(), &script));
    assert!(said.contains("line 0") && said.contains("ended 3 F"), "{said}");
    assert_eq!(fs::read_to_string(dir.path().join("fed")).unwrap(), "input");
    wait_for(&dir.path().join("background"), "CapBnd");
    let capabilities = fs::read_to_string(dir.path().join("background")).unwrap();
    assert!(capabilities.lines().all(|l| l.ends_with(NONE)), "{capabilities}");
    let forbidden = "event zeek_init() { print piped_exec(\"touch made\", \"\"), system(\"touch made\"); }";
    for sandbox in ["on", "off"] {
        let said = told(&run(dir.path(), &["--no-programs", "--sandbox", sandbox, "-e", forbidden]));
        assert!(said.contains("F, -1") && said.contains("--no-programs"), "{said}");
        thread::sleep(Duration::from_millis(100));
        assert!(!dir.path().join("made").exists(), "{said}");
    }
}

#[test]
fn the_user_changes_and_only_root_may_ask_for_that() {
    if !test_needs::root() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    std::os::unix::fs::chown(dir.path(), Some(65534), Some(65534)).unwrap();
    let mut child = start(dir.path(), &[EGRET], &["--user", "nobody", "-r", "-"]);
    child.stdin.as_mut().unwrap().write_all(&fs::read(CAPTURE).unwrap()).unwrap();
    wait_for(&dir.path().join("printed"), "seen");
    check_confined(&child, NONE, "--user");
    assert_eq!(of_threads(&child, "Uid:"), ["65534\t65534\t65534\t65534"]);
    end(child);
    assert_eq!(fs::metadata(dir.path().join("conn.log")).unwrap().uid(), 65534);
    let said = told(&run(dir.path(), &["--user", "no-such-user"]));
    assert!(said.contains("--user: expected a user of /etc/passwd, found \"no-such-user\""), "{said}");
    // Root without --user writes into another user's folder, as with sudo.
    let ran = run(dir.path(), &[]);
    assert!(ran.status.success() && told(&ran).is_empty(), "{}", told(&ran));
}
