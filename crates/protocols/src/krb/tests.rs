use crate::rehearsal::{self, orig, resp};
use net_types::Port;

/// Encodes a tag, a length and a content.
fn der(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut t = vec![tag];
    match content.len() {
        n @ 0..0x80 => t.push(n as u8),
        n => {
            t.push(0x82);
            t.extend((n as u16).to_be_bytes());
        }
    }
    t.extend(content);
    t
}

fn field(n: u8, content: &[u8]) -> Vec<u8> {
    der(0xa0 + n, content)
}

fn int(n: u8) -> Vec<u8> {
    der(2, &[n])
}

fn sequence(parts: &[Vec<u8>]) -> Vec<u8> {
    der(0x30, &parts.concat())
}

fn name(parts: &[&str]) -> Vec<u8> {
    let parts: Vec<_> = parts.iter().map(|p| der(0x1b, p.as_bytes())).collect();
    sequence(&[field(0, &int(1)), field(1, &sequence(&parts))])
}

fn text(s: &str) -> Vec<u8> {
    der(0x1b, s.as_bytes())
}

fn encrypted(etype: u8, bytes: &[u8]) -> Vec<u8> {
    sequence(&[field(0, &int(etype)), field(2, &der(4, bytes))])
}

fn ticket() -> Vec<u8> {
    der(
        0x61,
        &sequence(&[
            field(0, &int(5)),
            field(1, &text("MARSH.TEST")),
            field(2, &name(&["cifs", "heron"])),
            field(3, &encrypted(18, b"secret")),
        ]),
    )
}

fn as_request() -> Vec<u8> {
    let hint = sequence(&[field(1, &der(2, &[0, 0x85])), field(2, &der(4, b"MIT"))]);
    let body = sequence(&[
        field(0, &der(3, &[0, 0x40, 0x80, 0, 0])),
        field(1, &name(&["ida"])),
        field(2, &text("MARSH.TEST")),
        field(3, &name(&["krbtgt", "MARSH.TEST"])),
        field(5, &der(0x18, b"20370913024805Z")),
        field(7, &der(2, &[0x12, 0x34])),
        field(8, &sequence(&[int(18), int(17)])),
        field(9, &sequence(&[sequence(&[field(0, &int(2)), field(1, &der(4, &[192, 0, 2, 1]))])])),
    ]);
    der(
        0x6a,
        &sequence(&[field(1, &int(5)), field(2, &int(10)), field(3, &sequence(&[hint])), field(4, &body)]),
    )
}

fn as_reply() -> Vec<u8> {
    der(
        0x6b,
        &sequence(&[
            field(0, &int(5)),
            field(1, &int(11)),
            field(3, &text("MARSH.TEST")),
            field(4, &name(&["ida"])),
            field(5, &ticket()),
            field(6, &encrypted(18, b"only for ida")),
        ]),
    )
}

fn ap_request() -> Vec<u8> {
    der(
        0x6e,
        &sequence(&[
            field(0, &int(5)),
            field(1, &int(14)),
            field(2, &der(3, &[0, 0x20, 0, 0, 0])),
            field(3, &ticket()),
            field(4, &encrypted(18, b"authenticator")),
        ]),
    )
}

fn tgs_request() -> Vec<u8> {
    let shown = sequence(&[field(1, &int(1)), field(2, &der(4, &ap_request()))]);
    let body = sequence(&[field(0, &der(3, &[0, 0, 0, 0, 0])), field(3, &name(&["cifs", "heron"]))]);
    der(
        0x6c,
        &sequence(&[field(1, &int(5)), field(2, &int(12)), field(3, &sequence(&[shown])), field(4, &body)]),
    )
}

fn error() -> Vec<u8> {
    der(
        0x7e,
        &sequence(&[
            field(0, &int(5)),
            field(1, &int(30)),
            field(4, &der(0x18, b"20150119225459Z")),
            field(5, &der(2, &[0x07, 0xa1, 0x20])),
            field(6, &int(25)),
            field(9, &text("MARSH.TEST")),
            field(10, &name(&["krbtgt", "MARSH.TEST"])),
            field(11, &text("NEEDED_PREAUTH")),
        ]),
    )
}

fn said(message: &[u8]) -> Vec<String> {
    let mut lines = rehearsal::datagrams("KRB", 88, &[orig(message)]);
    lines.retain(|l| l.starts_with("krb") || l.starts_with("analyzer_violation"));
    lines
}

#[test]
fn a_request_for_the_first_ticket() {
    let lines = said(&as_request());
    for part in [
        "krb_as_request(",
        r#"pa_data={[data_type=133, val="MIT"]}"#,
        "forwardable=T",
        "renewable=T",
        r#"client_name="ida", service_realm="MARSH.TEST", service_name="krbtgt/MARSH.TEST""#,
        "till=2136422885",
        "nonce=4660, encryption_types={18, 17}, host_addrs={[ip=192.0.2.1]}",
    ] {
        assert!(lines[0].contains(part), "{part}: {lines:?}");
    }
}

#[test]
fn a_reply_has_a_ticket() {
    let lines = said(&as_reply());
    for part in ["krb_as_response(", r#"service_name="cifs/heron", cipher=18, ciphertext="secret""#] {
        assert!(lines[0].contains(part), "{part}: {lines:?}");
    }
}

#[test]
fn a_ticket_that_is_shown_comes_before_the_request() {
    let lines = said(&tgs_request());
    assert!(lines[0].starts_with("krb_ap_request("), "{lines:?}");
    assert!(lines[0].contains("use_session_key=F, mutual_required=T"), "{lines:?}");
    assert!(lines[1].starts_with("krb_tgs_request("), "{lines:?}");
}

#[test]
fn an_error_has_its_time_to_the_microsecond() {
    let lines = said(&error());
    for part in ["error_code=25", "server_time=1421708099.5", r#"error_text="NEEDED_PREAUTH""#] {
        assert!(lines[0].contains(part), "{part}: {lines:?}");
    }
}

#[test]
fn messages_of_a_stream_have_their_length_before_them() {
    let framed = |m: Vec<u8>| [&(m.len() as u32).to_be_bytes()[..], &m].concat();
    let (ask, give) = (framed(as_request()), framed(as_reply()));
    let conversation = [orig(&ask), resp(&give)];
    let lines = rehearsal::streams("KRB_TCP", 88, &conversation);
    let names = ["krb_as_request", "krb_as_response"];
    assert!(names.iter().all(|n| lines.iter().any(|l| l.starts_with(n))), "{lines:?}");
    rehearsal::torment("KRB_TCP", Port::tcp(88), &conversation);
}

#[test]
fn a_length_that_is_absurd_ends_it() {
    let lines = rehearsal::streams("KRB_TCP", 88, &[orig(&[0xff; 8]), orig(b"more")]);
    assert!(lines.iter().any(|l| l.contains("kerberos_message_too_long")), "{lines:?}");
}

#[test]
fn damaged_messages_do_no_harm() {
    let all = [as_request(), as_reply(), tgs_request(), error()];
    let said: Vec<_> = all.iter().map(|m| orig(m)).collect();
    rehearsal::torment("KRB", Port::udp(88), &said);
}
