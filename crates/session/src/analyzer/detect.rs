//! Finding protocols by the first bytes of a connection.
use super::{AnalyzerId, Datagram, Tag, Tree};
use crate::conn::{ConnView, Role};
use crate::flow::Flow;
use crate::options::Options;
use crate::sink::Sink;
use event::conn::ProtocolLateMatch;
use net_types::TransportProto;

/// The headers of a side's first packet, as they stood on the wire.
#[derive(Clone, Copy, Default, Debug)]
pub struct FirstHeaders<'a> {
    /// The IP header.
    pub ip: &'a [u8],
    /// What follows it: the transport's header and the payload.
    pub transport: &'a [u8],
}

/// The headers that a connection inside of another would have, for conditions on them: addresses, ports, and which
/// transport it is.
pub(super) fn made_up_headers(conn: &ConnView<'_>, from: Role) -> (Vec<u8>, Vec<u8>) {
    let (src, dst) = (conn.addr(from), conn.addr(from.other()));
    let proto = if conn.transport() == TransportProto::Udp { 17 } else { 6 };
    let mut ip = match src.wire_bytes().len() {
        4 => vec![0x45, 0, 0, 40, 0, 0, 0, 0, 64, proto, 0, 0],
        _ => vec![0x60, 0, 0, 0, 0, 20, proto, 64],
    };
    ip.extend_from_slice(src.wire_bytes());
    ip.extend_from_slice(dst.wire_bytes());
    let mut transport = vec![0; if proto == 6 { 20 } else { 8 }];
    let ports = [conn.port(from).num, conn.port(from.other()).num];
    for (slot, b) in transport.iter_mut().zip(ports.iter().flat_map(|p| p.to_be_bytes())) {
        *slot = b;
    }
    // The header's length, in words.
    if let Some(offset) = transport.get_mut(12) {
        *offset = 0x50;
    }
    (ip, transport)
}

/// A protocol that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Which.
    pub tag: Tag,
    /// The analyzer below which it belongs; none where it gets the transport's payload.
    pub under: Option<Tag>,
}

/// A part of what a protocol carries, for conditions on such parts. Numbered by who made the [`Detector`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspect(pub u8);

/// How bytes lie in what a condition looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// The first of several pieces, and not the last.
    First,
    /// What follows the piece before.
    Next,
    /// All of it: nothing came before and nothing comes after.
    Whole,
    /// There is no more: what comes then begins anew.
    End,
}

/// Looks at the bytes of one connection until it knows, or the buffer is full.
///
/// What it finds is written to `found`; each then becomes an analyzer that gets all that went before. What else it has
/// to say goes to `sink`.
pub trait Detector {
    /// The first packet of a side came: conditions on headers may be judged, no payload yet.
    fn begin(
        &mut self,
        conn: &ConnView<'_>,
        from: Role,
        headers: FirstHeaders<'_>,
        sink: &mut dyn Sink,
        found: &mut Vec<Found>,
    );

    /// More bytes of a side; of a datagram all of its payload, matched from the start.
    fn feed(
        &mut self,
        conn: &ConnView<'_>,
        from: Role,
        data: &[u8],
        datagram: bool,
        sink: &mut dyn Sink,
        found: &mut Vec<Found>,
    );

    /// Whether [`aspect`](Self::aspect) does anything with parts of this kind.
    fn looks_at(&self, aspect: Aspect) -> bool {
        let _ = aspect;
        false
    }

    /// A part of what a protocol carries: a URI, a header line, a piece of a body.
    fn aspect(
        &mut self,
        conn: &ConnView<'_>,
        from: Role,
        aspect: Aspect,
        data: &[u8],
        extent: Extent,
        sink: &mut dyn Sink,
        found: &mut Vec<Found>,
    ) {
        let _ = (conn, from, aspect, data, extent, sink, found);
    }

    /// The connection ends.
    fn end(&mut self, conn: &ConnView<'_>, sink: &mut dyn Sink) {
        let _ = (conn, sink);
    }
}

/// The caps on what is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) bytes: usize,
    pub(super) chunks: usize,
    pub(super) only_beginning: bool,
    pub(super) stop_when_late: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// What comes is kept for analyzers to come.
    Buffering,
    /// The buffer was full: matches come too late.
    Late,
    /// Nothing is looked at any more.
    Over,
}

impl Limits {
    /// As scripts set them.
    pub(super) fn of(opts: &Options) -> Limits {
        Limits {
            bytes: opts.dpd_buffer_size,
            chunks: opts.dpd_max_packets,
            only_beginning: opts.dpd_match_only_beginning,
            stop_when_late: opts.dpd_late_match_stop,
        }
    }
}

enum Chunk {
    Bytes { role: Role, data: Box<[u8]>, len: usize },
    Gap { role: Role, seq: u64, len: u64 },
}

/// The detector of a connection with what it has seen.
pub(super) struct Detection {
    detector: Box<dyn Detector>,
    limits: Limits,
    /// Whose children it finds; `None` for those of the transport.
    parent: Option<AnalyzerId>,
    state: State,
    chunks: Vec<Chunk>,
    bytes: usize,
    /// What a call finds; kept to be used again.
    found: Vec<Found>,
}

impl Detection {
    pub(super) fn new(detector: Box<dyn Detector>, limits: Limits, parent: Option<AnalyzerId>) -> Self {
        Detection {
            detector,
            limits,
            parent,
            state: State::Buffering,
            chunks: Vec::new(),
            bytes: 0,
            found: Vec::new(),
        }
    }

    pub(super) fn begin(
        &mut self,
        tree: &mut Tree,
        flow: &mut Flow<'_>,
        role: Role,
        headers: FirstHeaders<'_>,
    ) {
        flow.draw_uid();
        let view = flow.conn.view(flow.id, flow.tcp.as_deref());
        self.detector.begin(&view, role, headers, flow.sink, &mut self.found);
        self.activate(tree, flow, false);
    }

    pub(super) fn looks_at(&self, aspect: Aspect) -> bool {
        self.detector.looks_at(aspect)
    }

    /// A part of what a protocol carries; it is looked at even where the payload is not any more.
    pub(super) fn aspect(
        &mut self,
        tree: &mut Tree,
        flow: &mut Flow<'_>,
        role: Role,
        (aspect, data, extent): (Aspect, &[u8], Extent),
    ) {
        flow.draw_uid();
        let view = flow.conn.view(flow.id, flow.tcp.as_deref());
        self.detector.aspect(&view, role, aspect, data, extent, flow.sink, &mut self.found);
        self.activate(tree, flow, false);
    }

    pub(super) fn stream(&mut self, tree: &mut Tree, flow: &mut Flow<'_>, role: Role, data: &[u8]) {
        self.look(tree, flow, role, &Datagram { payload: data, len: data.len() }, false);
    }

    pub(super) fn packet(&mut self, tree: &mut Tree, flow: &mut Flow<'_>, role: Role, packet: &Datagram<'_>) {
        self.look(tree, flow, role, packet, true);
    }

    fn look(
        &mut self,
        tree: &mut Tree,
        flow: &mut Flow<'_>,
        role: Role,
        packet: &Datagram<'_>,
        datagram: bool,
    ) {
        if self.state == State::Over {
            return;
        }
        let mut next = self.state;
        if self.state == State::Buffering && !packet.payload.is_empty() {
            let kept = Chunk::Bytes { role, data: packet.payload.into(), len: packet.len };
            self.bytes += packet.payload.len();
            next = self.push(kept);
        }
        flow.draw_uid();
        let view = flow.conn.view(flow.id, flow.tcp.as_deref());
        self.detector.feed(&view, role, packet.payload, datagram, flow.sink, &mut self.found);
        self.activate(tree, flow, datagram);
        if self.state == State::Buffering {
            self.state = next;
            if next != State::Buffering {
                self.chunks = Vec::new();
            }
        }
    }

    fn push(&mut self, chunk: Chunk) -> State {
        self.chunks.push(chunk);
        let full = self.bytes > self.limits.bytes || self.chunks.len() > self.limits.chunks;
        match (full, self.limits.only_beginning) {
            (false, _) => State::Buffering,
            (true, true) => State::Over,
            (true, false) => State::Late,
        }
    }

    pub(super) fn undelivered(&mut self, role: Role, seq: u64, len: u64) {
        if self.state == State::Buffering && !self.chunks.is_empty() {
            self.state = self.push(Chunk::Gap { role, seq, len });
        }
    }

    /// Gives each found protocol an analyzer and what went before.
    fn activate(&mut self, tree: &mut Tree, flow: &mut Flow<'_>, datagrams: bool) {
        for Found { tag, under } in std::mem::take(&mut self.found) {
            if self.state != State::Buffering {
                if let Some(atype) = flow.env.analyzers.factory.as_ref().map(|f| f.script_name(tag)) {
                    flow.event(|c| ProtocolLateMatch { c, atype });
                }
                if self.limits.stop_when_late {
                    self.state = State::Over;
                }
                continue;
            }
            if let Some(above) = under {
                if let Some(above) = tree.find(above) {
                    tree.add(flow, Some(above), tag, None);
                }
                continue;
            }
            let Some(id) = tree.add(flow, self.parent, tag, None) else { continue };
            for chunk in &self.chunks {
                tree.run_id(flow, id, |a, cx| match chunk {
                    Chunk::Bytes { role, data, len } if datagrams => {
                        a.packet(cx, *role, &Datagram { payload: data, len: *len });
                    }
                    Chunk::Bytes { role, data, .. } => a.stream(cx, *role, data),
                    Chunk::Gap { role, seq, len } => a.undelivered(cx, *role, *seq, *len),
                });
            }
        }
    }

    pub(super) fn end(&mut self, flow: &mut Flow<'_>) {
        flow.draw_uid();
        self.detector.end(&flow.conn.view(flow.id, flow.tcp.as_deref()), flow.sink);
    }
}
