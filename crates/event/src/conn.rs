// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/event.bif.zeek, base/bif/plugins/Zeek_ConnSize.events.bif.zeek}.
//! Connections of any transport: their life and what the engine notes about them.
use crate::tunnel::EncapsulatingConn;
use crate::arg::{ConnId, EnumName, ListOf};
use crate::declare::events;
use net_types::Interval;

events! { in conn;
    /// The first packet of a connection.
    NewConnection = "new_connection" { c: ConnId }
    /// The tunnels around a connection are others than before.
    TunnelChanged<'a> = "tunnel_changed" { c: ConnId, e: ListOf<'a, EncapsulatingConn<'a>> }
    /// A connection attempt was not answered in time.
    ConnectionTimeout = "connection_timeout" { c: ConnId }
    /// The last event of a connection, before its state goes.
    ConnectionStateRemove = "connection_state_remove" { c: ConnId }
    /// A SYN came for a connection that was under way.
    ConnectionReused = "connection_reused" { c: ConnId }
    /// Raised from time to time while a connection lives.
    ConnectionStatusUpdate = "connection_status_update" { c: ConnId }
    /// The roles of the two sides were exchanged.
    ConnectionFlipped = "connection_flipped" { c: ConnId }
    /// The IPv6 flow label changed.
    ConnectionFlowLabelChanged = "connection_flow_label_changed" {
        c: ConnId, is_orig: bool, old_label: u64, new_label: u64
    }
    /// An analyzer that was expected for this connection was attached.
    ScheduledAnalyzerApplied = "scheduled_analyzer_applied" { c: ConnId, a: EnumName }
    /// A retransmission carried other bytes.
    RexmitInconsistency<'a> = "rexmit_inconsistency" { c: ConnId, t1: &'a [u8], t2: &'a [u8], tcp_flags: &'a [u8] }
    /// Bytes are missing in a stream.
    ContentGap = "content_gap" { c: ConnId, is_orig: bool, seq: u64, length: u64 }
    /// A signature matched after the buffer for detection was gone.
    ProtocolLateMatch = "protocol_late_match" { c: ConnId, atype: EnumName }
    /// A byte threshold was passed.
    ConnBytesThresholdCrossed = "conn_bytes_threshold_crossed" { c: ConnId, threshold: u64, is_orig: bool }
    /// A packet threshold was passed.
    ConnPacketsThresholdCrossed = "conn_packets_threshold_crossed" { c: ConnId, threshold: u64, is_orig: bool }
    /// A duration was passed.
    ConnDurationThresholdCrossed = "conn_duration_threshold_crossed" { c: ConnId, threshold: Interval, is_orig: bool }
    /// One of the generic packet thresholds was passed.
    ConnGenericPacketThresholdCrossed = "conn_generic_packet_threshold_crossed" { c: ConnId, threshold: u64 }
}
