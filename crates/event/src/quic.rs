// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/protocols/quic/spicy-events.zeek}.
//! QUIC (RFC 9000): what its packets show before they are encrypted for good.
use crate::arg::ConnId;
use crate::declare::events;

events! { in quic;
    /// An Initial packet.
    InitialPacket<'a> = "QUIC::initial_packet" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8]
    }
    /// A server wants the client's address proven first.
    RetryPacket<'a> = "QUIC::retry_packet" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8], retry_token: &'a [u8],
        retry_integrity_tag: &'a [u8]
    }
    /// A Handshake packet.
    HandshakePacket<'a> = "QUIC::handshake_packet" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8]
    }
    /// Data that a client sends before the handshake is through.
    ZeroRttPacket<'a> = "QUIC::zero_rtt_packet" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8]
    }
    /// A side gave up in an Initial packet; later ones cannot be read.
    ConnectionCloseFrame<'a> = "QUIC::connection_close_frame" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8], error_code: u64,
        reason_phrase: &'a [u8]
    }
    /// A version that the analyzer does not know.
    UnhandledVersion<'a> = "QUIC::unhandled_version" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8]
    }
}
