use super::Query;
use crate::rehearsal::{streams, torment};
use net_types::Port;
use session::Role;

#[test]
fn a_query_has_a_user_and_a_host() {
    let q =
        |full, user: &'static [u8], host: &'static [u8], who: &'static [u8]| Query { full, user, host, who };
    assert_eq!(Query::parse(b"bob"), q(false, b"bob", b"", b"bob"));
    assert_eq!(Query::parse(b" /W bob@host@other"), q(true, b"bob", b"host@other", b"bob@host@other"));
    assert_eq!(Query::parse(b"/w"), q(true, b"", b"", b""));
}

const ASK: &[(Role, &[u8])] = &[(Role::Orig, b"/W bob\r\n"), (Role::Resp, b"Login: bob\r\nno mail\r\n")];

#[test]
fn a_query_is_heard() {
    assert_eq!(
        streams("FINGER", 79, ASK),
        ["finger_request(T, \"bob\", \"\")", "finger_reply(\"Login: bob\")", "finger_reply(\"no mail\")"]
    );
    torment("FINGER", Port::tcp(79), ASK);
}

#[test]
fn a_client_that_asks_nothing_is_odd() {
    assert_eq!(streams("FINGER", 79, &[]), ["conn_weird(\"partial_finger_request\", \"\", \"FINGER\")"]);
}

#[test]
fn a_line_that_is_too_long_is_a_violation_and_ends_the_dialog() {
    let long = [&[b'x'; 1025][..], b"\r\n"].concat();
    let got =
        streams("FINGER", 79, &[(Role::Orig, b"bob\r\n"), (Role::Resp, &long), (Role::Resp, b"more\r\n")]);
    assert_eq!(got.len(), 2, "{got:?}");
    assert!(got[1].contains("a line of 1025 bytes; Finger::max_line_length is 1024"), "{got:?}");
    let limit = [&[b'x'; 1024][..], b"\r\n"].concat();
    assert!(streams("FINGER", 79, &[(Role::Orig, &limit)])[0].starts_with("finger_request"));
}
