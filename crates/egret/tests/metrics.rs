//! Metrics fetched over HTTP, and signals while their server runs.
#![expect(clippy::disallowed_methods, reason = "tests write what a run reads")]
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

const SCRIPT: &str = r#"
@load base/frameworks/telemetry
redef exit_only_after_terminate = T;
global seen = Telemetry::register_counter_family([$prefix="test", $name="seen", $unit="", $help_text="Seen", $label_names=vector("what")]);
global calls = 0;
hook Telemetry::sync()
	{
	++calls;
	Telemetry::counter_family_inc(seen, vector(fmt("call %d", calls)));
	if ( calls == 2 )
		terminate();
	}
"#;

struct Monitor(Child);

impl Drop for Monitor {
    fn drop(&mut self) {
        // Both fail if it has ended.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Sends a request and returns the answer. Retries until the server listens.
fn ask(port: u16, request: &str) -> String {
    for _ in 0..600 {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) {
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            return answer;
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!("port {port}: connection refused for a minute");
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Starts egret in a folder with a script whose metrics are at `port` of the default address.
fn start(folder: &Path, port: u16, args: &[&str]) -> Monitor {
    let script = format!(
        "@load base/frameworks/telemetry\n\
         redef exit_only_after_terminate = T;\n\
         redef Telemetry::metrics_port = {port}/tcp;\n\
         event zeek_done() {{ print \"done\"; }}\n"
    );
    fs::write(folder.join("test.zeek"), script).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_egret"));
    command.current_dir(folder).args(["-b", "-C", "test.zeek"]).args(args);
    Monitor(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap())
}

/// A signal ends the run cleanly: `zeek_done` is handled, and logs are complete.
fn check_signal(signal: Signal, args: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let mut monitor = start(folder.path(), port, args);
    assert!(ask(port, "GET /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 200 OK\r\n"));
    kill_process(Pid::from_child(&monitor.0), signal).unwrap();
    let mut printed = String::new();
    monitor.0.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    let status = monitor.0.wait().unwrap();
    assert!(status.success(), "{signal:?} {args:?}: {status}");
    assert!(printed.starts_with("done\n"), "{signal:?} {args:?}: {printed:?}");
    // With workers, the answer may come before the first frame.
    if args.contains(&"-r") && !args.contains(&"--workers") {
        let log = fs::read_to_string(folder.path().join("conn.log")).unwrap();
        assert!(log.lines().last().is_some_and(|l| l.starts_with("#close\t")), "{log}");
    }
}

#[test]
fn signals_end_a_run_whose_metrics_are_served() {
    let capture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/dhcp.pcap");
    // The second frame is an hour away.
    let replay = ["base/protocols/conn", "--pseudo-realtime=0.000001", "-r", capture];
    let workers = [&replay[..], &["--workers", "2"]].concat();
    for signal in [Signal::TERM, Signal::INT] {
        check_signal(signal, &[]);
        check_signal(signal, &replay);
        check_signal(signal, &workers);
    }
}

#[test]
fn silent_callers_delay_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let _monitor = start(folder.path(), port, &[]);
    ask(port, "GET /metrics HTTP/1.1\r\n\r\n");
    let silent: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(("127.0.0.1", port)).unwrap()).collect();
    assert!(ask(port, "GET /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 200 OK\r\n"));
    // The server still waits for the silent clients.
    for mut caller in silent {
        caller.set_nonblocking(true).unwrap();
        assert_eq!(caller.read(&mut [0]).unwrap_err().kind(), ErrorKind::WouldBlock);
    }
}

#[test]
fn metrics_are_served_to_this_machine_unless_told_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let _monitor = start(folder.path(), port, &[]);
    ask(port, "GET /metrics HTTP/1.1\r\n\r\n");
    // A server on all addresses would answer here, too.
    let refused = TcpStream::connect(("127.0.0.2", port)).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
}

#[test]
fn metrics_are_fetched_over_http() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let settings = format!(
        "redef Telemetry::metrics_port = {port}/tcp; redef Telemetry::metrics_address = \"127.0.0.1\";\n\
         redef Telemetry::metrics_endpoint_name = \"here\";\n"
    );
    fs::write(folder.path().join("test.zeek"), [SCRIPT, &settings].concat()).unwrap();
    let mut monitor = Monitor(
        Command::new(env!("CARGO_BIN_EXE_egret"))
            .current_dir(folder.path())
            .args(["-b", "test.zeek"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    assert!(ask(port, "GET /other HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
    assert!(ask(port, "POST /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
    let answer = ask(port, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{head}");
    assert!(
        body.contains("# TYPE test_seen_total counter\ntest_seen_total{what=\"call 1\",node=\"here\"} 1\n"),
        "{body}"
    );
    assert!(body.contains("\nprocess_resident_memory_bytes{node=\"here\"} "), "{body}");
    assert!(ask(port, "GET /metrics?x HTTP/1.1\r\n\r\n").contains("{what=\"call 2\",node=\"here\"} 1\n"));
    assert!(monitor.0.wait().unwrap().success());
}
