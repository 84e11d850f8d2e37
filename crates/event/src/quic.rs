//! QUIC (RFC 9000): what its packets show before they are encrypted for good.
use crate::{ConnId, events};

events! { in quic;
    /// An Initial packet; `dcid` and `scid` are the ids of the connection at its destination and at its source.
    InitialPacket<'a> = "QUIC::initial_packet" { c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8] }
    /// A server wants the client's address proven.
    RetryPacket<'a> = "QUIC::retry_packet" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8], retry_token: &'a [u8],
        retry_integrity_tag: &'a [u8]
    }
    /// A Handshake packet.
    HandshakePacket<'a> = "QUIC::handshake_packet" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8]
    }
    /// A packet of a client that has spoken to the server before.
    ZeroRttPacket<'a> = "QUIC::zero_rtt_packet" { c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8] }
    /// A side gives up while the keys are still known.
    ConnectionCloseFrame<'a> = "QUIC::connection_close_frame" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8], error_code: u64,
        reason_phrase: &'a [u8]
    }
    /// A version that is not known here.
    UnhandledVersion<'a> = "QUIC::unhandled_version" {
        c: ConnId, is_orig: bool, version: u64, dcid: &'a [u8], scid: &'a [u8]
    }
}
