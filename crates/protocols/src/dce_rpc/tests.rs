use super::*;
use crate::rehearsal::{self, Said, orig, resp};
use net_types::Port;

const FIRST: u8 = 1;
const LAST: u8 = 2;

/// Builds a little-endian packet.
fn packet(kind: u8, flags: u8, call: u32, body: &[u8], auth: &[u8]) -> Vec<u8> {
    let mut p = vec![5, 0, kind, flags, 0x10, 0, 0, 0];
    p.extend((16 + body.len() as u16 + auth.len() as u16).to_le_bytes());
    p.extend((auth.len().saturating_sub(8) as u16).to_le_bytes());
    p.extend(call.to_le_bytes());
    p.extend(body);
    p.extend(auth);
    p
}

fn bind() -> Vec<u8> {
    let mut b = vec![0xb8, 0x10, 0xb8, 0x10, 0, 0, 0, 0, 1, 0, 0, 0];
    b.extend([3, 0, 1, 0]);
    b.extend(0u8..16);
    b.extend([3, 0, 0, 0]);
    b.extend([0xaa; 20]);
    packet(11, FIRST | LAST, 1, &b, &[])
}

fn bind_ack() -> Vec<u8> {
    let mut b = vec![0xb8, 0x10, 0xb8, 0x10, 0, 0, 0, 0, 13, 0];
    b.extend(b"\\PIPE\\srvsvc\0");
    b.extend([0]);
    b.extend([1, 0, 0, 0]);
    b.extend([0; 24]);
    packet(12, FIRST | LAST, 1, &b, &[])
}

fn call(flags: u8, number: u32, stub: &[u8]) -> Vec<u8> {
    let body = [&[0, 0, 0, 0, 3, 0, 15, 0], stub].concat();
    packet(0, flags, number, if flags & FIRST != 0 { &body } else { stub }, &[])
}

fn answer(number: u32, stub: &[u8]) -> Vec<u8> {
    packet(2, FIRST | LAST, number, &[&[0, 0, 0, 0, 3, 0, 0, 0], stub].concat(), &[])
}

fn heard(said: &[Said<'_>]) -> Vec<String> {
    let mut lines = rehearsal::streams("DCE_RPC", 135, said);
    lines.retain(|l| ["dce_rpc", "analyzer_v", "conn_weird", "ntlm"].iter().any(|p| l.starts_with(p)));
    lines
}

#[test]
fn a_call_from_binding_to_answer() {
    let (b, a, c, r) = (bind(), bind_ack(), call(FIRST | LAST, 2, b"args"), answer(2, b"results"));
    let conversation = [orig(&b), resp(&a), orig(&c), resp(&r)];
    let lines = heard(&conversation);
    assert_eq!(
        lines,
        [
            "dce_rpc_message(T, 0, 11, DCE_RPC::BIND)",
            r#"dce_rpc_bind(0, 3, "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f", 3, 0)"#,
            "dce_rpc_message(F, 0, 12, DCE_RPC::BIND_ACK)",
            r#"dce_rpc_bind_ack(0, "\\PIPE\\srvsvc")"#,
            "dce_rpc_message(T, 0, 0, DCE_RPC::REQUEST)",
            "dce_rpc_request(0, 3, 15, 4)",
            r#"dce_rpc_request_stub(0, 3, 15, "args")"#,
            "dce_rpc_message(F, 0, 2, DCE_RPC::RESPONSE)",
            "dce_rpc_response(0, 3, 15, 7)",
            r#"dce_rpc_response_stub(0, 3, 15, "results")"#,
        ]
    );
    rehearsal::torment("DCE_RPC", Port::tcp(135), &conversation);
}

#[test]
fn numbers_in_network_order() {
    let mut p = vec![5, 0, 0, FIRST | LAST, 0, 0, 0, 0, 0, 26, 0, 0, 0, 0, 0, 9];
    p.extend([0, 0, 0, 0, 0, 3, 0, 15, b'a', b'b']);
    assert!(heard(&[orig(&p)]).contains(&"dce_rpc_request(0, 3, 15, 2)".to_owned()));
}

#[test]
fn fragments_are_put_together() {
    let parts = [call(FIRST, 7, b"one "), call(0, 7, b"two "), call(LAST, 7, b"three")];
    let said: Vec<_> = parts.iter().map(|p| orig(p)).collect();
    let lines = heard(&said);
    assert!(lines.contains(&r#"dce_rpc_request_stub(0, 3, 15, "one two three")"#.to_owned()), "{lines:?}");
}

#[test]
fn a_call_that_begins_twice_ends_it() {
    let p = call(FIRST, 7, b"one");
    let lines = heard(&[orig(&p), orig(&p), orig(&call(FIRST | LAST, 8, b"x"))]);
    assert!(lines.iter().any(|l| l.contains("multiple_first_fragments_in_dce_rpc_reassembly")), "{lines:?}");
    assert!(!lines.iter().any(|l| l.starts_with("dce_rpc_request")), "{lines:?}");
}

#[test]
fn only_so_many_calls_are_put_together() {
    let h = |call| Header {
        kind: 0,
        first: true,
        last: false,
        object: false,
        little: true,
        len: 0,
        auth_len: 0,
        call,
    };
    let mut fragments = Fragments::new(2, 10);
    let mut odd = Vec::new();
    for n in 0..3 {
        assert!(fragments.take(&h(n), b"12345678", &mut |w| odd.push(w)).is_none());
    }
    assert_eq!(odd, [Anomaly::TooManyCalls]);
    let more = Header { first: false, last: true, ..h(1) };
    match fragments.take(&more, b"12345678", &mut |w| odd.push(w)) {
        Some(CallBody::Joined(bytes, 6)) => assert_eq!(bytes, b"1234567812"),
        other => panic!("{other:?}"),
    }
    assert_eq!(odd, [Anomaly::TooManyCalls, Anomaly::TooMuchData]);
}

#[test]
fn who_calls_is_proved_by_others() {
    let mut token = b"NTLMSSP\0\x01\0\0\0".to_vec();
    token.extend([0; 20]);
    let auth = |kind: u8| [&[kind, 2, 0, 0, 0, 0, 0, 0], token.as_slice()].concat();
    let lines = heard(&[orig(&packet(16, FIRST | LAST, 1, &[0; 4], &auth(0x0a)))]);
    assert!(lines.iter().any(|l| l.starts_with("ntlm_negotiate")), "{lines:?}");
    let lines = heard(&[orig(&packet(16, FIRST | LAST, 1, &[0; 4], &auth(0x44)))]);
    assert!(lines.iter().any(|l| l.contains("netlogon_dce_rpc_auth_type")), "{lines:?}");
}

#[test]
fn what_is_no_packet_is_a_violation() {
    let lines = heard(&[orig(b"GET / HTTP/1.1\r\nHost: heron\r\n\r\n")]);
    assert!(lines[0].starts_with("analyzer_violation_info"), "{lines:?}");
    let lines = heard(&[orig(&[5, 0, 0, 3, 0x10, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0])]);
    assert!(lines[0].starts_with("analyzer_violation_info"), "{lines:?}");
}
