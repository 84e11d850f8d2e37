use super::hello::Hello;
use super::protection::Keys;
use crate::rehearsal::{datagrams, orig, resp, torment};
use net_types::Port;

const CLIENT_ID: &[u8] = b"\x83\x94\xc8\xf0\x3e\x51\x57\x08";
const SERVER_ID: &[u8] = b"\xf0\x67\xa5\x50\x2a\x42\x62\xb5";
const V1: u32 = 1;
const V2: u32 = 0x6b33_43cf;

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).expect("hex")).collect()
}

/// A client hello for `example.org` that offers `h3`.
fn client_hello() -> Vec<u8> {
    let name = b"\0\0\0\x10\0\x0e\0\0\x0bexample.org";
    let protocols = b"\0\x10\0\x05\0\x03\x02h3";
    let mut body = vec![3, 3];
    body.extend([7; 32]);
    body.extend(b"\0\0\x02\x13\x01\x01\0");
    body.extend((name.len() as u16 + protocols.len() as u16).to_be_bytes());
    body.extend(name);
    body.extend(protocols);
    let mut hello = vec![1, 0, 0, body.len() as u8];
    hello.extend(body);
    hello
}

fn crypto(offset: u8, data: &[u8]) -> Vec<u8> {
    let mut frame = vec![6, offset, 0x40, data.len() as u8];
    frame.extend(data);
    frame
}

/// An Initial packet of either side, protected.
fn initial(version: u32, of_client: bool, frames: &[u8]) -> Vec<u8> {
    let mut head = vec![if version == V2 { 0xd3 } else { 0xc3 }];
    head.extend(version.to_be_bytes());
    let (to, from) = if of_client { (CLIENT_ID, &b""[..]) } else { (&b""[..], SERVER_ID) };
    for id in [to, from] {
        head.push(id.len() as u8);
        head.extend(id);
    }
    head.push(0);
    head.extend((0x4000 | (4 + frames.len() as u16 + 16)).to_be_bytes());
    head.extend([0, 0, 0, 2]);
    Keys::derive(version, CLIENT_ID, of_client).expect("keys").seal(&head, frames)
}

fn starts(said: &[String], wanted: &[&str]) {
    let names: Vec<&str> = said.iter().map(|s| s.split('(').next().unwrap_or_default()).collect();
    assert_eq!(names, wanted, "{said:#?}");
}

#[test]
fn a_server_packet_of_the_standard_is_opened() {
    // RFC 9001, A.3.
    let packet = hex(
        "cf000000010008f067a5502a4262b5004075c0d95a482cd0991cd25b0aac406a5816b6394100f37a1c69797554\
         780bb38cc5a99f5ede4cf73c3ec2493a1839b3dbcba3f6ea46c5b7684df3548e7ddeb9c3bf9c73cc3f3bded74b562bfb19fb84022f8\
         ef4cdd93795d77d06edbb7aaf2f58891850abbdca3d20398c276456cbc42158407dd074ee",
    );
    let frames = hex(
        "02000000000600405a020000560303eefce7f7b37ba1d1632e96677825ddf73988cfc79825df566dc5430b9a04\
         5a1200130100002e00330024001d00209d3c940d89690b84d08a60993c144eca684d1081287c834d5311bcf32bb9da1a002b00020304",
    );
    let keys = Keys::derive(V1, CLIENT_ID, false).expect("keys");
    let mut room = Vec::new();
    assert_eq!(keys.open(&packet, 18, 117, &mut room), Ok(&frames[..]));
}

#[test]
fn hellos_come_out_of_initial_packets() {
    for version in [V1, V2, 0xff00_001d, 0xface_b002] {
        let hello = client_hello();
        let (a, b) = hello.split_at(20);
        // Out of order, padded, over two packets.
        let first = initial(version, true, &[crypto(20, b), vec![0; 30], vec![1]].concat());
        let second = initial(version, true, &crypto(0, a));
        let said = datagrams("QUIC", 443, &[orig(&first), orig(&second)]);
        let text = said.join("\n");
        assert!(
            text.contains("Analyzer::ANALYZER_QUIC") && text.contains("Analyzer::ANALYZER_SSL"),
            "{text}"
        );
        assert!(text.contains("example.org") && text.contains("\"h3\""), "{text}");
        assert_eq!(text.matches("QUIC::initial_packet").count(), 2);
        assert_eq!(text.matches("ssl_client_hello(").count(), 1);
    }
}

#[test]
fn a_server_is_not_read_before_its_client() {
    let close = initial(V1, false, b"\x1c\x0a\0\x04busy\0\0\0\0\0\0\0\0\0\0\0\0");
    starts(&datagrams("QUIC", 443, &[resp(&close)]), &["connection_flipped", "QUIC::initial_packet"]);

    let ping = initial(V1, true, &[1; 30]);
    let said = datagrams("QUIC", 443, &[orig(&ping), resp(&close)]);
    starts(
        &said,
        &[
            "QUIC::initial_packet",
            "analyzer_confirmation_info",
            "QUIC::initial_packet",
            "QUIC::connection_close_frame",
        ],
    );
    assert!(said[3].contains("10, \"busy\""), "{}", said[3]);
}

#[test]
fn after_a_retry_other_keys_hold() {
    let ping = initial(V1, true, &[1; 30]);
    let mut retry = b"\xf0\0\0\0\x01\0\x08\xf0\x67\xa5\x50\x2a\x42\x62\xb5token".to_vec();
    retry.extend(b"0123456789abcdef");
    let said = datagrams("QUIC", 443, &[orig(&ping), resp(&retry), orig(&ping)]);
    starts(
        &said,
        &["QUIC::initial_packet", "analyzer_confirmation_info", "QUIC::retry_packet", "QUIC::initial_packet"],
    );
    assert!(said[2].ends_with("\"token\", \"0123456789abcdef\")"), "{}", said[2]);
}

#[test]
fn what_cannot_be_is_a_violation() {
    let check = |packet: &[u8], reason: &str| {
        let said = datagrams("QUIC", 443, &[orig(packet)]);
        let last = said.last().expect("a violation");
        assert!(last.starts_with("analyzer_violation_info") && last.contains(reason), "{said:#?}");
    };
    let complete = initial(V1, true, &[1; 30]);
    let mut changed = complete.clone();
    *changed.last_mut().expect("a byte") ^= 1;
    check(&changed, "decryption failed");
    check(&complete[..complete.len() - 1], "QUIC packet: 50 bytes wanted");
    check(b"\xc0\x10\x01\0\0\0\0", "unhandled QUIC version 0x10010000");
    check(&initial(V1, true, &[0x1e; 30]), "QUIC frame of type 0x1e");
    check(&initial(V1, true, &crypto(0, &[1, 0, 0xff, 0xff, 0, 0])), "begin a hello of 65539 bytes");
    check(&initial(V1, true, &crypto(0, &[1, 0, 0, 2, 0, 0, 0])), "7 bytes where a hello has 6");
    check(b"\xc0\0\0\0\x01\0\0\0\x10", "length: a value that cannot be at offset 9");
}

#[test]
fn parts_of_a_hello_come_in_any_order_and_more_than_once() {
    let complete: Vec<u8> = [1, 0, 0, 16].into_iter().chain(4..20).collect();
    for cuts in [[0, 5, 10, 20], [5, 0, 10, 20], [10, 5, 0, 20]] {
        let mut hello = Hello::default();
        for at in cuts.into_iter().filter(|c| *c < 20) {
            assert_eq!(hello.complete(), None);
            let end = complete.len().min(at + if at == 10 { 10 } else { 5 });
            hello.write(at as u64, &complete[at..end]).expect("fits");
        }
        assert_eq!(hello.complete(), Some(&complete[..]));
    }
    // Data that ends beyond the limit is ignored.
    Hello::default().write(u64::MAX, &[1; 100]).expect("ignored");
}

#[test]
fn torn_and_changed_packets_are_survived() {
    let hello = initial(V1, true, &crypto(0, &client_hello()));
    torment("QUIC", Port::udp(443), &[orig(&hello), resp(&initial(V1, false, &[1; 20]))]);
}
