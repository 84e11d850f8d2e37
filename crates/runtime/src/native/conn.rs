//! Rows of conn.log.
use super::files::{Log, LogFiles, id_columns};
use super::local::is_local;
use super::{Snapshot, tunnel};
use event::{Arg, ConnId, Event};
use logging::{Cell, Column, Kind, LogError, Schema};
use net_types::{Interval, TransportProto};
use session::{NO_IP_PROTO, UidText};
use std::collections::HashMap;

/// What a row needs that the connection does not know.
#[derive(Default)]
pub(super) struct Extra {
    pub(super) missed: u64,
    services: Vec<String>,
    parents: Vec<String>,
}

/// Connections with something extra, until their rows are written.
#[derive(Default)]
pub(super) struct ConnLog {
    extras: HashMap<ConnId, Extra>,
}

fn schema() -> Schema {
    let mut columns = vec![Column::new("ts", Kind::Time), Column::new("uid", Kind::String)];
    columns.extend(id_columns());
    columns.extend([
        Column::new("proto", Kind::Enum),
        Column::new("service", Kind::String),
        Column::new("duration", Kind::Interval),
        Column::new("orig_bytes", Kind::Count),
        Column::new("resp_bytes", Kind::Count),
        Column::new("conn_state", Kind::String),
        Column::new("local_orig", Kind::Bool),
        Column::new("local_resp", Kind::Bool),
        Column::new("missed_bytes", Kind::Count),
        Column::new("history", Kind::String),
        Column::new("orig_pkts", Kind::Count),
        Column::new("orig_ip_bytes", Kind::Count),
        Column::new("resp_pkts", Kind::Count),
        Column::new("resp_ip_bytes", Kind::Count),
        Column::new("tunnel_parents", Kind::Set(Box::new(Kind::String))),
        Column::new("ip_proto", Kind::Count),
    ]);
    Schema::new("conn", columns)
}

/// States of a TCP endpoint, as they are numbered.
mod tcp {
    pub(super) const INACTIVE: u8 = 0;
    pub(super) const SYN_SENT: u8 = 1;
    pub(super) const SYN_ACK_SENT: u8 = 2;
    pub(super) const PARTIAL: u8 = 3;
    pub(super) const ESTABLISHED: u8 = 4;
    pub(super) const CLOSED: u8 = 5;
    pub(super) const RESET: u8 = 6;
}

/// A SYN, then only what is no handshake, data or close, then a RST: `/\^?S[^HAFGIQ]*R.*/`.
fn is_syn_then_rst(history: &[u8]) -> bool {
    let h = history.strip_prefix(b"^").unwrap_or(history);
    let Some(rest) = h.strip_prefix(b"S") else { return false };
    let end = rest.iter().position(|b| b"HAFGIQ".contains(b)).unwrap_or(rest.len());
    rest.get(..end).is_some_and(|r| r.contains(&b'R'))
}

fn conn_state(c: &Snapshot) -> &'static str {
    let [orig, resp] = &c.ends;
    let (os, rs) = (orig.state, resp.state);
    match c.resp.1.proto {
        TransportProto::Tcp => {}
        TransportProto::Udp => {
            return match (os, rs) {
                (1, 1) => "SF",
                (1, _) => "S0",
                (_, 1) => "SHR",
                _ => "OTH",
            };
        }
        TransportProto::Icmp | TransportProto::Unknown => return "OTH",
    }
    let quiet = |s| matches!(s, tcp::INACTIVE | tcp::PARTIAL);
    if rs == tcp::RESET {
        let nothing_sent = os == tcp::RESET && orig.size == 0 && resp.size == 0;
        return if matches!(os, tcp::SYN_SENT | tcp::SYN_ACK_SENT) || nothing_sent {
            "REJ"
        } else if quiet(os) {
            "RSTRH"
        } else {
            "RSTR"
        };
    }
    if os == tcp::RESET {
        return match quiet(rs) {
            false => "RSTO",
            true if is_syn_then_rst(&c.history) => "RSTOS0",
            true => "OTH",
        };
    }
    match (os, rs) {
        (tcp::CLOSED, tcp::CLOSED) => "SF",
        (tcp::CLOSED, r) if quiet(r) => "SH",
        (tcp::CLOSED, _) => "S2",
        (o, tcp::CLOSED) if quiet(o) => "SHR",
        (_, tcp::CLOSED) => "S3",
        (tcp::SYN_SENT, tcp::INACTIVE) => "S0",
        (tcp::ESTABLISHED, tcp::ESTABLISHED) => "S1",
        _ => "OTH",
    }
}

const fn proto_name(p: TransportProto) -> &'static str {
    match p {
        TransportProto::Unknown => "unknown_transport",
        p => p.name(),
    }
}

/// The name of the analyzer that an event is about, as the column `service` has it.
fn service_of(event: &dyn Event) -> Option<String> {
    let mut name = None;
    event.args(&mut |at, arg| {
        if let (0, Arg::Enum(e)) = (at, arg) {
            name = e.0.split_once("ANALYZER_").map(|(_, n)| n.to_lowercase());
        }
    });
    name
}

impl ConnLog {
    pub(super) fn extra(&mut self, id: ConnId) -> &mut Extra {
        self.extras.entry(id).or_default()
    }

    pub(super) fn add_parent(&mut self, c: &Snapshot) {
        if let Some(layer) = c.tunnels.last() {
            self.push_parent(c.id, layer.uid.text(b'C').as_str());
        }
    }

    pub(super) fn add_changed_parent(&mut self, id: ConnId, event: &dyn Event) {
        if let Some(layer) = tunnel::layers_of(event).pop() {
            self.push_parent(id, &layer.uid);
        }
    }

    fn push_parent(&mut self, id: ConnId, uid: &str) {
        let parents = &mut self.extra(id).parents;
        if !parents.iter().any(|p| p == uid) {
            parents.push(uid.to_owned());
        }
    }

    pub(super) fn add_service(&mut self, id: ConnId, event: &dyn Event) {
        if let Some(s) = service_of(event) {
            let services = &mut self.extra(id).services;
            if !services.contains(&s) {
                services.push(s);
            }
        }
    }

    pub(super) fn remove_service(&mut self, id: ConnId, event: &dyn Event) {
        if let (Some(s), Some(e)) = (service_of(event), self.extras.get_mut(&id)) {
            e.services.retain(|t| *t != s);
        }
    }

    /// The connection ends.
    pub(super) fn write(&mut self, c: &Snapshot, files: &mut LogFiles) -> Result<(), LogError> {
        let extra = if self.extras.is_empty() { None } else { self.extras.remove(&c.id) };
        let extra = extra.as_ref();
        let services = extra.map(|e| e.services.join(",")).filter(|s| !s.is_empty());
        let parents: Vec<Cell<'_>> =
            extra.map_or(&[][..], |e| &e.parents).iter().map(|p| Cell::from(p.as_str())).collect();
        let uid: UidText = c.uid.text(b'C');
        let [orig, resp] = &c.ends;
        let lasted = c.duration > Interval::ZERO;
        let if_lasted = |cell| if lasted { cell } else { Cell::Unset };
        let row = [
            Cell::from(c.start),
            Cell::from(uid.as_str()),
            Cell::Addr(c.orig.0),
            Cell::Port(c.orig.1.num),
            Cell::Addr(c.resp.0),
            Cell::Port(c.resp.1.num),
            Cell::from(proto_name(c.resp.1.proto)),
            services.as_deref().map_or(Cell::Unset, Cell::from),
            if_lasted(Cell::from(c.duration)),
            if_lasted(Cell::Count(orig.size)),
            if_lasted(Cell::Count(resp.size)),
            Cell::from(conn_state(c)),
            Cell::Bool(is_local(c.orig.0)),
            Cell::Bool(is_local(c.resp.0)),
            Cell::Count(extra.map_or(0, |e| e.missed)),
            if c.history.is_empty() { Cell::Unset } else { Cell::Str(&c.history) },
            Cell::Count(orig.packets),
            Cell::Count(orig.ip_bytes),
            Cell::Count(resp.packets),
            Cell::Count(resp.ip_bytes),
            if parents.is_empty() { Cell::Unset } else { Cell::List(&parents) },
            if c.ip_proto == NO_IP_PROTO { Cell::Unset } else { Cell::Count(c.ip_proto.into()) },
        ];
        files.write(Log::Conn, schema, &row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use net_types::Port;

    fn state(proto: Port, os: u8, rs: u8, history: &str) -> &'static str {
        let mut c = Snapshot { history: history.into(), ..Snapshot::default() };
        c.resp.1 = proto;
        let [o, r] = &mut c.ends;
        (o.state, r.state) = (os, rs);
        conn_state(&c)
    }

    #[test]
    fn states_of_connections() {
        let tcp = Port::tcp(80);
        for (os, rs, history, expected) in [
            (1, 0, "S", "S0"),
            (4, 4, "ShA", "S1"),
            (5, 5, "ShAFf", "SF"),
            (5, 0, "SF", "SH"),
            (5, 4, "ShAF", "S2"),
            (0, 5, "f", "SHR"),
            (4, 5, "ShAf", "S3"),
            (1, 6, "Sr", "REJ"),
            (3, 6, "Dr", "RSTRH"),
            (4, 6, "ShAr", "RSTR"),
            (6, 4, "ShAR", "RSTO"),
            (6, 0, "SR", "RSTOS0"),
            (6, 0, "SAR", "OTH"),
            (6, 0, "^SR", "RSTOS0"),
            (3, 3, "Dd", "OTH"),
        ] {
            assert_eq!(state(tcp, os, rs, history), expected, "{history}");
        }
        assert_eq!(state(Port::udp(53), 1, 0, "D"), "S0");
        assert_eq!(state(Port::icmp(0), 1, 1, ""), "OTH");
    }
}
