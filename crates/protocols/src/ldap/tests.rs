use crate::rehearsal::{Said, datagrams, orig, resp, streams, torment};
use net_types::Port;

/// Encodes a tag, a length and a content.
fn tlv(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let mut out = vec![tag];
    if content.len() > 127 {
        out.extend([0x82, (content.len() >> 8) as u8]);
    }
    out.push(content.len() as u8);
    out.extend(content);
    out
}

/// Builds a message with this ID and operation.
fn message(id: u8, operation: &[u8]) -> Vec<u8> {
    tlv(0x30, &[&[2, 1, id], operation])
}

/// Builds a response with a result code.
fn outcome(tag: u8, code: u8, more: &[u8]) -> Vec<u8> {
    tlv(tag, &[&[10, 1, code], b"\x04\x00", b"\x04\x02no", more])
}

/// The events of a conversation, except the confirmation.
fn said(conversation: &[Said<'_>]) -> Vec<String> {
    let mut got = streams("LDAP_TCP", 389, conversation);
    got.retain(|e| !e.starts_with("analyzer_confirmation"));
    got
}

const NO_RESULT: &str = "LDAP::ResultCode_Undef, \"\", \"\"";

fn bind_sasl() -> Vec<u8> {
    message(1, &tlv(0x60, &[b"\x02\x01\x03\x04\x00", &tlv(0xa3, &[b"\x04\x06GSSAPI"])]))
}

#[test]
fn binds_by_password_and_by_mechanism() {
    let simple = message(1, &tlv(0x60, &[b"\x02\x01\x03\x04\x02cn", b"\x80\x02pw"]));
    assert_eq!(
        said(&[orig(&simple), resp(&message(1, &outcome(0x61, 49, b"")))]),
        [
            "LDAP::bind_request(1, 3, \"cn\", LDAP::BindAuthType_BIND_AUTH_SIMPLE, \"pw\")".to_owned(),
            format!("LDAP::message(1, LDAP::ProtocolOpcode_BIND_REQUEST, {NO_RESULT}, \"cn\", \"pw\")"),
            "LDAP::message(1, LDAP::ProtocolOpcode_BIND_RESPONSE, LDAP::ResultCode_INVALID_CREDENTIALS, \"\", \
             \"no\", \"\", \"\")"
                .to_owned(),
        ]
    );
    assert_eq!(
        said(&[orig(&bind_sasl())])[0],
        "LDAP::bind_request(1, 3, \"\", LDAP::BindAuthType_BIND_AUTH_SASL, \"GSSAPI\")"
    );
}

/// Builds a search with this filter.
fn search(filter: &[u8]) -> Vec<u8> {
    let fixed = b"\x04\x02dc\x0a\x01\x02\x0a\x01\x00\x02\x01\x05\x02\x01\x00\x01\x01\x00";
    message(2, &tlv(0x63, &[fixed, filter, &tlv(0x30, &[b"\x04\x02cn"])]))
}

fn filter(bytes: &[u8], text: &str) {
    let got = said(&[orig(&search(bytes))]);
    assert_eq!(
        got[0],
        format!(
            "LDAP::search_request(2, \"dc\", LDAP::SearchScope_SEARCH_TREE, LDAP::SearchDerefAlias_DEREF_NEVER, 5, 0, \
             F, \"{text}\", {{\"cn\"}})"
        )
    );
}

#[test]
fn filters_as_text() {
    let equal: &[u8] = b"\xa3\x06\x04\x01a\x04\x01b";
    let present: &[u8] = b"\x87\x01c";
    filter(equal, "(a=b)");
    filter(present, "(c=*)");
    filter(b"\xa5\x06\x04\x01a\x04\x01b", "(a>=b)");
    filter(b"\xa6\x06\x04\x01a\x04\x01b", "(a<=b)");
    filter(b"\xa8\x06\x04\x01a\x04\x01b", "(a~=b)");
    filter(&tlv(0xa2, &[equal]), "(!(a=b))");
    filter(&tlv(0xa0, &[equal]), "(&(a=b))");
    filter(&tlv(0xa1, &[equal, present]), "(|(a=b)(c=*))");
    filter(&tlv(0xa0, &[equal, present, present]), "(&(&(a=b)(c=*))(c=*))");
    filter(b"\xa4\x10\x04\x01a\x30\x0b\x80\x01x\x81\x01y\x81\x01z\x82\x00", "(a=x*y*z*)");
    filter(b"\xa9\x09\x81\x01r\x82\x01n\x83\x01v", "(n:r:=v)");
    filter(&tlv(0xa3, &[b"\x04\x05NtVer", b"\x04\x04\x16\x00\x00\x00"]), "(NtVer=0x00000016)");
    let guid: Vec<u8> = (0..16).collect();
    filter(
        &tlv(0xa3, &[b"\x04\x0aDomainGuid", &tlv(4, &[&guid])]),
        "(DomainGuid=03020100-0504-0706-0809-0a0b0c0d0e0f)",
    );
    filter(b"\xa3\x03\x04\x01a", "FILTER_PARSING_ERROR");
}

#[test]
fn filters_without_end_are_a_violation() {
    let mut deep = b"\x87\x01c".to_vec();
    for _ in 0..25 {
        deep = tlv(0xa2, &[&deep]);
    }
    let got = said(&[orig(&search(&deep))]);
    assert!(got.len() == 1 && got[0].contains("LDAP exceeded max filter recursion depth"), "{got:?}");
}

#[test]
fn entries_and_other_operations() {
    let check = |operation: &[u8], events: &[String]| {
        assert_eq!(said(&[resp(&message(3, operation))]), events);
    };
    let plain = |op: &str, object: &str| {
        format!("LDAP::message(3, LDAP::ProtocolOpcode_{op}, {NO_RESULT}, \"{object}\", \"\")")
    };
    check(
        &tlv(0x64, &[b"\x04\x02dn", b"\x30\x00"]),
        &["LDAP::search_result_entry(3, \"dn\")".to_owned(), plain("SEARCH_RESULT_ENTRY", "dn")],
    );
    check(b"\x42\x00", &[plain("UNBIND_REQUEST", "")]);
    check(b"\x4a\x02dn", &[plain("DEL_REQUEST", "dn")]);
    check(b"\x50\x01\x07", &[plain("ABANDON_REQUEST", "7")]);
    check(
        &tlv(0x77, &[b"\x80\x031.2", b"\x81\x01v"]),
        &["LDAP::extended_request(3, \"1.2\", \"v\")".to_owned(), plain("EXTENDED_REQUEST", "1.2")],
    );
}

#[test]
fn after_starttls_the_rest_is_not_read() {
    let request = message(1, &tlv(0x77, &[b"\x80\x161.3.6.1.4.1.1466.20037"]));
    let response = message(1, &outcome(0x78, 0, b""));
    let got = said(&[orig(&request), resp(&response), orig(&request)]);
    assert_eq!(got[4], "LDAP::starttls()", "{got:?}");
    assert!(!got[5..].iter().any(|e| e.starts_with("LDAP::")), "{got:?}");
}

#[test]
fn after_sasl_signed_messages_are_read_and_sealed_ones_passed_over() {
    let inner = message(5, b"\x42\x00");
    let token = |flags: u8| {
        let mut t = vec![5, 4, flags, 0xff, 0, 2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 9, 9];
        t.extend(&inner);
        [&(t.len() as u32).to_be_bytes()[..], &t].concat()
    };
    let both = [token(2), token(0)].concat();
    let got = said(&[orig(&bind_sasl()), resp(&message(1, &outcome(0x61, 0, b""))), orig(&both)]);
    assert_eq!(got.len(), 4, "{got:?}");
    assert!(got[3].starts_with("LDAP::message(5, LDAP::ProtocolOpcode_UNBIND_REQUEST"), "{got:?}");
    let got = said(&[orig(&bind_sasl()), resp(&message(1, &outcome(0x61, 0, b""))), orig(&inner)]);
    assert_eq!(got.len(), 4, "{got:?}");
}

#[test]
fn over_udp_it_is_the_same() {
    let got = datagrams("LDAP_UDP", 389, &[orig(&search(b"\x87\x01c"))]);
    assert_eq!(got.len(), 3, "{got:?}");
}

#[test]
fn what_is_no_message_is_a_violation() {
    let got = said(&[orig(b"GET / HTTP/1.1\r\n\r\n")]);
    assert!(got.len() == 1 && got[0].contains("a sequence wanted, tag 0x47 there"), "{got:?}");
    let got = said(&[orig(b"\x30\x06\x02\x01\x01\x04\x01x")]);
    assert!(got[0].contains("an operation wanted, tag 0x04 there"), "{got:?}");
}

#[test]
fn a_message_beyond_the_cap_is_passed_over() {
    let mut m = vec![0x30, 0x83, 0x20, 0, 0];
    m.resize(m.len() + 0x20_0000, 0);
    m.extend(message(3, b"\x42\x00"));
    let got = said(&[orig(&m)]);
    assert!(got[0].starts_with("conn_weird(\"LDAP_message_too_large\", \"2097157 bytes\""), "{got:?}");
    assert_eq!(got.len(), 2, "{got:?}");
}

/// Found by fuzzing: the sum of the content length and the header length did not fit 64 bits.
#[test]
fn a_message_of_all_the_bytes_there_could_be_has_a_length() {
    let mut m = b"\x30\x88".to_vec();
    m.extend([0xff; 40]);
    let got = datagrams("LDAP_UDP", 389, &[orig(&m)]);
    assert!(got.len() == 1 && got[0].starts_with("analyzer_violation"), "{got:?}");
}

#[test]
fn torn_and_changed_messages_are_survived() {
    let filter =
        tlv(0xa0, &[b"\xa3\x06\x04\x01a\x04\x01b", b"\xa4\x0d\x04\x01a\x30\x08\x80\x01x\x81\x01y\x82\x00"]);
    let both = [search(&filter), bind_sasl()].concat();
    torment("LDAP_TCP", Port::tcp(389), &[orig(&both), resp(&message(1, &outcome(0x61, 0, b"")))]);
}
