use super::*;
use crate::rehearsal::{self, orig};

/// Encodes a tag, a length and a content.
fn der(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut t = vec![tag];
    match content.len() {
        n @ 0..0x80 => t.push(n as u8),
        n => {
            t.push(0x82);
            t.extend((n as u16).to_be_bytes());
        }
    }
    t.extend(content);
    t
}

const SPNEGO: &[u8] = &[6, 6, 0x2b, 6, 1, 5, 5, 2];
const KERBEROS: &[u8] = &[6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x12, 1, 2, 2];

/// Builds the token that begins a negotiation, with a mechanism's token.
fn first(mechanism: &[u8]) -> Vec<u8> {
    let types = der(0xa0, &der(0x30, KERBEROS));
    let token = der(0xa2, &der(4, mechanism));
    der(0x60, &[SPNEGO, &der(0xa0, &der(0x30, &[types, token].concat()))].concat())
}

/// Builds an answer with a state and a mechanism's token.
fn answer(state: u8, mechanism: &[u8]) -> Vec<u8> {
    let state = der(0xa0, &[10, 1, state]);
    let token = der(0xa2, &der(4, mechanism));
    der(0xa1, &der(0x30, &[state, der(0xa1, KERBEROS), token].concat()))
}

fn said(token: &[u8]) -> Vec<String> {
    let mut lines = rehearsal::streams("GSSAPI", 7777, &[orig(token)]);
    lines.retain(|l| ["gssapi", "ntlm", "krb", "analyzer"].iter().any(|p| l.starts_with(p)));
    lines
}

#[test]
fn the_state_comes_before_the_mechanism() {
    let mut ntlm = b"NTLMSSP\0\x01\0\0\0".to_vec();
    ntlm.extend([0; 20]);
    let lines = said(&answer(1, &ntlm));
    assert_eq!(lines[0], "gssapi_neg_result(1)");
    assert!(lines[1].starts_with("ntlm_negotiate("), "{lines:?}");
    assert!(lines[2].starts_with("analyzer_confirmation_info(Analyzer::ANALYZER_NTLM"), "{lines:?}");
    assert!(lines[3].starts_with("analyzer_confirmation_info(Analyzer::ANALYZER_GSSAPI"), "{lines:?}");
}

#[test]
fn kerberos_has_a_wrapper_of_its_own() {
    let token = der(0x60, &[KERBEROS, &[2, 0], b"message"].concat());
    assert_eq!(Kerberos::read(&token), Ok(Kerberos { id: 2, message: b"message" }));
    let lines = said(&first(&token));
    assert!(lines[0].starts_with("analyzer_violation_info(Analyzer::ANALYZER_KRB"), "{lines:?}");
    assert!(lines[1].starts_with("analyzer_confirmation_info(Analyzer::ANALYZER_GSSAPI"), "{lines:?}");
}

#[test]
fn protected_messages_say_nothing() {
    assert!(Tokens::new(&[4, 4, 0xff, 0xff]).unwrap().is_none());
    assert!(Tokens::new(&[5, 4, 0xff, 0xff]).unwrap().is_none());
}

#[test]
fn an_argument_that_is_not_known_is_a_violation() {
    let lines = said(&der(0xa1, &der(0x30, &der(0xa7, &[]))));
    assert!(lines[0].starts_with("analyzer_violation_info"), "{lines:?}");
}

#[test]
fn damaged_tokens_do_no_harm() {
    for token in [first(b"NTLMSSP\0\x01\0\0\0"), answer(0, &[0x60, 3, 6, 1, 1])] {
        for n in 0..token.len() {
            said(&token[..n]);
            for value in [0, 0x30, 0x60, 0x7f, 0x80, 0x84, 0xff] {
                let mut bytes = token.clone();
                bytes[n] = value;
                said(&bytes);
            }
        }
    }
}
