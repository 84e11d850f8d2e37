//! Checks the JSON messages between clients and servers.
use cluster_wire::json::{self, Message, Refusal};
use cluster_wire::{Data, Event, Limits};
use net_types::{Interval, Port, Timestamp};

fn check(data: &Data<'_>, text: &str) {
    let mut out = Vec::new();
    json::encode(data, &mut out);
    assert_eq!(String::from_utf8(out).unwrap(), text);
    assert_eq!(json::decode(text.as_bytes(), &Limits::DEFAULT).as_ref(), Ok(data));
}

#[test]
fn every_type_of_value() {
    check(&Data::None, r#"{"@data-type":"none","data":{}}"#);
    check(&Data::Bool(true), r#"{"@data-type":"boolean","data":true}"#);
    check(&Data::Count(u64::MAX), r#"{"@data-type":"count","data":18446744073709551615}"#);
    check(&Data::Int(-5), r#"{"@data-type":"integer","data":-5}"#);
    check(&Data::Real(1.5), r#"{"@data-type":"real","data":1.500000}"#);
    check(&Data::string("a\"\\\n\u{1}ü"), "{\"@data-type\":\"string\",\"data\":\"a\\\"\\\\\\n\\u0001ü\"}");
    check(&Data::enumerator("Log::ID"), r#"{"@data-type":"enum-value","data":"Log::ID"}"#);
    check(&Data::Addr("2001:db8::1".parse().unwrap()), r#"{"@data-type":"address","data":"2001:db8::1"}"#);
    check(&Data::Subnet("10.0.0.0/8".parse().unwrap()), r#"{"@data-type":"subnet","data":"10.0.0.0/8"}"#);
    check(&Data::Port(Port::tcp(80)), r#"{"@data-type":"port","data":"80/tcp"}"#);
    check(&Data::Port(Port::default()), r#"{"@data-type":"port","data":"0/?"}"#);
    let time = Timestamp::from_parts(1_649_574_000, 0);
    check(&Data::Time(time), r#"{"@data-type":"timestamp","data":"2022-04-10T07:00:00.000"}"#);
    check(&Data::Interval(Interval::from_millis(1500)), r#"{"@data-type":"timespan","data":"1500ms"}"#);
    check(
        &Data::Set(vec![Data::Count(1)]),
        r#"{"@data-type":"set","data":[{"@data-type":"count","data":1}]}"#,
    );
    check(
        &Data::Table(vec![(Data::Count(1), Data::List(vec![]))]),
        r#"{"@data-type":"table","data":[{"key":{"@data-type":"count","data":1},"value":{"@data-type":"vector","data":[]}}]}"#,
    );
}

#[test]
fn bytes_that_are_no_text_are_shown() {
    let mut out = Vec::new();
    json::encode(&Data::string(b"\xffa"), &mut out);
    assert_eq!(out, br#"{"@data-type":"string","data":"\\xffa"}"#);
}

#[test]
fn a_message_both_ways() {
    let mut event = Event::new("ping", vec![Data::string("hi")]);
    event.metadata.push((1, Data::Time(Timestamp::from_parts(1_681_819_994, 0))));
    let message = Message { topic: "/test".into(), event };
    let text = r#"{"type":"data-message","topic":"/test","@data-type":"vector","data":[{"@data-type":"count","data":1},{"@data-type":"count","data":1},{"@data-type":"vector","data":[{"@data-type":"string","data":"ping"},{"@data-type":"vector","data":[{"@data-type":"string","data":"hi"}]},{"@data-type":"vector","data":[{"@data-type":"vector","data":[{"@data-type":"count","data":1},{"@data-type":"timestamp","data":"2023-04-18T12:13:14.000"}]}]}]}]}"#;
    let mut out = Vec::new();
    json::encode_message(&message, &mut out);
    assert_eq!(String::from_utf8(out).unwrap(), text);
    assert_eq!(json::decode_message(text.as_bytes(), &Limits::DEFAULT), Ok(message));
}

#[test]
fn what_clients_are_told() {
    let message = |text: &str| json::decode_message(text.as_bytes(), &Limits::DEFAULT).unwrap_err();
    assert_eq!(message("no json"), Refusal::NoObject);
    assert_eq!(message("[]"), Refusal::NoObject);
    assert_eq!(message("{}"), Refusal::NoTopic);
    assert_eq!(message(r#"{"topic":1}"#), Refusal::NoTopic);
    assert_eq!(message(r#"{"topic":"/t"}"#), Refusal::NoObject);
    assert_eq!(message(r#"{"topic":"/t","@data-type":"vector","data":[]}"#), Refusal::NoEvent);
    let subscriptions = |text: &str| json::decode_subscriptions(text.as_bytes());
    assert_eq!(subscriptions("[]"), Ok(vec![]));
    assert_eq!(subscriptions(r#"["/a","/b"]"#), Ok(vec!["/a".to_owned(), "/b".to_owned()]));
    assert_eq!(subscriptions("{}"), Err(Refusal::SubscriptionsNoArray));
    assert_eq!(subscriptions("x"), Err(Refusal::SubscriptionsNoArray));
    assert_eq!(subscriptions("[1]"), Err(Refusal::SubscriptionNoString));
    let mut out = Vec::new();
    json::encode_refusal(Refusal::NoEvent, &mut out);
    let text = r#"{"type":"error","code":"deserialization_failed","context":"failed to create Zeek event"}"#;
    assert_eq!(out, text.as_bytes());
    out.clear();
    json::encode_ack("zeromq_w", "8.0.9", &mut out);
    assert_eq!(out, br#"{"type":"ack","endpoint":"zeromq_w","version":"8.0.9"}"#);
}

#[test]
fn values_beyond_the_limits() {
    let nested = |n: usize| {
        let open = r#"{"@data-type":"vector","data":["#;
        format!("{}{}", open.repeat(n), "]}".repeat(n))
    };
    let limits = Limits { depth: 3, values: 4 };
    assert!(json::decode(nested(3).as_bytes(), &limits).is_ok());
    assert_eq!(json::decode(nested(4).as_bytes(), &limits), Err(Refusal::NoObject));
    assert_eq!(json::decode(nested(100_000).as_bytes(), &Limits::DEFAULT), Err(Refusal::NoObject));
    let twice = r#"{"@data-type":"set","data":[{"@data-type":"none"},{"@data-type":"none"}]}"#;
    assert_eq!(json::decode(twice.as_bytes(), &limits), Err(Refusal::NoObject));
}

#[test]
fn names_of_applications() {
    assert!(json::is_application_name("a/b_c.d=e:f*g@h-1"));
    for bad in ["", "a b", "ü", "a\"b"] {
        assert!(!json::is_application_name(bad));
    }
}
