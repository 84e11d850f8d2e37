//! Rehearsals: made-up conversations through a real session to one analyzer, and its events as lines of text.
//!
//! Unit tests, the smoke run of any bytes and the fuzz targets share this file.
use event::{Arg, Event, EventId, Record};
use net_types::{Interval, LinkType, Port, Timestamp, TransportProto};
use protocols::{Defaults, Protocols, Settings, registry};
use session::analyzer::{Analyzer, Factory, Tag};
use session::{ConnView, Frame, Keys, Options, Role, Session, Sink};
use std::rc::Rc;

/// One side's bytes: a datagram, or the next of a stream.
pub(crate) type Said<'a> = (Role, &'a [u8]);

/// From the originator.
#[allow(dead_code, reason = "not every user of this file says something itself")]
pub(crate) fn orig(data: &[u8]) -> Said<'_> {
    (Role::Orig, data)
}

/// From the responder.
#[allow(dead_code, reason = "not every user of this file says something itself")]
pub(crate) fn resp(data: &[u8]) -> Said<'_> {
    (Role::Resp, data)
}

/// What an analyzer says to a conversation of datagrams between 10.0.0.1:40000 and 192.0.2.9:`port`.
#[allow(dead_code, reason = "not every user of this file has datagrams")]
pub(crate) fn datagrams(name: &str, port: u16, said: &[Said<'_>]) -> Vec<String> {
    let mut talk = Talk::new(name, Port::udp(port));
    for &(from, data) in said {
        talk.datagram(from, data);
    }
    talk.finish()
}

/// What an analyzer says to a conversation over TCP, one segment for each item.
#[allow(dead_code, reason = "not every user of this file has streams")]
pub(crate) fn streams(name: &str, port: u16, said: &[Said<'_>]) -> Vec<String> {
    streams_with(&Defaults, name, port, said)
}

/// As [`streams`], where scripts have set something.
#[allow(dead_code, reason = "not every user of this file has settings")]
pub(crate) fn streams_with(settings: &dyn Settings, name: &str, port: u16, said: &[Said<'_>]) -> Vec<String> {
    let mut talk = Talk::with(settings, name, Port::tcp(port));
    talk.open();
    for &(from, data) in said {
        talk.segment(from, data);
    }
    talk.close();
    talk.finish()
}

/// What an analyzer says to a capture of Ethernet frames, a pcap file with its lowest bytes first.
#[allow(dead_code, reason = "not every user of this file has captures")]
pub(crate) fn replay(name: &str, port: Port, pcap: &[u8]) -> Vec<String> {
    let mut talk = Talk::new(name, port);
    let mut rest = pcap.get(24..).expect("the header of a capture");
    while let Some((head, after)) = rest.split_first_chunk::<16>() {
        let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (data, after) = after.split_at(word(8) as usize);
        rest = after;
        let ts = Timestamp::from_parts(word(0).into(), i64::from(word(4)) * 1000);
        let frame = Frame { ts, link: LinkType::ETHERNET, data, wire_len: word(12) as usize };
        talk.session.handle_frame(&frame, &mut talk.heard);
    }
    talk.finish()
}

/// Every prefix of each item and every byte of it changed: none may bring the analyzer down. Streams must also come out
/// the same however they are cut into segments.
#[allow(dead_code, reason = "for unit tests")]
pub(crate) fn torment(name: &str, port: Port, said: &[Said<'_>]) {
    let run = |said: &[Said<'_>]| match port.proto {
        TransportProto::Tcp => streams(name, port.num, said),
        _ => datagrams(name, port.num, said),
    };
    for (at, &(from, data)) in said.iter().enumerate() {
        // Long items are cut and changed at some places only.
        let step = data.len() / 300 + 1;
        for n in (0..data.len()).step_by(step) {
            let mut cut = said.to_vec();
            cut[at] = (from, &data[..n]);
            run(&cut);
            for value in [0, 1, 0x7f, 0x80, 0xff, data[n].wrapping_add(1)] {
                let mut changed = data.to_vec();
                changed[n] = value;
                let mut conversation = said.to_vec();
                conversation[at] = (from, &changed);
                run(&conversation);
            }
        }
    }
    if port.proto == TransportProto::Tcp {
        let whole = streams(name, port.num, said);
        for size in [1, 2, 3, 7] {
            let pieces: Vec<Said<'_>> =
                said.iter().flat_map(|&(from, data)| data.chunks(size).map(move |c| (from, c))).collect();
            assert_eq!(streams(name, port.num, &pieces), whole, "in segments of {size}");
        }
    }
}

/// The conversation of a list that the first byte chooses, with the rest of the bytes.
#[allow(dead_code, reason = "for fuzz targets")]
pub(crate) fn chosen(list: &[(&'static str, Port, &'static [u8])], data: &[u8]) {
    let Some((&choice, conversation)) = data.split_first() else { return };
    if let Some(&(name, port, _)) = list.get(usize::from(choice) % list.len()) {
        anything(name, port, conversation);
    }
}

/// A conversation out of arbitrary bytes: a control byte, then 16 times as many bytes of payload as its lower bits say.
/// Its top bit is the side, the next one a gap in a stream.
#[allow(dead_code, reason = "for generated bytes")]
pub(crate) fn anything(name: &str, port: Port, mut bytes: &[u8]) {
    let mut talk = Talk::new(name, port);
    if port.proto == TransportProto::Tcp {
        talk.open();
    }
    while let Some((&control, rest)) = bytes.split_first() {
        let from = Role::of(control & 0x80 == 0);
        // The last piece takes the rest.
        let len = if control & 0x3f == 0x3f { rest.len() } else { usize::from(control & 0x3f) * 16 };
        let (data, rest) = rest.split_at(len.min(rest.len()));
        bytes = rest;
        match port.proto {
            TransportProto::Tcp if control & 0x40 != 0 => talk.skip(from, data.len()),
            TransportProto::Tcp => talk.segment(from, data),
            _ => talk.datagram(from, data),
        }
    }
    if port.proto == TransportProto::Tcp {
        talk.close();
    }
    talk.finish();
}

/// A conversation of a list over TCP, twice: with its segments in order, and with the same segments out of order, some
/// of them sent twice. Both must be heard alike.
///
/// The first byte chooses the conversation, the second one says how many bytes of a plan follow. The rest is as in
/// [`anything`].
#[allow(dead_code, reason = "for fuzz targets")]
pub(crate) fn disordered(list: &[(&'static str, Port, &'static [u8])], data: &[u8]) {
    let [choice, plan_len, rest @ ..] = data else { return };
    let over_tcp: Vec<_> = list.iter().filter(|(_, port, _)| port.proto == TransportProto::Tcp).collect();
    let Some(&&(name, port, _)) = over_tcp.get(usize::from(*choice) % over_tcp.len().max(1)) else { return };
    let (plan, conversation) = rest.split_at(usize::from(*plan_len).min(rest.len()));
    let heard = [false, true].map(|disorder| {
        let mut talk = Talk::new(name, port);
        // With a clock that stands still, times in events do not depend on the number of packets.
        talk.step = Interval::ZERO;
        talk.open();
        let (mut bytes, mut plan) = (conversation, plan.iter().copied().cycle());
        let mut next = || plan.next().unwrap_or(0);
        while let Some((&control, rest)) = bytes.split_first() {
            let from = Role::of(control & 0x80 == 0);
            let len = if control & 0x3f == 0x3f { rest.len() } else { usize::from(control & 0x3f) * 16 };
            let (data, rest) = rest.split_at(len.min(rest.len()).min(MAX_PIECE));
            bytes = rest;
            let mut segments = Vec::new();
            let mut at = 0;
            while at < data.len() {
                let end = (at + 1 + usize::from(next())).min(data.len());
                segments.push((at, &data[at..end]));
                at = end;
            }
            let swaps: Vec<u8> = segments.iter().map(|_| next()).collect();
            if disorder {
                for (i, swap) in swaps.iter().enumerate() {
                    let with = i + usize::from(swap % 4);
                    if with < segments.len() {
                        segments.swap(i, with);
                    }
                    if swap % 16 == 15 {
                        segments.push(segments[i]);
                    }
                }
            }
            talk.piece(from, data.len(), &segments);
        }
        talk.close();
        let mut heard = talk.finish();
        // These report the disorder itself.
        heard.retain(|line| !line.starts_with("tcp_multiple_"));
        heard
    });
    let [in_order, out_of_order] = heard;
    assert_eq!(in_order, out_of_order, "{name}");
}

/// The most bytes that wait for a missing segment in [`disordered`].
const MAX_PIECE: usize = 4000;

/// All protocols, of which one listens at one port.
struct Only {
    protocols: Protocols,
    port: Port,
    tag: Tag,
}

impl Factory for Only {
    fn create(&self, tag: Tag, conn: &ConnView<'_>) -> Option<Box<dyn Analyzer>> {
        self.protocols.create(tag, conn)
    }
    fn name(&self, tag: Tag) -> &'static str {
        self.protocols.name(tag)
    }
    fn script_name(&self, tag: Tag) -> event::EnumName {
        self.protocols.script_name(tag)
    }
    fn ports(&self) -> Vec<(Port, Tag)> {
        vec![(self.port, self.tag)]
    }
}

/// A session with one connection.
struct Talk {
    session: Session,
    heard: Heard,
    now: Timestamp,
    port: Port,
    /// The next sequence number of each side.
    next: [u32; 2],
    /// The time from one packet to the next.
    step: Interval,
}

const SYN: u8 = 0x02;
const FIN: u8 = 0x01;
const ACK: u8 = 0x10;

impl Talk {
    fn new(name: &str, port: Port) -> Self {
        Talk::with(&Defaults, name, port)
    }

    fn with(settings: &dyn Settings, name: &str, port: Port) -> Self {
        let tag = registry::find(name).expect("an analyzer's name");
        let factory = Only { protocols: Protocols::new(settings, None), port, tag };
        let mut opts = Options { ignore_checksums: true, ..Options::default() };
        opts.likely_server_ports.add(port);
        let session = Session::new(opts, &Keys { sip: [1, 2], fixed: true }, Some(Rc::new(factory)));
        let now = Timestamp::from_parts(1_700_000_000, 0);
        let step = Interval::from_millis(1);
        Talk { session, heard: Heard::default(), now, port, next: [1000, 5000], step }
    }

    fn packet(&mut self, from: Role, proto: u8, transport: &[u8]) {
        let (client, server) = ([10, 0, 0, 1], [192, 0, 2, 9]);
        let (src, dst) = if from.is_orig() { (client, server) } else { (server, client) };
        let mut p = vec![0x45, 0];
        p.extend((20 + transport.len() as u16).to_be_bytes());
        p.extend([0, 0, 0, 0, 64, proto, 0, 0]);
        p.extend(src);
        p.extend(dst);
        p.extend(transport);
        self.now += self.step;
        let frame = Frame { ts: self.now, link: LinkType::RAW, data: &p, wire_len: p.len() };
        self.session.handle_frame(&frame, &mut self.heard);
    }

    fn ports(&self, from: Role) -> [u8; 4] {
        let (c, s) = (40_000u16.to_be_bytes(), self.port.num.to_be_bytes());
        if from.is_orig() { [c[0], c[1], s[0], s[1]] } else { [s[0], s[1], c[0], c[1]] }
    }

    fn datagram(&mut self, from: Role, data: &[u8]) {
        for data in data.chunks(60_000).chain(data.is_empty().then_some(data)) {
            let mut p = self.ports(from).to_vec();
            p.extend((8 + data.len() as u16).to_be_bytes());
            p.extend([0, 0]);
            p.extend(data);
            self.packet(from, 17, &p);
        }
    }

    fn tcp(&mut self, from: Role, flags: u8, data: &[u8]) {
        let side = usize::from(!from.is_orig());
        let mut p = self.ports(from).to_vec();
        p.extend(self.next[side].to_be_bytes());
        p.extend(self.next[1 - side].to_be_bytes());
        p.extend([0x50, flags, 0xff, 0xff, 0, 0, 0, 0]);
        p.extend(data);
        self.next[side] =
            self.next[side].wrapping_add(data.len() as u32 + u32::from(flags & (SYN | FIN) != 0));
        self.packet(from, 6, &p);
    }

    fn open(&mut self) {
        self.next[1] = 0;
        self.tcp(Role::Orig, SYN, b"");
        self.next[1] = 5000;
        self.tcp(Role::Resp, SYN | ACK, b"");
        self.tcp(Role::Orig, ACK, b"");
    }

    fn segment(&mut self, from: Role, data: &[u8]) {
        for data in data.chunks(60_000) {
            self.tcp(from, ACK, data);
            self.tcp(from.other(), ACK, b"");
        }
    }

    /// `len` bytes in these segments, each at its offset, and then their acknowledgment.
    fn piece(&mut self, from: Role, len: usize, segments: &[(usize, &[u8])]) {
        let side = usize::from(!from.is_orig());
        let start = self.next[side];
        for &(offset, data) in segments {
            self.next[side] = start.wrapping_add(offset as u32);
            self.tcp(from, ACK, data);
        }
        self.next[side] = start.wrapping_add(len as u32);
        self.tcp(from.other(), ACK, b"");
    }

    /// Bytes that were sent, acknowledged and never seen.
    fn skip(&mut self, from: Role, len: usize) {
        let side = usize::from(!from.is_orig());
        self.next[side] = self.next[side].wrapping_add(len as u32);
        self.tcp(from.other(), ACK, b"");
    }

    fn close(&mut self) {
        self.tcp(Role::Orig, FIN | ACK, b"");
        self.tcp(Role::Resp, FIN | ACK, b"");
        self.tcp(Role::Orig, ACK, b"");
    }

    fn finish(mut self) -> Vec<String> {
        self.session.finish(&mut self.heard);
        self.heard.0
    }
}

/// Events of the transport, which conversations are not about.
const OF_TRANSPORT: [&str; 36] = [
    "new_connection",
    "new_packet",
    "raw_packet",
    "packet_contents",
    "connection_attempt",
    "connection_established",
    "connection_first_ACK",
    "connection_finished",
    "connection_state_remove",
    "connection_successful",
    "successful_connection_remove",
    "connection_SYN_packet",
    "connection_EOF",
    "connection_half_finished",
    "connection_pending",
    "partial_connection",
    "connection_partial_close",
    "connection_rejected",
    "connection_reset",
    "connection_status_update",
    "connection_timeout",
    "connection_flow_label_changed",
    "connection_reused",
    "new_connection_contents",
    "tcp_packet",
    "tcp_option",
    "tcp_options",
    "tcp_contents",
    "tcp_rexmit",
    "tcp_multiple_checksum_errors",
    "udp_request",
    "udp_reply",
    "udp_contents",
    "udp_session_done",
    "udp_multiple_checksum_errors",
    "content_gap",
];

/// Keeps events as text: `name(argument, …)` without the connection.
#[derive(Default)]
struct Heard(Vec<String>);

impl event::Sink for Heard {
    fn wants(&self, id: EventId) -> bool {
        event::def(id).is_some_and(|d| !OF_TRANSPORT.contains(&d.name))
    }

    fn take(&mut self, e: &dyn Event) {
        let mut parts = Vec::new();
        e.args(&mut |_, arg| match arg {
            Arg::Conn(_) => {}
            arg => parts.push(text(arg)),
        });
        self.0.push(format!("{}({})", e.def().name, parts.join(", ")));
    }
}

impl Sink for Heard {
    fn about(&mut self, _: &ConnView<'_>) {}
}

/// An argument as text; records as `[field=value, …]` without the fields that are not set.
fn text(arg: Arg<'_>) -> String {
    match arg {
        Arg::Unset => "-".to_owned(),
        Arg::Bool(b) => if b { "T" } else { "F" }.to_owned(),
        Arg::Int(n) => n.to_string(),
        Arg::Count(n) => n.to_string(),
        Arg::Double(d) => d.to_string(),
        Arg::Time(t) => t.to_string(),
        Arg::Interval(i) => i.to_string(),
        Arg::Str(s) => format!("\"{}\"", s.escape_ascii()),
        Arg::Certificate(der) => format!("certificate of {} bytes", der.len()),
        Arg::Addr(a) => a.to_string(),
        Arg::Subnet(n) => n.to_string(),
        Arg::Port(p) => p.to_string(),
        Arg::Enum(e) => e.0.to_owned(),
        Arg::Label(l) => format!("{}({})", l.ty, l.number),
        Arg::Fields(_) => "fields".to_owned(),
        Arg::Conn(_) => "c".to_owned(),
        Arg::File(_) => "f".to_owned(),
        Arg::Record(r) | Arg::Packet(r, _) => fields(r),
        Arg::List(l) => {
            let mut items = Vec::new();
            l.each(&mut |a| items.push(text(a)));
            format!("{{{}}}", items.join(", "))
        }
        Arg::Table(t) => {
            let mut items = Vec::new();
            t.each(&mut |k, v| items.push(format!("{} = {}", text(k), text(v))));
            format!("{{{}}}", items.join(", "))
        }
    }
}

fn fields(r: &dyn Record) -> String {
    let mut parts = Vec::new();
    r.each(&mut |at, arg| match arg {
        Arg::Unset | Arg::Conn(_) => {}
        arg => parts.push(format!("{}={}", r.shape().fields[at], text(arg))),
    });
    format!("[{}]", parts.join(", "))
}
