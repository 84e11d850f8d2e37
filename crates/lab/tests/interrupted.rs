//! Interrupted and failing measurements: Ctrl-C leaves no processes or namespaces behind, and a full disk is reported
//! and not filled further.
#![allow(clippy::disallowed_methods, reason = "a test looks at clocks and files")]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// The time limit for a step on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn lab() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_egret-lab"))
}

/// Whether a measurement with namespaces can run here.
fn can_measure() -> bool {
    let egret = lab().with_file_name("egret");
    if !egret.exists() {
        test_needs::unmet(format_args!("{} is not built (cargo build -p egret)", egret.display()));
        return false;
    }
    test_needs::root() && test_needs::programs(&["ip"])
}

/// Returns the names of network namespaces, and the processes whose command line contains the word.
fn left_of(word: &str) -> Vec<String> {
    let spaces = fs::read_dir("/run/netns").into_iter().flatten().flatten();
    let spaces = spaces.map(|e| e.file_name().to_string_lossy().into_owned()).filter(|n| n.contains(word));
    let processes = fs::read_dir("/proc").unwrap().flatten().filter_map(|e| {
        let line = fs::read_to_string(e.path().join("cmdline")).ok()?.replace('\0', " ");
        line.contains(word).then_some(line)
    });
    spaces.chain(processes).collect()
}

fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Interrupts a report that has the `results` of an earlier one, while monitors run in a namespace.
fn interrupt(name: &str, code: i32) {
    if !can_measure() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let (out, scratch) = (dir.path().join("report"), dir.path().join("scratch"));
    fs::create_dir(&scratch).unwrap();
    let mut lab = Command::new(lab())
        .args(["report", "idle", "--quick", "--out"])
        .arg(&out)
        .env("TMPDIR", &scratch)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The command line of a monitor does not contain its log folder, but that of `ip netns exec` does.
    let worker = wait_for("the process that measures", || {
        let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", lab.id())).ok()?;
        children.split_whitespace().next().map(str::to_owned)
    });
    let space = format!("egret-lab-idle-{worker}");
    let pids = || Command::new("ip").args(["netns", "pids", &space]).output().unwrap().stdout;
    // Child processes must be able to end their own children: signals are blocked only while a process is created.
    wait_for("a time without blocked signals", || {
        let status = fs::read_to_string(format!("/proc/{worker}/status")).unwrap();
        let blocked = status.lines().find_map(|l| l.strip_prefix("SigBlk:"))?;
        (blocked.trim() == "0000000000000000").then_some(())
    });
    let monitors = wait_for("a monitor in its namespace", || Some(pids()).filter(|p| !p.is_empty()));
    signal(&lab, name);
    let status = lab.wait().unwrap();
    assert_eq!(status.code(), Some(code));
    assert_eq!(left_of(&space), [""; 0]);
    for pid in String::from_utf8_lossy(&monitors).split_whitespace() {
        assert!(!PathBuf::from(format!("/proc/{pid}")).exists(), "a monitor is left");
    }
    assert_eq!(fs::read_dir(&scratch).unwrap().count(), 0, "temporary files are left");
    assert!(!out.join("results.json.new").exists());
}

#[test]
fn sigint_leaves_nothing_behind() {
    interrupt("INT", 130);
}

#[test]
fn sigterm_leaves_nothing_behind() {
    interrupt("TERM", 143);
}

#[test]
fn a_full_disk_is_said_and_holds_no_half_files() {
    // Only root can mount a file system.
    if !test_needs::root() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("report");
    fs::create_dir(&out).unwrap();
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/dns.pcap");
    // The captures of the part do not fit on the file system, but the results do. Only this shell sees the file system.
    let script = "mount -t tmpfs -o size=256k tmpfs \"$OUT\" && \"$LAB\" report loop --quick --seed \"$SEED\" --out \"$OUT\"; \
                  ls -R \"$OUT\"; cat \"$OUT/results.json\"";
    let ran = Command::new("unshare")
        .args(["-m", "--propagation", "private", "sh", "-c", script])
        .envs([("OUT", out.as_os_str()), ("LAB", lab().as_os_str()), ("SEED", seed.as_os_str())])
        .output()
        .unwrap();
    let (told, said) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(said.contains("No space left on device"), "{said}");
    assert!(
        told.contains("\"failed\": \"making ") && told.contains("No space left on device"),
        "{told}\n{said}"
    );
    let files: Vec<&str> = told.lines().filter(|l| l.ends_with(".new")).collect();
    assert!(told.contains("index.html") && files.is_empty(), "{told}");
}

#[test]
fn the_exit_code_is_that_of_the_measurement() {
    let said = Command::new(lab()).args(["report", "no-such-part"]).output().unwrap();
    assert_eq!(said.status.code(), Some(2));
    let text = String::from_utf8_lossy(&said.stderr);
    assert!(text.starts_with("egret-lab: unknown part no-such-part"), "{text}");
}
