use crate::rehearsal::{orig, resp, streams, torment};
use net_types::Port;

const CONNECT: &[u8] = b"GNUTELLA CONNECT/0.6\r\nUser-Agent: a\r\n\r\n";
const OK: &[u8] = b"GNUTELLA/0.6 200 OK\r\n\r\n";

/// Builds a message, such as a PING.
fn message(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut m = vec![7; 16];
    m.extend([kind, 5, 1]);
    m.extend((payload.len() as u32).to_le_bytes());
    m.extend(payload);
    m
}

#[test]
fn a_handshake_and_messages() {
    let (ping, query) = (message(0, b""), message(0x80, b"\0\0song\0"));
    let said = streams("GNUTELLA", 6346, &[orig(CONNECT), resp(OK), orig(OK), orig(&ping), resp(&query)]);
    assert_eq!(
        said,
        [
            "gnutella_text_msg(T, \"\\r\\nGNUTELLA CONNECT/0.6\\r\\nUser-Agent: a\")",
            "gnutella_text_msg(F, \"\\r\\nGNUTELLA/0.6 200 OK\")",
            "gnutella_text_msg(T, \"\\r\\nGNUTELLA/0.6 200 OK\")",
            "gnutella_establish()",
            "gnutella_binary_msg(T, 0, 5, 1, 0, \"\", 0, F, T)",
            "gnutella_binary_msg(F, 128, 5, 1, 7, \"\\x00\\x00song\\x00\", 7, F, T)",
        ]
    );
}

#[test]
fn messages_are_cut_by_the_end_and_by_the_cap() {
    let long = message(1, &[b'x'; 3000]);
    let said =
        streams("GNUTELLA", 6346, &[orig(OK), resp(OK), orig(&long), resp(&long[..2000]), orig(b"abc")]);
    assert!(said[3].ends_with("1024, F, T)"), "{said:#?}");
    assert_eq!(said[4], "gnutella_partial_binary_msg(T, \"abc\", 3)");
    assert!(said[5].ends_with("1024, F, F)"), "{said:#?}");
}

#[test]
fn a_handshake_may_fail_or_be_http() {
    assert_eq!(streams("GNUTELLA", 6346, &[orig(CONNECT)])[1..], ["gnutella_not_establish()"]);
    let said = streams("GNUTELLA", 6346, &[orig(b"GET /a HTTP/1.1\r\nHost: b\r\n\r\n")]);
    assert_eq!(said[0], "gnutella_http_notify()");
    assert!(said.iter().any(|s| s.starts_with("http_request(\"GET\", \"/a\"")), "{said:#?}");
}

#[test]
fn lines_and_headers_have_caps() {
    let line = streams("GNUTELLA", 6346, &[orig(&[b'a'; 10_000])]);
    assert_eq!(line[0], "conn_weird(\"exceeded_gnutella_max_line_length\", \"8192\", \"GNUTELLA\")");
    let headers = b"a: bcdefgh\r\n".repeat(20_000);
    let said = streams("GNUTELLA", 6346, &[orig(&headers)]);
    assert!(said[0].starts_with("conn_weird(\"exceeded_gnutella_max_headers_length\""), "{said:#?}");
}

#[test]
fn torn_and_changed_streams_are_survived() {
    let (ping, query) = (message(0, b""), message(0x80, b"\0\0song\0"));
    torment("GNUTELLA", Port::tcp(6346), &[orig(CONNECT), resp(OK), orig(OK), orig(&ping), resp(&query)]);
}
