//! Processes connected by a real server.
#![expect(clippy::disallowed_methods, reason = "tests start servers and wait for other threads")]
mod access;
mod archive;
mod feeds;
mod process;

use cluster::{Body, Caps, Carrier as _, Format, Head, Hub, Inbound, Keep, Seat};
use cluster_nats::{NatsUplink, Settings};
use process::{Process, wait_until};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use test_needs::nats::Server;

#[test]
fn events_reach_who_wants_them_once() {
    let Some(server) = Server::start() else { return };
    let whole = |settings: &mut Settings| settings.whole_topics.push("zeek/cluster/worker".to_owned());
    let mut a = Process::start("a", &server, whole);
    let mut b = Process::start("b", &server, whole);
    // Two of these cover each other; one is not a whole token.
    b.subscribe(&["zeek/cluster/worker", "zeek/", "zeek/cluster/wor", "other topic/"]);
    a.subscribe(&["zeek/"]);
    b.expect_link(true, "a");
    a.publish("zeek/cluster/worker", "1");
    a.publish("unwanted", "2");
    a.publish("other topic/é%", "3");
    a.publish("zeek/cluster/worker2", "4");
    let event = |topic: &str, body: &str| ("a".to_owned(), topic.to_owned(), body.to_owned());
    let got = [b.event(), b.event(), b.event()];
    let mut expected =
        [event("zeek/cluster/worker", "1"), event("other topic/é%", "3"), event("zeek/cluster/worker2", "4")];
    let mut sorted = got.clone();
    sorted.sort_by(|x, y| x.2.cmp(&y.2));
    expected.sort_by(|x, y| x.2.cmp(&y.2));
    assert_eq!(sorted, expected);
    b.publish("zeek/x", "to a");
    // A node does not get its own events: the first that it gets comes from the other node.
    assert_eq!(a.event(), ("b".to_owned(), "zeek/x".to_owned(), "to a".to_owned()));
}

/// A process that takes up with the node id of an earlier one, as scripts may choose it, repeats nothing.
#[test]
fn two_runs_with_the_same_id_are_told_apart() {
    let Some(server) = Server::start() else { return };
    let mut logger = Process::start("logger", &server, |settings| settings.takes_rows = true);
    logger.subscribe(&["runs/"]);
    for run in ["first", "second"] {
        let mut worker = Process::start("worker", &server, |_| {});
        worker.rows(run.to_owned());
        worker.publish("runs/x", run);
        assert_eq!(logger.take_rows(1), [run]);
        assert_eq!(logger.event(), ("worker".to_owned(), "runs/x".to_owned(), run.to_owned()));
    }
}

/// Fewer events at once than the queues between script and server hold: none is dropped.
#[test]
fn a_burst_of_events_arrives_whole() {
    const EVENTS: usize = 5000;
    let Some(server) = Server::start() else { return };
    let mut a = Process::start("a", &server, |_| {});
    let mut b = Process::start("b", &server, |_| {});
    b.subscribe(&["burst/"]);
    for n in 0..EVENTS {
        a.publish("burst/x", &n.to_string());
    }
    for n in 0..EVENTS {
        assert_eq!(b.event(), ("a".to_owned(), "burst/x".to_owned(), n.to_string()));
    }
    let drops = |p: &Process| p.uplink.counters().event_drops.load(Ordering::Relaxed);
    assert_eq!([drops(&a), drops(&b)], [0, 0]);
}

/// Without a server, events wait in the client's queue; further ones are dropped and counted, with one notice.
#[test]
fn events_beyond_the_queue_are_counted_and_one_notice_tells_of_them() {
    const EVENTS: u64 = 100_000;
    let hub = Hub::new(1);
    let mut node = hub.join(Seat::new("w", "w".into(), Caps::FILE)).unwrap();
    let settings = Settings::new("test", "w", vec!["nats://127.0.0.1:1".to_owned()]);
    let uplink = NatsUplink::start(&hub, Caps::FILE, settings).unwrap();
    for n in 0..EVENTS {
        // Events of one topic would share messages.
        node.publish(["t", "u"][n as usize % 2], Keep::Droppable, Format::BrokerBin, [0; 8][..].into());
    }
    let drops = || uplink.counters().event_drops.load(Ordering::Relaxed);
    // The client's queue holds 10,000, and its task takes some more while it tries to connect.
    wait_until("drops", || drops() > 0);
    let mut notices = 0;
    let mut look = || {
        let mut mail = VecDeque::new();
        node.take(100, &mut mail);
        let is_notice = |item: &&Inbound| matches!(item, Inbound::Trouble { message, .. } if message.contains("events are dropped"));
        notices += mail.iter().filter(is_notice).count();
        notices
    };
    wait_until("a notice", || look() > 0);
    // Three more looks at the counter.
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(look(), 1);
    assert!(drops() <= EVENTS - 9900, "{} of {EVENTS} events were dropped", drops());
}

#[test]
fn nodes_come_and_go_and_all_are_gone_with_the_server() {
    let Some(mut server) = Server::start() else { return };
    let mut a = Process::start("a", &server, |_| {});
    let b = Process::start("b", &server, |_| {});
    a.expect_link(true, "b");
    drop(b);
    a.expect_link(false, "b");
    let _c = Process::start("c.x", &server, |_| {});
    a.expect_link(true, "c.x");
    server.kill();
    let since = Instant::now();
    a.expect_link(false, "c.x");
    assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
    server.restart();
    a.expect_link(true, "c.x");
}

/// Sends batches while the server is killed twice: the logger gets every batch, and the server stores none twice.
#[test]
fn rows_outlive_the_server() {
    const BATCHES: usize = 600;
    let Some(mut server) = Server::start() else { return };
    let mut worker = Process::start("worker", &server, |_| {});
    for n in 0..BATCHES {
        worker.rows(format!("{n} {}", "x".repeat(2000)));
        if n == 200 || n == 400 {
            server.kill();
            server.restart();
        }
    }
    let counters = |p: &Process| p.uplink.counters().rows_stored.load(Ordering::Relaxed);
    wait_until("storage of all batches", || counters(&worker) == BATCHES as u64);
    assert_eq!(worker.uplink.counters().row_drops.load(Ordering::Relaxed), 0);
    let mut logger = Process::start("logger", &server, |settings| settings.takes_rows = true);
    let mut seen = BTreeMap::<usize, usize>::new();
    while seen.len() < BATCHES {
        let (n, done) = logger.expect("rows", |item| match item {
            Inbound::Rows { body, done, from, .. } => {
                assert_eq!(from.as_str(), "worker");
                let text = String::from_utf8_lossy(body);
                Some((text.split(' ').next().unwrap().parse::<usize>().unwrap(), done.take()))
            }
            _ => None,
        });
        *seen.entry(n).or_default() += 1;
        done.unwrap().on_disk();
    }
    assert!(seen.values().all(|times| *times == 1), "{seen:?}");
    // Acknowledged batches are not delivered again.
    std::thread::sleep(Duration::from_millis(300));
    logger.node.take(100, &mut logger.mail);
    assert!(!logger.mail.iter().any(|item| matches!(item, Inbound::Rows { .. })));
}

#[test]
fn without_a_server_rows_wait_up_to_the_cap_and_one_notice_tells_of_more() {
    let nowhere = vec!["nats://127.0.0.1:1".to_owned()];
    let hub = Hub::new(1);
    let mut node = hub.join(Seat::new("w", "w".into(), Caps::FILE)).unwrap();
    let settings = Settings { row_bytes: 1000, ..Settings::new("test", "w", nowhere.clone()) };
    let uplink = NatsUplink::start(&hub, Caps::FILE, settings).unwrap();
    for _ in 0..5 {
        node.rows(Head { topic: "", stream: "S", path: "p" }, Format::ZeekBin, vec![0; 400].into());
    }
    wait_until("drops", || uplink.counters().row_drops.load(Ordering::Relaxed) == 3);
    let mut mail = VecDeque::new();
    wait_until("a notice", || {
        node.take(10, &mut mail);
        !mail.is_empty()
    });
    assert!(mail.len() == 1 && matches!(&mail[0], Inbound::Trouble { tag: "nats", .. }), "{mail:?}");
    drop(uplink);
    let bad = Settings::new("a.b", "w", nowhere);
    let refused = NatsUplink::start(&hub, Caps::FILE, bad).err().unwrap().to_string();
    assert_eq!(refused, "cluster \"a.b\": expected letters, digits, - and _");
}

/// Without a server, rows wait in memory, then on disk, also beyond the end of the process. The next one sends them.
#[test]
fn rows_that_wait_on_disk_are_sent_by_the_next_process() {
    let folder = TempDir::new().unwrap();
    let spill = folder.path().join("spill");
    let nowhere = vec!["nats://127.0.0.1:1".to_owned()];
    let hub = Hub::new(1);
    let mut node = hub.join(Seat::new("w", "w".into(), Caps::FILE)).unwrap();
    let wanted = Some((spill.clone(), 1 << 20));
    let settings = Settings { row_bytes: 1000, spill: wanted.clone(), ..Settings::new("test", "w", nowhere) };
    let uplink = NatsUplink::start(&hub, Caps::FILE, settings).unwrap();
    for n in 0..10 {
        let body: Body = format!("{n} {}", "x".repeat(400)).into_bytes().into();
        node.rows(Head { topic: "", stream: "S", path: "p" }, Format::ZeekBin, body);
    }
    wait_until("a file", || spill.read_dir().is_ok_and(|mut files| files.next().is_some()));
    drop(uplink);
    let Some(server) = Server::start() else { return };
    let worker = Process::start("w", &server, |settings| settings.spill = wanted);
    wait_until("storage", || worker.uplink.counters().rows_stored.load(Ordering::Relaxed) == 10);
    wait_until("an empty folder", || spill.read_dir().unwrap().next().is_none());
    let mut logger = Process::start("logger", &server, |settings| settings.takes_rows = true);
    let mut seen = Vec::new();
    while seen.len() < 10 {
        let n = logger.expect("rows", |item| match item {
            Inbound::Rows { body, done, from, .. } => {
                assert_eq!(from.as_str(), "w");
                done.take().unwrap().on_disk();
                String::from_utf8_lossy(body).split(' ').next()?.parse::<usize>().ok()
            }
            _ => None,
        });
        seen.push(n);
    }
    seen.sort_unstable();
    assert_eq!(seen, (0..10).collect::<Vec<_>>());
}
