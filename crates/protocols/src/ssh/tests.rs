use crate::rehearsal::{self, orig, resp};
use net_types::Port;

/// A packet of version 2 with four bytes of padding.
fn packet(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut p = (payload.len() as u32 + 6).to_be_bytes().to_vec();
    p.extend([4, kind]);
    p.extend(payload);
    p.extend([0; 4]);
    p
}

fn string(s: &[u8]) -> Vec<u8> {
    [&(s.len() as u32).to_be_bytes(), s].concat()
}

/// The algorithms of a side with these key exchange methods.
fn init(kex: &[u8]) -> Vec<u8> {
    let lists: [&[u8]; 10] = [kex, b"ssh-rsa", b"c1,c2", b"c1", b"m", b"m", b"none", b"none", b"", b""];
    let mut b = vec![b'k'; 16];
    for list in lists {
        b.extend(string(list));
    }
    b.extend([0; 5]);
    packet(20, &b)
}

const CLIENT: &[u8] = b"SSH-2.0-client\r\n";
const SERVER: &[u8] = b"SSH-2.0-server\r\n";

/// Both directions after the first lines, up to the first encrypted bytes.
fn exchange() -> [Vec<u8>; 4] {
    let reply = [string(b"host key"), string(b"qs"), string(b"signature")].concat();
    [
        init(b"unknown,curve25519-sha256"),
        init(b"curve25519-sha256"),
        [packet(30, &string(b"qc")), packet(21, &[])].concat(),
        [packet(31, &reply), packet(21, &[]), b"secret".to_vec()].concat(),
    ]
}

fn heard(said: &[rehearsal::Said<'_>]) -> Vec<String> {
    let mut lines = rehearsal::streams("SSH", 22, said);
    lines.retain(|l| ["ssh", "analyzer_", "conn_weird"].iter().any(|p| l.starts_with(p)));
    lines
}

#[test]
fn lines_then_keys_in_any_order_and_segments() {
    let [can, could, key, reply] = exchange();
    let client_first = [orig(CLIENT), resp(SERVER), orig(&can), resp(&could), orig(&key), resp(&reply)];
    let lines = heard(&client_first);
    for part in [
        r#"ssh_client_version("SSH-2.0-client")"#,
        r#"ssh_server_version("SSH-2.0-server")"#,
        r#"ssh2_server_host_key("host key")"#,
        "ssh_encrypted_packet(F, 6)",
    ] {
        assert!(lines.iter().any(|l| l == part), "{part} in {lines:#?}");
    }
    assert_eq!(lines.iter().filter(|l| l.starts_with("ssh_capabilities")).count(), 2, "{lines:#?}");
    assert!(!lines.iter().any(|l| l.starts_with("analyzer_violation")), "{lines:#?}");

    let mut keys = lines;
    keys.retain(|l| !l.contains("_version("));
    // The server's line alone, then all of the client's in one segment.
    let at_once = [CLIENT, &can].concat();
    let server_first = heard(&[resp(SERVER), orig(&at_once), resp(&could), orig(&key), resp(&reply)]);
    assert!(keys.iter().all(|l| server_first.contains(l)), "{server_first:#?}");

    let (low, high) = could.split_at(3);
    let torn = [orig(CLIENT), resp(SERVER), orig(&can), resp(low), resp(high), orig(&key), resp(&reply)];
    let torn = heard(&torn);
    assert!(keys.iter().all(|l| torn.contains(l)), "{torn:#?}");

    // Encrypted bytes are reported per segment, so there are none here.
    let read = reply.strip_suffix(b"secret").unwrap_or_default();
    let [one, two, three, four, five, _] = client_first;
    rehearsal::torment("SSH", Port::tcp(22), &[one, two, three, four, five, resp(read)]);
}

#[test]
fn a_packet_before_the_other_sides_line_cannot_be_read() {
    let [can, ..] = exchange();
    let lines = heard(&[orig(CLIENT), orig(&can)]);
    assert!(lines.iter().any(|l| l.contains("invalid index for case: SSH_Key_Exchange: 3")), "{lines:#?}");
}
