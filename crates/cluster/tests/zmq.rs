//! ZeroMQ: our sockets with each other, and with libzmq's through Python.
#![expect(clippy::disallowed_methods, reason = "tests wait for other processes")]
use cluster::zmq::{Curve, Marks, Proxy, Settings, ZmqUplink};
use cluster::{Caps, Carrier, Format, Head, Hub, Inbound, Keep, Node, Seat, Token};
use cluster_wire::zmtp::curve::KeyPair;
use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(20);

fn any() -> SocketAddr {
    "127.0.0.1:0".parse().unwrap()
}

/// Calls `done` until it is true.
fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < PATIENCE, "{what} did not happen in time");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A node in a hub of its own, with an uplink.
struct Process {
    node: Node,
    mail: VecDeque<Inbound>,
    uplink: ZmqUplink,
}

impl Process {
    fn start(name: &str, settings: Settings) -> Self {
        let hub = Hub::new(1);
        let seat = Seat::new(name, name.into(), Caps::LIVE).watches_subscriptions().takes_rows();
        let node = hub.join(seat).unwrap();
        let uplink = ZmqUplink::start(&hub, Caps::LIVE, settings).unwrap();
        Process { node, mail: VecDeque::new(), uplink }
    }

    fn with_proxy(name: &str, proxy: &Proxy, curve: Option<Curve>) -> Self {
        Self::start(name, through(proxy.publishers(), proxy.subscribers(), curve))
    }

    fn publish(&mut self, topic: &str, body: &[u8]) {
        self.node.publish(topic, Keep::Droppable, Format::BrokerBin, body.into());
    }

    /// Waits for mail that `pick` takes; other mail stays for later calls.
    fn expect<T>(&mut self, what: &str, pick: impl Fn(&Inbound) -> Option<T>) -> T {
        let mut found = None;
        wait_until(what, || {
            self.node.take(100, &mut self.mail);
            let at = self.mail.iter().position(|item| pick(item).is_some());
            found = at.and_then(|at| self.mail.remove(at)).and_then(|item| pick(&item));
            found.is_some()
        });
        found.unwrap()
    }

    fn expect_event(&mut self, wanted: &str) -> (String, Vec<u8>) {
        self.expect(wanted, |item| match item {
            Inbound::Event { topic, from, body, .. } if **topic == *wanted => {
                Some((from.to_string(), body.to_vec()))
            }
            _ => None,
        })
    }

    fn expect_subscription(&mut self, wanted: &str) {
        self.expect(wanted, |item| matches!(item, Inbound::Subscribed(p) if **p == *wanted).then_some(()));
    }
}

fn through(publishers: SocketAddr, subscribers: SocketAddr, curve: Option<Curve>) -> Settings {
    Settings {
        publish_to: publishers.to_string(),
        subscribe_at: subscribers.to_string(),
        curve,
        ..Settings::default()
    }
}

fn proxy(curve: Option<Curve>) -> Proxy {
    Proxy::start(any(), any(), curve, Marks::default()).unwrap()
}

/// Keys of a cluster in which all processes have the same.
fn curve() -> Curve {
    let keys = KeyPair::new([5; 32]);
    Curve { server: keys.public(), clients: Some(vec![keys.public()]), keys }
}

fn check_two_processes(curve: Option<Curve>) {
    let proxy = proxy(curve.clone());
    let mut a = Process::with_proxy("a", &proxy, curve.clone());
    let mut b = Process::with_proxy("b", &proxy, curve);
    b.node.subscribe("to/b/");
    a.expect_subscription("to/b/");
    a.publish("to/b/x", b"hello");
    assert_eq!(b.expect_event("to/b/x"), ("a".to_owned(), b"hello".to_vec()));
    b.node.unsubscribe("to/b/");
    a.expect("the end", |item| matches!(item, Inbound::Unsubscribed(p) if **p == *"to/b/").then_some(()));
    a.node.subscribe("ready/");
    a.node.ready(Token(3));
    a.expect("readiness", |item| matches!(item, Inbound::Ready(Token(3))).then_some(()));
}

#[test]
fn events_between_two_processes() {
    check_two_processes(None);
}

#[test]
fn secured_events_between_two_processes() {
    check_two_processes(Some(curve()));
}

#[test]
fn a_process_with_another_key_stays_outside() {
    let proxy = proxy(Some(curve()));
    let stranger = Curve { keys: KeyPair::new([6; 32]), ..curve() };
    let outside = Process::with_proxy("outside", &proxy, Some(stranger));
    wait_until("refusal", || proxy.counters().refused_peers.load(Ordering::Relaxed) >= 2);
    assert_eq!(outside.uplink.counters().connections.load(Ordering::Relaxed), 0);
}

#[test]
fn a_process_never_gets_its_own_events() {
    let proxy = proxy(None);
    let mut a = Process::with_proxy("a", &proxy, None);
    a.node.subscribe("x");
    a.node.ready(Token(1));
    a.expect("readiness", |item| matches!(item, Inbound::Ready(_)).then_some(()));
    a.publish("x", b"mine");
    let mut b = Process::with_proxy("b", &proxy, None);
    b.expect_subscription("x");
    b.publish("x", b"theirs");
    assert_eq!(a.expect_event("x"), ("b".to_owned(), b"theirs".to_vec()));
}

#[test]
fn when_the_proxy_goes_subscriptions_end_and_come_back_with_it() {
    let first = proxy(None);
    let (publishers, subscribers) = (first.publishers(), first.subscribers());
    let mut a = Process::with_proxy("a", &first, None);
    let mut b = Process::with_proxy("b", &first, None);
    b.node.subscribe("b");
    a.expect_subscription("b");
    drop(first);
    a.expect("the end", |item| matches!(item, Inbound::Unsubscribed(p) if **p == *"b").then_some(()));
    let _second = Proxy::start(publishers, subscribers, None, Marks::default()).unwrap();
    a.expect_subscription("b");
    a.publish("b", b"again");
    assert_eq!(b.expect_event("b").1, b"again");
}

#[test]
fn rows_without_a_logger_wait_up_to_the_mark_and_are_counted_beyond() {
    let hub = Hub::new(0);
    let mut node = hub.join(Seat::new("w", "w".into(), Caps::LIVE)).unwrap();
    let settings = Settings {
        loggers: vec!["127.0.0.1:1".to_owned()],
        marks: Marks { rows: 3, ..Marks::default() },
        ..through("127.0.0.1:1".parse().unwrap(), "127.0.0.1:1".parse().unwrap(), None)
    };
    let uplink = ZmqUplink::start(&hub, Caps::LIVE, settings).unwrap();
    for _ in 0..5 {
        node.rows(Head { stream: "S", path: "p" }, Format::ZeekBin, b"rows"[..].into());
    }
    wait_until("drops", || uplink.counters().row_drops.load(Ordering::Relaxed) == 2);
    let mut mail = VecDeque::new();
    wait_until("trouble", || {
        node.take(10, &mut mail);
        !mail.is_empty()
    });
    let told = |item: &Inbound| matches!(item, Inbound::Trouble { message, .. } if message.starts_with("Failed to send log write"));
    assert!(mail.len() == 1 && told(&mail[0]), "{mail:?}");
}

#[test]
fn rows_go_from_one_process_to_the_logger_of_another() {
    let proxy = proxy(None);
    let settings = Settings { pull: Some(any()), ..through(proxy.publishers(), proxy.subscribers(), None) };
    let mut logger = Process::start("logger", settings);
    let hub = Hub::new(0);
    let mut worker = hub.join(Seat::new("w", "w".into(), Caps::LIVE)).unwrap();
    let loggers = vec![logger.uplink.pull().unwrap().to_string()];
    let settings = Settings { loggers, ..through(proxy.publishers(), proxy.subscribers(), None) };
    let _uplink = ZmqUplink::start(&hub, Caps::LIVE, settings).unwrap();
    let sent: Vec<u8> = (0..1_000_000u32).map(|n| n as u8).collect();
    worker.rows(Head { stream: "S", path: "p" }, Format::ZeekBin, (&*sent).into());
    let got = logger.expect("rows", |item| match item {
        Inbound::Rows { from, body, format: Format::ZeekBin, .. } => Some((from.to_string(), body.clone())),
        _ => None,
    });
    assert!(got.0 == "w" && *got.1 == *sent);
}

#[test]
fn garbage_and_half_a_greeting_change_only_a_counter() {
    let proxy = proxy(None);
    for garbage in [&b"GET / HTTP/1.1\r\n\r\n"[..], b"\xff\0\0\0\0\0\0\0\0\x7f\x01\x00", &[0xff; 5000]] {
        let mut stream = TcpStream::connect(proxy.publishers()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(garbage).unwrap();
        drop(stream.read_to_end(&mut Vec::new()));
    }
    wait_until("refusals", || proxy.counters().refused_peers.load(Ordering::Relaxed) == 3);
    let mut half = TcpStream::connect(proxy.subscribers()).unwrap();
    half.write_all(b"\xff\0\0").unwrap();
    let mut a = Process::with_proxy("a", &proxy, None);
    let mut b = Process::with_proxy("b", &proxy, None);
    b.node.subscribe("b");
    a.expect_subscription("b");
    a.publish("b", b"still there");
    assert_eq!(b.expect_event("b").1, b"still there");
}

/// A subscriber that does not read: its messages are dropped and counted, and others get theirs.
#[test]
fn a_slow_subscriber_stops_nobody() {
    let proxy = proxy(None);
    let mut a = Process::with_proxy("a", &proxy, None);
    let mut slow = TcpStream::connect(proxy.subscribers()).unwrap();
    let mut hello = b"\xff\0\0\0\0\0\0\0\0\x7f\x03\x01NULL".to_vec();
    hello.resize(64, 0);
    hello.extend_from_slice(b"\x04\x1a\x05READY\x0bSocket-Type\0\0\0\x04XSUB\0\x02\x01t");
    slow.write_all(&hello).unwrap();
    a.expect_subscription("t");
    let mut b = Process::with_proxy("b", &proxy, None);
    b.node.subscribe("t/last");
    a.expect_subscription("t/last");
    let drops = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let big = vec![0; 20_000];
    wait_until("drops", || {
        a.publish("t", &big);
        drops(&proxy.counters().event_drops) > 0
    });
    let mut got = VecDeque::new();
    wait_until("a message for another subscriber", || {
        a.publish("t/last", b"on time");
        b.node.take(100, &mut got);
        got.iter().any(|item| matches!(item, Inbound::Event { .. }))
    });
}

// libzmq, through Python.

/// A Python process with libzmq, which prints what it got.
struct Python(Child);

impl Python {
    /// Runs `script` after a few definitions; `None` (and a note) if there is no Python with libzmq.
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
        // A line is read byte by byte: what follows stays for the next call.
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

/// The secret key of [`curve`] in Z85, for libzmq.
fn key_texts() -> [String; 2] {
    // 0x05050505 in base 85, once for four bytes.
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

/// A node of libzmq's sockets with our proxy and one of our nodes.
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
    node.rows(Head { stream: "S", path: "p" }, Format::ZeekBin, b"rows"[..].into());
    assert_eq!(python.line(), "log-write w zeek-bin-serializer rows");
}
