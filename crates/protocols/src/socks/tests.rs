use super::*;
use crate::rehearsal::{streams, torment};
use net_types::Port;
use session::Role;
use wire::Reader;

#[track_caller]
fn check(from: Role, phase: Phase, bytes: &[u8], expected: Result<Message, Error>) {
    let mut r = Reader::new("test", bytes);
    assert_eq!(message(&mut r, from, phase), expected);
    // An incomplete message requests more bytes.
    if expected.is_ok() {
        for n in 0..bytes.len() {
            assert_eq!(
                message(&mut Reader::new("cut", &bytes[..n]), from, phase),
                Err(Error::Short),
                "{n} bytes"
            );
        }
    }
}

fn to(host: Option<&str>, name: Option<&[u8]>, port: u16) -> Destination {
    Destination { host: host.map(|h| h.parse().unwrap()), name: name.map(<[u8]>::to_vec), port }
}

#[test]
fn version_four_asks_by_address() {
    check(
        Role::Orig,
        Phase::Greeting,
        b"\x04\x01\x00\x50\xc0\x00\x02\x07bob\0",
        Ok(Message::Request(4, 1, to(Some("192.0.2.7"), None, 80), b"bob".to_vec())),
    );
}

#[test]
fn version_four_a_asks_by_name() {
    check(
        Role::Orig,
        Phase::Greeting,
        b"\x04\x01\x00\x50\0\0\0\x01bob\0host.test\0",
        Ok(Message::Request(4, 1, to(Some("0.0.0.1"), Some(b"host.test"), 80), b"bob".to_vec())),
    );
}

#[test]
fn version_five_asks_by_all_kinds_of_address() {
    for (bytes, expected) in [
        (b"\x05\x01\0\x01\xc0\x00\x02\x07\x01\xbb".as_slice(), to(Some("192.0.2.7"), None, 443)),
        (b"\x05\x01\0\x03\x04host\x01\xbb", to(None, Some(b"host"), 443)),
        (
            b"\x05\x01\0\x04\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01\x01\xbb",
            to(Some("2001:db8::1"), None, 443),
        ),
    ] {
        check(Role::Orig, Phase::Through, bytes, Ok(Message::Request(5, 1, expected, Vec::new())));
    }
    check(
        Role::Resp,
        Phase::Through,
        b"\x05\x05\0\x01\0\0\0\0\0\0",
        Ok(Message::Reply(5, 5, to(Some("0.0.0.0"), None, 0))),
    );
}

#[test]
fn a_login_follows_the_choice() {
    assert_eq!(
        (Phase::after(0), Phase::after(2), Phase::after(255)),
        (Phase::Through, Phase::Auth(2), Phase::Through)
    );
    check(Role::Orig, Phase::Greeting, b"\x05\x02\0\x02", Ok(Message::Greeting(Greeting::Offer)));
    check(Role::Resp, Phase::Greeting, b"\x05\x02", Ok(Message::Greeting(Greeting::Choice(2))));
    check(
        Role::Orig,
        Phase::Auth(2),
        b"\x01\x03bob\x02pw",
        Ok(Message::Auth(Auth::UserPass(b"bob".to_vec(), b"pw".to_vec()))),
    );
    check(Role::Resp, Phase::Auth(2), b"\x01\x00", Ok(Message::Auth(Auth::Status(0))));
}

#[test]
fn nonsense_is_named() {
    let err = |from, phase, bytes: &[u8]| {
        message(&mut Reader::new("test", bytes), from, phase).unwrap_err().to_string()
    };
    assert_eq!(err(Role::Orig, Phase::Greeting, b"GET"), "unsupported/unknown SOCKS version 71");
    assert_eq!(err(Role::Orig, Phase::Through, b"\x05\x09\0\x01"), "undefined value in command field: 9");
    assert_eq!(err(Role::Orig, Phase::Through, b"\x05\x01\x07\x01"), "invalid value in reserved field: 7");
    assert_eq!(err(Role::Orig, Phase::Through, b"\x05\x01\0\x02"), "invalid SOCKSv5 addr type: 2");
}

const LOGIN: &[(Role, &[u8])] = &[
    (Role::Orig, b"\x05\x02\0\x02"),
    (Role::Resp, b"\x05\x02"),
    (Role::Orig, b"\x01\x03bob\x02pw"),
    (Role::Resp, b"\x01\0"),
    (Role::Orig, b"\x05\x01\0\x03\x04host\x01\xbb"),
    (Role::Resp, b"\x05\0\0\x01\xc0\0\x02\x07\x04\x38"),
    (Role::Orig, b"what is inside"),
];

#[test]
fn a_login_and_a_request_are_heard() {
    assert_eq!(
        streams("SOCKS", 1080, LOGIN),
        [
            "socks_login_userpass_request(\"bob\", \"pw\")",
            "socks_login_userpass_reply(0)",
            "socks_request(5, 1, [name=\"host\"], 443/tcp, \"\")",
            "socks_reply(5, 0, [host=192.0.2.7], 1080/tcp)",
            "analyzer_confirmation_info(Analyzer::ANALYZER_SOCKS, [aid=3])",
        ]
    );
}

#[test]
fn a_dialog_is_survived_however_it_is_changed() {
    torment("SOCKS", Port::tcp(1080), LOGIN);
}

#[test]
fn a_request_without_end_is_not_kept() {
    let mut long = b"\x04\x01\0\x50\xc0\0\x02\x07".to_vec();
    long.resize(10_000, b'x');
    assert_eq!(
        streams("SOCKS", 1080, &[(Role::Orig, &long)]),
        ["conn_weird(\"socks_message_too_long\", \"\", \"SOCKS\")"]
    );
}
