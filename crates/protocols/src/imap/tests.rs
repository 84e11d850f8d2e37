use super::Line;
use crate::rehearsal::{streams, torment};
use net_types::Port;
use session::Role;

#[test]
fn a_line_has_a_tag_and_a_word() {
    let l = Line::parse(b"a1 STARTTLS").unwrap();
    assert_eq!((l.tag, l.word, l.rest), (b"a1".as_slice(), b"STARTTLS".as_slice(), b"".as_slice()));
    let l = Line::parse(b"* CAPABILITY IMAP4rev1 IDLE").unwrap();
    assert_eq!(l.rest, b" IMAP4rev1 IDLE");
    assert_eq!((Line::parse(b"alone"), Line::parse(b"\x01\x02")), (None, None));
}

const TLS: &[(Role, &[u8])] = &[
    (Role::Resp, b"* OK hi\r\n* CAPABILITY IMAP4rev1 STARTTLS\r\n"),
    (Role::Orig, b"a1 STARTTLS\r\n"),
    (Role::Resp, b"a1 OK go\r\n"),
    (Role::Orig, b"\x16\x03\x01"),
];

#[test]
fn tls_begins_when_the_server_agrees() {
    assert_eq!(
        streams("IMAP", 143, TLS),
        [
            "analyzer_confirmation_info(Analyzer::ANALYZER_IMAP, [aid=3])",
            "imap_capabilities({\"IMAP4rev1\", \"STARTTLS\"})",
            "imap_starttls()",
        ]
    );
}

#[test]
fn a_session_is_survived_however_it_is_changed() {
    torment("IMAP", Port::tcp(143), TLS);
}
