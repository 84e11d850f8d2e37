//! The fields of a row of conn.log that only the connection's end determines, from the session or from the
//! connection's record.
use super::{Fields, seconds};
use net_types::{Mac, TransportProto};
use session::{ConnView, EndpointView, Role};
use value::{Context, EnumType, Record, RecordType, Value};

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

/// How the fields are filled.
pub struct RowEnd {
    /// orig, resp, duration, history, service
    of_connection: Fields<5>,
    /// size, state, num_pkts, num_bytes_ip
    of_endpoint: Fields<4>,
    /// duration, orig_bytes, resp_bytes, orig_pkts, orig_ip_bytes, resp_pkts, resp_ip_bytes, history, conn_state,
    /// service, proto
    of_row: Fields<11>,
    states: [Value; STATES.len()],
    /// The numbers of TCP and UDP in `transport_proto`.
    protos: [Option<i64>; 2],
}

/// What a connection's end tells.
struct Ended {
    transport: TransportProto,
    /// In seconds.
    lasted: f64,
    ends: [EndpointView; 2],
    /// A string.
    history: Option<Value>,
}

impl RowEnd {
    /// Looks the fields up; returns `None` if scripts lack a type.
    pub fn new(cx: &dyn Context) -> Option<Self> {
        let record = |name: &str| cx.named_type(name)?.as_record().cloned();
        let proto = cx.named_type("transport_proto")?.as_enum()?.clone();
        let (connection, endpoint) = (record("connection")?, record("endpoint")?);
        Some(RowEnd::of(&connection, &endpoint, &*record("Conn::Info")?, &proto))
    }

    fn of(connection: &RecordType, endpoint: &RecordType, row: &RecordType, proto: &EnumType) -> Self {
        RowEnd {
            of_connection: Fields::of(connection, ["orig", "resp", "duration", "history", "service"]),
            of_endpoint: Fields::of(endpoint, ["size", "state", "num_pkts", "num_bytes_ip"]),
            of_row: Fields::of(
                row,
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
                    "service",
                    "proto",
                ],
            ),
            states: STATES.map(Value::string),
            protos: ["tcp", "udp"].map(|name| proto.number(name)),
        }
    }

    /// Fills a row from the session.
    pub(super) fn fill(&self, row: &Record, conn: &ConnView<'_>) {
        let history = conn.history();
        let ended = Ended {
            transport: conn.transport(),
            lasted: seconds(conn),
            ends: [conn.endpoint(Role::Orig), conn.endpoint(Role::Resp)],
            history: (!history.is_empty()).then(|| Value::string(history)),
        };
        self.put(row, ended);
    }

    /// Fills a row from the connection's record, including the services that analyzers have confirmed.
    pub fn complete(&self, row: &Record, connection: &Record) {
        let Fields([orig, resp, duration, history, service]) = self.of_connection;
        let Fields([.., service_of_row, proto]) = self.of_row;
        let stated = row.word(proto).map(|n| n as i64);
        let [tcp, udp] = self.protos.map(|n| n.is_some() && n == stated);
        let history = connection.get(history);
        let ended = Ended {
            transport: match (tcp, udp) {
                (true, _) => TransportProto::Tcp,
                (_, true) => TransportProto::Udp,
                _ => TransportProto::Unknown,
            },
            lasted: connection.word(duration).map_or(0.0, f64::from_bits),
            ends: [orig, resp].map(|field| self.end_of(connection, field)),
            history: history.filter(|h| matches!(h, Value::String(s) if !s.is_empty())),
        };
        self.put(row, ended);
        if let Some(Value::Table(services)) = connection.get(service)
            && !services.is_empty()
        {
            let mut names = Vec::new();
            let mut walk = services.walk();
            while let Some((name, _)) = services.next_single(&mut walk) {
                if !names.is_empty() {
                    names.push(b',');
                }
                if let Value::String(name) = &name {
                    names.extend(name.iter().map(u8::to_ascii_lowercase));
                }
            }
            row.set(service_of_row, Value::string(names));
        }
    }

    /// One end of a connection, from its record.
    fn end_of(&self, connection: &Record, field: u32) -> EndpointView {
        let Fields([size, state, num_pkts, num_bytes_ip]) = self.of_endpoint;
        let word = |of| connection.inner_word(field, of);
        EndpointView {
            size: word(size).unwrap_or(0),
            state: word(state).and_then(|n| u8::try_from(n).ok()).unwrap_or(u8::MAX),
            counts: word(num_pkts).map(|packets| (packets, word(num_bytes_ip).unwrap_or(0))),
            flow_label: 0,
            mac: Mac::default(),
        }
    }

    fn put(&self, row: &Record, ended: Ended) {
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
                ..,
            ],
        ) = self.of_row;
        let Ended { transport, lasted, ends, history: letters } = ended;
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
        let seen: &[u8] = match &letters {
            Some(Value::String(s)) => s,
            _ => b"",
        };
        let name = conn_state(transport, &ends, seen);
        if let Some(value) = STATES.iter().position(|s| *s == name).and_then(|at| self.states.get(at)) {
            row.set(state, value.clone());
        }
        if let Some(letters) = letters {
            row.set(history, letters);
        }
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
        let end =
            |state, size| EndpointView { size, state, counts: None, flow_label: 0, mac: Mac::default() };
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
