//! The WebSocket server, with clients of tungstenite and of Python's `websockets`.
#![expect(clippy::disallowed_methods, reason = "tests wait for other threads and processes")]
mod peer;
mod python;

use cluster::websocket::{MAX_CLIENTS, Report};
use cluster::{Carrier as _, Format, Inbound, Keep};
use peer::{Test, event, wait_until};
use serde_json::json;
use std::collections::VecDeque;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;
use tungstenite::Message;

#[test]
fn events_go_both_ways() {
    let mut test = Test::start(|_| {});
    test.node.subscribe("to/node");
    let mut client = test.connect("/v1/messages/json", &[("X-Application-Name", "app/1.0")]);
    client.say(&json!(["to/client", "b", "to/client", "a"]));
    let ack = client.hear();
    assert_eq!(
        (&ack["type"], &ack["endpoint"], &ack["version"]),
        (&json!("ack"), &json!("n-websocket-1"), &json!("1.2"))
    );
    let Report::Added { client: endpoint, subscriptions } = test.report() else { panic!() };
    assert_eq!(subscriptions, ["a", "b", "to/client"]);
    assert_eq!((endpoint.id.as_str(), endpoint.application.as_deref()), ("n-websocket-1", Some("app/1.0")));
    assert_eq!(endpoint.address, client.address());

    client.say(&event("to/node", "ping", &json!([{"@data-type": "count", "data": 7}])));
    test.judge_next(true);
    assert_eq!(test.node_hears(), ("to/node".to_owned(), "n-websocket-1".to_owned(), "ping".to_owned()));
    test.publish("to/client/1", "pong");
    let heard = client.hear();
    assert_eq!(
        (&heard["topic"], &heard["data"][2]["data"][0]["data"]),
        (&json!("to/client/1"), &json!("pong"))
    );

    client.close();
    let Report::Lost { client: lost, code, reason } = test.report() else { panic!() };
    assert_eq!((lost, code, &*reason), (endpoint, 1000, "bye"));
}

/// Sends a first message and checks the answer. With a code in `lost`, scripts must be told that the client
/// disconnected.
fn check_refused(
    path: &str,
    headers: &[(&'static str, &str)],
    first: &str,
    code: &str,
    context: &str,
    lost: Option<u16>,
) {
    let test = Test::start(|_| {});
    let mut client = test.connect(path, headers);
    drop(client.0.send(Message::text(first)));
    let heard = client.hear();
    assert_eq!(heard, json!({"type": "error", "code": code, "context": context}));
    assert_eq!(client.code(), 1008);
    match lost {
        Some(expected) => {
            let Report::Lost { code, .. } = test.report() else { panic!() };
            assert_eq!(code, expected);
        }
        None => {
            std::thread::sleep(Duration::from_millis(100));
            assert!(test.server.report().is_none());
        }
    }
}

#[test]
fn clients_that_break_the_rules_are_told_and_closed() {
    const PATH: &str = "/v1/messages/json";
    let bad = "deserialization_failed";
    check_refused(PATH, &[], "[\"broken\"", bad, "subscriptions not an array", Some(1008));
    check_refused(PATH, &[], "[1, \"a\"]", bad, "individual subscription not a string", Some(1008));
    let invalid = "Invalid URI - use /v1/messages/json";
    check_refused("/v0/messages/json", &[], "[]", "invalid_uri", invalid, None);
    let header = [("X-Application-Name", "a b")];
    check_refused(PATH, &header, "[]", "invalid_application_name", "Invalid X-Application-Name header", None);
}

#[test]
fn events_that_nobody_declares_are_refused_and_the_client_stays() {
    let mut test = Test::start(|_| {});
    let mut client = test.client(&["x"]);
    client.say(&json!({"topic": "t"}));
    assert_eq!(client.hear()["context"], "failed to decode JSON object");
    client.say(&json!({"@data-type": "count", "data": 1}));
    assert_eq!(client.hear()["context"], "no topic in top-level JSON object");
    client.say(&event("t", "unknown", &json!([])));
    test.judge_next(false);
    assert_eq!(client.hear()["context"], "failed to create Zeek event");
    test.publish("x", "still there");
    assert_eq!(client.hear()["topic"], "x");
}

/// Many events without a pause, through a queue of one: all arrive, in order.
#[test]
fn clients_wait_while_the_run_is_busy() {
    let mut test = Test::start(|options| options.queue = 1);
    test.node.subscribe("t");
    let mut clients: Vec<_> = (0..3).map(|_| test.client(&[])).collect();
    let writers: Vec<_> = (0..3)
        .map(|n| {
            let mut client = clients.remove(0);
            std::thread::spawn(move || {
                for i in 0..300 {
                    client.say(&event("t", &format!("e{n}_{i}"), &json!([])));
                }
                client
            })
        })
        .collect();
    for _ in 0..900 {
        test.judge_next(true);
    }
    let mut next = [0; 3];
    for _ in 0..900 {
        let name = test.node_hears().2;
        let (n, i) = name[1..].split_once('_').unwrap();
        let n: usize = n.parse().unwrap();
        assert_eq!(i.parse(), Ok(next[n]));
        next[n] += 1;
    }
    writers.into_iter().for_each(|writer| drop(writer.join().unwrap()));
}

#[test]
fn a_client_that_does_not_read_is_cut_and_others_get_theirs() {
    // No pings: clients of tungstenite answer them only while they read.
    let mut test = Test::start(|options| options.ping = Duration::ZERO);
    let _slow = test.client(&["t"]);
    let mut other = test.client(&["last"]);
    let body = peer::encoded("e", &"x".repeat(20_000));
    let mut lost = None;
    wait_until("the end of the slow client", || {
        for _ in 0..100 {
            test.node.publish("t", Keep::Droppable, Format::BrokerBin, body.clone());
        }
        std::thread::sleep(Duration::from_millis(1));
        lost = test.server.report();
        lost.is_some()
    });
    assert!(matches!(lost, Some(Report::Lost { code: 1008, .. })), "{lost:?}");
    test.publish("last", "on time");
    assert_eq!(other.hear()["topic"], "last");
}

#[test]
fn a_client_that_answers_no_pings_is_lost() {
    let mut test = Test::start(|options| options.ping = Duration::from_millis(300));
    let mut silent = test.client(&[]);
    // A client of tungstenite answers only while it reads.
    let Report::Lost { code, reason, .. } = test.report() else { panic!() };
    assert_eq!((code, &*reason), (1011, "Ping timeout"));
    assert_eq!(silent.code(), 1011);
}

#[test]
fn at_the_end_clients_are_told() {
    let mut test = Test::start(|_| {});
    let mut client = test.client(&[]);
    drop(test.server);
    assert_eq!(client.code(), 1001);
}

#[test]
fn no_more_than_a_hundred_clients_and_no_garbage() {
    let mut test = Test::start(|_| {});
    let mut held: Vec<_> =
        (0..MAX_CLIENTS - 1).map(|_| TcpStream::connect(test.server.address()).unwrap()).collect();
    let mut client = test.client(&["t"]);
    let mut turned_away = TcpStream::connect(test.server.address()).unwrap();
    assert_eq!(turned_away.read(&mut [0; 10]).unwrap_or(0), 0);
    assert_eq!(test.server.turned_away(), 1);
    for (n, stream) in held.iter_mut().enumerate() {
        let garbage = [&b"\x16\x03\x01\0\xff"[..], b"GET / HTTP/1.1\r\n\r\n", &[0xff; 3000]][n % 3];
        drop(stream.write_all(garbage));
    }
    test.publish("t", "still there");
    assert_eq!(client.hear()["topic"], "t");
    // Their slots are free again.
    wait_until("the end of those who sent garbage", || {
        let mut mail = VecDeque::<Inbound>::new();
        test.node.take(1, &mut mail);
        let mut guest = TcpStream::connect(test.server.address()).unwrap();
        guest.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        guest.read(&mut [0; 1]).is_err()
    });
}
