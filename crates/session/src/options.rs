//! The script options that the traffic side obeys, under their names and with their defaults.
use crate::ports::PortSet;
use net_types::{Interval, Subnet};

/// The options. Fields have the names of the script options.
#[derive(Clone, Debug)]
pub struct Options {
    /// Accept wrong checksums.
    pub ignore_checksums: bool,
    /// Networks whose checksums are not verified.
    pub ignore_checksums_nets: Vec<Subnet>,
    /// Ports of likely servers: a first packet from such a port is taken for the responder's.
    pub likely_server_ports: PortSet,
    /// Follow connections that were already established when first seen.
    pub partial_connection_ok: bool,
    /// Accept a SYN-ACK as first packet of a connection.
    pub tcp_syn_ack_ok: bool,
    /// Delay until the first check whether a TCP connection is dead.
    pub tcp_syn_timeout: Interval,
    /// Interval of further checks.
    pub tcp_session_timer: Interval,
    /// How long a closed connection's state is kept after its last activity.
    pub tcp_connection_linger: Interval,
    /// How long a SYN may stay unanswered.
    pub tcp_attempt_delay: Interval,
    /// How long state is kept after both sides closed.
    pub tcp_close_delay: Interval,
    /// How long state is kept after a RST.
    pub tcp_reset_delay: Interval,
    /// Delay after which a connection closed by one side counts as half closed.
    pub tcp_partial_close_delay: Interval,
    /// Inactivity timeout of TCP connections.
    pub tcp_inactivity_timeout: Interval,
    /// Inactivity timeout of UDP flows.
    pub udp_inactivity_timeout: Interval,
    /// Inactivity timeout of ICMP flows.
    pub icmp_inactivity_timeout: Interval,
    /// Inactivity timeout of flows of other IP protocols.
    pub unknown_ip_inactivity_timeout: Interval,
    /// Number of FINs or RSTs that make a storm.
    pub tcp_storm_thresh: u32,
    /// Maximum interval between the FINs or RSTs of a storm.
    pub tcp_storm_interarrival_thresh: Interval,
    /// Unacknowledged bytes from one side after which its peer's acknowledgements are no longer awaited.
    pub tcp_max_initial_window: u64,
    /// Bytes above a hole, with no acknowledgement seen at all, after which the stream is abandoned.
    pub tcp_max_above_hole_without_any_acks: u64,
    /// Bytes held without further acknowledgement after which the stream is abandoned.
    pub tcp_excessive_data_without_further_acks: u64,
    /// Number of acknowledged segments kept to compare retransmissions with.
    pub tcp_max_old_segments: usize,
    /// Assume that a capture with FINs or RSTs but without data was filtered, and report no gaps in its streams.
    pub detect_filtered_trace: bool,
    /// Report gaps of connections that were not seen from the start.
    pub report_gaps_for_partial: bool,
    /// How long fragments wait for the rest of their datagram.
    pub frag_timeout: Interval,
    /// Maximum nesting of tunnels.
    pub tunnel_max_depth: usize,
    /// Inactivity timeout of IP-in-IP and GRE tunnels between two addresses.
    pub ip_tunnel_timeout: Interval,
    /// Number of tunnel changes of one connection that raise an event; 0 is unlimited.
    pub tunnel_max_changes_per_connection: u64,
    /// Confirm Teredo only after valid packets from both sides.
    pub delay_teredo_confirmation: bool,
    /// Confirm GTP only after valid packets from both sides.
    pub delay_gtp_confirmation: bool,
    /// Verify checksums of UDP datagrams that carry VXLAN.
    pub validate_vxlan_checksums: bool,
    /// UDP ports of VXLAN.
    pub vxlan_ports: Vec<u16>,
    /// The maximum number of violations of an analyzer that are reported on one connection.
    pub max_analyzer_violations: u32,
    /// Bytes that the layer `SKIP` skips.
    pub skip_bytes: usize,
    /// UDP ports of GENEVE.
    pub geneve_ports: Vec<u16>,
    /// Interval of `connection_status_update`; zero disables it.
    pub connection_status_update_interval: Interval,
    /// Packet counts at which `conn_generic_packet_threshold_crossed` is raised.
    pub generic_packet_thresholds: Vec<u64>,
    /// Bytes of a connection buffered for protocol detection.
    pub dpd_buffer_size: usize,
    /// Chunks of a connection buffered for protocol detection.
    pub dpd_max_packets: usize,
    /// Include VLAN ids in connection keys.
    pub vlans_tell_apart: bool,
    /// Stop detection when the buffer is full.
    pub dpd_match_only_beginning: bool,
    /// Stop detection when a match comes too late.
    pub dpd_late_match_stop: bool,
    /// Do not attach analyzers by port.
    pub dpd_ignore_ports: bool,
    /// Ask [`Sink::discards`](crate::Sink::discards) about packets.
    pub discarders: bool,
    /// Which TCP streams raise `tcp_contents`.
    pub tcp_contents: Contents,
    /// Which UDP payloads raise `udp_contents`.
    pub udp_contents: Contents,
    /// Sampling of weirds.
    pub weird: WeirdSampling,
    /// Sampling of unknown protocol numbers.
    pub unknown_protocol: UnknownSampling,
    /// Bits of connection uids and file ids, at most 128.
    pub bits_per_uid: u32,
    /// Salt of file ids, equal on all monitors of a site.
    pub digest_salt: Vec<u8>,
    /// Caps against hostile traffic.
    pub caps: Caps,
}

/// Selects the streams that `tcp_contents` or `udp_contents` show.
#[derive(Clone, Default, Debug)]
pub struct Contents {
    /// False if all other fields are empty; then they are not evaluated.
    pub any: bool,
    /// All originators.
    pub all_orig: bool,
    /// All responders.
    pub all_resp: bool,
    /// Originators of connections to one of these responder ports.
    pub ports_orig: PortSet,
    /// Responders with one of these ports.
    pub ports_resp: PortSet,
    /// Both sides if either has one of these ports (UDP).
    pub ports: PortSet,
    /// Match the responder's port instead of the packet's destination port (UDP).
    pub use_resp_port: bool,
}

/// Sampling of weirds of one name, per connection, address pair or run.
#[derive(Clone, Debug)]
pub struct WeirdSampling {
    /// Names that are never sampled.
    pub whitelist: Vec<String>,
    /// Names whose weirds are counted over the whole run.
    pub global_list: Vec<String>,
    /// Number of weirds that pass unsampled.
    pub threshold: u64,
    /// After that, one in `rate` passes; 0 passes none.
    pub rate: u64,
    /// Period after which counting restarts.
    pub duration: Interval,
}

/// Sampling of `unknown_protocol` per layer and number.
#[derive(Clone, Debug)]
pub struct UnknownSampling {
    /// The first `threshold - 1` pass.
    pub threshold: u64,
    /// From then on, one in `rate` passes; 0 passes none.
    pub rate: u64,
    /// Period after which counting restarts.
    pub duration: Interval,
    /// Number of bytes shown.
    pub first_bytes: usize,
}

impl Default for UnknownSampling {
    fn default() -> Self {
        UnknownSampling { threshold: 3, rate: 100_000, duration: Interval::from_secs(3600), first_bytes: 10 }
    }
}

/// Caps on state that traffic can grow.
#[derive(Clone, Debug)]
pub struct Caps {
    /// Simultaneous connections; at the cap, the longest silent one is removed.
    pub connections: usize,
    /// Simultaneous incomplete datagrams.
    pub fragmented_datagrams: usize,
    /// Total bytes of waiting fragments.
    pub fragment_bytes: usize,
    /// Total out-of-order bytes held by TCP reassembly.
    pub reassembly_bytes: usize,
    /// Out-of-order pieces per direction of a connection.
    pub reassembly_pieces: usize,
    /// Letters per connection history.
    pub history: usize,
    /// Address pairs with weird counts, and address pairs with tunnels.
    pub address_pairs: usize,
    /// Analyzers per connection.
    pub analyzers: usize,
    /// Simultaneous expected connections.
    pub expected: usize,
}

impl Default for WeirdSampling {
    fn default() -> Self {
        WeirdSampling {
            whitelist: Vec::new(),
            global_list: Vec::new(),
            threshold: 25,
            rate: 1000,
            duration: Interval::from_secs(600),
        }
    }
}

impl Default for Caps {
    fn default() -> Self {
        Caps {
            connections: 4 << 20,
            fragmented_datagrams: 4096,
            fragment_bytes: 32 << 20,
            reassembly_bytes: 128 << 20,
            reassembly_pieces: 4096,
            history: 4096,
            address_pairs: 65_536,
            analyzers: 64,
            expected: 65_536,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        let secs = Interval::from_secs;
        Options {
            ignore_checksums: false,
            ignore_checksums_nets: Vec::new(),
            likely_server_ports: PortSet::likely_servers(),
            partial_connection_ok: true,
            tcp_syn_ack_ok: true,
            tcp_syn_timeout: secs(5),
            tcp_session_timer: secs(6),
            tcp_connection_linger: secs(5),
            tcp_attempt_delay: secs(5),
            tcp_close_delay: secs(5),
            tcp_reset_delay: secs(5),
            tcp_partial_close_delay: secs(3),
            tcp_inactivity_timeout: secs(300),
            udp_inactivity_timeout: secs(60),
            icmp_inactivity_timeout: secs(60),
            unknown_ip_inactivity_timeout: secs(60),
            tcp_storm_thresh: 1000,
            tcp_storm_interarrival_thresh: secs(1),
            tcp_max_initial_window: 16_384,
            tcp_max_above_hole_without_any_acks: 16_384,
            tcp_excessive_data_without_further_acks: 10 << 20,
            tcp_max_old_segments: 0,
            detect_filtered_trace: false,
            report_gaps_for_partial: false,
            frag_timeout: secs(300),
            tunnel_max_depth: 4,
            ip_tunnel_timeout: secs(24 * 3600),
            tunnel_max_changes_per_connection: 0,
            delay_teredo_confirmation: true,
            delay_gtp_confirmation: false,
            validate_vxlan_checksums: true,
            vxlan_ports: vec![4789],
            max_analyzer_violations: 1000,
            skip_bytes: 0,
            geneve_ports: vec![6081],
            connection_status_update_interval: Interval::ZERO,
            generic_packet_thresholds: Vec::new(),
            dpd_buffer_size: 1024,
            dpd_max_packets: 100,
            vlans_tell_apart: false,
            dpd_match_only_beginning: true,
            dpd_late_match_stop: false,
            dpd_ignore_ports: false,
            discarders: false,
            tcp_contents: Contents::default(),
            udp_contents: Contents::default(),
            weird: WeirdSampling::default(),
            unknown_protocol: UnknownSampling::default(),
            bits_per_uid: 96,
            digest_salt: b"Please change this value.".to_vec(),
            caps: Caps::default(),
        }
    }
}
