//! Detects protocols by the first bytes of a connection.
use super::kept::{Kept, Piece};
use super::{AnalyzerId, Datagram, Tag, Tree};
use crate::conn::{ConnView, Role};
use crate::env::Env;
use crate::flow::Flow;
use crate::sink::Sink;
use event::conn::ProtocolLateMatch;
use net_types::TransportProto;

/// The bit of a side in the set of sides whose detection waits for payload.
pub(crate) const fn side(role: Role) -> u8 {
    if role.is_orig() { 1 } else { 2 }
}

/// Both sides.
pub(super) const BOTH: u8 = side(Role::Orig) | side(Role::Resp);

/// The headers of a side's first packet as captured.
#[derive(Clone, Copy, Default, Debug)]
pub struct FirstHeaders<'a> {
    /// The IP header.
    pub ip: &'a [u8],
    /// The transport header and the payload.
    pub transport: &'a [u8],
}

/// Builds the headers of a connection inside another one, for conditions on addresses, ports and transport.
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

/// A detected protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The analyzer.
    pub tag: Tag,
    /// The analyzer that becomes its parent; `None` if it gets the transport's payload.
    pub under: Option<Tag>,
}

/// An aspect of a protocol's content that conditions can inspect, such as a URI. Numbered by the maker of the
/// [`Detector`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspect(pub u8);

/// The position of a piece within the value that a condition inspects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// The first of several pieces.
    First,
    /// A continuation of the previous piece.
    Next,
    /// The whole value in one piece.
    Whole,
    /// The end of the value; the next piece begins a new one.
    End,
}

/// Inspects the bytes of one connection until it has decided or the buffer is full.
///
/// Detected protocols are pushed to `found`; each then becomes an analyzer that gets everything so far. Everything else
/// goes to `sink`.
pub trait Detector {
    /// Evaluates conditions on the headers of a side's first packet, without its payload.
    fn begin(
        &mut self,
        conn: &ConnView<'_>,
        from: Role,
        headers: FirstHeaders<'_>,
        sink: &mut dyn Sink,
        found: &mut Vec<Found>,
    );

    /// Takes more bytes of a side. A datagram is passed as one whole payload and matched from its start.
    fn feed(
        &mut self,
        conn: &ConnView<'_>,
        from: Role,
        data: &[u8],
        datagram: bool,
        sink: &mut dyn Sink,
        found: &mut Vec<Found>,
    );

    /// True if [`aspect`](Self::aspect) uses this aspect.
    fn looks_at(&self, aspect: Aspect) -> bool {
        let _ = aspect;
        false
    }

    /// Takes a piece of a protocol's content: a URI, a header line, a piece of a body.
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

    /// Called once the analyzers of a non-empty `found` have got everything so far.
    fn after_found(&mut self, conn: &ConnView<'_>, sink: &mut dyn Sink) {
        let _ = (conn, sink);
    }

    /// Handles the end of the connection.
    fn end(&mut self, conn: &ConnView<'_>, sink: &mut dyn Sink) {
        let _ = (conn, sink);
    }
}

/// Caps on the kept pieces.
struct Limits {
    bytes: usize,
    pieces: usize,
    only_beginning: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Keeps all bytes for analyzers that are added later.
    Buffering,
    /// The buffer has overflowed: matches from now on are late.
    Late,
    /// Ignores further payload.
    Over,
}

impl Limits {
    /// Returns the caps that scripts have set, or caps of zero if memory is short.
    fn of(env: &Env) -> Limits {
        let opts = &env.opts;
        let (bytes, pieces) =
            if env.saves_memory { (0, 0) } else { (opts.dpd_buffer_size, opts.dpd_max_packets) };
        Limits { bytes, pieces, only_beginning: opts.dpd_match_only_beginning }
    }
}

/// The detector of a connection and the bytes it has seen.
pub(super) struct Detection {
    detector: Box<dyn Detector>,
    /// The parent of detected analyzers; `None` for the root.
    parent: Option<AnalyzerId>,
    state: State,
    kept: Kept,
}

impl Detection {
    pub(super) fn new(detector: Box<dyn Detector>, parent: Option<AnalyzerId>) -> Self {
        Detection { detector, parent, state: State::Buffering, kept: Kept::default() }
    }

    /// Drops the buffered bytes and ignores further payload.
    pub(super) fn drop_buffer(&mut self) {
        self.kept = Kept::default();
        self.state = State::Over;
    }

    pub(super) fn begin(
        &mut self,
        tree: &mut Tree,
        flow: &mut Flow<'_>,
        role: Role,
        headers: FirstHeaders<'_>,
    ) {
        let view = flow.conn.lazy_view(flow.id, flow.tcp.as_deref(), &flow.env.uids);
        let mut found = Vec::new();
        self.detector.begin(&view, role, headers, flow.sink, &mut found);
        self.activate(tree, flow, found, false);
    }

    pub(super) fn looks_at(&self, aspect: Aspect) -> bool {
        self.detector.looks_at(aspect)
    }

    /// Takes a piece of a protocol's content, even after detection in the payload has ended.
    pub(super) fn aspect(
        &mut self,
        tree: &mut Tree,
        flow: &mut Flow<'_>,
        role: Role,
        (aspect, data, extent): (Aspect, &[u8], Extent),
    ) {
        let view = flow.conn.lazy_view(flow.id, flow.tcp.as_deref(), &flow.env.uids);
        let mut found = Vec::new();
        self.detector.aspect(&view, role, aspect, data, extent, flow.sink, &mut found);
        self.activate(tree, flow, found, false);
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
            next = self.push(flow.env, Piece::Bytes { role, data: packet.payload, len: packet.len });
        }
        let view = flow.conn.lazy_view(flow.id, flow.tcp.as_deref(), &flow.env.uids);
        let mut found = Vec::new();
        self.detector.feed(&view, role, packet.payload, datagram, flow.sink, &mut found);
        self.activate(tree, flow, found, datagram);
        if self.state == State::Buffering {
            self.state = next;
            if next != State::Buffering {
                self.kept = Kept::default();
            }
        }
    }

    fn push(&mut self, env: &Env, piece: Piece<'_>) -> State {
        let limits = Limits::of(env);
        self.kept.push(piece);
        let full = self.kept.bytes() > limits.bytes || self.kept.pieces() > limits.pieces;
        match (full, limits.only_beginning) {
            (false, _) => State::Buffering,
            (true, true) => State::Over,
            (true, false) => State::Late,
        }
    }

    pub(super) fn undelivered(&mut self, env: &Env, role: Role, seq: u64, len: u64) {
        if self.state == State::Buffering && self.kept.pieces() > 0 {
            self.state = self.push(env, Piece::Gap { role, seq, len });
        }
    }

    /// Gives each detected protocol an analyzer and feeds it everything so far.
    fn activate(&mut self, tree: &mut Tree, flow: &mut Flow<'_>, found: Vec<Found>, datagrams: bool) {
        if found.is_empty() {
            return;
        }
        for Found { tag, under } in found {
            if self.state != State::Buffering {
                if let Some(atype) = flow.env.analyzers.factory.as_ref().map(|f| f.script_name(tag)) {
                    flow.event(|c| ProtocolLateMatch { c, atype });
                }
                if flow.env.opts.dpd_late_match_stop {
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
            for piece in self.kept.iter() {
                tree.run_id(flow, id, |a, cx| match piece {
                    Piece::Bytes { role, data, len } if datagrams => {
                        a.packet(cx, role, &Datagram { payload: data, len });
                    }
                    Piece::Bytes { role, data, .. } => a.stream(cx, role, data),
                    Piece::Gap { role, seq, len } => a.undelivered(cx, role, seq, len),
                });
            }
        }
        let view = flow.conn.lazy_view(flow.id, flow.tcp.as_deref(), &flow.env.uids);
        self.detector.after_found(&view, flow.sink);
    }

    pub(super) fn end(&mut self, flow: &mut Flow<'_>) {
        let view = flow.conn.lazy_view(flow.id, flow.tcp.as_deref(), &flow.env.uids);
        self.detector.end(&view, flow.sink);
    }
}
