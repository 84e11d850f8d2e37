use super::*;
use crate::rehearsal::{datagrams, torment};
use net_types::Port;
use session::Role;

#[test]
fn first_lines_of_requests() {
    let r = request(b"INVITE sip:bob@biloxi.test;x=y SIP/2.0").unwrap();
    assert_eq!(
        (r.junk, r.method, r.uri, r.version),
        (&b""[..], &b"INVITE"[..], &b"sip:bob@biloxi.test;x=y"[..], &b"2.0"[..])
    );
    assert_eq!(request(b"\0\x01BYE sip:x SIP/2.0").unwrap().junk, b"\0\x01");
    assert_eq!(request(b"   "), Err(Error::Method));
    assert_eq!(request(b"BYE"), Err(Error::Uri));
    assert_eq!(request(b"GET / HTTP/1.1"), Err(Error::Version));
}

#[test]
fn first_lines_of_responses() {
    let r = reply(b"SIP/2.0 486 Busy Here").unwrap();
    assert_eq!((r.version, r.code, r.reason), (&b"2.0"[..], 486, &b"Busy Here"[..]));
    assert_eq!(reply(b"SIP/2.0 200").unwrap().reason, b"");
    assert_eq!(reply(b"SIP/2.0 20"), Err(Error::Code));
    assert_eq!(reply(b"SIP/2 200 OK"), Err(Error::Version));
}

#[test]
fn fields_have_names() {
    let f = Field::read(b"Content-Length : 42").unwrap();
    assert_eq!((f.name, f.value, f.content_length()), (&b"Content-Length"[..], &b"42"[..], Some(42)));
    assert_eq!(Field::read(b"Via: x: y").unwrap().value, b"x: y");
    assert_eq!(Field::read(b": x"), Err(Error::Field));
    assert_eq!(Field::read(b"no field"), Err(Error::Field));
}

#[test]
fn lines_end_in_three_ways() {
    let mut l = Lines::new(b"a\r\nb\nc\rd");
    assert_eq!(
        (l.next_line(), l.next_line(), l.next_line()),
        (Some(&b"a"[..]), Some(&b"b"[..]), Some(&b"c"[..]))
    );
    assert_eq!((l.next_line(), l.rest()), (None, &b"d"[..]));
}

const CALL: &[(Role, &[u8])] = &[
    (Role::Orig, b"INVITE sip:b@x SIP/2.0\r\nVia: SIP/2.0/UDP h\r\nContent-Length: 4\r\n\r\nv=0\n"),
    (Role::Resp, b"SIP/2.0 180 Ringing\r\nTo: b\r\n\r\n"),
    (Role::Resp, b"\r\n"),
];

#[test]
fn a_call_is_heard() {
    assert_eq!(
        datagrams("SIP", 5060, CALL),
        [
            "sip_request(\"INVITE\", \"sip:b@x\", \"2.0\")",
            "sip_begin_entity(T)",
            "sip_header(T, \"VIA\", \"SIP/2.0/UDP h\")",
            "sip_header(T, \"CONTENT-LENGTH\", \"4\")",
            "sip_all_headers(T, {1 = [original_name=\"Via\", name=\"VIA\", value=\"SIP/2.0/UDP h\"], \
             2 = [original_name=\"Content-Length\", name=\"CONTENT-LENGTH\", value=\"4\"]})",
            "sip_end_entity(T)",
            "analyzer_confirmation_info(Analyzer::ANALYZER_SIP, [aid=3])",
            "sip_reply(\"2.0\", 180, \"Ringing\")",
            "sip_begin_entity(F)",
            "sip_header(F, \"TO\", \"b\")",
            "sip_all_headers(F, {1 = [original_name=\"To\", name=\"TO\", value=\"b\"]})",
            "sip_end_entity(F)",
        ]
    );
}

#[test]
fn a_call_is_survived_however_it_is_changed() {
    torment("SIP", Port::udp(5060), CALL);
}

#[test]
fn a_body_may_come_in_two_datagrams() {
    let said = datagrams(
        "SIP",
        5060,
        &[
            (Role::Orig, b"BYE sip:b SIP/2.0\r\nL: 6\r\n\r\nabc"),
            (Role::Orig, b"defBYE sip:c SIP/2.0\r\n\r\n"),
        ],
    );
    assert_eq!(said.iter().filter(|s| s.starts_with("sip_end_entity")).count(), 2, "{said:#?}");
}

#[test]
fn bytes_before_a_request_are_told() {
    let said = datagrams("SIP", 5060, &[(Role::Orig, b"\0\0"), (Role::Orig, b"BYE sip:c SIP/2.0\r\n\r\n")]);
    assert_eq!(
        said.first().map(String::as_str),
        Some(r#"conn_weird("sip_junk_before_request", "\\x00\\x00", "SIP")"#)
    );
}
