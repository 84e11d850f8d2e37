//! Captures from an interface in a network namespace made by the test, also when the interface or the files fail. Needs
//! root, ip(8) and tcpreplay(1).
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "a test of a program waits for it and reads what it wrote")]
#[path = "live/clock.rs"]
mod clock;
mod exchanges;

use exchanges::exchanges;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A network namespace with the pair of interfaces `near` and `far`; removed when dropped.
struct Net(String);

impl Net {
    fn new(test: &str) -> Option<Self> {
        if !test_needs::programs(&["ip", "tcpreplay"]) {
            return None;
        }
        let net = Net(format!("egret-{test}-{}", std::process::id()));
        let made = Command::new("ip").args(["netns", "add", &net.0]).output().expect("ip(8) runs");
        if !made.status.success() {
            test_needs::unmet(format_args!(
                "no network namespace: {}",
                String::from_utf8_lossy(&made.stderr)
            ));
            return None;
        }
        net.pair();
        Some(net)
    }

    fn pair(&self) {
        self.ip("link add near type veth peer name far");
        for side in ["near", "far"] {
            self.ip(&format!("link set {side} addrgenmode none up"));
        }
    }

    fn command(&self, program: &str) -> Command {
        let mut c = Command::new("ip");
        c.args(["netns", "exec", &self.0, program]);
        c
    }

    fn ip(&self, args: &str) {
        let done = self.command("ip").args(args.split(' ')).status().expect("ip(8) runs");
        assert!(done.success(), "ip {args}");
    }

    fn send(&self, capture: &Path) {
        self.send_only(capture);
        std::thread::sleep(Duration::from_millis(200));
    }

    /// Returns as soon as the last packet is sent.
    fn send_only(&self, capture: &Path) {
        let sent = self.command("tcpreplay").args(["-q", "--topspeed", "-i", "far"]).arg(capture).output();
        let sent = sent.expect("tcpreplay runs");
        assert!(sent.status.success(), "{}", String::from_utf8_lossy(&sent.stderr));
    }

    /// Starts the monitor and waits until it listens.
    fn monitor(&self, folder: &Path) -> Child {
        let (child, said) = self.monitor_of("near", folder, &[]);
        assert_eq!(said, "listening on near\n");
        child
    }

    /// Starts the monitor on an interface and waits until it listens. Also returns its output so far.
    fn monitor_of(&self, interface: &str, folder: &Path, more: &[&str]) -> (Child, String) {
        let mut command = self.command(env!("CARGO_BIN_EXE_egret"));
        command.args(["-C", "-i", interface]).args(more).current_dir(folder).stdout(Stdio::null());
        listening(&mut command)
    }
}

/// Starts a monitor and waits until it listens. Also returns its output so far.
fn listening(command: &mut Command) -> (Child, String) {
    let mut child = command.stderr(Stdio::piped()).spawn().expect("egret runs");
    let mut said = String::new();
    let err = child.stderr.take().expect("standard error");
    let mut err = BufReader::with_capacity(1, err);
    while !said.contains("listening on") {
        assert_ne!(err.read_line(&mut said).expect("a line"), 0, "{said}");
    }
    child.stderr = Some(err.into_inner());
    std::thread::sleep(Duration::from_millis(200));
    (child, said)
}

impl Drop for Net {
    fn drop(&mut self) {
        let _ = Command::new("ip").args(["netns", "del", &self.0]).status();
    }
}

/// Waits until a monitor says this.
fn says(child: &mut Child, expected: &str) {
    let mut err = BufReader::with_capacity(1, child.stderr.take().expect("standard error"));
    let mut said = String::new();
    while !said.contains(expected) {
        assert_ne!(err.read_line(&mut said).expect("a line"), 0, "{said}");
    }
    child.stderr = Some(err.into_inner());
}

/// Waits until a monitor has caught up: all its threads sleep for a fifth of a second.
fn settled(child: &Child) {
    let threads = format!("/proc/{}/task", child.id());
    let sleeps = || {
        let mut states = std::fs::read_dir(&threads).expect("its threads").map(|thread| {
            let stat = std::fs::read_to_string(thread.expect("a thread").path().join("stat"));
            // The state follows the name, which is in parentheses.
            stat.ok().and_then(|stat| stat.rsplit_once(") ")?.1.chars().next())
        });
        states.all(|state| state == Some('S'))
    };
    let mut in_a_row = 0;
    for _ in 0..6000 {
        in_a_row = if sleeps() { in_a_row + 1 } else { 0 };
        if in_a_row == 10 {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the monitor does not catch up within two minutes");
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success(), "{name}");
}

/// Ends the monitor with SIGTERM. Returns its output.
fn end(child: Child) -> String {
    signal(&child, "TERM");
    end_of(child)
}

/// Waits for the end of the monitor. Returns its output.
fn end_of(mut child: Child) -> String {
    let status = child.wait().expect("it ends");
    let mut said = String::new();
    child.stderr.take().expect("standard error").read_to_string(&mut said).expect("text");
    assert!(status.success(), "{said}");
    said
}

fn connections(folder: &Path) -> Vec<String> {
    let log = std::fs::read_to_string(folder.join("conn.log")).unwrap_or_default();
    log.lines().filter(|l| !l.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn a_termination_signal_completes_the_logs_and_hangup_begins_new_ones() {
    let Some(net) = Net::new("term") else { return };
    let folder = tempfile::tempdir().unwrap();
    let capture = folder.path().join("x.pcap");
    exchanges(&capture, 0, 100);
    let child = net.monitor(folder.path());
    net.send(&capture);
    signal(&child, "HUP");
    let said = end(child);
    assert!(said.contains("received termination signal"), "{said}");
    assert!(said.contains("200 packets received on interface near, 0 (0.00%) dropped"), "{said}");
    assert_eq!(connections(folder.path()).len(), 100);
    let log = std::fs::read_to_string(folder.path().join("conn.log")).unwrap();
    assert!(log.lines().last().unwrap().starts_with("#close"), "{log}");
}

/// The process is stopped meanwhile, so that it sees the packets and the signal at the same time.
#[test]
fn packets_that_arrive_just_before_a_signal_are_processed() {
    let Some(net) = Net::new("last") else { return };
    let folder = tempfile::tempdir().unwrap();
    let capture = folder.path().join("x.pcap");
    exchanges(&capture, 0, 50);
    for workers in ["1", "2"] {
        for round in 0..2 {
            let run = tempfile::tempdir().unwrap();
            let (child, _) = net.monitor_of("near", run.path(), &["--workers", workers]);
            signal(&child, "STOP");
            net.send_only(&capture);
            signal(&child, "TERM");
            signal(&child, "CONT");
            let said = end_of(child);
            assert!(said.contains("100 packets received on interface near, 0 (0.00%) dropped"), "{said}");
            assert_eq!(connections(run.path()).len(), 50, "{workers} workers, round {round}");
        }
    }
}

#[test]
fn the_rows_of_the_end_are_in_the_rotated_logs() {
    let Some(net) = Net::new("rotated") else { return };
    let folder = tempfile::tempdir().unwrap();
    let capture = folder.path().join("x.pcap");
    exchanges(&capture, 0, 30);
    let (child, _) = net.monitor_of("near", folder.path(), &["Log::default_rotation_interval=1day"]);
    net.send(&capture);
    end(child);
    let logs = std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().path());
    let conn: Vec<_> = logs
        .filter(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with("conn.")))
        .filter(|p| p.extension().is_some_and(|e| e == "log"))
        .collect();
    let [rotated] = &conn[..] else { panic!("{conn:?}") };
    assert_ne!(rotated.file_name().unwrap(), "conn.log");
    let text = std::fs::read_to_string(rotated).unwrap();
    assert_eq!(text.lines().filter(|l| !l.starts_with('#')).count(), 30, "{text}");
}

#[test]
fn an_interface_that_goes_down_and_up_is_captured_from_again() {
    let Some(net) = Net::new("down") else { return };
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("1.pcap"), folder.path().join("2.pcap"));
    exchanges(&one, 0, 50);
    exchanges(&two, 1000, 70);
    let mut child = net.monitor(folder.path());
    net.send(&one);
    net.ip("link set near down");
    says(&mut child, "near: the interface is down; waiting for it");
    net.ip("link set near up");
    net.send(&two);
    let said = end(child);
    assert!(said.contains("near: the interface is up again"), "{said}");
    assert!(said.contains("240 packets received"), "{said}");
    assert_eq!(connections(folder.path()).len(), 120);
}

#[test]
fn a_pause_of_the_process_loses_nothing_that_the_ring_holds() {
    let Some(net) = Net::new("stop") else { return };
    let folder = tempfile::tempdir().unwrap();
    let capture = folder.path().join("x.pcap");
    exchanges(&capture, 0, 5000);
    let child = net.monitor(folder.path());
    signal(&child, "STOP");
    net.send(&capture);
    // Suspend it for ten seconds.
    std::thread::sleep(Duration::from_secs(10));
    signal(&child, "CONT");
    settled(&child);
    let said = end(child);
    assert!(said.contains("10000 packets received on interface near, 0 (0.00%) dropped"), "{said}");
    assert_eq!(connections(folder.path()).len(), 5000);
}

#[test]
fn an_interface_that_is_removed_and_made_again_is_captured_from_again() {
    let Some(net) = Net::new("gone") else { return };
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("1.pcap"), folder.path().join("2.pcap"));
    exchanges(&one, 0, 50);
    exchanges(&two, 1000, 70);
    let mut child = net.monitor(folder.path());
    net.send(&one);
    settled(&child);
    net.ip("link del near");
    says(&mut child, "near: the interface is gone; waiting for one of that name");
    net.pair();
    says(&mut child, "near: the interface is there again");
    net.send(&two);
    let said = end(child);
    assert!(said.contains("240 packets received"), "{said}");
    assert_eq!(connections(folder.path()).len(), 120);
}

#[test]
fn a_full_disk_is_named_and_what_fits_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let capture = folder.path().join("x.pcap");
    exchanges(&capture, 0, 10_000);
    let small = folder.path().join("small");
    std::fs::create_dir(&small).unwrap();
    // The mount is private and ends with the process.
    let script = format!(
        "mount -t tmpfs -o size=256k none {0} || exit 77; cd {0}; {1} -C -r {2}; code=$?; wc -c < conn.log; exit $code",
        small.display(),
        env!("CARGO_BIN_EXE_egret"),
        capture.display()
    );
    let ran = match Command::new("unshare").args(["-m", "sh", "-c", &script]).output() {
        Ok(ran) if ran.status.code() != Some(77) => ran,
        other => {
            test_needs::unmet(format_args!("no mount of its own: {other:?}"));
            return;
        }
    };
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert_eq!(ran.status.code(), Some(1), "{err}");
    let told = "error writing to conn.log: No space left on device; rows are kept until there is room";
    // The message comes once, and again only if rows were written in between.
    assert!((1..=3).contains(&err.matches(told).count()), "{err}");
    assert!(err.contains("cannot write the log: No space left on device"), "{err}");
    let kept: usize = out.lines().last().and_then(|n| n.parse().ok()).unwrap_or(0);
    assert!(kept > 200_000, "{kept} bytes of conn.log on a disk of 262144");
}

#[test]
fn an_interface_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let mut egret = Command::new(env!("CARGO_BIN_EXE_egret"));
        egret.args(args).current_dir(folder.path()).output().unwrap()
    };
    let ran = run(&["-i", "egret-none0"]);
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1));
    assert!(err.contains("egret-none0: there is no interface of that name"), "{err}");
    let ran = run(&["-i", "lo", "--loop", "kevent"]);
    let err = String::from_utf8_lossy(&ran.stderr);
    assert!(err.contains("--loop: no loop is called \"kevent\": expected one of epoll"), "{err}");
}

/// Without XDP sockets, packet sockets are used, and a line says why.
#[test]
fn an_interface_by_xdp_sockets_or_else_by_packet_sockets() {
    let Some(net) = Net::new("xdp") else { return };
    let folder = tempfile::tempdir().unwrap();
    let capture = folder.path().join("x.pcap");
    exchanges(&capture, 1, 50);
    for (mtu, why) in [
        (1500, ""),
        (9000, "XDP sockets are not available, using AF_PACKET: near: frames of up to 9000 bytes"),
    ] {
        net.ip(&format!("link set near mtu {mtu}"));
        let run = tempfile::tempdir().unwrap();
        let (child, said) = net.monitor_of("af_xdp::near", run.path(), &[]);
        if mtu == 1500 && said.starts_with("XDP sockets are not available") {
            test_needs::unmet(said);
            end(child);
            return;
        }
        assert!(said.starts_with(why) && said.ends_with("listening on near\n"), "{said}");
        net.send(&capture);
        let said = end(child);
        assert!(said.contains("100 packets received on interface near, 0 (0.00%) dropped"), "{said}");
        assert_eq!(connections(run.path()).len(), 50, "MTU {mtu}");
    }
}

/// `--page` shows the run that it belongs to, in the sandbox that root's runs have.
#[test]
fn the_page_shows_the_run() {
    let Some(net) = Net::new("page") else { return };
    if !test_needs::programs(&["curl"]) {
        return;
    }
    net.ip("link set lo up");
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = net.command(env!("CARGO_BIN_EXE_egret"));
    command.args(["-C", "-i", "near", "--page", "127.0.0.1:0"]).current_dir(folder.path());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("egret runs");
    let mut err = BufReader::new(child.stderr.take().expect("standard error"));
    let (mut said, mut link) = (String::new(), String::new());
    while !said.contains("listening on") {
        let mut line = String::new();
        assert_ne!(err.read_line(&mut line).expect("a line"), 0, "{said}");
        if let Some(at) = line.trim_end().strip_prefix("the page is at ") {
            link = at.to_owned();
        }
        said.push_str(&line);
    }
    let capture = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the root")
        .join("samples/office.pcap");
    net.send(&capture);
    let jar = folder.path().join("jar");
    let fetch = || {
        let jar = jar.display().to_string();
        let out =
            net.command("curl").args(["-sSL", "-c", &jar, "-b", &jar, &link]).output().expect("curl(1) runs");
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    let mut html = fetch();
    for _ in 0..100 {
        if html.contains("<polyline") {
            break;
        }
        std::thread::sleep(Duration::from_millis(200));
        html = fetch();
    }
    assert!(html.contains("Packets a second") && html.contains("<polyline"), "{html}");
    let stranger =
        net.command("curl").args(["-sS", link.split("?token").next().expect("an address")]).output();
    let stranger = stranger.expect("curl(1) runs").stdout;
    assert!(String::from_utf8_lossy(&stranger).contains("Open the link"), "no token was asked for");
    let ended = Command::new("kill").arg(child.id().to_string()).status().expect("kill(1) runs");
    assert!(ended.success());
    let status = child.wait().expect("its end");
    let mut rest = String::new();
    err.read_to_string(&mut rest).expect("text");
    assert!(status.success(), "{rest}");
}
