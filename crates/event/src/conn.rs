// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/event.bif.zeek, base/bif/plugins/Zeek_ConnSize.events.bif.zeek}.
//! Connections of any transport: their life cycle, and facts that the engine reports about them.
use crate::tunnel::EncapsulatingConn;
use crate::arg::{ConnId, EnumName, ListOf};
use crate::declare::events;
use net_types::Interval;

events! { in conn;
    /// The first packet of a connection of any transport. For UDP and ICMP, a connection consists of the packets between
    /// two endpoints without a long pause. Handlers run for every connection: keep them short.
    NewConnection = "new_connection" { c: ConnId }
    /// The tunnels that carry a connection have changed.
    TunnelChanged<'a> = "tunnel_changed" { c: ConnId, e: ListOf<'a, EncapsulatingConn<'a>> }
    /// An attempt to connect was not answered within tcp_attempt_delay, and the connection is given up.
    ConnectionTimeout = "connection_timeout" { c: ConnId }
    /// The last event of a connection, before its state is removed. The record is complete here: conn.log is written by
    /// handlers of this event.
    ConnectionStateRemove = "connection_state_remove" { c: ConnId }
    /// A SYN between the endpoints of a TCP connection that still existed. The old connection ends and a new one begins.
    ConnectionReused = "connection_reused" { c: ConnId }
    /// Raised repeatedly while a connection is followed, every connection_status_update_interval.
    ConnectionStatusUpdate = "connection_status_update" { c: ConnId }
    /// The roles of a connection were exchanged: the former originator is now the responder. Scripts that store data per
    /// side must exchange it too.
    ConnectionFlipped = "connection_flipped" { c: ConnId }
    /// The flow label of a side's IPv6 packets changed.
    ConnectionFlowLabelChanged = "connection_flow_label_changed" {
        c: ConnId, is_orig: bool, old_label: u64, new_label: u64
    }
    /// A connection announced by Analyzer::schedule_analyzer has begun and got its analyzer.
    ScheduledAnalyzerApplied = "scheduled_analyzer_applied" { c: ConnId, a: EnumName }
    /// A TCP segment was retransmitted with different bytes, by an attacker or a broken sender. Raised once per
    /// connection.
    RexmitInconsistency<'a> = "rexmit_inconsistency" { c: ConnId, t1: &'a [u8], t2: &'a [u8], tcp_flags: &'a [u8] }
    /// Bytes of a TCP stream are missing: the capture lost packets, or they were never sent.
    ContentGap = "content_gap" { c: ConnId, is_orig: bool, seq: u64, length: u64 }
    /// A signature has detected a protocol so late that its first bytes are no longer available; no analyzer is attached.
    ProtocolLateMatch = "protocol_late_match" { c: ConnId, atype: EnumName }
    /// A side of a connection has sent the number of bytes set by set_current_conn_bytes_threshold.
    ConnBytesThresholdCrossed = "conn_bytes_threshold_crossed" { c: ConnId, threshold: u64, is_orig: bool }
    /// A side of a connection has sent the number of packets set by set_current_conn_packets_threshold.
    ConnPacketsThresholdCrossed = "conn_packets_threshold_crossed" { c: ConnId, threshold: u64, is_orig: bool }
    /// A connection has reached the duration set by set_current_conn_duration_threshold.
    ConnDurationThresholdCrossed = "conn_duration_threshold_crossed" { c: ConnId, threshold: Interval, is_orig: bool }
    /// A connection has reached one of the packet counts in ConnThreshold::generic_packet_thresholds, counting both
    /// sides.
    ConnGenericPacketThresholdCrossed = "conn_generic_packet_threshold_crossed" { c: ConnId, threshold: u64 }
}
