//! Egret's sockets with those of libzmq, which Python drives.
use crate::process::{Process, any, curve, proxy, through, wait_until};
use cluster::zmq::{Curve, Settings, ZmqUplink};
use cluster::{Caps, Carrier, Format, Head, Hub, Inbound, Seat};
use cluster_wire::zmtp::curve::KeyPair;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;

/// A Python process that uses libzmq and prints the messages that it receives.
struct Python(Child);

impl Python {
    /// Runs `script` after a few definitions. If no Python with libzmq is installed, reports that and returns `None`.
    fn run(script: &str, args: &[&str]) -> Option<Self> {
        let has_zmq = |program: &&str| {
            let found = Command::new(program).args(["-c", "import zmq"]).stderr(Stdio::null()).status();
            found.is_ok_and(|status| status.success())
        };
        let Some(python) = ["python3", "/usr/bin/python3"].into_iter().find(has_zmq) else {
            test_needs::unmet("python3-zmq is not installed");
            return None;
        };
        let head = "import sys, zmq\n\
            c = zmq.Context()\n\
            def say(*a): print(*a, flush=True)\n\
            def socket(kind, mode=None, at=None):\n\
            \x20s = c.socket(kind)\n\
            \x20s.linger = 2000\n\
            \x20s.rcvtimeo = 20000\n\
            \x20if mode == 'client':\n\
            \x20 s.curve_serverkey, s.curve_publickey, s.curve_secretkey = [k.encode() for k in sys.argv[-3:]]\n\
            \x20if at: s.connect('tcp://' + at)\n\
            \x20return s\n";
        let child = Command::new(python)
            .args(["-c", &format!("{head}{script}")])
            .args(args)
            .stdout(Stdio::piped())
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        Some(Python(child))
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        let out = self.0.stdout.as_mut().unwrap();
        // Reads byte by byte, so that later lines stay in the pipe for the next call.
        let mut out = BufReader::with_capacity(1, out);
        out.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Returns the secret and the public key of [`curve`] in Z85, for libzmq.
fn key_texts() -> [String; 2] {
    // 0x05050505 in base 85, once per four bytes.
    let secret = "1Qb5k".repeat(8);
    let public = KeyPair::new([5; 32]).public().to_z85();
    [secret, public]
}

const NODE: &str = r#"
mode = sys.argv[1]
pub = socket(zmq.XPUB, mode, sys.argv[2])
sub = socket(zmq.XSUB, mode, sys.argv[3])
sub.send(b'\x01zeek.cluster.worker')
while True:
    got = pub.recv()
    if got == b'\x01zeek.cluster.manager': break
say('subscription')
pub.send_multipart([b'zeek.cluster.manager', b'zeromq_w', b'broker-bin-v1', b'from libzmq' * 100])
parts = sub.recv_multipart()
say(b' '.join(parts).decode())
sub.send(b'\x00zeek.cluster.worker')
while pub.recv() != b'\x00zeek.cluster.worker': pass
say('its own end')
"#;

/// Checks a node that uses libzmq's sockets with Egret's proxy and one of its nodes.
fn check_libzmq_node(curve: Option<Curve>) {
    let proxy = proxy(curve.clone());
    let (publishers, subscribers) = (proxy.publishers().to_string(), proxy.subscribers().to_string());
    let [secret, public] = key_texts();
    let mode = if curve.is_some() { "client" } else { "null" };
    let args = [mode, &publishers, &subscribers, &public, &public, &secret];
    let Some(mut python) = Python::run(NODE, &args) else { return };
    let mut ours = Process::with_proxy("egret", &proxy, curve);
    ours.node.subscribe("zeek.cluster.manager");
    ours.expect_subscription("zeek.cluster.worker");
    assert_eq!(python.line(), "subscription");
    let (from, body) = ours.expect_event("zeek.cluster.manager");
    assert_eq!((from, body), ("zeromq_w".to_owned(), b"from libzmq".repeat(100)));
    ours.publish("zeek.cluster.worker", b"body");
    assert_eq!(python.line(), "zeek.cluster.worker egret broker-bin-v1 body");
    let gone = "zeek.cluster.worker";
    ours.expect("the end", |item| matches!(item, Inbound::Unsubscribed(p) if **p == *gone).then_some(()));
    assert_eq!(python.line(), "its own end");
}

#[test]
fn a_node_of_libzmq_at_our_proxy() {
    check_libzmq_node(None);
}

#[test]
fn a_secured_node_of_libzmq_at_our_proxy() {
    check_libzmq_node(Some(curve()));
}

const PROXY: &str = r#"
front, back = socket(zmq.XSUB), socket(zmq.XPUB)
back.xpub_verboser = 1
a = front.bind_to_random_port('tcp://127.0.0.1')
b = back.bind_to_random_port('tcp://127.0.0.1')
say(a)
say(b)
zmq.proxy(front, back)
"#;

#[test]
fn our_nodes_at_a_proxy_of_libzmq() {
    let Some(mut python) = Python::run(PROXY, &[]) else { return };
    let mut at = || SocketAddr::from(([127, 0, 0, 1], python.line().parse::<u16>().unwrap()));
    let (publishers, subscribers) = (at(), at());
    let mut a = Process::start("a", through(publishers, subscribers, None));
    let mut b = Process::start("b", through(publishers, subscribers, None));
    b.node.subscribe("to.b.");
    a.expect_subscription("to.b.");
    a.publish("to.b.x", b"hello");
    assert_eq!(b.expect_event("to.b.x"), ("a".to_owned(), b"hello".to_vec()));
    drop(b);
    a.expect("the end", |item| matches!(item, Inbound::Unsubscribed(p) if **p == *"to.b.").then_some(()));
}

const PUSH: &str = r#"
push = socket(zmq.PUSH, 'null', sys.argv[1])
push.send_multipart([b'log-write', b'zeromq_w', b'zeek-bin-serializer', b'rows' * 100])
push.send_multipart([b'log-write', b'zeromq_w', b'another-serializer', b''])
push.send_multipart([b'alone'])
say('sent')
sys.stdin.read()
"#;

#[test]
fn their_rows_to_our_logger() {
    let proxy = proxy(None);
    let settings = Settings { pull: Some(any()), ..through(proxy.publishers(), proxy.subscribers(), None) };
    let mut logger = Process::start("logger", settings);
    let at = logger.uplink.pull().unwrap().to_string();
    let Some(_python) = Python::run(PUSH, &[&at]) else { return };
    let (from, body) = logger.expect("rows", |item| match item {
        Inbound::Rows { from, body, .. } => Some((from.to_string(), body.to_vec())),
        _ => None,
    });
    assert_eq!((from, body), ("zeromq_w".to_owned(), b"rows".repeat(100)));
    wait_until("errors", || logger.uplink.counters().message_errors.load(Ordering::Relaxed) == 2);
}

const PULL: &str = r#"
pull = socket(zmq.PULL)
say(pull.bind_to_random_port('tcp://127.0.0.1'))
say(b' '.join(pull.recv_multipart()).decode())
"#;

#[test]
fn our_rows_to_their_logger() {
    let Some(mut python) = Python::run(PULL, &[]) else { return };
    let logger = format!("127.0.0.1:{}", python.line());
    let hub = Hub::new(0);
    let mut node = hub.join(Seat::new("w", "w".into(), Caps::LIVE)).unwrap();
    let nowhere: SocketAddr = "127.0.0.1:1".parse().unwrap();
    let settings = Settings { loggers: vec![logger], ..through(nowhere, nowhere, None) };
    let _uplink = ZmqUplink::start(&hub, Caps::LIVE, settings).unwrap();
    node.rows(Head { topic: "", stream: "S", path: "p" }, Format::ZeekBin, b"rows"[..].into());
    assert_eq!(python.line(), "log-write w zeek-bin-serializer rows");
}

const IDLE: &str = r#"
sub = socket(zmq.XSUB, 'null', sys.argv[1])
sub.send(b'\x01idle')
say(b' '.join(sub.recv_multipart()).decode())
"#;

/// A libzmq node sends no heartbeats but answers ours, so it stays connected however long it is idle.
#[test]
fn an_idle_node_of_libzmq_stays() {
    let proxy = proxy(None);
    let Some(mut python) = Python::run(IDLE, &[&proxy.subscribers().to_string()]) else { return };
    let mut ours = Process::with_proxy("egret", &proxy, None);
    ours.expect_subscription("idle");
    std::thread::sleep(std::time::Duration::from_secs(11));
    ours.publish("idle", b"body");
    assert_eq!(python.line(), "idle egret broker-bin-v1 body");
    assert_eq!(proxy.counters().silent_peers.load(Ordering::Relaxed), 0);
}
