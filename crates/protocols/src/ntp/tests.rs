use crate::rehearsal::{Said, datagrams, orig, resp, torment};
use net_types::Port;

/// Builds a time message. Its reference timestamp is half a second after the epoch.
fn time(first: u8, stratum: u8, tail: &[u8]) -> Vec<u8> {
    let mut m = vec![first, stratum, 6, 0xfe, 0, 1, 0x80, 0, 0, 0, 0x40, 0];
    m.extend(b"GPS\0");
    m.extend([0x83, 0xaa, 0x7e, 0x80, 0x80, 0, 0, 0]);
    m.extend([0; 16]);
    m.extend([0x83, 0xaa, 0x7e, 0x81, 0, 0, 0, 0]);
    m.extend(tail);
    m
}

const TIMES: &str = "ref_time=0.5, org_time=0, rec_time=0, xmt_time=1";
const SPANS: &str = "poll=64, precision=0.25, root_delay=1.5, root_disp=0.25";

/// Checks the messages that a conversation raises.
fn check(said: &[Said<'_>], want: &[String]) {
    let mut got = datagrams("NTP", 123, said);
    got.retain(|e| e.starts_with("ntp_message"));
    assert_eq!(got, want);
}

#[test]
fn the_reference_is_read_by_stratum() {
    let shown = |stratum: u8, id: &str| {
        let std = format!("stratum={stratum}, {SPANS}, {id}, {TIMES}, num_exts=0");
        vec![format!("ntp_message(T, [version=4, mode=3, std_msg=[{std}]])")]
    };
    check(&[orig(&time(0x23, 0, b""))], &shown(0, "kiss_code=\"GPS\\x00\""));
    check(&[orig(&time(0x23, 1, b""))], &shown(1, "ref_id=\"GPS\\x00\""));
    check(&[orig(&time(0x23, 2, b""))], &shown(2, "ref_addr=71.80.83.0"));
}

#[test]
fn extensions_stand_before_the_signature() {
    let shown = |tail: &[u8], more: &str| {
        let std = format!("stratum=1, {SPANS}, ref_id=\"GPS\\x00\", {TIMES}, {more}");
        check(
            &[orig(&time(0x23, 1, tail))],
            &[format!("ntp_message(T, [version=4, mode=3, std_msg=[{std}]])")],
        );
    };
    let digest = |n: usize| format!("key_id=5, digest=\"{}\"", "d".repeat(n));
    let mac = |n: usize| [&[0, 0, 0, 5][..], &vec![b'd'; n]].concat();
    shown(&mac(16), &format!("{}, num_exts=0", digest(16)));
    shown(&mac(20), &format!("{}, num_exts=0", digest(20)));
    shown(&mac(12), "num_exts=0");
    let extension = [&[1, 4, 0, 28][..], &[0; 24]].concat();
    shown(&[&extension[..], &mac(16)].concat(), &format!("{}, num_exts=1", digest(16)));
    shown(&[&extension[..], &extension].concat(), "num_exts=2");
}

#[test]
fn control_messages() {
    let m = [0x26, 0x82, 0, 1, 6, 2, 0, 9, 0, 0, 0, 3, b'a', b'=', b'1'];
    let fixed = "op_code=2, resp_bit=T, err_bit=F, more_bit=F, sequence=1, status=1538, association_id=9";
    check(
        &[resp(&m)],
        &[format!("ntp_message(F, [version=4, mode=6, control_msg=[{fixed}, data=\"a=1\"]])")],
    );
    let signed = [&m[..], &[0, 0, 0, 7], b"12345678"].concat();
    let shown = format!("{fixed}, data=\"a=1\", key_id=7, crypto_checksum=\"12345678\"");
    check(&[orig(&signed)], &[format!("ntp_message(T, [version=4, mode=6, control_msg=[{shown}]])")]);
}

#[test]
fn private_messages() {
    let m = [0x17, 0x03, 3, 42, 0x40, 2, 0, 8, b'h', b'i'];
    let private = "req_code=42, auth_bit=F, sequence=3, implementation=3, err=4";
    // The number of items precedes the size of an item.
    check(
        &[orig(&m)],
        &[format!("ntp_message(T, [version=2, mode=7, mode7_msg=[{private}, data=\"\\x00\\x08\"]])")],
    );
    check(&[orig(&[0x20])], &["ntp_message(T, [version=4, mode=0])".to_owned()]);
}

#[test]
fn a_servers_message_from_the_originator_turns_the_connection_round() {
    let (server, client) = (time(0x24, 2, b""), time(0x23, 2, b""));
    let said = datagrams("NTP", 40_123, &[orig(&server), resp(&client)]);
    let sides: Vec<&str> = said.iter().filter(|e| e.starts_with("ntp_message")).map(|e| &e[..35]).collect();
    assert_eq!(sides, ["ntp_message(T, [version=4, mode=4, ", "ntp_message(T, [version=4, mode=3, "]);
}

#[test]
fn too_short_a_message_is_none() {
    let said = datagrams("NTP", 123, &[orig(&time(0x23, 1, b"")[..47])]);
    assert!(
        said.len() == 1 && said[0].contains("NTP message: 4 bytes wanted at offset 44, 3 there"),
        "{said:?}"
    );
}

#[test]
fn torn_and_changed_messages_are_survived() {
    let extended = [&[1, 4, 0, 28][..], &[0; 40]].concat();
    let control = [0x26, 0x82, 0, 1, 6, 2, 0, 9, 0, 0, 0, 3, b'a', b'=', b'1'];
    torment(
        "NTP",
        Port::udp(123),
        &[
            orig(&time(0x23, 1, &extended)),
            resp(&control),
            orig(&[0x17, 0x83, 3, 42, 0x40, 2, 0, 8, b'h', b'i']),
        ],
    );
}
