//! ZeroMQ: Egret's sockets with each other, with libzmq's through Python, and with hostile peers.
#![expect(clippy::disallowed_methods, reason = "tests wait for other processes")]
mod hostile;
mod libzmq;
mod process;

use cluster::zmq::{Curve, Marks, Proxy, Settings, ZmqUplink};
use cluster::{Caps, Carrier, Format, Head, Hub, Inbound, Seat, Token};
use cluster_wire::zmtp::curve::KeyPair;
use process::{Process, any, curve, proxy, through, wait_until};
use std::collections::VecDeque;
use std::sync::atomic::Ordering;

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
        node.rows(Head { topic: "", stream: "S", path: "p" }, Format::ZeekBin, b"rows"[..].into());
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
    worker.rows(Head { topic: "", stream: "S", path: "p" }, Format::ZeekBin, (&*sent).into());
    let got = logger.expect("rows", |item| match item {
        Inbound::Rows { from, body, format: Format::ZeekBin, .. } => Some((from.to_string(), body.clone())),
        _ => None,
    });
    assert!(got.0 == "w" && *got.1 == *sent);
}
