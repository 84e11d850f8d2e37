use super::parser::{MAX_OPTIONS, Message, Options};
use crate::rehearsal::{Said, datagrams, orig, resp, torment};
use net_types::Port;

fn check(said: &[Said<'_>], events: &[&str]) {
    // All datagrams belong to one connection to port 69, because a transfer may use the connection of its request.
    let heard = datagrams("TFTP", 69, said);
    let heard: Vec<&str> = heard
        .iter()
        .map(String::as_str)
        .filter(|e| e.starts_with("tftp") || e.starts_with("conn_weird"))
        .collect();
    assert_eq!(heard, events);
}

#[test]
fn requests_are_read_with_their_options() {
    check(
        &[orig(b"\0\x01boot.img\0octet\0"), orig(b"\0\x02up\0NetASCII\0BlkSize\x001428\0tsize\x0099\0")],
        &[
            "tftp_read_request(T, \"boot.img\", \"octet\", {})",
            "tftp_write_request(T, \"up\", \"NetASCII\", {[name=\"BlkSize\", value=\"1428\"], [name=\"tsize\", value=\"99\"]})",
        ],
    );
}

#[test]
fn a_transfer_goes_block_by_block() {
    let full = [&b"\0\x03\0\x01"[..], &[b'x'; 8]].concat();
    check(
        &[
            orig(b"\0\x01f\0octet\0blksize\x008\0"),
            resp(b"\0\x06blksize\x008\0"),
            orig(b"\0\x04\0\0"),
            resp(&full),
            orig(b"\0\x04\0\x01"),
            resp(b"\0\x03\0\x02end"),
            orig(b"\0\x04\0\x02"),
        ],
        &[
            "tftp_read_request(T, \"f\", \"octet\", {[name=\"blksize\", value=\"8\"]})",
            "tftp_option_ack(F, {[name=\"blksize\", value=\"8\"]})",
            "tftp_ack(T, 0)",
            "tftp_data(F, 1, 8, \"xxxxxxxx\")",
            "tftp_ack(T, 1)",
            "tftp_data(F, 2, 3, \"end\")",
            "tftp_ack(T, 2)",
        ],
    );
}

#[test]
fn failures_carry_their_code_and_their_text() {
    check(&[orig(b"\0\x05\0\x01File not found\0")], &["tftp_error(T, 1, \"File not found\")"]);
    check(&[orig(b"\0\x05\0\x02no end")], &["tftp_error(T, 2, \"no end\")"]);
}

#[test]
fn what_is_odd_is_told() {
    let weird = |name: &str, addl: &str| format!("conn_weird(\"{name}\", \"{addl}\", \"TFTP\")");
    let odd = |said: &[Said<'_>], name, addl| {
        let heard = datagrams("TFTP", 69, said);
        assert!(heard.contains(&weird(name, addl)), "{name}: {heard:?}");
    };
    let block = |n: u8, len: usize| [&[0, 3, 0, n][..], &vec![0; len]].concat();
    odd(&[orig(&block(1, 512)), orig(&block(4, 1))], "tftp_missing_blocks", "2");
    odd(&[orig(&block(1, 513))], "tftp_block_too_large", "513");
    odd(&[orig(b"\0\x06blksize\x007\0")], "tftp_bad_block_size", "7");
    odd(&[orig(b"\0\x01f\0binary\0")], "tftp_unknown_mode", "");
    odd(&[orig(b"\0\x04\0\0"), resp(b"\0\x01f\0octet\0")], "tftp_request_from_responder", "");
    odd(&[orig(&[&b"\0\x06"[..], &b"a\0b\0".repeat(MAX_OPTIONS + 1)].concat())], "tftp_too_many_options", "");
}

#[test]
fn messages_that_are_none_are_violations() {
    for bytes in [&b""[..], b"\0", b"\0\x07", b"\0\x01f", b"\0\x01f\0octet", b"\0\x03\0", b"\0\x06blksize"] {
        assert!(Message::read(bytes).is_err(), "{}", bytes.escape_ascii());
    }
    let heard = datagrams("TFTP", 69, &[orig(b"\0\x07")]);
    assert!(heard.iter().any(|e| e.contains("TFTP opcode: a value that cannot be at offset 0")), "{heard:?}");
}

#[test]
fn numbers_of_options_are_found_in_any_case() {
    let options = Options { list: vec![(b"TSIZE", b"77"), (b"blksize", b"many")], cut: false };
    assert_eq!(
        (options.number("tsize"), options.number("blksize"), options.number("timeout")),
        (Some(77), None, None)
    );
}

#[test]
fn torn_and_changed_conversations_are_survived() {
    torment(
        "TFTP",
        Port::udp(69),
        &[
            orig(b"\0\x01f\0octet\0blksize\x008\0tsize\x000\0"),
            resp(b"\0\x06blksize\x008\0tsize\x0011\0"),
            resp(b"\0\x03\0\x0112345678"),
            resp(b"\0\x03\0\x01again678"),
            resp(b"\0\x03\0\x03end"),
            resp(b"\0\x05\0\0oops\0"),
        ],
    );
}
