// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_StreamEvent.events.bif.zeek, base/bif/plugins/Zeek_TCP.events.bif.zeek, base/init/packets.zeek}.
//! TCP: connection states, segments, options.
use crate::arg::{ConnId, ListOf};
use crate::declare::{events, records};

records! {
    /// One option of a segment.
    TcpOption<'a> = "TCP::Option" {
        kind: u64, length: u64, data: Option<&'a [u8]>, mss: Option<u64>, window_scale: Option<u64>,
        sack: Option<ListOf<'a, u64>>, send_timestamp: Option<u64>, echo_timestamp: Option<u64>, rate: Option<u64>,
        ttl_diff: Option<u64>, qs_nonce: Option<u64>
    }
    /// The first SYN of a side, as fingerprinting wants it.
    SynPacket = "SYN_packet" {
        is_orig: bool, df: bool = "DF", ttl: u64, size: u64, win_size: u64, win_scale: i64, mss: u64 = "MSS",
        sack_ok: bool = "SACK_OK", ts_val: Option<u64> = "TSval", ts_ecr: Option<u64> = "TSecr"
    }
}

events! { in tcp;
    /// The next bytes of a stream, where they are handed over as they come.
    StreamDeliver<'a> = "stream_deliver" { c: ConnId, is_orig: bool, data: &'a [u8] }
    /// Bytes of such a stream that nobody saw.
    StreamUndelivered = "stream_undelivered" { c: ConnId, is_orig: bool, seq: u64, len: u64 }
    /// The first packet with payload of a connection.
    NewConnectionContents = "new_connection_contents" { c: ConnId }
    /// A SYN was not answered.
    ConnectionAttempt = "connection_attempt" { c: ConnId }
    /// The handshake's second packet was seen.
    ConnectionEstablished = "connection_established" { c: ConnId }
    /// A connection that was under way when it was first seen.
    PartialConnection = "partial_connection" { c: ConnId }
    /// One side closed and the other did not, for a while.
    ConnectionPartialClose = "connection_partial_close" { c: ConnId }
    /// Both sides closed.
    ConnectionFinished = "connection_finished" { c: ConnId }
    /// One side closed; the other was never seen.
    ConnectionHalfFinished = "connection_half_finished" { c: ConnId }
    /// A SYN was answered by a RST.
    ConnectionRejected = "connection_rejected" { c: ConnId }
    /// An established connection ended by a RST.
    ConnectionReset = "connection_reset" { c: ConnId }
    /// Still there when the monitor ends.
    ConnectionPending = "connection_pending" { c: ConnId }
    /// A SYN.
    ConnectionSynPacket = "connection_SYN_packet" { c: ConnId, pkt: SynPacket }
    /// The ACK that ends the handshake.
    ConnectionFirstAck = "connection_first_ACK" { c: ConnId }
    /// The end of a side's stream.
    ConnectionEof = "connection_EOF" { c: ConnId, is_orig: bool }
    /// Every segment.
    TcpPacket<'a> = "tcp_packet" {
        c: ConnId, is_orig: bool, flags: &'a str, seq: u64, ack: u64, len: u64, payload: &'a [u8]
    }
    /// Every option of every segment.
    TcpOptionSeen = "tcp_option" { c: ConnId, is_orig: bool, opt: u64, optlen: u64 }
    /// All options of a segment.
    TcpOptions<'a> = "tcp_options" { c: ConnId, is_orig: bool, options: ListOf<'a, TcpOption<'a>> }
    /// Stream contents, where scripts asked for them.
    TcpContents<'a> = "tcp_contents" { c: ConnId, is_orig: bool, seq: u64, contents: &'a [u8] }
    /// A retransmission.
    TcpRexmit = "tcp_rexmit" { c: ConnId, is_orig: bool, seq: u64, len: u64, data_in_flight: u64, window: u64 }
    /// The count of bad checksums passed a threshold.
    TcpMultipleChecksumErrors = "tcp_multiple_checksum_errors" { c: ConnId, is_orig: bool, threshold: u64 }
    /// The count of zero windows passed a threshold.
    TcpMultipleZeroWindows = "tcp_multiple_zero_windows" { c: ConnId, is_orig: bool, threshold: u64 }
    /// The count of retransmissions passed a threshold.
    TcpMultipleRetransmissions = "tcp_multiple_retransmissions" { c: ConnId, is_orig: bool, threshold: u64 }
    /// The count of gaps passed a threshold.
    TcpMultipleGap = "tcp_multiple_gap" { c: ConnId, is_orig: bool, threshold: u64 }
}
