//! Metrics fetched as Prometheus fetches them, over the loopback interface.
#![expect(clippy::disallowed_methods, reason = "tests write what a run reads")]
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
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
        // It may have ended.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Asks; tries until somebody listens.
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
    panic!("nobody listens at {port}");
}

#[test]
fn metrics_are_fetched_over_http() {
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let where_to = format!(
        "redef Telemetry::metrics_port = {port}/tcp; redef Telemetry::metrics_address = \"127.0.0.1\";\n\
         redef Telemetry::metrics_endpoint_name = \"here\";\n"
    );
    fs::write(folder.path().join("test.zeek"), [SCRIPT, &where_to].concat()).unwrap();
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
