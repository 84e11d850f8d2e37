//! Clients that use Python's `websockets`, as those of Zeek's users do.
use crate::peer::Test;
use cluster::Carrier as _;
use cluster::websocket::{Report, tls};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// A Python with `websockets`. Tests that run side by side wait until one has found or made it.
fn python() -> Option<PathBuf> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = FOUND.get_or_init(find_python).clone();
    if found.is_none() {
        test_needs::unmet("Python's websockets cannot be installed");
    }
    found
}

/// Finds the system's Python, or makes a virtual environment in the target folder.
fn find_python() -> Option<PathBuf> {
    let has_it = |python: &Path| {
        let found = Command::new(python)
            .args(["-c", "import websockets.asyncio.client"])
            .stderr(Stdio::null())
            .status();
        found.is_ok_and(|status| status.success())
    };
    let own = Path::new(env!("CARGO_TARGET_TMPDIR")).join("websockets");
    if let Some(found) = [PathBuf::from("python3"), own.join("bin/python")].into_iter().find(|p| has_it(p)) {
        return Some(found);
    }
    let quiet = |command: &mut Command| {
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
    };
    let is_made = quiet(Command::new("python3").args(["-m", "venv"]).arg(&own))
        && quiet(Command::new(own.join("bin/pip")).args(["install", "websockets==15.0.1"]));
    is_made.then(|| own.join("bin/python"))
}

/// The client of `websockets.sync` reads in a thread of its own. With TLS, such a client of Python 3.11 sometimes loses
/// its first request: two threads use one connection of OpenSSL. So this one has no second thread.
const CLIENT: &str = r#"
import asyncio, json, ssl, sys
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

url = sys.argv[1]
secured = ssl.create_default_context(cafile=sys.argv[2]) if len(sys.argv) > 2 else None

def event(topic, name, *args):
    data = [{"@data-type": "string", "data": name}, {"@data-type": "vector", "data": list(args)}]
    return json.dumps({"type": "data-message", "topic": topic, "@data-type": "vector", "data": [
        {"@data-type": "count", "data": 1}, {"@data-type": "count", "data": 1}, {"@data-type": "vector", "data": data}]})

async def talk():
    async with connect(url, ssl=secured, additional_headers={"X-Application-Name": "test"}) as ws:
        await ws.send(json.dumps(["to/client"]))
        # Without waiting for the answer: what is sent before it waits.
        await ws.send(event("to/node", "ping", {"@data-type": "string", "data": "x" * 100000}))
        print(json.loads(await ws.recv())["type"], flush=True)
        got = json.loads(await ws.recv())
        print(got["topic"], got["data"][2]["data"][0]["data"], flush=True)
        try:
            await ws.recv()
        except ConnectionClosed as e:
            print(e.rcvd.code, flush=True)

asyncio.run(talk())
"#;

/// Checks a client from connecting to closing.
fn check(mut test: Test, scheme: &str, more: &[&Path]) {
    let Some(python) = python() else { return };
    test.node.subscribe("to/node");
    let url = format!("{scheme}://localhost:{}/v1/messages/json", test.server.address().port());
    let child =
        Command::new(python).args(["-c", CLIENT, &url]).args(more).stdout(Stdio::piped()).spawn().unwrap();
    let Report::Added { client, subscriptions } = test.report() else { panic!() };
    assert_eq!(
        (client.application.as_deref(), &subscriptions[..]),
        (Some("test"), &["to/client".to_owned()][..])
    );
    test.judge_next(true);
    assert_eq!(test.node_hears().2, "ping");
    test.publish("to/client", "pong");
    drop(test.server);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "ack\nto/client pong\n1001\n");
}

#[test]
fn a_client_in_python() {
    check(Test::start(|_| {}), "ws", &[]);
}

#[test]
fn a_secured_client_in_python() {
    if !test_needs::programs(&["openssl"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "2",
        ])
        .args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"])
        .arg("-keyout")
        .arg(path("key"))
        .arg("-out")
        .arg(path("certificate"))
        .stderr(Stdio::null())
        .status();
    assert!(made.unwrap().success());
    let read = |name: &str| std::fs::read(path(name)).unwrap();
    let (certificate, key) = (read("certificate"), read("key"));
    let text = |e: Result<_, cluster::websocket::BadTls>| e.map(drop).unwrap_err().to_string();
    assert!(text(tls(b"", &key, None)).starts_with("cert_file: expected certificates in PEM"));
    assert!(
        text(tls(&certificate, b"nonsense", None)).starts_with("key_file: expected a private key in PEM")
    );
    assert!(text(tls(&certificate, &key, Some(b""))).starts_with("ca_file: expected certificates in PEM"));
    let config = tls(&certificate, &key, None).unwrap();
    check(Test::start(|options| options.tls = Some(config)), "wss", &[&path("certificate")]);
}
