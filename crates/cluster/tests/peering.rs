//! Peerings between two hubs over loopback: plain, encrypted, and with certificates; what does not fit is refused.
#![expect(clippy::disallowed_methods, reason = "tests wait for sockets, and openssl makes certificates")]
use cluster::peering::{BadTls, Options, Peering, Tls, WaitingRows};
use cluster::{Caps, Carrier, Format, Head, Hub, Inbound, Keep, Node, PeerChange, Seat};
use std::collections::VecDeque;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(20);

struct Process {
    node: Node,
    peering: Peering,
    mail: Vec<Inbound>,
}

impl Process {
    fn start(id: &str, tls: Option<Tls>) -> Self {
        let hub = Hub::new(1);
        let node = hub.join(Seat::new(id, id.into(), Caps::LIVE)).unwrap();
        let peering = Peering::start(&hub, Caps::LIVE, Options { tls, ..Options::default() }).unwrap();
        Process { node, peering, mail: Vec::new() }
    }

    /// Whether mail like this comes; what came before is kept.
    fn gets(&mut self, wanted: impl Fn(&Inbound) -> bool) -> bool {
        let until = Instant::now() + PATIENCE;
        loop {
            self.peering.begin();
            let mut fresh = VecDeque::new();
            self.node.take(usize::MAX, &mut fresh);
            self.mail.extend(fresh);
            if self.mail.iter().any(&wanted) {
                return true;
            }
            if Instant::now() > until {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn is_peered(&mut self) -> bool {
        self.gets(|item| matches!(item, Inbound::Peering(PeerChange::Added(_))))
    }
}

/// Connects one process to another. With `fits` an event, larger than what TLS buffers, goes both ways; else the dialing
/// process hears that the other is unreachable, and the other hears nothing.
#[track_caller]
fn check(listener: Option<Tls>, dialer: Option<Tls>, fits: bool) {
    let (mut a, mut b) = (Process::start("a", listener), Process::start("b", dialer));
    a.node.subscribe("to-a");
    b.node.subscribe("to-b");
    let at = a.peering.listen(([127, 0, 0, 1], 0).into()).unwrap();
    a.peering.begin();
    b.peering.peer("127.0.0.1", at.port(), None);
    b.peering.begin();
    if !fits {
        assert!(b.gets(|item| matches!(item, Inbound::Peering(PeerChange::Unreachable(_)))));
        assert!(a.mail.is_empty());
        return;
    }
    assert!(a.is_peered() && b.is_peered());
    let large = vec![b'x'; 3 << 20];
    send(&mut a, &mut b, "to-b", &large);
    send(&mut b, &mut a, "to-a", &large);
    for (from, to) in [(&a, "b"), (&b, "a")] {
        // The thread tells the numbers after it has written the event.
        let is_told =
            || from.peering.queues().get(to).is_some_and(|q| q.waiting == 0 && q.most > 0 && q.dropped == 0);
        let until = Instant::now() + PATIENCE;
        while !is_told() {
            assert!(Instant::now() < until, "{to}: {:?}", from.peering.queues());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[track_caller]
fn send(from: &mut Process, to: &mut Process, topic: &str, large: &[u8]) {
    from.node.publish(topic, Keep::Always, Format::BrokerBin, large.into());
    assert!(to.gets(|item| matches!(item, Inbound::Event { body, .. } if **body == *large)));
}

fn anonymous() -> Option<Tls> {
    Some(Tls::anonymous().unwrap())
}

#[test]
fn plain() {
    check(None, None, true);
}

#[test]
fn encrypted() {
    check(anonymous(), anonymous(), true);
}

#[test]
fn an_encrypted_process_and_a_plain_one_do_not_meet() {
    check(None, anonymous(), false);
    check(anonymous(), None, false);
}

/// An authority with two certificates that it has issued, `one` and `two`, in a folder.
fn authority(folder: &Path) {
    let openssl = |args: &str| {
        let done = Command::new("openssl")
            .args(args.split(' '))
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(done.unwrap().success(), "openssl {args}");
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(&format!("req -x509 {key} -days 2 -subj /CN=authority -keyout ca.key -out ca.pem"));
    std::fs::write(folder.join("leaf"), "basicConstraints=CA:FALSE\n").unwrap();
    for name in ["one", "two"] {
        openssl(&format!("req {key} -subj /CN={name} -keyout {name}.key -out {name}.csr"));
        openssl(&format!(
            "x509 -req -in {name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile leaf -out {name}.pem"
        ));
    }
}

#[test]
fn certified() {
    if !test_needs::programs(&["openssl"]) {
        return;
    }
    let (ours, others) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    authority(ours.path());
    authority(others.path());
    let tls = |folder: &Path, name: &str| {
        let read = |file: &str| std::fs::read(folder.join(file)).unwrap();
        Some(
            Tls::certified(&read(&format!("{name}.pem")), &read(&format!("{name}.key")), &read("ca.pem"))
                .unwrap(),
        )
    };
    check(tls(ours.path(), "one"), tls(ours.path(), "two"), true);
    check(tls(ours.path(), "one"), tls(others.path(), "two"), false);
    check(tls(ours.path(), "one"), anonymous(), false);
    check(anonymous(), tls(ours.path(), "one"), false);
}

#[test]
fn files_that_are_of_no_use_are_named() {
    let text = |e: Result<Tls, BadTls>| e.map(drop).unwrap_err().to_string();
    assert!(text(Tls::certified(b"", b"", b"")).starts_with("ssl_certificate: expected certificates in PEM"));
}

/// Starts a node of a cluster, whose rows wait for a logger.
fn worker() -> Process {
    let hub = Hub::new(1);
    let node = hub.join(Seat::new("worker", "worker".into(), Caps::LIVE)).unwrap();
    let rows = Some(WaitingRows { batches: 100, any_logger: "logs/".to_owned() });
    let options = Options { events: 1, rows, ..Options::default() };
    let peering = Peering::start(&hub, Caps::LIVE, options).unwrap();
    Process { node, peering, mail: Vec::new() }
}

fn send_rows(worker: &mut Process, topic: &str, body: &[u8]) {
    worker.node.rows(Head { topic, stream: "Conn::LOG", path: "conn" }, Format::ZeekBin, body.into());
}

#[test]
fn rows_that_still_wait_at_the_end_are_told() {
    for (batches, told) in [(1, "1 batch of rows is dropped"), (3, "3 batches of rows are dropped")] {
        let Process { mut node, peering, .. } = worker();
        let head = Head { topic: "logs/conn", stream: "Conn::LOG", path: "conn" };
        for _ in 0..batches {
            node.rows(head, Format::ZeekBin, [0; 10][..].into());
        }
        drop(peering);
        let mut mail = VecDeque::new();
        node.take(usize::MAX, &mut mail);
        let [Inbound::Trouble { tag: "peering", message }] = mail.make_contiguous() else {
            panic!("{mail:?}")
        };
        assert!(message.starts_with(told), "{message}");
    }
}

/// A logger that reads nothing: rows of its topic go to another logger once its queue is full.
#[test]
fn a_slow_logger_holds_up_no_rows() {
    let mut worker = worker();
    let at = worker.peering.listen(([127, 0, 0, 1], 0).into()).unwrap();
    worker.peering.begin();
    let mut slow = TcpStream::connect(at).unwrap();
    greet_as_logger(&mut slow);
    let hub = Hub::new(1);
    let node = hub.join(Seat::new("fast", "fast".into(), Caps::FILE).takes_rows()).unwrap();
    let peering = Peering::start(&hub, Caps::FILE, Options::default()).unwrap();
    let mut fast = Process { node, peering, mail: Vec::new() };
    fast.node.subscribe("logs/");
    fast.node.subscribe("to/fast");
    fast.peering.begin();
    fast.peering.peer("127.0.0.1", at.port(), None);
    assert!(fast.is_peered());
    let has_both = |worker: &Process| {
        let peers = worker.mail.iter().filter(|item| matches!(item, Inbound::Peering(PeerChange::Added(_))));
        peers.count() == 2
    };
    let until = Instant::now() + PATIENCE;
    while !has_both(&worker) {
        assert!(Instant::now() < until, "{:?}", worker.mail);
        let mut fresh = VecDeque::new();
        worker.node.take(usize::MAX, &mut fresh);
        worker.mail.extend(fresh);
        std::thread::sleep(Duration::from_millis(5));
    }
    // More than the buffers of a socket hold.
    let large = vec![1; 4 << 20];
    for _ in 0..8 {
        send_rows(&mut worker, "to/slow", &large);
    }
    send_rows(&mut worker, "to/fast", b"last");
    assert!(fast.gets(|item| matches!(item, Inbound::Rows { body, .. } if **body == *b"last")));
    assert!(fast.gets(|item| matches!(item, Inbound::Rows { body, .. } if body.len() == large.len())));
}

/// Says what a process of this crate says when it connects: it subscribes to rows, and has an id.
fn greet_as_logger(stream: &mut TcpStream) {
    use cluster_wire::zmtp::{Config, Connection, Limits, Security, SocketType};
    let config = Config { socket: SocketType::Peer, security: Security::Null, limits: Limits::DEFAULT };
    let mut connection = Connection::new(config);
    let mut room = [0; 4096];
    while !connection.is_ready() {
        stream.write_all(connection.output()).unwrap();
        connection.handle_sent(connection.output().len());
        let n = stream.read(&mut room).unwrap();
        assert!(n > 0, "the worker ended the connection");
        connection.handle_bytes(&room[..n]).unwrap();
        while connection.poll_event().is_some() {}
    }
    connection.send([&b"+"[..], b"logs/"]);
    connection.send([&b"+"[..], b"to/slow"]);
    connection.send([&b"hello"[..], b"egret-peer-1", b"slow"]);
    stream.write_all(connection.output()).unwrap();
}
