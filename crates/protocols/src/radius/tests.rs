use crate::rehearsal::{datagrams, orig, torment};
use net_types::Port;

fn message(attributes: &[u8]) -> Vec<u8> {
    let mut m = vec![1, 7, 0, 20 + attributes.len() as u8];
    m.extend(b"0123456789abcdef");
    m.extend(attributes);
    m
}

const CONFIRMED: &str = "analyzer_confirmation_info(Analyzer::ANALYZER_RADIUS, [aid=3])";

#[test]
fn attributes_are_shown_one_by_one_and_by_type() {
    let said = datagrams("RADIUS", 1812, &[orig(&message(b"\x01\x05bob\x12\x03a\x01\x02\x12\x03b"))]);
    assert_eq!(
        said,
        [
            "radius_attribute(1, \"bob\")",
            "radius_attribute(18, \"a\")",
            "radius_attribute(1, \"\")",
            "radius_attribute(18, \"b\")",
            CONFIRMED,
            "radius_message([code=1, trans_id=7, authenticator=\"0123456789abcdef\", \
             attributes={1 = {\"bob\", \"\"}, 18 = {\"a\", \"b\"}}])",
        ]
    );
}

#[test]
fn a_message_without_attributes_has_no_table() {
    let said = datagrams("RADIUS", 1812, &[orig(&message(b""))]);
    assert_eq!(said, [CONFIRMED, "radius_message([code=1, trans_id=7, authenticator=\"0123456789abcdef\"])"]);
}

#[test]
fn broken_attributes_are_a_violation() {
    let check = |attributes: &[u8], reason: &str| {
        let said = datagrams("RADIUS", 1812, &[orig(&message(attributes))]);
        assert!(said.len() == 1 && said[0].contains(reason), "{said:?}");
    };
    check(b"\x01\x01", "RADIUS attribute: 2 bytes wanted at offset 20, 1 there");
    check(b"\x01\x09bob", "RADIUS message: 7 bytes wanted at offset 22, 3 there");
}

#[test]
fn torn_and_changed_messages_are_survived() {
    torment("RADIUS", Port::udp(1812), &[orig(&message(b"\x01\x05bob\x12\x03a\x01\x02\x12\x03b"))]);
}
