//! Peers that send garbage, send too much, or fall silent.
use crate::process::{PATIENCE, Process, proxy, wait_until};
use cluster::{Carrier, Inbound};
use std::collections::VecDeque;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Connects as an XSUB socket and completes the handshake.
fn subscriber(at: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(at).unwrap();
    let mut hello = b"\xff\0\0\0\0\0\0\0\0\x7f\x03\x01NULL".to_vec();
    hello.resize(64, 0);
    hello.extend_from_slice(b"\x04\x1a\x05READY\x0bSocket-Type\0\0\0\x04XSUB");
    stream.write_all(&hello).unwrap();
    stream
}

fn subscription(prefix: &str) -> Vec<u8> {
    [&[0, prefix.len() as u8 + 1, 1], prefix.as_bytes()].concat()
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

/// A subscriber that does not read: its messages are dropped and counted, and the others get theirs.
#[test]
fn a_slow_subscriber_stops_nobody() {
    let proxy = proxy(None);
    let mut a = Process::with_proxy("a", &proxy, None);
    let mut slow = subscriber(proxy.subscribers());
    slow.write_all(&subscription("t")).unwrap();
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

/// A million subscriptions: the peer is disconnected, and the others notice nothing else.
#[test]
fn a_flood_of_subscriptions_ends_the_connection() {
    let proxy = proxy(None);
    let mut a = Process::with_proxy("a", &proxy, None);
    let mut b = Process::with_proxy("b", &proxy, None);
    b.node.subscribe("b");
    a.expect_subscription("b");
    let mut flood = subscriber(proxy.subscribers());
    for n in 0..1_000_000 {
        if flood.write_all(&subscription(&format!("flood/{n}"))).is_err() {
            break;
        }
    }
    wait_until("refusal", || proxy.counters().refused_peers.load(Ordering::Relaxed) == 1);
    let notes = proxy.take_notes();
    assert!(
        notes.len() == 1 && notes[0].ends_with("it asked for more than 20,000 subscriptions"),
        "{notes:?}"
    );
    let gone = "flood/19999";
    a.expect("the end", |item| matches!(item, Inbound::Unsubscribed(p) if **p == *gone).then_some(()));
    a.publish("b", b"still there");
    assert_eq!(b.expect_event("b").1, b"still there");
    assert_eq!(a.uplink.counters().ignored_subscriptions.load(Ordering::Relaxed), 0);
}

/// A peer that reconnects again and again: only its current subscriptions are kept.
#[test]
fn subscriptions_that_come_and_go_fill_nothing() {
    let proxy = proxy(None);
    let mut a = Process::with_proxy("a", &proxy, None);
    let mut restless = subscriber(proxy.subscribers());
    let once = [subscription("x"), b"\0\x02\0x".to_vec()].concat();
    for _ in 0..40 {
        restless.write_all(&once.repeat(1000)).unwrap();
    }
    restless.write_all(&subscription("last")).unwrap();
    a.expect_subscription("last");
    assert_eq!(proxy.counters().refused_peers.load(Ordering::Relaxed), 0);
}

/// A silent peer is disconnected within ten seconds; one that answers stays.
#[test]
fn a_silent_peer_is_gone_within_ten_seconds() {
    let proxy = proxy(None);
    let mut a = Process::with_proxy("a", &proxy, None);
    let mut silent = subscriber(proxy.subscribers());
    silent.write_all(&subscription("silent")).unwrap();
    let mut b = Process::with_proxy("b", &proxy, None);
    b.node.subscribe("alive");
    a.expect_subscription("silent");
    a.expect_subscription("alive");
    let since = Instant::now();
    let gone = "silent";
    a.expect("the end", |item| matches!(item, Inbound::Unsubscribed(p) if **p == *gone).then_some(()));
    assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
    assert_eq!(proxy.counters().silent_peers.load(Ordering::Relaxed), 1);
    a.publish("alive", b"hello");
    assert_eq!(b.expect_event("alive").1, b"hello");
    assert_eq!(b.uplink.counters().connections.load(Ordering::Relaxed), 2);
}
