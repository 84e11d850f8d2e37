//! The seam between sessions and protocols: the [`Analyzer`] trait, what analyzers may call, and how a connection gets
//! them.
//!
//! An [`Analyzer`] receives reassembled streams or datagrams. Through its [`Context`] it raises events and weirds,
//! confirms or violates its protocol, adds children, sets timers and announces connections. The analyzers of a
//! connection form a [`Tree`]: its roots get the transport's payload; an analyzer that carries another protocol (TLS
//! after STARTTLS, MIME in SMTP) adds a child and forwards to it. A [`Factory`] makes analyzers by tag, names their
//! ports, and may provide a [`Detector`] that finds protocols by the first bytes of a connection.
//!
//! Nothing here parses a protocol, and connections without analyzers allocate nothing.
//!
//! This module, `env`, `flow` and `sink` use each other: a flow lends itself to analyzers through a [`Context`], whose
//! reports go to the sink, and the registry of analyzers is part of the state that all connections share.
mod context;
mod detect;
mod expect;
mod files;
mod kept;
mod part;
mod tree;

pub use context::Context;
pub(crate) use detect::side;
pub use detect::{Aspect, Detector, Extent, FirstHeaders, Found};
pub(crate) use expect::{attach_expected, expect};
pub use files::{FileFeed, FileInput};
pub use part::Part;
pub(crate) use tree::Tree;

use crate::conn::{ConnView, Role};
use crate::flow::Flow;
use event::EnumName;
use expect::Expected;
use hashbrown::HashMap;
use net_types::{Port, TransportProto};
use std::any::Any;
use std::rc::Rc;

/// A kind of analyzer, numbered by the [`Factory`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tag(pub u16);

/// One analyzer, unique in a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnalyzerId(pub u32);

/// A datagram as analyzers get it.
#[derive(Clone, Copy, Debug)]
pub struct Datagram<'a> {
    /// The captured payload.
    pub payload: &'a [u8],
    /// The payload's length on the wire.
    pub len: usize,
}

/// Parses one protocol on one connection. Every method has a default that does nothing.
///
/// Methods may be called with any bytes in any order that a network can produce; they must neither panic nor keep more
/// than the analyzer's caps. The analyzer is dropped after [`done`](Self::done), when it is removed or its connection
/// ends.
pub trait Analyzer: Any {
    /// The number of ids to reserve besides its own. Scripts see Zeek's numbers, and in Zeek each side's splitter of a
    /// stream into lines or messages is an analyzer, too.
    fn splitters(&self, tcp: bool) -> u32 {
        let _ = tcp;
        0
    }

    /// Takes the next bytes of a stream, in order.
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        let _ = (cx, from, data);
    }

    /// Handles a gap: `len` bytes of a stream, from relative sequence number `seq` on, are missing for good.
    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        let _ = (cx, from, seq, len);
    }

    /// Takes a datagram.
    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        let _ = (cx, from, packet);
    }

    /// Handles the end of a side's stream, after all of it was delivered.
    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        let _ = (cx, from);
    }

    /// Handles the close of an endpoint, by FIN or RST. Some of its data may not be delivered yet.
    fn closed(&mut self, cx: &mut Context<'_, '_>) {
        let _ = cx;
    }

    /// Handles the end of the connection: both sides closed, or, if `half`, the only side that was seen.
    fn finished(&mut self, cx: &mut Context<'_, '_>, half: bool) {
        let _ = (cx, half);
    }

    /// Handles a reset of the connection.
    fn reset(&mut self, cx: &mut Context<'_, '_>) {
        let _ = cx;
    }

    /// Handles the arrival of a segment with RST.
    fn packet_with_rst(&mut self, cx: &mut Context<'_, '_>) {
        let _ = cx;
    }

    /// Handles an exchange of the roles of originator and responder.
    fn roles_flipped(&mut self, cx: &mut Context<'_, '_>) {
        let _ = cx;
    }

    /// Handles a timer that this analyzer set.
    fn timer(&mut self, cx: &mut Context<'_, '_>, token: u32) {
        let _ = (cx, token);
    }

    /// Reports anything still pending. This is the last call.
    fn done(&mut self, cx: &mut Context<'_, '_>) {
        let _ = cx;
    }
}

/// Makes analyzers, and knows their names and ports.
pub trait Factory {
    /// Makes an analyzer; `None` if the tag is unknown or the connection does not qualify.
    fn create(&self, tag: Tag, conn: &ConnView<'_>) -> Option<Box<dyn Analyzer>>;

    /// The name used as source of weirds: `HTTP`.
    fn name(&self, tag: Tag) -> &'static str;

    /// The name in scripts: `Analyzer::ANALYZER_HTTP`.
    fn script_name(&self, tag: Tag) -> EnumName;

    /// The ports registered at start-up.
    fn ports(&self) -> Vec<(Port, Tag)> {
        Vec::new()
    }

    /// The tag under which scripts turn off the counting of packets and bytes.
    fn counter(&self) -> Option<Tag> {
        None
    }

    /// The tag under which an analyzer appears in a tree, and the tag whose maker creates it: an enabled analyzer may
    /// replace another.
    fn stand_ins(&self, tag: Tag, enabled: &dyn Fn(Tag) -> bool) -> (Tag, Tag) {
        let _ = enabled;
        (tag, tag)
    }

    /// A detector for a new connection; `None` without signatures.
    fn detector(&self, conn: &ConnView<'_>) -> Option<Box<dyn Detector>> {
        let _ = conn;
        None
    }

    /// True if detectors need nothing but payload, addresses, ports and transport. Then a connection gets its detector
    /// with its first payload, and [`FirstHeaders`] has the ports alone.
    fn detects_by_payload(&self) -> bool {
        false
    }
}

/// The registry: enabled analyzers, their ports, and expected connections.
#[derive(Default)]
pub(crate) struct Registry {
    pub(crate) factory: Option<Rc<dyn Factory>>,
    ports: HashMap<Port, Vec<Tag>, foldhash::fast::RandomState>,
    disabled: Vec<Tag>,
    expected: Expected,
    next_id: u32,
}

impl Registry {
    pub(crate) fn new(factory: Option<Rc<dyn Factory>>) -> Self {
        let mut r = Registry { factory, ..Registry::default() };
        for (port, tag) in r.factory.as_ref().map(|f| f.ports()).unwrap_or_default() {
            r.register_port(port, tag);
        }
        r
    }

    /// Attaches the analyzer to connections to `port` from now on.
    pub(crate) fn register_port(&mut self, port: Port, tag: Tag) {
        let tags = self.ports.entry(port).or_default();
        // Sorted by tag, so that the order of registration does not matter.
        if let Err(at) = tags.binary_search(&tag) {
            tags.insert(at, tag);
        }
    }

    /// Stops attaching the analyzer to connections to `port`.
    pub(crate) fn unregister_port(&mut self, port: Port, tag: Tag) {
        if let Some(tags) = self.ports.get_mut(&port) {
            tags.retain(|t| *t != tag);
        }
    }

    /// The analyzer at this place of those registered for a port.
    fn of_port(&self, port: Port, at: usize) -> Option<Tag> {
        self.ports.get(&port)?.get(at).copied()
    }

    /// Enables or disables a kind of analyzer for new connections.
    pub(crate) fn enable(&mut self, tag: Tag, enabled: bool) {
        self.disabled.retain(|t| *t != tag);
        if !enabled {
            self.disabled.push(tag);
        }
    }

    fn new_id(&mut self) -> AnalyzerId {
        self.skip_ids(1);
        AnalyzerId(self.next_id)
    }

    /// Skips ids of Zeek's analyzers that are part of a connection or of another analyzer here.
    fn skip_ids(&mut self, n: u32) {
        self.next_id = self.next_id.wrapping_add(n);
    }

    pub(crate) fn is_enabled(&self, tag: Tag) -> bool {
        !self.disabled.contains(&tag)
    }
}

/// Gives a new connection its first analyzers.
pub(crate) fn begin(flow: &mut Flow<'_>) {
    let Some(factory) = flow.env.analyzers.factory.clone() else {
        flow.conn.own.counter = Some(flow.env.analyzers.new_id());
        return;
    };
    // Ids of the transport analyzer and, on transports with ports, of Zeek's analyzer for detection.
    let detects = matches!(flow.conn.key.transport(), TransportProto::Tcp | TransportProto::Udp);
    flow.conn.own.transport = Some(flow.env.analyzers.new_id());
    flow.env.analyzers.skip_ids(u32::from(detects));
    let scheduled = attach_expected(flow);
    let port = flow.conn.key.port(flow.conn.place(Role::Resp));
    if !scheduled && !flow.env.opts.dpd_ignore_ports {
        let mut at = 0;
        while let Some(tag) = flow.env.analyzers.of_port(port, at) {
            Tree::attach(flow, tag);
            at += 1;
        }
    }
    if factory.counter().is_none_or(|tag| flow.env.analyzers.is_enabled(tag)) {
        flow.conn.own.counter = Some(flow.env.analyzers.new_id());
    }
    if detects && factory.detects_by_payload() {
        flow.conn.detection_waits = detect::BOTH;
    } else if !matches!(port.proto, TransportProto::Unknown) {
        let view = flow.conn.view(flow.id, flow.tcp.as_deref());
        if let Some(detector) = factory.detector(&view) {
            flow.conn.analyzers.get_or_insert_with(Box::default).detect_with(detector);
        }
    }
}

/// Begins the detection that has waited for a side's first payload.
#[cold]
pub(crate) fn payload_begins(flow: &mut Flow<'_>, role: Role) {
    let first = flow.conn.detection_waits == detect::BOTH;
    flow.conn.detection_waits &= !side(role);
    if first {
        let Some(factory) = flow.env.analyzers.factory.clone() else { return };
        let view = flow.conn.view(flow.id, flow.tcp.as_deref());
        let Some(detector) = factory.detector(&view) else {
            flow.conn.detection_waits = 0;
            return;
        };
        flow.conn.analyzers.get_or_insert_with(Box::default).detect_with(detector);
    }
    let port = |role| flow.conn.key.end(flow.conn.place(role)).1.to_be_bytes();
    let ([a, b], [c, d]) = (port(role), port(role.other()));
    flow.detection_begins(role, FirstHeaders { ip: &[], transport: &[a, b, c, d] });
}
