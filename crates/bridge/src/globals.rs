//! Options of the session and of analyzers, read from globals of scripts.
use net_types::{Interval, Subnet};
use protocols::Settings;
use session::{Contents, Discarder, Options, PortSet};
use value::{Context, Table, Value};

/// The functions of scripts that may discard packets.
pub const DISCARDERS: [(Discarder, &str); 4] = [
    (Discarder::Ip, "discarder_check_ip"),
    (Discarder::Tcp, "discarder_check_tcp"),
    (Discarder::Udp, "discarder_check_udp"),
    (Discarder::Icmp, "discarder_check_icmp"),
];

/// The globals of a run whose scripts are initialized, by name.
pub struct Globals<'a>(pub &'a dyn Context);

impl Globals<'_> {
    fn value(&self, name: &str) -> Option<Value> {
        self.0.global(self.0.global_id(name)?)
    }

    /// The members of a set or vector, or the first index of a table.
    fn members(&self, name: &str) -> Option<Vec<Value>> {
        match self.value(name)? {
            Value::Table(t) => Some(members(&t)),
            Value::Vector(v) => Some(v.items().into_iter().flatten().collect()),
            _ => None,
        }
    }

    fn ports(&self, name: &str) -> Option<PortSet> {
        let mut ports = PortSet::default();
        self.members(name)?.iter().filter_map(Value::as_port).for_each(|p| ports.add(p));
        Some(ports)
    }

    /// The ports that a `table[port] of bool` maps to true.
    fn true_ports(&self, name: &str) -> PortSet {
        let mut ports = PortSet::default();
        if let Some(Value::Table(t)) = self.value(name) {
            for (key, v) in t.entries() {
                if v.and_then(|v| v.as_bool()) == Some(true)
                    && let Some(p) = key.first().and_then(Value::as_port)
                {
                    ports.add(p);
                }
            }
        }
        ports
    }

    fn port_numbers(&self, name: &str) -> Option<Vec<u16>> {
        Some(self.members(name)?.iter().filter_map(|v| v.as_port().map(|p| p.num)).collect())
    }

    fn subnets(&self, name: &str) -> Option<Vec<Subnet>> {
        Some(self.members(name)?.iter().filter_map(Value::as_subnet).collect())
    }

    fn texts(&self, name: &str) -> Option<Vec<String>> {
        let texts = self.strings(name)?;
        Some(texts.iter().map(|s| String::from_utf8_lossy(s).into_owned()).collect())
    }
}

fn members(t: &Table) -> Vec<Value> {
    t.entries().into_iter().filter_map(|(key, _)| key.into_iter().next()).collect()
}

impl Settings for Globals<'_> {
    fn bool(&self, name: &str) -> Option<bool> {
        self.value(name)?.as_bool()
    }
    fn count(&self, name: &str) -> Option<u64> {
        self.value(name)?.as_count()
    }
    fn int(&self, name: &str) -> Option<i64> {
        self.value(name)?.as_int()
    }
    fn double(&self, name: &str) -> Option<f64> {
        self.value(name)?.as_double()
    }
    fn interval(&self, name: &str) -> Option<Interval> {
        self.value(name)?.as_double().map(Interval::from_secs_f64)
    }
    fn string(&self, name: &str) -> Option<Vec<u8>> {
        self.value(name)?.as_string().map(|s| s.to_vec())
    }
    fn strings(&self, name: &str) -> Option<Vec<Vec<u8>>> {
        let members = self.members(name)?;
        Some(members.iter().filter_map(|v| v.as_string().map(|s| s.to_vec())).collect())
    }
    fn pairs(&self, name: &str) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
        let Value::Table(t) = self.value(name)? else { return None };
        let text = |v: &Value| match v.enum_name() {
            Some(name) => Some(name.as_bytes().to_vec()),
            None => v.as_string().map(|s| s.to_vec()),
        };
        let pair = |(key, v): (Vec<Value>, Option<Value>)| Some((text(key.first()?)?, text(&v?)?));
        Some(t.entries().into_iter().filter_map(pair).collect())
    }
}

/// Assigns fields of options whose globals have a value.
macro_rules! read {
    ($from:ident, $o:ident; $($($field:ident).+ = $name:literal as $kind:ident),* $(,)?) => {
        $(if let Some(v) = read!(@$kind $from, $name) { $o.$($field).+ = v; })*
    };
    (@flag $g:ident, $n:literal) => { $g.bool($n) };
    (@count $g:ident, $n:literal) => { $g.count($n).and_then(|n| n.try_into().ok()) };
    (@span $g:ident, $n:literal) => { $g.interval($n) };
    (@ports $g:ident, $n:literal) => { $g.ports($n) };
    (@numbers $g:ident, $n:literal) => { $g.port_numbers($n) };
    (@subnets $g:ident, $n:literal) => { $g.subnets($n) };
    (@texts $g:ident, $n:literal) => { $g.texts($n) };
    (@bytes $g:ident, $n:literal) => { $g.string($n) };
    (@counts $g:ident, $n:literal) => {
        $g.members($n).map(|m| m.iter().filter_map(Value::as_count).collect())
    };
}

/// The session's options: those of the command line, overridden by globals of scripts.
pub fn session_options(g: &Globals<'_>, mut o: Options) -> Options {
    let unchecked = o.ignore_checksums;
    read! { g, o;
        ignore_checksums = "ignore_checksums" as flag,
        ignore_checksums_nets = "ignore_checksums_nets" as subnets,
        likely_server_ports = "likely_server_ports" as ports,
        partial_connection_ok = "partial_connection_ok" as flag,
        tcp_syn_ack_ok = "tcp_SYN_ack_ok" as flag,
        tcp_syn_timeout = "tcp_SYN_timeout" as span,
        tcp_session_timer = "tcp_session_timer" as span,
        tcp_connection_linger = "tcp_connection_linger" as span,
        tcp_attempt_delay = "tcp_attempt_delay" as span,
        tcp_close_delay = "tcp_close_delay" as span,
        tcp_reset_delay = "tcp_reset_delay" as span,
        tcp_partial_close_delay = "tcp_partial_close_delay" as span,
        tcp_inactivity_timeout = "tcp_inactivity_timeout" as span,
        udp_inactivity_timeout = "udp_inactivity_timeout" as span,
        icmp_inactivity_timeout = "icmp_inactivity_timeout" as span,
        unknown_ip_inactivity_timeout = "unknown_ip_inactivity_timeout" as span,
        tcp_storm_thresh = "tcp_storm_thresh" as count,
        tcp_storm_interarrival_thresh = "tcp_storm_interarrival_thresh" as span,
        tcp_max_initial_window = "tcp_max_initial_window" as count,
        tcp_max_above_hole_without_any_acks = "tcp_max_above_hole_without_any_acks" as count,
        tcp_excessive_data_without_further_acks = "tcp_excessive_data_without_further_acks" as count,
        tcp_max_old_segments = "tcp_max_old_segments" as count,
        detect_filtered_trace = "detect_filtered_trace" as flag,
        report_gaps_for_partial = "report_gaps_for_partial" as flag,
        frag_timeout = "frag_timeout" as span,
        tunnel_max_depth = "Tunnel::max_depth" as count,
        ip_tunnel_timeout = "Tunnel::ip_tunnel_timeout" as span,
        tunnel_max_changes_per_connection = "Tunnel::max_changes_per_connection" as count,
        delay_teredo_confirmation = "Tunnel::delay_teredo_confirmation" as flag,
        delay_gtp_confirmation = "Tunnel::delay_gtp_confirmation" as flag,
        validate_vxlan_checksums = "Tunnel::validate_vxlan_checksums" as flag,
        max_analyzer_violations = "max_analyzer_violations" as count,
        skip_bytes = "PacketAnalyzer::SKIP::skip_bytes" as count,
        vxlan_ports = "PacketAnalyzer::VXLAN::vxlan_ports" as numbers,
        geneve_ports = "PacketAnalyzer::Geneve::geneve_ports" as numbers,
        connection_status_update_interval = "connection_status_update_interval" as span,
        generic_packet_thresholds = "ConnThreshold::generic_packet_thresholds" as counts,
        dpd_buffer_size = "dpd_buffer_size" as count,
        dpd_max_packets = "dpd_max_packets" as count,
        dpd_match_only_beginning = "dpd_match_only_beginning" as flag,
        dpd_late_match_stop = "dpd_late_match_stop" as flag,
        dpd_ignore_ports = "dpd_ignore_ports" as flag,
        weird.whitelist = "Weird::sampling_whitelist" as texts,
        weird.global_list = "Weird::sampling_global_list" as texts,
        weird.threshold = "Weird::sampling_threshold" as count,
        weird.rate = "Weird::sampling_rate" as count,
        weird.duration = "Weird::sampling_duration" as span,
        unknown_protocol.threshold = "UnknownProtocol::sampling_threshold" as count,
        unknown_protocol.rate = "UnknownProtocol::sampling_rate" as count,
        unknown_protocol.duration = "UnknownProtocol::sampling_duration" as span,
        unknown_protocol.first_bytes = "UnknownProtocol::first_bytes_count" as count,
        bits_per_uid = "bits_per_uid" as count,
        digest_salt = "digest_salt" as bytes,
    }
    o.ignore_checksums |= unchecked;
    let factory = g.value("ConnKey::factory");
    o.vlans_tell_apart =
        factory.is_some_and(|v| v.enum_name().is_some_and(|n| &*n == "ConnKey::CONNKEY_VLAN_FIVETUPLE"));
    // Connections cross the thresholds in ascending order.
    o.generic_packet_thresholds.sort_unstable();
    o.discarders =
        DISCARDERS.iter().any(|(_, name)| g.0.global_id(name).is_some_and(|id| g.0.has_bodies(id)));
    o.tcp_contents = Contents {
        any: false,
        all_orig: g.bool("tcp_content_deliver_all_orig").unwrap_or(false),
        all_resp: g.bool("tcp_content_deliver_all_resp").unwrap_or(false),
        ports_orig: g.true_ports("tcp_content_delivery_ports_orig"),
        ports_resp: g.true_ports("tcp_content_delivery_ports_resp"),
        ..Contents::default()
    };
    o.udp_contents = Contents {
        any: false,
        all_orig: g.bool("udp_content_deliver_all_orig").unwrap_or(false),
        all_resp: g.bool("udp_content_deliver_all_resp").unwrap_or(false),
        ports_orig: g.true_ports("udp_content_delivery_ports_orig"),
        ports_resp: g.true_ports("udp_content_delivery_ports_resp"),
        ports: g.ports("udp_content_ports").unwrap_or_default(),
        use_resp_port: g.bool("udp_content_delivery_ports_use_resp").unwrap_or(false),
    };
    for c in [&mut o.tcp_contents, &mut o.udp_contents] {
        let none = PortSet::default();
        c.any = c.all_orig || c.all_resp || c.ports_orig != none || c.ports_resp != none || c.ports != none;
    }
    o
}
