use super::attributes;
use super::*;
use crate::rehearsal::{streams, torment};
use net_types::Port;
use session::Role;
use wire::Reader;

#[test]
fn packets_tell_their_length() {
    assert_eq!(packet_length(b"\x05\0\0\x01"), Some(9));
    assert_eq!(packet_length(b"\x00\x00\x01"), None);
    assert_eq!(packet_length(b"\xff\xff\xff\0"), Some(0xff_ffff + 4));
}

#[test]
fn numbers_have_one_to_nine_bytes() {
    for (bytes, n) in [
        (b"\x07".as_slice(), 7),
        (b"\xfc\x01\x02", 0x0201),
        (b"\xfd\x01\x02\x03", 0x03_0201),
        (b"\xfe\x01\0\0\0\0\0\0\x80", 0x8000_0000_0000_0001),
        (b"\xfb", 0),
    ] {
        assert_eq!(length_encoded(&mut Reader::new("n", bytes)), Ok(n));
    }
    assert!(length_encoded(&mut Reader::new("n", b"\xfc\x01")).is_err());
}

#[test]
fn a_greeting_names_its_plugin() {
    let mut g = b"8.0.1\0\x01\0\0\0abcdefgh\0\xff\xff\x2d\x02\0\xff\xff\x15".to_vec();
    g.extend([0; 10]);
    g.extend(b"0123456789ab\0native\0");
    let read = Greeting::read(10, &mut Reader::new("g", &g)).unwrap().unwrap();
    assert_eq!(read.server_version, b"8.0.1");
    assert_eq!(read.plugin, Some((b"native".as_slice(), b"abcdefgh0123456789ab\0".to_vec())));
}

#[test]
fn attributes_stand_before_a_query() {
    // Two attributes: a number of one byte and NULL.
    let mut r = Reader::new("q", b"\x02\x01\x02\x01\x01\0\x01a\xfe\0\x01b\x2aSELECT 1");
    assert_eq!(attributes::skip(&mut r), Ok(true));
    assert_eq!(r.rest(), b"SELECT 1");
    assert_eq!(attributes::skip(&mut Reader::new("q", b"\x01\x01\0\x02")), Ok(false));
}

/// Builds a packet with its header.
fn packet(number: u8, body: &[u8]) -> Vec<u8> {
    let [a, b, c, _] = (body.len() as u32).to_le_bytes();
    [&[a, b, c, number], body].concat()
}

fn greeting() -> Vec<u8> {
    let mut g = b"\x0a8.0.1\0\x01\0\0\0abcdefgh\0\xff\xff\x2d\x02\0\0\0\0".to_vec();
    g.extend([0; 10]);
    g.extend(b"0123456789ab\0");
    packet(0, &g)
}

fn login(capabilities: u32) -> Vec<u8> {
    let mut l = capabilities.to_le_bytes().to_vec();
    l.extend([0; 28]);
    if capabilities & capability::SSL == 0 {
        l.extend(b"bob\0\x02pw");
    }
    packet(1, &l)
}

#[test]
fn a_query_with_rows_is_heard() {
    let replies = [
        packet(1, b"\x02"),
        packet(2, b"\x03def"),
        packet(3, b"\x03def"),
        packet(4, b"\xfe\0\0\x02\0"),
        packet(5, b"\x01a\xfb"),
        packet(6, b"\xfe\0\0\x02\0"),
    ]
    .concat();
    let talk: Vec<(Role, Vec<u8>)> = vec![
        (Role::Resp, greeting()),
        (Role::Orig, login(0)),
        (Role::Resp, packet(2, b"\0\0\0\x02\0\0\0")),
        (Role::Orig, packet(0, b"\x03SELECT 1")),
        (Role::Resp, replies),
        (Role::Orig, packet(0, b"\x02db")),
        (Role::Resp, packet(1, b"\xff\x19\x04#42000no such db")),
    ];
    let talk: Vec<(Role, &[u8])> = talk.iter().map(|(r, b)| (*r, b.as_slice())).collect();
    assert_eq!(
        streams("MYSQL", 3306, &talk),
        [
            "mysql_server_version(\"8.0.1\")",
            "analyzer_confirmation_info(Analyzer::ANALYZER_MYSQL, [aid=3])",
            "mysql_handshake(\"bob\")",
            "mysql_ok(0)",
            "mysql_command_request(3, \"SELECT 1\")",
            "mysql_eof(T)",
            "mysql_result_row({\"a\", \"\"})",
            "mysql_eof(F)",
            "mysql_command_request(2, \"db\")",
            "mysql_error(1049, \"no such db\")",
        ]
    );
    torment("MYSQL", Port::tcp(3306), &talk);
}

#[test]
fn tls_begins_when_the_client_wants_it() {
    let (g, l) = (greeting(), login(capability::SSL));
    let said = streams("MYSQL", 3306, &[(Role::Resp, &g), (Role::Orig, &l), (Role::Orig, b"\x16\x03\x01")]);
    assert_eq!(said.last().map(String::as_str), Some("mysql_ssl_request()"), "{said:?}");
}

#[test]
fn a_login_without_a_greeting_is_none() {
    let l = login(0);
    let said = streams("MYSQL", 3306, &[(Role::Orig, &l)]);
    assert!(said.iter().any(|s| s.contains("a MySQL login without a greeting")), "{said:?}");
}
