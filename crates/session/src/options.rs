//! What can be set: the options of scripts that the traffic side obeys, under their names, with their defaults.
use crate::ports::PortSet;
use net_types::{Interval, Subnet};

/// The options. A field is named as scripts name it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Take bad checksums for good ones.
    pub ignore_checksums: bool,
    /// Networks whose checksums are not looked at.
    pub ignore_checksums_nets: Vec<Subnet>,
    /// Ports that servers listen on: a first packet from one of them comes from the responder.
    pub likely_server_ports: PortSet,
    /// Connections that were under way when first seen are followed.
    pub partial_connection_ok: bool,
    /// A SYN-ACK may be the first packet of a connection.
    pub tcp_syn_ack_ok: bool,
    /// First look at whether a connection is dead.
    pub tcp_syn_timeout: Interval,
    /// Each further look.
    pub tcp_session_timer: Interval,
    /// How long a closed connection lingers.
    pub tcp_connection_linger: Interval,
    /// How long an answer to a SYN is awaited.
    pub tcp_attempt_delay: Interval,
    /// How long state stays after a close.
    pub tcp_close_delay: Interval,
    /// How long state stays after a RST.
    pub tcp_reset_delay: Interval,
    /// When a connection that one side has closed is called half closed.
    pub tcp_partial_close_delay: Interval,
    /// A silent TCP connection ends after this.
    pub tcp_inactivity_timeout: Interval,
    /// A silent UDP flow ends after this.
    pub udp_inactivity_timeout: Interval,
    /// A silent ICMP flow ends after this.
    pub icmp_inactivity_timeout: Interval,
    /// A silent flow of another IP protocol ends after this.
    pub unknown_ip_inactivity_timeout: Interval,
    /// This many FINs or RSTs …
    pub tcp_storm_thresh: u32,
    /// … each within this time of the one before are a storm.
    pub tcp_storm_interarrival_thresh: Interval,
    /// Bytes sent with nothing acknowledged after which acknowledgements are no longer awaited.
    pub tcp_max_initial_window: u64,
    /// Bytes above a hole, with nothing acknowledged, after which a stream is given up.
    pub tcp_max_above_hole_without_any_acks: u64,
    /// Bytes held without acknowledgement after which a stream is given up.
    pub tcp_excessive_data_without_further_acks: u64,
    /// Segments of a stream that retransmissions are compared with after they were acknowledged.
    pub tcp_max_old_segments: usize,
    /// Take a stream that lacks its end for one whose end was filtered away.
    pub detect_filtered_trace: bool,
    /// Report gaps of connections that were not seen whole.
    pub report_gaps_for_partial: bool,
    /// How long fragments wait for the rest.
    pub frag_timeout: Interval,
    /// How deep tunnels may be nested.
    pub tunnel_max_depth: usize,
    /// A pair of addresses with IP in IP or GRE between them is forgotten after this.
    pub ip_tunnel_timeout: Interval,
    /// How often a connection may change its tunnel with an event each; 0 is without end.
    pub tunnel_max_changes_per_connection: u64,
    /// Wait for both sides before a Teredo tunnel is believed.
    pub delay_teredo_confirmation: bool,
    /// Wait for both sides before a GTP tunnel is believed.
    pub delay_gtp_confirmation: bool,
    /// Look at checksums of UDP around VXLAN.
    pub validate_vxlan_checksums: bool,
    /// UDP ports of VXLAN.
    pub vxlan_ports: Vec<u16>,
    /// UDP ports of GENEVE.
    pub geneve_ports: Vec<u16>,
    /// Raise `connection_status_update` this often; zero is never.
    pub connection_status_update_interval: Interval,
    /// Packets on a connection that raise `conn_generic_packet_threshold_crossed`.
    pub generic_packet_thresholds: Vec<u64>,
    /// Bytes of a connection that are kept for protocol detection.
    pub dpd_buffer_size: usize,
    /// Chunks of a connection that are kept for protocol detection.
    pub dpd_max_packets: usize,
    /// Connections of different VLANs are different ones.
    pub vlans_tell_apart: bool,
    /// Stop looking for protocols when that buffer is full.
    pub dpd_match_only_beginning: bool,
    /// Stop looking when a protocol is found too late.
    pub dpd_late_match_stop: bool,
    /// Do not choose analyzers by port.
    pub dpd_ignore_ports: bool,
    /// Ask [`Sink::discards`](crate::Sink::discards) about packets.
    pub discarders: bool,
    /// Whose contents are shown.
    pub tcp_contents: Contents,
    /// Whose contents are shown.
    pub udp_contents: Contents,
    /// How weirds are sampled.
    pub weird: WeirdSampling,
    /// How unknown protocol numbers are sampled.
    pub unknown_protocol: UnknownSampling,
    /// Bits of the uids of connections and of the ids of files; 128 are the most.
    pub bits_per_uid: u32,
    /// Salt of the ids of files, the same on all monitors of a site.
    pub digest_salt: Vec<u8>,
    /// Caps against hostile traffic.
    pub caps: Caps,
}

/// Whose contents `tcp_contents` or `udp_contents` show.
#[derive(Clone, Default, Debug)]
pub struct Contents {
    /// False where all of the others are empty: then nothing else is looked at.
    pub any: bool,
    /// Every originator's.
    pub all_orig: bool,
    /// Every responder's.
    pub all_resp: bool,
    /// Originators' where the responder has one of these ports.
    pub ports_orig: PortSet,
    /// Responders' that have one of these ports.
    pub ports_resp: PortSet,
    /// Both sides' where either has one of these ports (UDP).
    pub ports: PortSet,
    /// The port is the responder's, not the packet's destination (UDP).
    pub use_resp_port: bool,
}

/// How weirds of one name are sampled, for each connection, pair of addresses, or run.
#[derive(Clone, Debug)]
pub struct WeirdSampling {
    /// These are never sampled.
    pub whitelist: Vec<String>,
    /// These are counted once for the run.
    pub global_list: Vec<String>,
    /// So many pass.
    pub threshold: u64,
    /// After that, one in so many passes; 0 is none.
    pub rate: u64,
    /// After this the count begins anew.
    pub duration: Interval,
}

/// How `unknown_protocol` is sampled, for each layer and number.
#[derive(Clone, Debug)]
pub struct UnknownSampling {
    /// So many pass, less one.
    pub threshold: u64,
    /// From then on, one in so many passes; 0 is none.
    pub rate: u64,
    /// After this the count begins anew.
    pub duration: Interval,
    /// How many bytes are shown.
    pub first_bytes: usize,
}

impl Default for UnknownSampling {
    fn default() -> Self {
        UnknownSampling { threshold: 3, rate: 100_000, duration: Interval::from_secs(3600), first_bytes: 10 }
    }
}

/// Bounds on state that traffic can make grow.
#[derive(Clone, Debug)]
pub struct Caps {
    /// Connections at a time; beyond it the longest silent is dropped.
    pub connections: usize,
    /// Datagrams waiting for fragments at a time.
    pub fragmented_datagrams: usize,
    /// Bytes of fragments that wait, in all.
    pub fragment_bytes: usize,
    /// Bytes out of order that TCP reassembly holds, in all.
    pub reassembly_bytes: usize,
    /// Pieces out of order that one side of a connection may have.
    pub reassembly_pieces: usize,
    /// Letters of a connection's history.
    pub history: usize,
    /// Pairs of addresses that weirds are counted for, and pairs with tunnels between them.
    pub address_pairs: usize,
    /// Analyzers of one connection.
    pub analyzers: usize,
    /// Connections that are expected at a time.
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
