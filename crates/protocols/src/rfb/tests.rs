use super::message::{Client, Length, Server};
use crate::rehearsal::{streams, torment};
use net_types::Port;
use session::Role;

#[test]
fn messages_tell_their_length() {
    assert_eq!(Server::SecurityTypes.length(b"\x03"), Length::Bytes(4));
    assert_eq!(Server::SecurityTypes.length(b""), Length::Unknown);
    assert_eq!(Server::Reason.length(b"\0\0\0\x05no"), Length::Bytes(9));
    assert_eq!(Server::Reason.length(b"\0\x01\0\0"), Length::Invalid);
    assert_eq!(Server::AppleChallenge.length(b"\0\x02\0\x80"), Length::Bytes(260));
    assert_eq!(Client::Message.length(b"\x02\0\0\x03"), Length::Bytes(16));
    assert_eq!(Client::Message.length(b"\x06\0\0\0\0\0\0\x02"), Length::Bytes(10));
    assert_eq!(Client::Message.length(b"\x07"), Length::Invalid);
}

const WATCH: &[(Role, &[u8])] = &[
    (Role::Resp, b"RFB 003.008\n"),
    (Role::Orig, b"RFB 003.008\n"),
    (Role::Resp, b"\x02\x01\x02"),
    (Role::Orig, b"\x02"),
    (Role::Resp, b"0123456789abcdef"),
    (Role::Orig, b"fedcba9876543210"),
    (Role::Resp, b"\0\0\0\0"),
    (Role::Orig, b"\x01"),
    (Role::Resp, b"\x04\0\x03\0\x20\x18\0\x01\0\xff\0\xff\0\xff\0\x08\x10\0\0\0\0\0\0\x04desk"),
    (Role::Orig, b"\x05\0\0\x01\0\x01\x04\x01\0\0\0\0\0\x61"),
];

#[test]
fn a_desktop_is_heard() {
    assert_eq!(
        streams("RFB", 5900, WATCH),
        [
            "rfb_server_version(\"003\", \"008\")",
            "rfb_client_version(\"003\", \"008\")",
            "analyzer_confirmation_info(Analyzer::ANALYZER_RFB, [aid=3])",
            "rfb_authentication_type(2)",
            "rfb_auth_result(F)",
            "rfb_share_flag(T)",
            "rfb_server_parameters(\"desk\", 1024, 768)",
        ]
    );
}

#[test]
fn a_desktop_is_survived_however_it_is_changed() {
    torment("RFB", Port::tcp(5900), WATCH);
}

#[test]
fn data_out_of_turn_is_no_rfb() {
    let said = streams("RFB", 5900, &[(Role::Resp, b"RFB 003.008\nx")]);
    assert!(said.iter().any(|s| s.contains("invalid data from RFB server")), "{said:?}");
}
