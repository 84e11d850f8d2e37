// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/protocols/quic/spicy-events.zeek}.
//! QUIC (RFC 9000): the packets of the handshake, before the final keys.
use crate::arg::ConnId;
use crate::declare::events;

events! { in quic;
    /// An Initial packet.
    InitialPacket<'a> = "QUIC::initial_packet" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8]
    }
    /// A Retry packet: the server requires a validation of the client's address.
    RetryPacket<'a> = "QUIC::retry_packet" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8], retry_token: &'a [u8],
        retry_integrity_tag: &'a [u8]
    }
    /// A Handshake packet.
    HandshakePacket<'a> = "QUIC::handshake_packet" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8]
    }
    /// A 0-RTT packet: data that a client sends before the handshake is complete.
    ZeroRttPacket<'a> = "QUIC::zero_rtt_packet" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8]
    }
    /// A side closed the connection in an Initial packet; later packets cannot be decrypted.
    ConnectionCloseFrame<'a> = "QUIC::connection_close_frame" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8], error_code: u64,
        reason_phrase: &'a [u8]
    }
    /// A packet with an unknown version.
    UnhandledVersion<'a> = "QUIC::unhandled_version" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8]
    }
}
