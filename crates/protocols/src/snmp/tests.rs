use crate::rehearsal::{Said, datagrams, orig, resp, torment};
use net_types::Port;

/// Tag, length and content.
fn tlv(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    [&[tag, content.len() as u8][..], &content].concat()
}

/// A message of version 1 or 2c.
fn message(version: u8, pdu: &[u8]) -> Vec<u8> {
    tlv(0x30, &[&[2, 1, version], b"\x04\x06public", pdu])
}

/// A message about variables.
fn pdu(tag: u8, bindings: &[&[u8]]) -> Vec<u8> {
    let list = tlv(0x30, &[&bindings.concat()]);
    tlv(tag, &[&[2, 1, 9, 2, 1, 0xff, 2, 1, 0], &list])
}

/// 1.3.6.1 with a value.
fn variable(value: &[u8]) -> Vec<u8> {
    tlv(0x30, &[b"\x06\x03\x2b\x06\x01", value])
}

fn check(said: &[Said<'_>], want: &str) {
    let mut got = datagrams("SNMP", 161, said);
    got.retain(|e| !e.starts_with("analyzer_confirmation_info"));
    assert_eq!(got, [want]);
}

const V1: &str = "[version=0, v1=[community=\"public\"]]";
const V2: &str = "[version=1, v2=[community=\"public\"]]";

#[test]
fn values_by_their_tags() {
    let value = |bytes: &[u8], shown: &str| {
        let pdu = pdu(0xa0, &[&variable(bytes)]);
        let binding = format!("[oid=\"1.3.6.1\", value=[tag={}{shown}]]", bytes[0]);
        let want = format!("{V1}, [request_id=9, error_status=-1, error_index=0, bindings={{{binding}}}]");
        check(&[orig(&message(0, &pdu))], &format!("snmp_get_request(T, {want})"));
    };
    value(&[5, 0], "");
    value(&[2, 1, 0xfe], ", signed=-2");
    value(b"\x04\x02hi", ", octets=\"hi\"");
    value(b"\x06\x02\x2b\x07", ", oid=\"1.3.7\"");
    value(&[0x40, 4, 10, 0, 0, 1], ", address=10.0.0.1");
    value(&[0x40, 2, 10, 0], ", address=::");
    value(&[0x41, 2, 1, 0], ", unsigned=256");
    value(&[0x46, 9, 0, 255, 255, 255, 255, 255, 255, 255, 255], ", unsigned=18446744073709551615");
    value(b"\x44\x01x", ", octets=\"x\"");
    value(&[0x82, 0], "");
}

#[test]
fn kinds_of_messages() {
    let kind = |tag, event: &str| {
        check(
            &[orig(&message(1, &pdu(tag, &[])))],
            &format!("{event}(T, {V2}, [request_id=9, error_status=-1, error_index=0, bindings={{}}])"),
        );
    };
    kind(0xa0, "snmp_get_request");
    kind(0xa1, "snmp_get_next_request");
    kind(0xa2, "snmp_response");
    kind(0xa3, "snmp_set_request");
    kind(0xa6, "snmp_inform_request");
    kind(0xa7, "snmp_trapV2");
    kind(0xa8, "snmp_report");
    check(
        &[orig(&message(1, &pdu(0xa5, &[])))],
        &format!(
            "snmp_get_bulk_request(T, {V2}, [request_id=9, non_repeaters=255, max_repetitions=0, bindings={{}}])"
        ),
    );
    check(&[orig(&message(1, &pdu(0xa9, &[])))], &format!("snmp_unknown_pdu(T, {V2}, 169)"));
    check(&[orig(&message(7, &[]))], "snmp_unknown_header_version(T, 7)");
}

#[test]
fn a_trap_of_version_1() {
    let trap = tlv(
        0xa4,
        &[b"\x06\x02\x2b\x06", &[0x40, 4, 10, 0, 0, 1], &[2, 1, 6, 2, 1, 3], &[0x43, 1, 50], &[0x30, 0]],
    );
    check(
        &[orig(&message(0, &trap))],
        &format!(
            "snmp_trap(T, {V1}, [enterprise=\"1.3.6\", agent=10.0.0.1, generic_trap=6, specific_trap=3, \
             time_stamp=50, bindings={{}}])"
        ),
    );
}

fn version3(flags: u8, next: &[u8]) -> Vec<u8> {
    let data = tlv(0x30, &[&[2, 1, 5, 2, 2, 4, 0, 4, 1, flags, 2, 1, 3]]);
    tlv(0x30, &[&[2, 1, 3], &data, b"\x04\x02sp", next])
}

#[test]
fn version_3_plain_encrypted_and_neither() {
    let header = |flags: &str, context: &str| {
        format!(
            "[version=3, v3=[id=5, max_size=1024, {flags}, security_model=3, security_params=\"sp\"{context}]]"
        )
    };
    let plain = tlv(0x30, &[b"\x04\x01e", b"\x04\x01n", &pdu(0xa0, &[])]);
    let flags = "flags=4, auth_flag=F, priv_flag=F, reportable_flag=T";
    let shown = header(flags, ", pdu_context=[engine_id=\"e\", name=\"n\"]");
    check(
        &[orig(&version3(4, &plain))],
        &format!(
            "snmp_get_request(T, {shown}, [request_id=9, error_status=-1, error_index=0, bindings={{}}])"
        ),
    );
    let flags = "flags=3, auth_flag=T, priv_flag=T, reportable_flag=F";
    check(&[orig(&version3(3, b"\x04\x03xyz"))], &format!("snmp_encrypted_pdu(T, {})", header(flags, "")));
    check(
        &[orig(&version3(3, b"\x05\x00"))],
        &format!("snmp_unknown_scoped_pdu(T, {}, 5)", header(flags, "")),
    );
}

#[test]
fn the_responder_confirms() {
    let request = message(0, &pdu(0xa0, &[]));
    let count = |said: &[Said<'_>]| {
        let got = datagrams("SNMP", 161, said);
        got.iter().filter(|e| e.starts_with("analyzer_confirmation_info")).count()
    };
    assert_eq!(count(&[orig(&request), orig(&request)]), 0);
    assert_eq!(count(&[orig(&request), resp(&message(0, &pdu(0xa2, &[])))]), 1);
}

#[test]
fn what_is_no_message_is_a_violation() {
    let check = |bytes: &[u8], reason: &str| {
        let got = datagrams("SNMP", 161, &[orig(bytes)]);
        assert!(got.len() == 1 && got[0].contains(reason), "{got:?}");
    };
    check(b"\x31\x05", "tag 0x31 where 0x30 is wanted");
    check(b"\x30\x0c\x02\x0a0123456789", "an integer of 10 bytes");
    check(&message(0, &pdu(0xa0, &[b"\x30\x00\x05\x00"])), "tag 0x05 where 0x06 is wanted");
    check(b"\x30\x05\x02\x01", "1 byte wanted at offset 4, 0 there");
}

#[test]
fn an_object_identifier_beyond_64_bits_is_shown_as_empty() {
    let name = tlv(6, &[&[0x2b], &[0x80; 10], &[1]]);
    let m = message(0, &pdu(0xa0, &[&tlv(0x30, &[&name, &[5, 0]])]));
    let got = datagrams("SNMP", 161, &[orig(&m)]);
    assert!(got[0].starts_with("net_weird(\"asn_oid_subidentifier_too_long\", \"11\""), "{got:?}");
    assert!(got[1].contains("bindings={[oid=\"\", value=[tag=5]]}"), "{got:?}");
}

#[test]
fn torn_and_changed_messages_are_survived() {
    let m = message(1, &pdu(0xa2, &[&variable(&[0x40, 4, 10, 0, 0, 1]), &variable(b"\x06\x02\x2b\x07")]));
    let plain = tlv(0x30, &[b"\x04\x01e", b"\x04\x01n", &pdu(0xa5, &[&variable(&[2, 1, 1])])]);
    torment("SNMP", Port::udp(161), &[orig(&m), resp(&version3(4, &plain))]);
}
