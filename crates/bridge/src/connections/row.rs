//! The row of conn.log for a connection that no script has seen: the fields of `Conn::Info` straight from the session,
//! as handlers of `new_connection` and `connection_state_remove` in `base/protocols/conn/main.zeek` would fill them.
use super::{Connections, Fields, Layout};
use net_types::{Addr, TransportProto};
use session::{ConnView, EndpointView, NO_IP_PROTO, Role};
use std::rc::Rc;
use value::{Context, Record, RecordType, Result, Value};

/// States of TCP endpoints, as in scripts.
mod tcp {
    pub(super) const INACTIVE: u8 = 0;
    pub(super) const SYN_SENT: u8 = 1;
    pub(super) const SYN_ACK_SENT: u8 = 2;
    pub(super) const PARTIAL: u8 = 3;
    pub(super) const ESTABLISHED: u8 = 4;
    pub(super) const CLOSED: u8 = 5;
    pub(super) const RESET: u8 = 6;
}

/// The values of `conn_state` that such a connection can have.
const STATES: [&str; 13] =
    ["OTH", "S0", "S1", "S2", "S3", "SF", "REJ", "RSTO", "RSTR", "RSTOS0", "RSTRH", "SH", "SHR"];

/// What rows have in common.
pub(super) struct Rows {
    info: Rc<RecordType>,
    /// ts, uid, id, proto, ip_proto, local_orig, local_resp
    of_beginning: Fields<7>,
    /// duration, orig_bytes, resp_bytes, orig_pkts, orig_ip_bytes, resp_pkts, resp_ip_bytes, history, conn_state
    of_end: Fields<9>,
    /// The values of `transport_proto`: unknown, TCP, UDP, ICMP.
    protos: [Option<Value>; 4],
    states: [Value; STATES.len()],
    local_nets: Option<u32>,
}

impl Rows {
    /// Returns `None` if scripts lack a type that rows need.
    fn new(cx: &dyn Context) -> Option<Self> {
        let info = cx.named_type("Conn::Info")?.as_record()?.clone();
        let proto = cx.named_type("transport_proto")?.as_enum()?.clone();
        let value = |name: &str| proto.number(name).map(|n| Value::enumerator(n, &proto));
        Some(Rows {
            of_beginning: Fields::of(
                &info,
                ["ts", "uid", "id", "proto", "ip_proto", "local_orig", "local_resp"],
            ),
            of_end: Fields::of(
                &info,
                [
                    "duration",
                    "orig_bytes",
                    "resp_bytes",
                    "orig_pkts",
                    "orig_ip_bytes",
                    "resp_pkts",
                    "resp_ip_bytes",
                    "history",
                    "conn_state",
                ],
            ),
            protos: ["unknown_transport", "tcp", "udp", "icmp"].map(value),
            states: STATES.map(Value::string),
            local_nets: cx.global_id("Site::local_nets"),
            info,
        })
    }

    /// Fills the fields that the first packet determines.
    fn begin(&self, row: &Record, id: Record, conn: &ConnView<'_>, cx: &mut dyn Context) -> Result<()> {
        let Fields([ts, uid, id_at, proto, ip_proto, local_orig, local_resp]) = self.of_beginning;
        row.set(ts, Value::Time(conn.start_time().as_secs_f64()));
        row.set(uid, Value::string(conn.uid().text(b'C').as_str()));
        row.set(id_at, Value::Record(id));
        let transport = match conn.transport() {
            TransportProto::Unknown => 0,
            TransportProto::Tcp => 1,
            TransportProto::Udp => 2,
            TransportProto::Icmp => 3,
        };
        if let Some(Some(value)) = self.protos.get(transport) {
            row.set(proto, value.clone());
        }
        if conn.ip_proto() != NO_IP_PROTO {
            row.set(ip_proto, Value::Count(conn.ip_proto().into()));
        }
        if let Some(Value::Table(nets)) = self.local_nets.and_then(|nets| cx.global(nets))
            && !nets.is_empty()
        {
            let mut is_local = |addr: Addr| nets.contains(cx, &[Value::addr(addr)]);
            row.set(local_orig, Value::Bool(is_local(conn.addr(Role::Orig))?));
            row.set(local_resp, Value::Bool(is_local(conn.addr(Role::Resp))?));
        }
        Ok(())
    }

    /// Fills the fields that only the end determines.
    fn end(&self, row: &Record, conn: &ConnView<'_>) {
        let Fields(
            [
                duration,
                orig_bytes,
                resp_bytes,
                orig_pkts,
                orig_ip_bytes,
                resp_pkts,
                resp_ip_bytes,
                history,
                state,
            ],
        ) = self.of_end;
        let ends = [conn.endpoint(Role::Orig), conn.endpoint(Role::Resp)];
        let lasted = super::seconds(conn);
        if lasted > 0.0 {
            row.set(duration, Value::Interval(lasted));
            for (field, end) in [orig_bytes, resp_bytes].into_iter().zip(&ends) {
                row.set(field, Value::Count(end.size));
            }
        }
        for ((pkts, ip_bytes), end) in
            [(orig_pkts, orig_ip_bytes), (resp_pkts, resp_ip_bytes)].into_iter().zip(&ends)
        {
            if let Some((packets, bytes)) = end.counts {
                row.set(pkts, Value::Count(packets));
                row.set(ip_bytes, Value::Count(bytes));
            }
        }
        if !conn.history().is_empty() {
            row.set(history, Value::string(conn.history()));
        }
        let name = conn_state(conn.transport(), &ends, conn.history());
        if let Some(value) = STATES.iter().position(|s| *s == name).and_then(|at| self.states.get(at)) {
            row.set(state, value.clone());
        }
    }
}

impl Connections {
    /// The row of conn.log for a connection that ends now and has no record; `None` if scripts lack the types for it.
    ///
    /// # Errors
    /// A field's default cannot be computed.
    pub fn row(&mut self, conn: &ConnView<'_>, cx: &mut dyn Context) -> Result<Option<Record>> {
        if self.rows.is_none() {
            self.rows = Rows::new(cx);
        }
        if self.layout.is_none() {
            self.layout = Layout::new(cx);
        }
        let (Some(layout), Some(rows)) = (&self.layout, &self.rows) else { return Ok(None) };
        let id = cx.record(&layout.id)?;
        layout.fill_id(&id, conn);
        let row = cx.record(&rows.info)?;
        rows.begin(&row, id, conn, cx)?;
        rows.end(&row, conn);
        Ok(Some(row))
    }
}

/// The value of `conn_state`.
fn conn_state(transport: TransportProto, [orig, resp]: &[EndpointView; 2], history: &[u8]) -> &'static str {
    match transport {
        TransportProto::Tcp => tcp_state(orig, resp, history),
        TransportProto::Udp => match (orig.state, resp.state) {
            (0, 0) => "OTH",
            (_, 0) => "S0",
            (0, _) => "SHR",
            _ => "SF",
        },
        TransportProto::Icmp | TransportProto::Unknown => "OTH",
    }
}

fn tcp_state(orig: &EndpointView, resp: &EndpointView, history: &[u8]) -> &'static str {
    let quiet = |end: &EndpointView| matches!(end.state, tcp::INACTIVE | tcp::PARTIAL);
    match (orig.state, resp.state) {
        (tcp::SYN_SENT | tcp::SYN_ACK_SENT, tcp::RESET) => "REJ",
        (tcp::RESET, tcp::RESET) if orig.size == 0 && resp.size == 0 => "REJ",
        (_, tcp::RESET) if quiet(orig) => "RSTRH",
        (_, tcp::RESET) => "RSTR",
        (tcp::RESET, _) if !quiet(resp) => "RSTO",
        (tcp::RESET, _) if is_scan(history) => "RSTOS0",
        (tcp::RESET, _) => "OTH",
        (tcp::CLOSED, tcp::CLOSED) => "SF",
        (tcp::CLOSED, _) if quiet(resp) => "SH",
        (tcp::CLOSED, _) => "S2",
        (_, tcp::CLOSED) if quiet(orig) => "SHR",
        (_, tcp::CLOSED) => "S3",
        (tcp::SYN_SENT, tcp::INACTIVE) => "S0",
        (tcp::ESTABLISHED, tcp::ESTABLISHED) => "S1",
        _ => "OTH",
    }
}

/// Whether the originator sent a SYN and then a RST, without data between them, and nothing opened the connection.
fn is_scan(history: &[u8]) -> bool {
    let letters = history.strip_prefix(b"^").unwrap_or(history);
    let Some(rest) = letters.strip_prefix(b"S") else { return false };
    rest.iter().find(|l| b"AFGHIQR".contains(l)) == Some(&b'R')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_told_by_both_ends() {
        let end = |state, size| EndpointView {
            size,
            state,
            counts: None,
            flow_label: 0,
            mac: net_types::Mac::default(),
        };
        let rows: [(u8, u8, &str, &str); 19] = [
            (1, 0, "S", "S0"),
            (4, 4, "ShA", "S1"),
            (5, 4, "ShAF", "S2"),
            (4, 5, "ShAf", "S3"),
            (5, 5, "ShAFf", "SF"),
            (1, 6, "Sr", "REJ"),
            (2, 6, "Hr", "REJ"),
            (6, 6, "SRr", "REJ"),
            (0, 6, "hr", "RSTRH"),
            (3, 6, "Ar", "RSTRH"),
            (4, 6, "ShAr", "RSTR"),
            (6, 4, "ShAR", "RSTO"),
            (6, 0, "SR", "RSTOS0"),
            (6, 0, "^SDR", "RSTOS0"),
            (6, 0, "SAR", "OTH"),
            (6, 3, "R", "OTH"),
            (5, 0, "SF", "SH"),
            (0, 5, "hf", "SHR"),
            (3, 3, "Aa", "OTH"),
        ];
        for (orig, resp, history, state) in rows {
            let ends = [end(orig, 0), end(resp, 0)];
            let found = conn_state(TransportProto::Tcp, &ends, history.as_bytes());
            assert_eq!(found, state, "{orig} {resp} {history}");
            assert!(STATES.contains(&found));
        }
        assert_eq!(conn_state(TransportProto::Tcp, &[end(6, 1), end(6, 0)], b"ShADRr"), "RSTR");
        for (orig, resp, state) in [(1, 0, "S0"), (1, 1, "SF"), (0, 1, "SHR"), (0, 0, "OTH")] {
            assert_eq!(conn_state(TransportProto::Udp, &[end(orig, 0), end(resp, 0)], b""), state);
        }
        assert_eq!(conn_state(TransportProto::Icmp, &[end(1, 0), end(1, 0)], b""), "OTH");
    }
}
