use super::bencode::{BencodeError, Dictionary, Value};
use crate::rehearsal::{Said, orig, resp, streams, torment};
use net_types::Port;

fn hello(peer: u8) -> Vec<u8> {
    let mut h = b"\x13BitTorrent protocol".to_vec();
    h.extend([0; 8]);
    h.extend([b'h'; 20]);
    h.extend([peer; 20]);
    h
}

/// The events, except for the confirmation.
fn said(name: &str, port: u16, conversation: &[Said<'_>]) -> Vec<String> {
    let mut said = streams(name, port, conversation);
    said.retain(|s| !s.starts_with("analyzer_confirmation"));
    said
}

#[test]
fn messages_of_peers_are_told() {
    let mut all = hello(b'a');
    all.extend(b"\0\0\0\0\0\0\0\x01\x02\0\0\0\x05\x04\0\0\0\x07\0\0\0\x02\x05\xf0");
    all.extend(b"\0\0\0\x0d\x06\0\0\0\x01\0\0\0\0\0\0\x40\0\0\0\0\x03\x09\x1a\xe1\0\0\0\x03\x14ab");
    let mut piece = hello(b'b');
    piece.extend(b"\0\0\0\x0c\x07\0\0\0\x01\0\0\0\0abc\0\0\0\x01\0");
    let said = said("BITTORRENT", 6881, &[orig(&all), resp(&piece)]);
    assert_eq!(
        said[1..8],
        [
            "bittorrent_peer_keep_alive(T)",
            "bittorrent_peer_interested(T)",
            "bittorrent_peer_have(T, 7)",
            "bittorrent_peer_bitfield(T, \"\\xf0\")",
            "bittorrent_peer_request(T, 1, 0, 16384)",
            "bittorrent_peer_port(T, 6881/tcp)",
            "bittorrent_peer_unknown(T, 20, \"ab\")",
        ]
    );
    assert!(said[8].starts_with("bittorrent_peer_handshake(F,"));
    assert_eq!(said[9..], ["bittorrent_peer_piece(F, 1, 0, 3)", "bittorrent_peer_choke(F)"]);
}

#[test]
fn what_is_no_bittorrent_is_left_alone() {
    assert_eq!(streams("BITTORRENT", 6881, &[orig(&[b'x'; 100])]), Vec::<String>::new());
    let mut long = hello(b'a');
    long.extend(b"\x7f\0\0\0");
    let said = said("BITTORRENT", 6881, &[orig(&long)]);
    assert!(said[1].contains("message length prefix exceeds limit: 2130706432 > 262144"), "{said:#?}");
}

const REQUEST: &[u8] = b"GET /announce?info_hash=x HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n";

#[test]
fn a_tracker_names_peers() {
    let answer = b"HTTP/1.0 200 OK\r\nA: b\r\n\r\nd8:intervali900e4:listl1:ae5:peers6:\x0a\0\0\x01\x1a\xe11:t2:\xc3\xa4e";
    let said = said("BITTORRENTTRACKER", 6969, &[orig(REQUEST), resp(answer)]);
    assert_eq!(
        said,
        [
            "bt_tracker_request(\"/announce?info_hash=x\", {})",
            "bt_tracker_response(200, {}, {[h=10.0.0.1, p=6881/tcp]}, {\"interval\" = [i=900], \"list\" = [l=\"l1:ae\"], \
         \"t\" = [s=\"\\xc3\\xa4\"]})",
        ]
    );
}

#[test]
fn a_tracker_may_refuse_and_be_broken() {
    let check = |answer: &[u8], wanted: &str| {
        let said = said("BITTORRENTTRACKER", 6969, &[orig(REQUEST), resp(answer)]);
        assert!(said[1].contains(wanted), "{said:#?}");
    };
    check(b"HTTP/1.0 404 No\r\n\r\n", "bt_tracker_response_not_ok(404, {})");
    check(b"SSH-2.0\r\n", "invalid HTTP status");
    check(b"HTTP/1.0 200 OK\r\n\r\nle", "not a bencoded directory (first char: l)");
    check(&[b'x'; 3000], "response message too long");
    let said = streams("BITTORRENTTRACKER", 6969, &[orig(b"POST / HTTP/1.0\r\n\r\n")]);
    assert!(said[0].contains("invalid HTTP GET"), "{said:#?}");
}

#[test]
fn bencoding_is_read_or_refused() {
    let check = |text: &[u8], wanted: Result<&[(&[u8], Value<'_>)], BencodeError>| {
        let read = Dictionary::read(text).map(|(d, _)| d.0);
        assert_eq!(read.as_deref().map_err(|e| *e), wanted, "{}", text.escape_ascii());
    };
    check(b"d1:ai-5e1:bd1:cleee", Ok(&[(b"a", Value::Int(-5)), (b"b", Value::Dictionary(b"d1:clee"))]));
    check(b"d1:a", Err(BencodeError::Short));
    check(b"d1:a5:abc", Err(BencodeError::Short));
    check(b"di1ei2ee", Err(BencodeError::Key));
    check(b"d1:ae", Err(BencodeError::Odd));
    check(b"d1:aixe", Err(BencodeError::Invalid));
    check(b"d1:a-1:be", Err(BencodeError::Invalid));
    check(&[b"d1:a".to_vec(), vec![b'l'; 100]].concat(), Err(BencodeError::Invalid));
}

#[test]
fn torn_and_changed_talks_are_survived() {
    let mut all = hello(b'a');
    all.extend(b"\0\0\0\x0c\x07\0\0\0\x01\0\0\0\0abc\0\0\0\x01\0");
    torment("BITTORRENT", Port::tcp(6881), &[orig(&all), resp(&hello(b'b'))]);
    let answer = b"HTTP/1.0 200 OK\r\n\r\nd5:peers6:\x0a\0\0\x01\x1a\xe1e";
    torment("BITTORRENTTRACKER", Port::tcp(6969), &[orig(REQUEST), resp(answer)]);
}
