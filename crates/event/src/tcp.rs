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
    /// The first SYN of a side, for fingerprinting.
    SynPacket = "SYN_packet" {
        is_orig: bool, df: bool = "DF", ttl: u64, size: u64, win_size: u64, win_scale: i64, mss: u64 = "MSS",
        sack_ok: bool = "SACK_OK", ts_val: Option<u64> = "TSval", ts_ecr: Option<u64> = "TSecr"
    }
}

events! { in tcp;
    /// Bytes of a TCP stream in order, for connections with the analyzer STREAM_EVENT.
    StreamDeliver<'a> = "stream_deliver" { c: ConnId, is_orig: bool, data: &'a [u8] }
    /// Missing bytes of a TCP stream, for connections with the analyzer STREAM_EVENT.
    StreamUndelivered = "stream_undelivered" { c: ConnId, is_orig: bool, seq: u64, len: u64 }
    /// The first packet with payload of a TCP connection.
    NewConnectionContents = "new_connection_contents" { c: ConnId }
    /// A SYN was not answered within tcp_attempt_delay.
    ConnectionAttempt = "connection_attempt" { c: ConnId }
    /// A SYN was answered: a TCP connection is open.
    ConnectionEstablished = "connection_established" { c: ConnId }
    /// A TCP connection that already existed when its first packet was seen.
    PartialConnection = "partial_connection" { c: ConnId }
    /// A side of a TCP connection has closed and the other has been silent for tcp_partial_close_delay.
    ConnectionPartialClose = "connection_partial_close" { c: ConnId }
    /// Both sides of a TCP connection have closed.
    ConnectionFinished = "connection_finished" { c: ConnId }
    /// A side of a TCP connection has closed, and no packets of the other side were seen.
    ConnectionHalfFinished = "connection_half_finished" { c: ConnId }
    /// A SYN was answered by a RST.
    ConnectionRejected = "connection_rejected" { c: ConnId }
    /// An open TCP connection ended by a RST.
    ConnectionReset = "connection_reset" { c: ConnId }
    /// A TCP connection still exists when the run ends.
    ConnectionPending = "connection_pending" { c: ConnId }
    /// A SYN.
    ConnectionSynPacket = "connection_SYN_packet" { c: ConnId, pkt: SynPacket }
    /// The ACK that completes the handshake of TCP.
    ConnectionFirstAck = "connection_first_ACK" { c: ConnId }
    /// A side's TCP stream has ended and was delivered to its end.
    ConnectionEof = "connection_EOF" { c: ConnId, is_orig: bool }
    /// A TCP segment. Handlers run for every segment.
    TcpPacket<'a> = "tcp_packet" {
        c: ConnId, is_orig: bool, flags: &'a str, seq: u64, ack: u64, len: u64, payload: &'a [u8]
    }
    /// An option of a TCP segment. Handlers run very often.
    TcpOptionSeen = "tcp_option" { c: ConnId, is_orig: bool, opt: u64, optlen: u64 }
    /// All options of a TCP segment. Handlers run very often.
    TcpOptions<'a> = "tcp_options" { c: ConnId, is_orig: bool, options: ListOf<'a, TcpOption<'a>> }
    /// Bytes of a TCP stream in order, for ports in tcp_content_delivery_ports_orig and similar options.
    TcpContents<'a> = "tcp_contents" { c: ConnId, is_orig: bool, seq: u64, contents: &'a [u8] }
    /// A retransmitted TCP segment.
    TcpRexmit = "tcp_rexmit" { c: ConnId, is_orig: bool, seq: u64, len: u64, data_in_flight: u64, window: u64 }
    /// The number of a side's segments with wrong checksums has reached a threshold.
    TcpMultipleChecksumErrors = "tcp_multiple_checksum_errors" { c: ConnId, is_orig: bool, threshold: u64 }
    /// The number of times that a side closed its window has reached a threshold.
    TcpMultipleZeroWindows = "tcp_multiple_zero_windows" { c: ConnId, is_orig: bool, threshold: u64 }
    /// The number of a side's retransmissions has reached a threshold.
    TcpMultipleRetransmissions = "tcp_multiple_retransmissions" { c: ConnId, is_orig: bool, threshold: u64 }
    /// The number of gaps in a side's stream has reached a threshold.
    TcpMultipleGap = "tcp_multiple_gap" { c: ConnId, is_orig: bool, threshold: u64 }
}
