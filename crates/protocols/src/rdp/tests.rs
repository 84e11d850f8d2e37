use crate::rehearsal::{self, Said, orig, resp};
use net_types::Port;

fn framed(body: &[u8]) -> Vec<u8> {
    let mut p = vec![3, 0];
    p.extend((4 + body.len() as u16).to_be_bytes());
    p.extend(body);
    p
}

fn request(cookie: &str) -> Vec<u8> {
    let mut b = vec![0xe0, 0, 0, 0, 0, 0];
    b.extend(cookie.as_bytes());
    b.extend([1, 0, 8, 0, 3, 0, 0, 0]);
    b.insert(0, b.len() as u8);
    framed(&b)
}

fn confirm(kind: u8, value: u8) -> Vec<u8> {
    framed(&[14, 0xd0, 0, 0, 0, 0, 0, kind, 7, 8, 0, value, 0, 0, 0])
}

fn block(kind: u16, content: &[u8]) -> Vec<u8> {
    let mut b = kind.to_le_bytes().to_vec();
    b.extend((4 + content.len() as u16).to_le_bytes());
    b.extend(content);
    b
}

fn client(blocks: &[Vec<u8>]) -> Vec<u8> {
    let mut b = vec![2, 0xf0, 0x80, 0x7f, 0x65, 0x82, 1, 0x94];
    b.extend([4, 1, 1, 4, 1, 1, 1, 1, 0xff, 0x30, 0, 0x30, 0, 0x30, 0, 4, 0x82, 1, 0]);
    b.extend([0, 5, 0, 0x14, 0x7c, 0, 1, 0x81, 0, 0, 8, 0, 0x10, 0, 1, 0xc0, 0]);
    b.extend(b"Duca");
    b.extend([0x80, 0]);
    b.extend(blocks.concat());
    framed(&b)
}

fn server(blocks: &[Vec<u8>]) -> Vec<u8> {
    let mut b = vec![2, 0xf0, 0x80, 0x7f, 0x66, 0x82, 1, 0x94];
    b.extend([10, 1, 0, 2, 1, 0, 0x30, 0, 4, 0x82, 1, 0]);
    b.extend([0, 5, 0, 0x14, 0x7c, 0, 1, 0x2a, 0x14, 0x76, 0x0a, 1, 1, 0, 1, 0xc0, 0]);
    b.extend(b"McDn");
    b.extend([0x80, 0]);
    b.extend(blocks.concat());
    framed(&b)
}

fn core() -> Vec<u8> {
    let mut b = vec![4, 0, 8, 0, 0, 4, 0, 3, 1, 0xca, 3, 0xaa, 9, 4, 0, 0, 0xb1, 0x1d, 0, 0];
    let mut name: Vec<u8> = "REED".encode_utf16().flat_map(u16::to_le_bytes).collect();
    name.resize(32, 0);
    b.extend(name);
    b.extend([4, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 0]);
    b.extend([0; 64]);
    b.extend([1, 0xca, 1, 0, 0, 0, 0, 0, 24, 0, 7, 0, 1, 0]);
    block(0xc001, &b)
}

fn heard(said: &[Said<'_>]) -> Vec<String> {
    let mut lines = rehearsal::streams("RDP", 3389, said);
    lines.retain(|l| l.starts_with("rdp") || l.starts_with("analyzer"));
    lines
}

#[test]
fn a_session_under_tls() {
    let (r, c) = (request("Cookie: mstshash=ida\r\n"), confirm(2, 2));
    let said = [orig(&r), resp(&c)];
    assert_eq!(
        heard(&said),
        [r#"rdp_connect_request("ida", 0)"#, "rdp_begin_encryption(2)", "rdp_negotiation_response(2, 7)"]
    );
    rehearsal::torment("RDP", Port::tcp(3389), &said);
}

#[test]
fn a_session_that_is_refused() {
    let (r, c) = (request(""), confirm(3, 5));
    assert_eq!(
        heard(&[orig(&r), resp(&c)]),
        [r#"rdp_connect_request("", 0)"#, "rdp_negotiation_failure(5, 7)"]
    );
}

#[test]
fn a_session_under_encryption_of_its_own() {
    let channels = block(0xc003, &[&[1, 0, 0, 0][..], b"cliprdr\0", &[0, 0, 0, 0xc0]].concat());
    let hello = client(&[core(), channels]);
    let mut security = vec![2, 0, 0, 0, 2, 0, 0, 0, 32, 0, 0, 0, 20, 0, 0, 0];
    security.extend([9; 32]);
    security.extend([2, 0, 0, 0x80, 1, 0, 0, 0, 8, 0, 0, 0]);
    security.extend(b"not x509");
    let answer = server(&[block(0x0c01, &[4, 0, 8, 0]), block(0x0c02, &security)]);
    let said = [orig(&hello), resp(&answer), orig(b"secret")];
    let lines = heard(&said);
    let all = lines.join("\n");
    for part in [
        r#"client_name="REED""#,
        "desktop_width=1024, desktop_height=768",
        "keyboard_layout=1033, client_build=7601",
        r#"rdp_client_network_data({[name="cliprdr\x00", options=3221225472, initialized=T, encrypt_rdp=T"#,
        "rdp_gcc_server_create_response(0)",
        "rdp_server_certificate(2, F)\nrdp_begin_encryption(0)\nrdp_server_security(2, 2)",
        "rdp_native_encrypted_data(T, 6)",
        "analyzer_confirmation_info(Analyzer::ANALYZER_RDP",
    ] {
        assert!(all.contains(part), "{part}\n{all}");
    }
    rehearsal::torment("RDP", Port::tcp(3389), &said[..2]);
}

#[test]
fn a_packet_shorter_than_its_head_is_a_violation() {
    assert!(heard(&[orig(&[3, 0, 0, 3])])[0].starts_with("analyzer_violation_info"));
}
