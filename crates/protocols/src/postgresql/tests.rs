use crate::rehearsal::{orig, resp, streams, torment};
use net_types::Port;
use session::Role;

const STARTUP: &[u8] = b"\0\0\0\x20\0\x03\0\0user\0bob\0database\0shop\0\0";
const TLS: &[u8] = b"\0\0\0\x08\x04\xd2\x16\x2f";

/// The events without the confirmation.
fn said(conversation: &[(Role, &[u8])]) -> Vec<String> {
    let mut said = streams("POSTGRESQL", 5432, conversation);
    said.retain(|s| !s.starts_with("analyzer_confirmation"));
    said
}

#[test]
fn a_login_and_a_query() {
    let said = said(&[
        orig(STARTUP),
        resp(b"R\0\0\0\x0c\0\0\0\x05salt"),
        orig(b"p\0\0\0\x08md5\0"),
        resp(b"R\0\0\0\x08\0\0\0\0S\0\0\0\x08a\0b\0K\0\0\0\x0c\0\0\0\x07\0\0\0\x09Z\0\0\0\x05I"),
        orig(b"Q\0\0\0\x0dselect 1\0"),
        resp(b"T\0\0\0\x06\0\x01D\0\0\0\x0b\0\x01\0\0\0\x011N\0\0\0\x09Mhi\0\0Z\0\0\0\x05I"),
        orig(b"X\0\0\0\x04"),
    ]);
    assert_eq!(
        said,
        [
            "PostgreSQL::startup_parameter(\"user\", \"bob\")",
            "PostgreSQL::startup_parameter(\"database\", \"shop\")",
            "PostgreSQL::startup_message(3, 0)",
            "PostgreSQL::authentication_request(5, \"salt\")",
            "PostgreSQL::authentication_response(\"md5\\x00\")",
            "PostgreSQL::authentication_ok()",
            "PostgreSQL::parameter_status(\"a\", \"b\")",
            "PostgreSQL::backend_key_data(7, 9)",
            "PostgreSQL::ready_for_query(\"I\")",
            "PostgreSQL::simple_query(\"select 1\")",
            "PostgreSQL::not_implemented(F, \"T\", \"\\x00\\x01\")",
            "PostgreSQL::data_row(1)",
            "PostgreSQL::notice_response_identified_field(\"M\", \"hi\")",
            "PostgreSQL::notice_response()",
            "PostgreSQL::ready_for_query(\"I\")",
            "PostgreSQL::terminate()",
        ]
    );
}

#[test]
fn a_client_that_is_refused_tls_goes_on_in_the_clear() {
    let said = said(&[orig(TLS), resp(b"N"), orig(STARTUP), resp(b"E\0\0\0\x0cSFATAL\0\0")]);
    assert_eq!(said[..2], ["PostgreSQL::ssl_request()", "PostgreSQL::ssl_reply(\"N\")"]);
    assert_eq!(
        said[5..],
        ["PostgreSQL::error_response_identified_field(\"S\", \"FATAL\")", "PostgreSQL::error_response()",]
    );
}

#[test]
fn what_follows_a_yes_is_tls() {
    let said = said(&[orig(TLS), resp(b"S"), orig(b"\x16\x03\x09\0\0")]);
    assert!(said[2].contains("Analyzer::ANALYZER_SSL"), "{said:#?}");
}

#[test]
fn what_cannot_be_is_a_violation() {
    let check = |conversation: &[(Role, &[u8])], reason: &str| {
        let said = said(conversation);
        let last = said.last().expect("a violation");
        assert!(last.starts_with("analyzer_violation_info") && last.contains(reason), "{said:#?}");
    };
    check(&[orig(b"GET / HTTP/1.1\r\n\r\n")], "unsupported PostgreSQL major version");
    check(&[orig(b"\0\0\0\x0e\0\x03\0\0u\xff\0b\0\0")], "characters that a name or a value cannot have");
    check(&[orig(TLS), resp(b"X")], "a server answers 0x58");
    check(&[orig(STARTUP), resp(b"R\0\0\0\x08\0\0\0\x20")], "authentication of type 32");
    check(&[orig(STARTUP), resp(b"Z\0\0\0\x05Q")], "a transaction status of 0x51");
    check(&[orig(STARTUP), resp(b"Z\0\0\0\x01I")], "a length of 1");
    check(
        &[resp(b"a"), resp(b"b"), resp(b"c"), resp(b"d"), resp(b"e")],
        "too many backend messages buffered",
    );
}

#[test]
fn of_a_long_message_the_rest_is_passed_over() {
    let mut row = b"D\0\x08\0\x04\0\x07".to_vec();
    row.resize(1 + (8 << 16) + 4, b'x');
    row.extend(b"Z\0\0\0\x05I");
    let said = said(&[orig(STARTUP), resp(&row)]);
    assert_eq!(said[3..], ["PostgreSQL::data_row(7)", "PostgreSQL::ready_for_query(\"I\")"]);
}

#[test]
fn torn_and_changed_conversations_are_survived() {
    torment(
        "POSTGRESQL",
        Port::tcp(5432),
        &[
            orig(STARTUP),
            resp(b"R\0\0\0\x08\0\0\0\0S\0\0\0\x08a\0b\0E\0\0\0\x0cSFATAL\0\0Z\0\0\0\x05I"),
            orig(b"Q\0\0\0\x0dselect 1\0X\0\0\0\x04"),
        ],
    );
}
