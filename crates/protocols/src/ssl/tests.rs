//! Conversations that no endpoint would have. They end in a named weird, or raise the same events as the same bytes in
//! order.
use crate::rehearsal::{orig, resp, streams, torment};
use net_types::Port;

/// A record of the handshake protocol.
fn record(content: &[u8]) -> Vec<u8> {
    let mut r = vec![22, 3, 1];
    r.extend_from_slice(&(content.len() as u16).to_be_bytes());
    r.extend_from_slice(content);
    r
}

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let [_, a, b, c] = (body.len() as u32).to_be_bytes();
    let mut m = vec![kind, a, b, c];
    m.extend_from_slice(body);
    m
}

/// A client's hello with a server name.
fn client_hello() -> Vec<u8> {
    let mut body = vec![3, 3];
    body.extend_from_slice(&[7; 32]);
    body.push(0);
    body.extend_from_slice(&[0, 2, 0xc0, 0x2f, 1, 0]);
    let name = b"example.com";
    let mut extension = vec![0, 0];
    extension.extend_from_slice(&(name.len() as u16 + 5).to_be_bytes());
    extension.extend_from_slice(&(name.len() as u16 + 3).to_be_bytes());
    extension.push(0);
    extension.extend_from_slice(&(name.len() as u16).to_be_bytes());
    extension.extend_from_slice(name);
    body.extend_from_slice(&(extension.len() as u16).to_be_bytes());
    body.extend_from_slice(&extension);
    message(1, &body)
}

fn said(lines: &[String], what: &str) -> usize {
    lines.iter().filter(|l| l.contains(what)).count()
}

#[test]
fn a_hello_is_the_same_a_byte_at_a_time() {
    let hello = record(&client_hello());
    let whole = streams("SSL", 443, &[orig(&hello)]);
    assert_eq!(said(&whole, "ssl_extension_server_name"), 1, "{whole:?}");
    assert_eq!(said(&whole, "ssl_client_hello"), 1);
    let bytes: Vec<_> = hello.chunks(1).map(orig).collect();
    assert_eq!(streams("SSL", 443, &bytes), whole);
}

#[test]
fn a_hello_in_damaged_pieces_is_survived() {
    torment("SSL", Port::tcp(443), &[orig(&record(&client_hello()))]);
}

#[test]
fn a_message_in_ten_thousand_fragments_is_named() {
    let long = message(20, &[1; 10_000]);
    let records: Vec<u8> = long.chunks(1).flat_map(record).collect();
    let lines = streams("SSL", 443, &[orig(&record(&client_hello())), resp(&records)]);
    assert_eq!(said(&lines, "SSL_excessive_handshake_fragments"), 1, "{lines:?}");
    assert_eq!(said(&lines, "ssl_handshake_message"), 2);
}

#[test]
fn a_message_longer_than_is_kept_ends_the_analysis() {
    let head = [11, 0x20, 0, 0];
    let lines = streams("SSL", 443, &[resp(&record(&head)), orig(&record(&client_hello()))]);
    assert_eq!(said(&lines, "SSL_excessive_handshake_length"), 1, "{lines:?}");
    assert_eq!(said(&lines, "ssl_client_hello"), 0);
}

#[test]
fn a_chain_of_a_thousand_certificates_is_cut() {
    let certificate = [0, 0, 4, 0x30, 2, 5, 0];
    let chain = certificate.repeat(1_000);
    let [_, a, b, c] = (chain.len() as u32).to_be_bytes();
    let mut body = vec![a, b, c];
    body.extend_from_slice(&chain);
    let records: Vec<u8> = message(11, &body).chunks(1_000).flat_map(record).collect();
    let lines = streams("SSL", 443, &[resp(&records)]);
    assert_eq!(said(&lines, "SSL_excessive_certificates_in_chain"), 1, "{lines:?}");
}

#[test]
fn a_stream_that_is_not_tls_is_a_violation() {
    let lines = streams("SSL", 443, &[orig(b"GET / HTTP/1.1\r\n\r\n")]);
    assert_eq!(said(&lines, "Invalid version in TLS connection. Version: 17748"), 1, "{lines:?}");
}
