use super::*;
use crate::rehearsal::{self, orig};

fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Builds a message: the fixed part, with length, length and offset of each item, and the items after it.
fn message(kind: u32, before: &[u8], items: &[&[u8]], after: &[u8]) -> Vec<u8> {
    let mut m = b"NTLMSSP\0".to_vec();
    m.extend(kind.to_le_bytes());
    m.extend(before);
    let mut at = (m.len() + 8 * items.len() + after.len()) as u32;
    for i in items {
        m.extend((i.len() as u16).to_le_bytes());
        m.extend((i.len() as u16).to_le_bytes());
        m.extend(at.to_le_bytes());
        at += i.len() as u32;
    }
    m.extend(after);
    m.extend(items.concat());
    m
}

const UNICODE_WITH_NAMES: u32 = flag::UNICODE | flag::DOMAIN_SUPPLIED | flag::WORKSTATION_SUPPLIED;

fn negotiate() -> Vec<u8> {
    message(1, &UNICODE_WITH_NAMES.to_le_bytes(), &[&wide("MARSH"), &wide("REED")], &[])
}

/// Builds a challenge. `pairs` is the target information.
fn challenge(pairs: &[u8]) -> Vec<u8> {
    let name = wide("MARSH");
    let mut m = b"NTLMSSP\0\x02\0\0\0".to_vec();
    let place = |len: usize, at: u32| {
        [&(len as u16).to_le_bytes()[..], &(len as u16).to_le_bytes(), &at.to_le_bytes()].concat()
    };
    m.extend(place(name.len(), 48));
    m.extend((flag::UNICODE | flag::REQUEST_TARGET | flag::TARGET_INFO).to_le_bytes());
    m.extend(0x0807_0605_0403_0201_u64.to_le_bytes());
    m.extend([0; 8]);
    m.extend(place(pairs.len(), 48 + name.len() as u32));
    m.extend(name);
    m.extend(pairs);
    m
}

fn pair(id: u16, value: &[u8]) -> Vec<u8> {
    [&id.to_le_bytes()[..], &(value.len() as u16).to_le_bytes(), value].concat()
}

fn server() -> Vec<u8> {
    let time = 132_000_000_000_000_000_u64.to_le_bytes();
    [pair(1, &wide("HERON")), pair(3, &wide("heron.marsh")), pair(7, &time), pair(99, b"?"), pair(0, b"")]
        .concat()
}

fn authenticate() -> Vec<u8> {
    let items = [&[1; 24][..], &[2; 30], &wide("MARSH"), &wide("ida"), &wide("REED"), b"0123456789abcdef"];
    message(3, &[], &items, &flag::UNICODE.to_le_bytes())
}

fn said(messages: &[&[u8]]) -> Vec<String> {
    let said: Vec<_> = messages.iter().map(|m| orig(m)).collect();
    let mut lines = rehearsal::streams("NTLM", 7777, &said);
    lines.retain(|l| l.starts_with("ntlm") || l.contains("violation"));
    lines
}

#[test]
fn the_first_message_has_names() {
    let lines = said(&[&negotiate()]);
    assert!(lines[0].starts_with("ntlm_negotiate("), "{lines:?}");
    assert!(lines[0].contains(r#"domain_name="MARSH", workstation="REED""#), "{lines:?}");
}

#[test]
fn the_challenge_tells_of_the_server() {
    let lines = said(&[&challenge(&server())]);
    assert_eq!(lines.len(), 1, "{lines:?}");
    for part in [
        "challenge=578437695752307201",
        r#"target_name="MARSH""#,
        r#"nb_computer_name="HERON", dns_computer_name="heron.marsh", timestamp=1555526400"#,
    ] {
        assert!(lines[0].contains(part), "{part}: {lines:?}");
    }
}

#[test]
fn what_a_server_says_must_have_an_end() {
    let lines = said(&[&challenge(&pair(1, &wide("HERON")))]);
    assert!(lines.iter().any(|l| l.contains("underflow")), "{lines:?}");
    assert!(lines.iter().any(|l| l.contains("HERON")), "{lines:?}");
}

#[test]
fn the_proof_names_the_user() {
    let lines = said(&[&authenticate()]);
    for part in
        [r#"domain_name="MARSH", user_name="ida", workstation="REED""#, "session_key=\"0123456789abcdef\""]
    {
        assert!(lines[0].contains(part), "{part}: {lines:?}");
    }
}

#[test]
fn a_place_outside_of_the_message_is_a_violation() {
    let mut m = authenticate();
    m.truncate(m.len() - 1);
    let lines = said(&[&m]);
    assert!(lines[0].starts_with("analyzer_violation_info"), "{lines:?}");
}

#[test]
fn a_version_stands_where_nothing_else_does() {
    let mut m = b"NTLMSSP\0\x01\0\0\0".to_vec();
    m.extend(flag::VERSION.to_le_bytes());
    m.extend([0, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0]);
    m.extend([10, 0, 0x61, 0x4a, 0, 0, 0, 15]);
    let Ok(Message::Negotiate(n)) = Message::read(&m) else { panic!() };
    assert_eq!(n.version, Some(Version { major: 10, minor: 0, build: 19041, revision: 15 }));
}

#[test]
fn damaged_messages_do_no_harm() {
    for m in [negotiate(), challenge(&server()), authenticate()] {
        for n in 0..m.len() {
            let mut bytes = m.clone();
            bytes.truncate(n);
            let _ = Message::read(&bytes);
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut bytes = m.clone();
                bytes[n] = value;
                rehearsal::streams("NTLM", 7777, &[orig(&bytes)]);
            }
        }
    }
}
