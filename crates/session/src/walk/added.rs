//! Packet analyzers that a run adds below connections, and the numbers by which one layer leads to the next.
//!
//! An added analyzer parses the bytes after a layer if scripts registered it for the number in that layer's header, or
//! it replaces a link layer. It may forward the bytes after its own header, with a number that selects the next layer.
//! `routes` lists which built-in layers follow each other. Added analyzers run at most [`MAX_PASSES`] times on one
//! frame; a weird reports more.
use super::routes::BY_LAYER;
use super::{Layer, Packet, Step, Walk};
use crate::script_value::ScriptValue;
use crate::session::{Frame, Session};
use crate::sink::Sink;
use crate::walk::headers::Shown;
use event::analyzer as events;
use event::packet::RawPktHdr;
use event::{EnumName, Event, EventId};
use net_types::{LinkType, Timestamp};
use std::collections::HashMap;

/// How many times added analyzers may run on one frame.
const MAX_PASSES: u32 = 32;

/// Analyzes the packets of one protocol below connections.
pub trait PacketAnalyzer {
    /// Parses the bytes from this layer on.
    fn packet(&mut self, cx: &mut PacketContext<'_>, data: &[u8]) -> Verdict;
}

/// The outcome of a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The packet is valid and carries no further layer.
    Valid,
    /// The bytes from `offset` on belong to the layer that is registered for `number`.
    Forward {
        /// The length of this layer in bytes.
        offset: usize,
        /// The number of the next layer.
        number: u64,
    },
    /// The packet is not of this protocol.
    Invalid,
}

/// The names of an added analyzer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PacketAnalyzerName {
    /// The name in weirds and registrations: `SPICY_FOO`.
    pub name: &'static str,
    /// The name in scripts: `PacketAnalyzer::ANALYZER_SPICY_FOO`.
    pub script: EnumName,
}

/// Services that an added analyzer can use while it parses a packet.
pub struct PacketContext<'a> {
    session: &'a mut Session,
    sink: &'a mut dyn Sink,
    frame: &'a Frame<'a>,
    packet: Packet<'a>,
    name: PacketAnalyzerName,
}

/// A function that receives the headers of a frame and a function that raises an event that shows them.
pub type ShownTo<'f> = dyn FnMut(&RawPktHdr<'_>, &mut dyn FnMut(&dyn Event)) + 'f;

impl PacketContext<'_> {
    /// True if a handler exists for an event that is known at run time only.
    pub fn wants(&self, id: EventId) -> bool {
        self.sink.wants(id)
    }

    /// Raises an event that the caller has checked to have a handler.
    pub fn raise(&mut self, e: &dyn Event) {
        self.sink.take(e);
    }

    /// Calls `f` with the frame's headers and a function that raises an event that shows them.
    pub fn with_headers(&mut self, f: &mut ShownTo<'_>) {
        let Packet { ip, vlan, inner_vlan, .. } = self.packet;
        let sink = &mut *self.sink;
        Shown { frame: self.frame, ip, vlan, inner_vlan }.headers(&mut |h| f(h, &mut |e| sink.take(e)));
    }

    /// Reports that the packet is not of the analyzer's protocol.
    pub fn violate(&mut self, reason: &str) {
        let atype = self.name.script;
        event::emit(self.sink, || events::AnalyzerViolation {
            atype,
            info: events::AnalyzerViolationInfo { reason, c: None, f: None, aid: None, data: None },
        });
    }

    /// Confirms the analyzer's protocol.
    pub fn confirm(&mut self) {
        let atype = self.name.script;
        event::emit(self.sink, || events::AnalyzerConfirmation {
            atype,
            info: events::AnalyzerConfirmationInfo { c: None, f: None, aid: None },
        });
    }

    /// Reports a weird with the analyzer's name as its source.
    pub fn weird(&mut self, name: &str, addl: &[u8]) {
        let source = self.name.name;
        match self.packet.ends {
            Some(ends) => self.session.env.flow_weird(self.sink, ends, name, addl, source),
            None => self.session.env.net_weird(self.sink, name, addl, source),
        }
    }

    /// The time of the packet.
    #[expect(clippy::misnamed_getters, reason = "the other clock is that of timers")]
    pub fn now(&self) -> Timestamp {
        self.session.env.ts
    }

    /// The number of frames so far.
    pub fn packets(&self) -> u64 {
        self.session.env.stats.packets
    }

    /// The value of a script's global variable; `None` if it does not exist.
    pub fn script_value(&mut self, name: &str) -> Option<ScriptValue> {
        self.sink.script_value(name)
    }

    /// Prints a line for the analyzer's author.
    pub fn print(&mut self, line: &str) {
        self.sink.print(line);
    }

    /// Reports an error in the analyzer itself, not in its input.
    pub fn complain(&mut self, message: &str) {
        self.sink.complain(message);
    }
}

struct Added {
    name: PacketAnalyzerName,
    /// `None` while it runs.
    analyzer: Option<Box<dyn PacketAnalyzer>>,
    replaces: Option<Layer>,
    off: bool,
}

/// The layer that follows another one for a number.
#[derive(Clone, Copy)]
enum Child {
    Layer(Layer),
    /// The index of an added analyzer.
    Added(usize),
}

/// Added analyzers, and registrations of numbers.
#[derive(Default)]
pub(crate) struct AddedLayers {
    added: Vec<Added>,
    children: HashMap<(&'static str, u64), Child>,
    /// How many times added analyzers have run on the current frame.
    passes: u32,
}

impl AddedLayers {
    #[inline]
    fn is_empty(&self) -> bool {
        self.children.is_empty() && self.added.is_empty()
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.added.iter().position(|a| a.name.name.eq_ignore_ascii_case(name))
    }

    fn child(&self, name: &str) -> Option<Child> {
        self.place(name).map(Child::Added).or_else(|| Layer::named(name).map(Child::Layer))
    }

    /// Finds a parent by name: a layer whose header determines the next layer by a number.
    fn parent(&self, name: &str) -> Option<&'static str> {
        let added = self.place(name).and_then(|at| self.added.get(at)).map(|a| a.name.name);
        added.or_else(|| BY_LAYER.into_iter().chain(["LLC", "IP"]).find(|p| p.eq_ignore_ascii_case(name)))
    }
}

/// Whether `name` is the name of a built-in layer.
#[must_use]
pub fn is_layer(name: &str) -> bool {
    Layer::named(name).is_some()
}

impl Session {
    /// Adds a packet analyzer; `replaces` names the link layer that it replaces, if any.
    pub fn add_packet_analyzer(
        &mut self,
        name: PacketAnalyzerName,
        replaces: Option<&str>,
        analyzer: Box<dyn PacketAnalyzer>,
    ) {
        let replaces = replaces.and_then(Layer::named);
        self.added.added.push(Added { name, analyzer: Some(analyzer), replaces, off: false });
    }

    /// Whether [`register_layer`](Self::register_layer) knows both layers.
    pub fn can_register(&self, parent: &str, child: &str) -> bool {
        self.added.parent(parent).is_some() && self.added.child(child).is_some()
    }

    /// Registers `child` as the layer after `parent` for `number`. Returns false if either is unknown.
    pub fn register_layer(&mut self, parent: &str, number: u64, child: &str) -> bool {
        let (Some(parent), Some(child)) = (self.added.parent(parent), self.added.child(child)) else {
            return false;
        };
        self.added.children.insert((parent, number), child);
        true
    }

    /// True if an added analyzer is on; `None` if no added analyzer has this name.
    pub(crate) fn is_added_on(&self, name: &str) -> Option<bool> {
        self.added.place(name).and_then(|at| self.added.added.get(at)).map(|a| !a.off)
    }

    /// Turns an added analyzer on or off; false if no added analyzer has this name.
    pub(crate) fn enable_added(&mut self, name: &str, on: bool) -> bool {
        let at = self.added.place(name);
        at.and_then(|at| self.added.added.get_mut(at)).map(|a| a.off = !on).is_some()
    }
}

impl Walk<'_> {
    /// Walks a frame from its link type on. Scripts may route link types to other layers.
    #[inline]
    pub(super) fn walk_link<'a>(&mut self, p: &mut Packet<'a>, link: LinkType, bytes: &'a [u8]) -> bool {
        self.session.added.passes = 0;
        if let Some(step) = self.claimed(p, "ROOT", link.0.into(), bytes) {
            return self.go_on(p, step);
        }
        let routed = self.routed_layer("ROOT", link.0.into());
        self.walk(p, routed.unwrap_or_else(|| Layer::of_link(link)), bytes)
    }

    /// Continues the walk with a step.
    pub(super) fn go_on<'a>(&mut self, p: &mut Packet<'a>, step: Step<'a>) -> bool {
        match step {
            Step::Next(layer, bytes) => self.walk(p, layer, bytes),
            Step::End(ok) => ok,
        }
    }

    /// Runs the added analyzer that replaces a link layer, if any.
    #[inline]
    pub(super) fn instead<'a>(
        &mut self,
        p: &mut Packet<'a>,
        layer: Layer,
        bytes: &'a [u8],
    ) -> Option<Step<'a>> {
        if self.session.added.added.is_empty() {
            return None;
        }
        let at = self.session.added.added.iter().position(|a| !a.off && a.replaces == Some(layer))?;
        Some(self.pass(p, at, bytes))
    }

    /// The step for a number below a layer, if scripts registered that number.
    #[inline]
    pub(super) fn claimed<'a>(
        &mut self,
        p: &mut Packet<'a>,
        parent: &'static str,
        number: u64,
        bytes: &'a [u8],
    ) -> Option<Step<'a>> {
        if self.session.added.is_empty() {
            return None;
        }
        match *self.session.added.children.get(&(parent, number))? {
            Child::Layer(layer) => Some(Step::Next(layer, bytes)),
            Child::Added(at) if self.session.added.added.get(at).is_some_and(|a| !a.off) => {
                Some(self.pass(p, at, bytes))
            }
            Child::Added(_) => None,
        }
    }

    /// Passes bytes to an added analyzer, and the bytes that it forwards to the next one.
    #[cold]
    fn pass<'a>(&mut self, p: &mut Packet<'a>, mut at: usize, mut bytes: &'a [u8]) -> Step<'a> {
        loop {
            self.session.added.passes += 1;
            if self.session.added.passes > MAX_PASSES {
                self.packet_weird(p, "too_many_packet_analyzers", "", "");
                return Step::End(false);
            }
            let Some(slot) = self.session.added.added.get_mut(at) else { return Step::End(false) };
            let (name, Some(mut analyzer)) = (slot.name, slot.analyzer.take()) else {
                return Step::End(false);
            };
            self.session.leave_trail(name.name);
            let mut cx = PacketContext {
                session: &mut *self.session,
                sink: &mut *self.sink,
                frame: self.frame,
                packet: *p,
                name,
            };
            let verdict = analyzer.packet(&mut cx, bytes);
            if let Some(slot) = self.session.added.added.get_mut(at) {
                slot.analyzer = Some(analyzer);
            }
            let (offset, number) = match verdict {
                Verdict::Valid => return Step::End(true),
                Verdict::Invalid => return Step::End(false),
                Verdict::Forward { offset, number } => (offset, number),
            };
            bytes = bytes.get(offset..).unwrap_or_default();
            match self.session.added.children.get(&(name.name, number)) {
                Some(Child::Layer(layer)) => return Step::Next(*layer, bytes),
                Some(Child::Added(next)) => at = *next,
                None => return self.unknown(p, name.name, number, bytes),
            }
        }
    }
}
