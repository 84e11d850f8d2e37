//! Hand-made packets, and a sink that records.

use event::{Arg, Event, EventId, EventSet};
use net_types::{Interval, LinkType, Timestamp};
use session::analyzer::Factory;
use session::{ConnView, Frame, Keys, Options, Role, Session, Sink};
use std::rc::Rc;

pub(crate) const FIN: u8 = 0x01;
pub(crate) const SYN: u8 = 0x02;
pub(crate) const RST: u8 = 0x04;
pub(crate) const ACK: u8 = 0x10;

pub(crate) const CLIENT: [u8; 4] = [10, 0, 0, 1];
pub(crate) const SERVER: [u8; 4] = [192, 0, 2, 9];

/// A connection at its removal, without its uid.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Row {
    pub(crate) orig: String,
    pub(crate) resp: String,
    pub(crate) history: String,
    pub(crate) states: (u8, u8),
    pub(crate) sizes: (u64, u64),
    pub(crate) packets: (u64, u64),
    pub(crate) duration: f64,
    pub(crate) tunnels: Vec<&'static str>,
}

/// Records events by name, weirds, and connections at their removal.
#[derive(Default)]
pub(crate) struct Recorder {
    /// Events without a handler.
    pub(crate) unwanted: EventSet,
    pub(crate) events: Vec<String>,
    pub(crate) weirds: Vec<String>,
    pub(crate) rows: Vec<Row>,
    /// Gaps: `is_orig`, offset, length.
    pub(crate) gaps: Vec<(bool, u64, u64)>,
    view: Row,
}

impl event::Sink for Recorder {
    fn wants(&self, id: EventId) -> bool {
        !self.unwanted.has(id)
    }

    fn take(&mut self, e: &dyn Event) {
        let name = e.def().name;
        self.events.push(name.to_owned());
        match name {
            "conn_weird" | "flow_weird" | "net_weird" => e.args(&mut |at, arg| {
                if let (0, Arg::Str(s)) = (at, arg) {
                    self.weirds.push(String::from_utf8_lossy(s).into_owned());
                }
            }),
            "connection_state_remove" => self.rows.push(self.view.clone()),
            "content_gap" => {
                let mut gap = (false, 0, 0);
                e.args(&mut |at, arg| match (at, arg) {
                    (1, Arg::Bool(b)) => gap.0 = b,
                    (2, Arg::Count(n)) => gap.1 = n,
                    (3, Arg::Count(n)) => gap.2 = n,
                    _ => {}
                });
                self.gaps.push(gap);
            }
            _ => {}
        }
    }
}

impl Sink for Recorder {
    fn about(&mut self, c: &ConnView<'_>) {
        let (o, r) = (c.endpoint(Role::Orig), c.endpoint(Role::Resp));
        self.view = Row {
            orig: format!("{}:{}", c.addr(Role::Orig), c.port(Role::Orig)),
            resp: format!("{}:{}", c.addr(Role::Resp), c.port(Role::Resp)),
            history: String::from_utf8_lossy(c.history()).into_owned(),
            states: (o.state, r.state),
            sizes: (o.size, r.size),
            packets: (o.counts.map_or(0, |c| c.0), r.counts.map_or(0, |c| c.0)),
            duration: c.duration().as_secs_f64(),
            tunnels: c.tunnels().iter().map(|t| t.kind.name()).collect(),
        };
    }
}

/// A session under test: raw IP frames, one millisecond apart.
pub(crate) struct Bench {
    pub(crate) session: Session,
    pub(crate) seen: Recorder,
    pub(crate) now: Timestamp,
}

pub(crate) fn quiet_options() -> Options {
    Options { ignore_checksums: true, ..Options::default() }
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self::with(quiet_options(), None)
    }

    pub(crate) fn with(opts: Options, factory: Option<Rc<dyn Factory>>) -> Self {
        let session = Session::new(opts, &Keys { sip: [1, 2], fixed: true }, factory);
        Bench { session, seen: Recorder::default(), now: Timestamp::from_parts(1_000_000, 0) }
    }

    pub(crate) fn packet(&mut self, data: &[u8]) {
        self.frame(LinkType::RAW, data, data.len());
    }

    pub(crate) fn frame(&mut self, link: LinkType, data: &[u8], wire_len: usize) {
        self.now += Interval::from_millis(1);
        self.session.handle_frame(&Frame { ts: self.now, link, data, wire_len }, &mut self.seen);
    }

    /// Advances the time without packets.
    pub(crate) fn wait(&mut self, secs: i64) {
        self.now += Interval::from_secs(secs);
        self.session.handle_time(self.now, &mut self.seen);
    }

    pub(crate) fn finish(mut self) -> Recorder {
        self.session.finish(&mut self.seen);
        assert_eq!(self.session.stats().live, 0);
        assert_eq!(self.session.timers(), 0);
        self.seen
    }
}

pub(crate) fn ipv4(src: [u8; 4], dst: [u8; 4], proto: u8, payload: &[u8]) -> Vec<u8> {
    fragment(src, dst, proto, 0, 0, payload)
}

/// An IPv4 packet with this identification and fragment field.
pub(crate) fn fragment(src: [u8; 4], dst: [u8; 4], proto: u8, id: u16, frag: u16, payload: &[u8]) -> Vec<u8> {
    let total = (20 + payload.len()) as u16;
    let mut p = vec![0x45, 0];
    p.extend(total.to_be_bytes());
    p.extend(id.to_be_bytes());
    p.extend(frag.to_be_bytes());
    p.extend([64, proto, 0, 0]);
    p.extend(src);
    p.extend(dst);
    p.extend(payload);
    p
}

pub(crate) fn ipv6(src: u8, dst: u8, next: u8, payload: &[u8]) -> Vec<u8> {
    let mut p = vec![0x60, 0, 0, 0];
    p.extend((payload.len() as u16).to_be_bytes());
    p.extend([next, 64]);
    for last in [src, dst] {
        p.extend([0x20, 0x01, 0x48, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last]);
    }
    p.extend(payload);
    p
}

pub(crate) fn udp_payload(sport: u16, dport: u16, payload: &[u8]) -> Vec<u8> {
    let mut p = Vec::new();
    p.extend(sport.to_be_bytes());
    p.extend(dport.to_be_bytes());
    p.extend((8 + payload.len() as u16).to_be_bytes());
    p.extend([0, 0]);
    p.extend(payload);
    p
}

pub(crate) fn udp(src: [u8; 4], sport: u16, dst: [u8; 4], dport: u16, payload: &[u8]) -> Vec<u8> {
    ipv4(src, dst, 17, &udp_payload(sport, dport, payload))
}

pub(crate) fn icmp(src: [u8; 4], dst: [u8; 4], kind: u8, code: u8, payload: &[u8]) -> Vec<u8> {
    let mut p = vec![kind, code, 0, 0, 0, 1, 0, 1];
    p.extend(payload);
    ipv4(src, dst, 1, &p)
}

/// A segment between [`CLIENT`]:40000 and [`SERVER`]:80.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seg<'a> {
    pub(crate) from_client: bool,
    pub(crate) flags: u8,
    pub(crate) seq: u32,
    pub(crate) ack: u32,
    pub(crate) window: u16,
    pub(crate) data: &'a [u8],
}

impl Default for Seg<'_> {
    fn default() -> Self {
        Seg { from_client: true, flags: ACK, seq: 0, ack: 0, window: 1000, data: &[] }
    }
}

pub(crate) fn client(flags: u8, seq: u32, ack: u32, data: &[u8]) -> Seg<'_> {
    Seg { from_client: true, flags, seq, ack, data, ..Seg::default() }
}

pub(crate) fn server(flags: u8, seq: u32, ack: u32, data: &[u8]) -> Seg<'_> {
    Seg { from_client: false, flags, seq, ack, data, ..Seg::default() }
}

impl Seg<'_> {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.bytes_between((CLIENT, 40_000), (SERVER, 80))
    }

    pub(crate) fn bytes_between(&self, client: ([u8; 4], u16), server: ([u8; 4], u16)) -> Vec<u8> {
        let (src, dst) = if self.from_client { (client, server) } else { (server, client) };
        let mut p = Vec::new();
        p.extend(src.1.to_be_bytes());
        p.extend(dst.1.to_be_bytes());
        p.extend(self.seq.to_be_bytes());
        p.extend(self.ack.to_be_bytes());
        p.extend([0x50, self.flags]);
        p.extend(self.window.to_be_bytes());
        p.extend([0, 0, 0, 0]);
        p.extend(self.data);
        ipv4(src.0, dst.0, 6, &p)
    }
}
