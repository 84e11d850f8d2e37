use crate::rehearsal::{self, Said, orig, resp};
use net_types::Port;

/// The first datagram of a side, with a protocol version.
fn syn(ack: u32, flags: u16, version: u16) -> Vec<u8> {
    let mut d = ack.to_be_bytes().to_vec();
    d.extend([0, 64]);
    d.extend((flags | 0x1000).to_be_bytes());
    d.extend([0, 0, 0, 1, 4, 0xd0, 4, 0xd0]);
    d.extend([0, 1]);
    d.extend(version.to_be_bytes());
    d.resize(d.len() + if version == 0x0101 { 32 } else { 0 } + 1100, 0);
    d
}

fn heard(said: &[Said<'_>]) -> Vec<String> {
    let mut lines = rehearsal::datagrams("RDPEUDP", 3389, said);
    lines.retain(|l| l.starts_with("rdpeudp") || l.starts_with("analyzer_violation"));
    lines
}

#[test]
fn a_handshake_and_data() {
    let (s, a) = (syn(u32::MAX, 1, 2), syn(1, 5, 2));
    let mut d = vec![0, 0, 0, 2, 0, 64, 0, 0x0c, 0, 1, 0, 0];
    d.extend([0; 8]);
    d.extend(b"data");
    let said = [orig(&s), resp(&a), orig(&d)];
    assert_eq!(
        heard(&said),
        ["rdpeudp_syn()", "rdpeudp_synack()", "rdpeudp_established(1)", r#"rdpeudp_data(T, 1, "data")"#]
    );
    rehearsal::torment("RDPEUDP", Port::udp(3389), &said);
}

#[test]
fn version_3_has_datagrams_of_another_form() {
    let (s, a) = (syn(u32::MAX, 1, 0x0101), syn(1, 5, 0x0101));
    let said = [orig(&s), resp(&a), orig(&[8, 0, 0, 9]), orig(b"\0\0\0data")];
    assert_eq!(heard(&said)[2..], ["rdpeudp_established(2)", r#"rdpeudp_data(T, 2, "data")"#]);
}

#[test]
fn a_server_cannot_begin() {
    let s = syn(u32::MAX, 1, 2);
    let lines = rehearsal::datagrams("RDPEUDP", 3389, &[orig(b"short"), orig(&s[..16]), resp(&s)]);
    assert!(!lines.iter().any(|l| l.starts_with("rdpeudp_synack")), "{lines:?}");
}
