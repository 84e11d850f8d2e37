use super::*;
use crate::rehearsal::{streams, torment};
use net_types::Port;
use session::Role;

#[test]
fn replies_tell_a_user_or_an_error() {
    let ports = Pair { first: 6193, second: 23, bad: false };
    assert_eq!(
        reply(b"6193, 23 : USERID : UNIX , US-ASCII : bob"),
        Some(Reply { ports, answer: Answer::User { id: b"bob", system: b"UNIX" } })
    );
    assert_eq!(reply(b"6193,23:ERROR:NO-USER"), Some(Reply { ports, answer: Answer::Error(b"NO-USER") }));
    assert_eq!((reply(b"6193, 23"), reply(b"6193, 23 : USERID : UNIX")), (None, None));
}

const ASK: &[(Role, &[u8])] =
    &[(Role::Orig, b"6193, 23\r\n"), (Role::Resp, b"6193, 23 : USERID : UNIX : bob\r\n")];

#[test]
fn a_query_is_heard() {
    assert_eq!(
        streams("IDENT", 113, ASK),
        ["ident_request(23/tcp, 6193/tcp)", "ident_reply(23/tcp, 6193/tcp, \"bob\", \"UNIX\")"]
    );
    torment("IDENT", Port::tcp(113), ASK);
}

#[test]
fn lines_without_ports_are_odd() {
    let said =
        streams("IDENT", 113, &[(Role::Orig, b"hello\r\n99999, 1 x\r\n"), (Role::Resp, b"no\r\nno\r\n")]);
    assert_eq!(
        said,
        [
            "conn_weird(\"bad_ident_request\", \"hello\", \"IDENT\")",
            "conn_weird(\"bad_ident_port\", \"99999, 1 x\", \"IDENT\")",
            "conn_weird(\"ident_request_addendum\", \"99999, 1 x\", \"IDENT\")",
            "ident_request(1/tcp, 0/tcp)",
            "conn_weird(\"bad_ident_reply\", \"no\", \"IDENT\")",
        ]
    );
}
