//! The analyzer of a connection: splits datagrams or a stream into messages and reports their parts as events.
use super::anomaly::Anomaly;
use super::message::{Cursor, Limits, Question, RecordHead, header};
use super::rdata::Rdata;
use super::report;
use super::section::{Message, Section};
use crate::{Maker, Settings};
use event::conn::ConnectionTimeout;
use event::dns as ev;
use event::udp::UdpSessionDone;
use net_types::{Interval, TransportProto};
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};

/// The port of the NetBIOS name service, whose messages deviate from DNS.
const NETBIOS: u16 = 137;

/// Options, by their names in scripts.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `dns_max_queries`: the maximum number of questions in a message; a message with more violates the protocol. 0
    /// means no limit.
    pub max_queries: u64,
    /// `dns_max_compression_chain_depth`
    pub max_chain_depth: u32,
    /// `dns_skip_all_auth`
    pub skip_all_auth: bool,
    /// `dns_skip_all_addl`
    pub skip_all_addl: bool,
    /// `dns_session_timeout`
    pub session_timeout: Interval,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            max_queries: 25,
            max_chain_depth: 20,
            skip_all_auth: true,
            skip_all_addl: true,
            session_timeout: Interval::from_secs(10),
        }
    }
}

impl Config {
    fn of(s: &dyn Settings) -> Self {
        let d = Config::default();
        let depth = s.count("dns_max_compression_chain_depth").and_then(|n| u32::try_from(n).ok());
        Config {
            max_queries: s.count("dns_max_queries").unwrap_or(d.max_queries),
            max_chain_depth: depth.unwrap_or(d.max_chain_depth),
            skip_all_auth: s.bool("dns_skip_all_auth").unwrap_or(d.skip_all_auth),
            skip_all_addl: s.bool("dns_skip_all_addl").unwrap_or(d.skip_all_addl),
            session_timeout: s.interval("dns_session_timeout").unwrap_or(d.session_timeout),
        }
    }
}

/// Returns the maker of a run's analyzers.
pub fn maker(s: &dyn Settings) -> Maker {
    let config = Config::of(s);
    Box::new(move |_| Some(Box::new(Dns::new(config))))
}

/// Splits one direction of a stream into messages, each preceded by a length of two bytes (RFC 1035, 4.2.2).
#[derive(Default)]
struct Framing {
    /// The beginning of an incomplete message, with its length.
    buffer: Vec<u8>,
}

/// The analyzer of a connection.
pub struct Dns {
    config: Config,
    first: bool,
    timed: bool,
    framing: [Framing; 2],
}

impl Dns {
    /// Creates the analyzer of a new connection.
    pub fn new(config: Config) -> Self {
        Dns { config, first: true, timed: false, framing: Default::default() }
    }

    /// Takes a message. `is_query` is 1 from the originator, 0 from the responder, and 2 if the message is incomplete.
    fn message(&mut self, cx: &mut Context<'_, '_>, bytes: &[u8], mut is_query: u64) {
        let Some(head) = header(bytes) else {
            return cx.anomaly(Anomaly::TruncatedHeader);
        };
        let (orig_port, resp_port) = (cx.conn().port(Role::Orig).num, cx.conn().port(Role::Resp).num);
        if head.opcode != 0 && orig_port != NETBIOS && resp_port != NETBIOS {
            cx.anomaly(Anomaly::UnknownOpcode(head.opcode as u8));
            return cx.cannot_follow();
        }
        if self.first && head.qr && is_query == 1 {
            is_query = 0;
            if !is_multicast(cx.conn().addr(Role::Resp)) {
                cx.flip_roles();
            }
        }
        self.first = false;
        let netbios = cx.conn().port(Role::Resp).num == NETBIOS;
        let is_udp = cx.conn().transport() == TransportProto::Udp;
        let m = Message { header: head, is_query, is_udp };
        cx.event(|c| ev::DnsMessage { c, is_orig: is_query != 0, msg: head, len: bytes.len() as u64 });
        self.parts(cx, &m, bytes, netbios);
        cx.event(|c| ev::DnsEnd { c, msg: head });
    }

    fn parts(&self, cx: &mut Context<'_, '_>, m: &Message, bytes: &[u8], netbios: bool) {
        let head = m.header;
        if self.config.max_queries > 0 && head.num_queries > self.config.max_queries {
            cx.violate("DNS_Conn_count_too_large", None);
            return cx.anomaly(Anomaly::CountTooLarge);
        }
        let limits = Limits { chain_depth: self.config.max_chain_depth, long_labels: netbios };
        let mut cursor = Cursor::new(bytes, limits);
        for _ in 0..head.num_queries {
            let Some(q) = Question::read(&mut cursor, &mut |w| cx.anomaly(w)) else { return };
            report::question(cx, m, &q);
        }
        if !records(cx, m, &mut cursor, Section::Answer, head.num_answers, netbios, false) {
            return;
        }
        cx.confirm();
        let answered = head.num_answers > 0;
        let skip_auth = self.config.skip_all_auth || (answered && head.num_auth == 0);
        let skip_addl = self.config.skip_all_addl || (answered && head.num_addl == 0);
        if skip_auth && skip_addl {
            return;
        }
        if !records(cx, m, &mut cursor, Section::Authority, head.num_auth, netbios, skip_auth) || skip_addl {
            return;
        }
        records(cx, m, &mut cursor, Section::Additional, head.num_addl, netbios, false);
    }
}

/// Reads the records of a section and reports them unless `silent`. Returns false if the rest of the message cannot be
/// read.
fn records(
    cx: &mut Context<'_, '_>,
    m: &Message,
    cursor: &mut Cursor<'_>,
    section: Section,
    count: u64,
    netbios: bool,
    silent: bool,
) -> bool {
    for _ in 0..count {
        let Some(head) = RecordHead::read(cursor, &mut |w| cx.anomaly(w)) else { return false };
        let Some(data) = Rdata::read(&head, cursor, netbios, &mut |w| cx.anomaly(w)) else { return false };
        if !silent {
            report::record(cx, m, section, &head, &data);
        }
    }
    true
}

fn is_multicast(a: net_types::Addr) -> bool {
    match a.wire_bytes() {
        [first, _, _, _] => (224..240).contains(first),
        [first, ..] => *first == 0xff,
        [] => false,
    }
}

impl Analyzer for Dns {
    fn splitters(&self, tcp: bool) -> u32 {
        if tcp { 2 } else { 0 }
    }

    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        if !self.timed {
            self.timed = true;
            cx.set_timer(self.config.session_timeout, 0);
        }
        self.message(cx, packet.payload, u64::from(from.is_orig()));
    }

    /// Ends a silent connection. A connection may end up to one second before `dns_session_timeout`, so that most
    /// connections need only one timer.
    fn timer(&mut self, cx: &mut Context<'_, '_>, _: u32) {
        let silent = cx.clock() - (cx.conn().start_time() + cx.conn().duration());
        if silent >= self.config.session_timeout - Interval::from_secs(1) {
            cx.event(|c| ConnectionTimeout { c });
            cx.end_connection();
        } else {
            cx.set_timer(self.config.session_timeout, 0);
        }
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        if cx.conn().transport() == TransportProto::Udp {
            cx.event(|u| UdpSessionDone { u });
        }
    }

    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        let side = usize::from(!from.is_orig());
        while !data.is_empty() {
            let Some(framing) = self.framing.get_mut(side) else { return };
            let buffer = &mut framing.buffer;
            // A message that is complete in this delivery is not copied.
            if buffer.is_empty()
                && let Some((&[hi, lo], rest)) = data.split_first_chunk::<2>()
                && let Some((message, rest)) =
                    rest.split_at_checked(usize::from(u16::from_be_bytes([hi, lo])))
            {
                data = rest;
                self.message(cx, message, u64::from(from.is_orig()));
                continue;
            }
            let want = match buffer.first_chunk::<2>() {
                Some(len) => 2 + usize::from(u16::from_be_bytes(*len)),
                None => 2,
            };
            let (part, rest) = data.split_at(data.len().min(want - buffer.len()));
            buffer.extend_from_slice(part);
            data = rest;
            let complete = buffer
                .first_chunk::<2>()
                .is_some_and(|l| buffer.len() == 2 + usize::from(u16::from_be_bytes(*l)));
            if complete {
                let whole = std::mem::take(buffer);
                self.message(cx, whole.get(2..).unwrap_or_default(), u64::from(from.is_orig()));
            }
        }
    }

    fn closed(&mut self, cx: &mut Context<'_, '_>) {
        for side in 0..2 {
            let partial =
                self.framing.get_mut(side).map(|f| std::mem::take(&mut f.buffer)).unwrap_or_default();
            if partial.len() > 2 {
                self.message(cx, partial.get(2..).unwrap_or_default(), 2);
            }
        }
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, from: Role, _: u64, _: u64) {
        // The next delivery probably begins with a new message.
        if let Some(f) = self.framing.get_mut(usize::from(!from.is_orig())) {
            f.buffer.clear();
        }
    }
}
