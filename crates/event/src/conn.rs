// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/event.bif.zeek, base/bif/plugins/Zeek_ConnSize.events.bif.zeek}.
//! Connections of any transport: their life and what the engine notes about them.
use crate::tunnel::EncapsulatingConn;
use crate::arg::{ConnId, EnumName, ListOf};
use crate::declare::events;
use net_types::Interval;

events! { in conn;
    /// The first packet of a connection of any transport. For UDP and ICMP a connection is what is sent between two
    /// endpoints without a long silence. Handlers run for every connection: keep them short.
    NewConnection = "new_connection" { c: ConnId }
    /// A connection is carried by other tunnels than before.
    TunnelChanged<'a> = "tunnel_changed" { c: ConnId, e: ListOf<'a, EncapsulatingConn<'a>> }
    /// An attempt to connect was not answered within tcp_attempt_delay, and the connection is given up.
    ConnectionTimeout = "connection_timeout" { c: ConnId }
    /// The last event of a connection, before everything that is known of it goes. The record is complete here: this is
    /// where conn.log is written.
    ConnectionStateRemove = "connection_state_remove" { c: ConnId }
    /// A SYN came for endpoints whose TCP connection was still known. The old connection ends and a new one begins.
    ConnectionReused = "connection_reused" { c: ConnId }
    /// Raised again and again while a connection is followed, each connection_status_update_interval.
    ConnectionStatusUpdate = "connection_status_update" { c: ConnId }
    /// The sides of a connection were exchanged: what was called the originator is the responder. Scripts that keep
    /// something of a side exchange it too.
    ConnectionFlipped = "connection_flipped" { c: ConnId }
    /// The flow label of a side's IPv6 packets changed.
    ConnectionFlowLabelChanged = "connection_flow_label_changed" {
        c: ConnId, is_orig: bool, old_label: u64, new_label: u64
    }
    /// A connection that Analyzer::schedule_analyzer announced has come and got its analyzer.
    ScheduledAnalyzerApplied = "scheduled_analyzer_applied" { c: ConnId, a: EnumName }
    /// A TCP segment was sent again with other bytes, by an attacker or a broken sender. Raised once a
    /// connection.
    RexmitInconsistency<'a> = "rexmit_inconsistency" { c: ConnId, t1: &'a [u8], t2: &'a [u8], tcp_flags: &'a [u8] }
    /// Bytes of a TCP stream are missing: the capture lost packets, or they were never sent.
    ContentGap = "content_gap" { c: ConnId, is_orig: bool, seq: u64, length: u64 }
    /// A signature has found a protocol so late that its first bytes are no longer there; no analyzer is attached.
    ProtocolLateMatch = "protocol_late_match" { c: ConnId, atype: EnumName }
    /// A side of a connection has sent the number of bytes that set_current_conn_bytes_threshold asked for.
    ConnBytesThresholdCrossed = "conn_bytes_threshold_crossed" { c: ConnId, threshold: u64, is_orig: bool }
    /// A side of a connection has sent the number of packets that set_current_conn_packets_threshold asked for.
    ConnPacketsThresholdCrossed = "conn_packets_threshold_crossed" { c: ConnId, threshold: u64, is_orig: bool }
    /// A connection has lasted as long as set_current_conn_duration_threshold asked for.
    ConnDurationThresholdCrossed = "conn_duration_threshold_crossed" { c: ConnId, threshold: Interval, is_orig: bool }
    /// A connection has had one of the numbers of packets in ConnThreshold::generic_packet_thresholds, both sides
    /// together.
    ConnGenericPacketThresholdCrossed = "conn_generic_packet_threshold_crossed" { c: ConnId, threshold: u64 }
}
