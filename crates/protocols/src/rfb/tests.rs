use super::message::{Client, Length, Server};

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
