//! The seam between sessions and protocols: what an analyzer is, what it may ask for, how it comes to a connection.
//!
//! An [`Analyzer`] gets what reassembly or a datagram delivers and speaks through its [`Context`]: events, weirds,
//! confirmation or violation, children, timers, expected connections. The analyzers of a connection form a [`Tree`]: its
//! roots get the transport's payload, and whoever wraps another protocol (TLS after STARTTLS, MIME in SMTP) adds a child
//! and forwards to it. A [`Factory`] from above knows the protocols: it makes analyzers by tag, names their ports, and
//! may give a [`Detector`] that finds protocols by the first bytes of a connection.
//!
//! Nothing here looks into a protocol, and nothing is allocated for connections without analyzers.
mod context;
mod detect;
mod expect;
mod files;
mod part;
mod tree;

pub use context::Context;
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
    /// The payload as far as it was captured.
    pub payload: &'a [u8],
    /// The payload's length on the wire.
    pub len: usize,
}

/// Parses one protocol on one connection. Every method has a default that does nothing.
///
/// A method may be called with any bytes in any order that a network can produce: it must neither panic nor keep more
/// than its cap. What an analyzer holds is dropped when it is removed or the connection ends, after
/// [`done`](Self::done).
pub trait Analyzer: Any {
    /// The next bytes of a stream, in order.
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        let _ = (cx, from, data);
    }

    /// `len` bytes of a stream, from relative sequence number `seq` on, will not come.
    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        let _ = (cx, from, seq, len);
    }

    /// A datagram.
    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        let _ = (cx, from, packet);
    }

    /// A side's stream is at its end and was delivered up to it.
    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        let _ = (cx, from);
    }

    /// An endpoint closed, by FIN or RST; its data may not all be delivered yet.
    fn closed(&mut self, cx: &mut Context<'_, '_>) {
        let _ = cx;
    }

    /// The connection is over: both sides closed, or, if `half`, the only one that was seen.
    fn finished(&mut self, cx: &mut Context<'_, '_>, half: bool) {
        let _ = (cx, half);
    }

    /// The connection was reset.
    fn reset(&mut self, cx: &mut Context<'_, '_>) {
        let _ = cx;
    }

    /// A segment with RST came.
    fn packet_with_rst(&mut self, cx: &mut Context<'_, '_>) {
        let _ = cx;
    }

    /// Originator and responder exchanged roles.
    fn roles_flipped(&mut self, cx: &mut Context<'_, '_>) {
        let _ = cx;
    }

    /// A timer that it set.
    fn timer(&mut self, cx: &mut Context<'_, '_>, token: u32) {
        let _ = (cx, token);
    }

    /// The last call: report what is pending.
    fn done(&mut self, cx: &mut Context<'_, '_>) {
        let _ = cx;
    }
}

/// Knows the protocols.
pub trait Factory {
    /// Makes an analyzer; `None` where the tag has none or it is not wanted here.
    fn create(&self, tag: Tag, conn: &ConnView<'_>) -> Option<Box<dyn Analyzer>>;

    /// The name that weirds carry as their source: `HTTP`.
    fn name(&self, tag: Tag) -> &'static str;

    /// The name as scripts have it: `Analyzer::ANALYZER_HTTP`.
    fn script_name(&self, tag: Tag) -> EnumName;

    /// Ports that are known to carry a protocol when a run begins.
    fn ports(&self) -> Vec<(Port, Tag)> {
        Vec::new()
    }

    /// Something that looks at the first bytes of a new connection; `None` where there are no signatures.
    fn detector(&self, conn: &ConnView<'_>) -> Option<Box<dyn Detector>> {
        let _ = conn;
        None
    }
}

/// Which analyzers there are, where they begin, and which connections are expected.
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

    /// Connections to `port` get the analyzer.
    pub(crate) fn register_port(&mut self, port: Port, tag: Tag) {
        let tags = self.ports.entry(port).or_default();
        // In the order of tags, whoever came first.
        if let Err(at) = tags.binary_search(&tag) {
            tags.insert(at, tag);
        }
    }

    /// Connections to `port` no longer get the analyzer.
    pub(crate) fn unregister_port(&mut self, port: Port, tag: Tag) {
        if let Some(tags) = self.ports.get_mut(&port) {
            tags.retain(|t| *t != tag);
        }
    }

    /// Allows or forbids a kind of analyzer for connections to come.
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

    /// Leaves numbers to what Zeek numbers as analyzers and what is part of a connection here.
    fn skip_ids(&mut self, n: u32) {
        self.next_id = self.next_id.wrapping_add(n);
    }

    pub(crate) fn is_enabled(&self, tag: Tag) -> bool {
        !self.disabled.contains(&tag)
    }
}

/// Gives a new connection the analyzers that it begins with.
pub(crate) fn begin(flow: &mut Flow<'_>) {
    let Some(factory) = flow.env.analyzers.factory.clone() else { return };
    // The transport, and detection where there are ports.
    let detects = matches!(flow.conn.key.transport(), TransportProto::Tcp | TransportProto::Udp);
    flow.env.analyzers.skip_ids(if detects { 2 } else { 1 });
    let scheduled = attach_expected(flow);
    let port = flow.conn.key.port(flow.conn.place(Role::Resp));
    if !scheduled && !flow.env.opts.dpd_ignore_ports {
        let tags = flow.env.analyzers.ports.get(&port).cloned().unwrap_or_default();
        for tag in tags {
            Tree::attach(flow, tag);
        }
    }
    // Sizes.
    flow.env.analyzers.skip_ids(1);
    if !matches!(port.proto, TransportProto::Unknown) {
        let view = flow.conn.view(flow.id, flow.tcp.as_deref());
        if let Some(detector) = factory.detector(&view) {
            let limits = detect::Limits::of(&flow.env.opts);
            flow.conn.analyzers.get_or_insert_with(Box::default).detect_with(detector, limits);
        }
    }
}
