//! Services that an analyzer can use while it runs.
use super::detect::{FirstHeaders, made_up_headers};
use super::expect::Expectation;
use super::tree::{Belief, Tree};
use super::{Analyzer, AnalyzerId, Aspect, Datagram, Extent, Tag};
use crate::conn::{ConnView, Role};
use crate::env::Due;
use crate::flow::Flow;
use crate::script_value::ScriptValue;
use crate::tcp::TcpFlow;
use crate::uid::Uid;
use event::analyzer as events;
use event::{ConnId, Event, EventId, EventType};
use net_types::{Addr, Interval, Port, Timestamp};

/// The surroundings of an analyzer during one call.
pub struct Context<'c, 'f> {
    pub(super) tree: &'c mut Tree,
    pub(super) flow: &'c mut Flow<'f>,
    pub(super) id: AnalyzerId,
    pub(super) tag: Tag,
    /// The running part's belief about its input; `None` outside [`Context::as_part`].
    pub(super) part: Option<Belief>,
}

impl Context<'_, '_> {
    /// The connection.
    pub fn conn(&self) -> ConnView<'_> {
        self.flow.conn.view(self.flow.id, self.flow.tcp.as_deref())
    }

    /// The time of the current packet.
    #[expect(clippy::misnamed_getters, reason = "only analyzers with timers need the other clock")]
    pub fn now(&self) -> Timestamp {
        self.flow.env.ts
    }

    /// The time for timers. In [`Analyzer::timer`] it is the time of firing, while [`now`](Self::now) is still that of
    /// the last packet.
    pub fn clock(&self) -> Timestamp {
        self.flow.env.now
    }

    /// The id of the running analyzer.
    pub fn id(&self) -> AnalyzerId {
        self.id
    }

    /// True if a handler exists for the event. Ask before work that only the event needs.
    pub fn wants<E: EventType>(&self) -> bool {
        self.flow.sink.wants(E::ID)
    }

    /// Raises an event if a handler exists. `build` gets the connection's number.
    #[inline]
    pub fn event<E: EventType>(&mut self, build: impl FnOnce(ConnId) -> E) {
        if self.flow.sink.wants(E::ID) {
            self.raise_wanted(build);
        }
    }

    fn raise_wanted<E: EventType>(&mut self, build: impl FnOnce(ConnId) -> E) {
        self.flow.sink.raised_by(Some((self.id, self.tag)));
        self.flow.event(build);
        self.flow.sink.raised_by(None);
    }

    /// True if a handler exists for an event that is known at run time only.
    pub fn wants_added(&self, id: EventId) -> bool {
        self.flow.sink.wants(id)
    }

    /// Raises an event that is known at run time only, if a handler exists.
    pub fn raise(&mut self, e: &dyn Event) {
        if self.flow.sink.wants(e.def().id) {
            self.flow.sink.raised_by(Some((self.id, self.tag)));
            self.flow.raise(e);
            self.flow.sink.raised_by(None);
        }
    }

    /// The connection's uid. Draws one on first use.
    pub fn uid(&mut self) -> Uid {
        self.flow.draw_uid();
        self.conn().uid()
    }

    /// The number of frames so far.
    pub fn packets(&self) -> u64 {
        self.flow.env.stats.packets
    }

    /// The value of a script's global variable; `None` if it does not exist.
    pub fn script_value(&mut self, name: &str) -> Option<ScriptValue> {
        self.flow.sink.script_value(name)
    }

    /// Prints a line for the analyzer's author.
    pub fn print(&mut self, line: &str) {
        self.flow.sink.print(line);
    }

    /// Reports an error in the analyzer itself, not in its input.
    pub fn complain(&mut self, message: &str) {
        self.flow.sink.complain(message);
    }

    /// True if a kind of analyzer is enabled.
    pub fn is_enabled(&self, tag: Tag) -> bool {
        self.flow.env.analyzers.is_enabled(tag)
    }

    /// Reports a weird with the analyzer's name as its source.
    pub fn weird(&mut self, name: &str, addl: &[u8]) {
        if self.flow.permits_weird(name) {
            self.tell_weird(name, addl);
        }
    }

    /// Reports a weird with a number. Most repeated weirds are only counted, so the text is made only for the others.
    pub fn weird_number(&mut self, name: &str, addl: usize) {
        if self.flow.permits_weird(name) {
            self.tell_weird(name, addl.to_string().as_bytes());
        }
    }

    fn tell_weird(&mut self, name: &str, addl: &[u8]) {
        let source = self.flow.env.analyzers.factory.as_ref().map_or("", |f| f.name(self.tag));
        self.flow.tell_weird(name, addl, source);
    }

    /// Reports an anomaly that a parser found.
    pub fn anomaly(&mut self, what: impl wire::Anomaly) {
        // Most anomalies repeat and are only counted.
        if !self.flow.permits_weird(what.weird()) {
            return;
        }
        let mut addl = String::new();
        // Writing into a string does not fail.
        let _ = what.addl(&mut addl);
        self.flow.tell_weird(what.weird(), addl.as_bytes(), what.source());
    }

    /// Reports a weird without a connection.
    pub fn net_weird(&mut self, name: &str, addl: &[u8]) {
        self.flow.env.net_weird(self.flow.sink, name, addl, "");
    }

    /// Reports an anomaly that a parser found, without a connection.
    pub fn net_anomaly(&mut self, what: impl wire::Anomaly) {
        let mut addl = String::new();
        // Writing into a string does not fail.
        let _ = what.addl(&mut addl);
        self.flow.env.net_weird(self.flow.sink, what.weird(), addl.as_bytes(), what.source());
    }

    /// Confirms the analyzer's protocol. The event is raised once, even after violations.
    pub fn confirm(&mut self) {
        let (id, tag) = (self.id, self.tag);
        let Some(belief) = self.belief() else { return };
        if *belief == Belief::Confirmed {
            return;
        }
        *belief = Belief::Confirmed;
        let Some(atype) = self.flow.env.analyzers.factory.as_ref().map(|f| f.script_name(tag)) else {
            return;
        };
        // Handlers may remove the analyzer while the session runs: they know it as the source of the event.
        self.event(|c| events::AnalyzerConfirmation {
            atype,
            info: events::AnalyzerConfirmationInfo { c: Some(c), f: None, aid: Some(u64::from(id.0)) },
        });
    }

    /// Reports that the input is not the analyzer's protocol or is malformed. After `max_analyzer_violations` reports,
    /// a weird is raised once and further violations are not reported.
    pub fn violate(&mut self, reason: &str, data: Option<&[u8]>) {
        let (id, tag) = (self.id, self.tag);
        let most = self.flow.env.opts.max_analyzer_violations;
        let count = self.tree.node(id).map_or(0, |n| {
            n.violations = n.violations.saturating_add(1);
            n.violations
        });
        if count > most {
            if count == most.saturating_add(1) {
                self.weird("too_many_analyzer_violations", b"");
            }
            return;
        }
        let Some(belief) = self.belief() else { return };
        if *belief == Belief::Unknown {
            *belief = Belief::Violated;
        }
        let Some(atype) = self.flow.env.analyzers.factory.as_ref().map(|f| f.script_name(tag)) else {
            return;
        };
        self.event(|c| events::AnalyzerViolation {
            atype,
            info: events::AnalyzerViolationInfo {
                reason,
                c: Some(c),
                f: None,
                aid: Some(u64::from(id.0)),
                data,
            },
        });
    }

    /// True if this analyzer has confirmed its protocol.
    pub fn is_confirmed(&mut self) -> bool {
        self.belief().is_some_and(|b| *b == Belief::Confirmed)
    }

    /// The belief of the running part or, outside parts, of the running analyzer.
    fn belief(&mut self) -> Option<&mut Belief> {
        match &mut self.part {
            Some(belief) => Some(belief),
            None => self.tree.node(self.id).map(|n| &mut n.belief),
        }
    }

    /// Adds a child made by the factory; it receives what this analyzer forwards. Returns `None` if such a child exists
    /// or was removed for good, or if its kind is disabled or unknown.
    pub fn add_child(&mut self, tag: Tag) -> Option<AnalyzerId> {
        self.tree.add(self.flow, Some(self.id), tag, None)
    }

    /// Adds a child that the caller made itself.
    pub fn add_child_with(&mut self, tag: Tag, analyzer: Box<dyn Analyzer>) -> Option<AnalyzerId> {
        self.tree.add(self.flow, Some(self.id), tag, Some(analyzer))
    }

    /// Adds a sibling, which receives the same input as this analyzer from now on.
    pub fn add_beside(&mut self, tag: Tag) -> Option<AnalyzerId> {
        let parent = self.tree.node(self.id)?.parent;
        self.tree.add(self.flow, parent, tag, None)
    }

    /// Removes an analyzer and all its descendants when this call ends.
    pub fn remove(&mut self, id: AnalyzerId) -> bool {
        self.tree.remove(id, false)
    }

    /// Removes this analyzer for good when this call ends.
    pub fn remove_self(&mut self) {
        self.tree.remove(self.id, true);
    }

    /// Stops delivery to this analyzer. It stays in the tree until [`done`](Analyzer::done).
    pub fn skip_rest(&mut self) {
        let id = self.id;
        if let Some(n) = self.tree.node(id) {
            n.skips = true;
        }
    }

    /// The id of another analyzer of this connection.
    pub fn find(&self, tag: Tag) -> Option<AnalyzerId> {
        self.tree.find(tag)
    }

    /// Runs `f` on another analyzer of this connection, if it has type `A` and is not running already.
    pub fn with<A: Analyzer, R>(
        &mut self,
        id: AnalyzerId,
        f: impl FnOnce(&mut A, &mut Context<'_, '_>) -> R,
    ) -> Option<R> {
        self.tree.with(self.flow, id, f)
    }

    /// Detects protocols in the data that this analyzer forwards from now on, as at the start of a connection. Each
    /// detected protocol becomes a child.
    pub fn detect_children(&mut self) {
        let Some(factory) = self.flow.env.analyzers.factory.clone() else { return };
        let Some(detector) = factory.detector(&self.conn()) else { return };
        self.tree.detect_inside(self.id, detector);
        for role in [Role::Orig, Role::Resp] {
            let (ip, transport) = made_up_headers(&self.conn(), role);
            let headers = FirstHeaders { ip: &ip, transport: &transport };
            self.tree.inner(self.flow, self.id, |d, tree, flow| d.begin(tree, flow, role, headers));
        }
    }

    /// Whether bytes that are forwarded may reach another analyzer or a detector.
    #[inline]
    pub fn has_children(&self) -> bool {
        self.tree.has_below()
    }

    /// Forwards stream bytes to the children.
    #[inline]
    pub fn forward_stream(&mut self, from: Role, data: &[u8]) {
        if self.tree.has_below() {
            self.forward_below(from, data);
        }
    }

    fn forward_below(&mut self, from: Role, data: &[u8]) {
        self.tree.each_child(self.flow, Some(self.id), &mut |a, cx| a.stream(cx, from, data));
        self.tree.inner(self.flow, self.id, |d, tree, flow| d.stream(tree, flow, from, data));
    }

    /// Forwards a datagram to the children.
    pub fn forward_packet(&mut self, from: Role, packet: &Datagram<'_>) {
        self.tree.each_child(self.flow, Some(self.id), &mut |a, cx| a.packet(cx, from, packet));
    }

    /// Tells the children of missing bytes.
    pub fn forward_undelivered(&mut self, from: Role, seq: u64, len: u64) {
        self.tree.each_child(self.flow, Some(self.id), &mut |a, cx| a.undelivered(cx, from, seq, len));
        self.tree.inner(self.flow, self.id, |d, _, flow| d.undelivered(flow.env, from, seq, len));
    }

    /// Tells the children that a side's stream ended.
    pub fn forward_end_of_stream(&mut self, from: Role) {
        self.tree.each_child(self.flow, Some(self.id), &mut |a, cx| a.end_of_stream(cx, from));
    }

    /// Delivers stream bytes to one analyzer.
    pub fn deliver_to(&mut self, id: AnalyzerId, from: Role, data: &[u8]) {
        self.tree.run_id(self.flow, id, |a, cx| a.stream(cx, from, data));
    }

    /// Delivers a datagram to one analyzer.
    pub fn deliver_packet_to(&mut self, id: AnalyzerId, from: Role, packet: &Datagram<'_>) {
        self.tree.run_id(self.flow, id, |a, cx| a.packet(cx, from, packet));
    }

    /// Tells one analyzer of missing bytes.
    pub fn gap_to(&mut self, id: AnalyzerId, from: Role, seq: u64, len: u64) {
        self.tree.run_id(self.flow, id, |a, cx| a.undelivered(cx, from, seq, len));
    }

    /// Tells one analyzer that a side's stream ended.
    pub fn end_stream_of(&mut self, id: AnalyzerId, from: Role) {
        self.tree.run_id(self.flow, id, |a, cx| a.end_of_stream(cx, from));
    }

    /// Runs `f` as if another analyzer of the connection did, which is not running: its children are added by `f`.
    pub fn as_analyzer(&mut self, id: AnalyzerId, f: impl FnOnce(&mut Context<'_, '_>)) {
        self.tree.run_id(self.flow, id, |_, cx| f(cx));
    }

    /// The children of this analyzer.
    pub fn children(&self) -> Vec<(AnalyzerId, Tag)> {
        self.tree.children(self.id)
    }

    /// True if signatures inspect this aspect of the content. Check it before preparing data for [`Context::show`].
    pub fn shows(&self, aspect: Aspect) -> bool {
        self.tree.looks_at(aspect)
    }

    /// Passes a piece of the protocol's content to signatures.
    pub fn show(&mut self, from: Role, aspect: Aspect, data: &[u8], extent: Extent) {
        self.tree.show(self.flow, from, (aspect, data, extent));
    }

    /// Calls [`Analyzer::timer`] after an interval of packet time. Meant for ending silent connections: at the end of
    /// the run it does not fire, since the connection ends anyway.
    pub fn set_timer(&mut self, after: Interval, token: u32) {
        let due = Due::Analyzer { id: self.id.0, token };
        self.flow.add_timer(after, due);
    }

    /// Sets the inactivity timeout; zero disables it.
    pub fn set_inactivity_timeout(&mut self, timeout: Interval) {
        self.flow.set_inactivity_timeout(timeout);
    }

    /// Expects a connection from `orig` (any host if `None`) to `resp` at `port` within `timeout` and attaches the
    /// analyzer to it.
    pub fn expect(&mut self, orig: Option<Addr>, resp: Addr, port: Port, tag: Tag, timeout: Interval) {
        Expectation::add(self.flow.env, orig, resp, port, tag, timeout);
    }

    /// Skips stream bytes of a side before relative sequence number `seq`.
    pub fn skip_stream_to(&mut self, from: Role, seq: u64) {
        let flow = &mut *self.flow;
        if let Some(tcp) = flow.tcp.as_deref_mut() {
            TcpFlow { id: flow.id, conn: flow.conn, tcp, env: flow.env, sink: flow.sink }.skip_to(from, seq);
        }
    }

    /// Exchanges originator and responder because the protocol shows which side is which. Notifies all root analyzers
    /// except the running one.
    pub fn flip_roles(&mut self) {
        if let Some(tcp) = self.flow.tcp.as_deref_mut() {
            tcp.partial = false;
        }
        self.flow.flip_roles_without_analyzers();
        self.tree.each_root(self.flow, &mut |a, cx| a.roles_flipped(cx));
    }

    /// Ends the connection when this call ends. Later packets between its endpoints begin a new one.
    pub fn end_connection(&mut self) {
        self.flow.conn.ending = true;
    }

    /// Notes in the history (`X`) that the connection's content cannot be followed.
    pub fn cannot_follow(&mut self) {
        self.flow.cannot_follow();
    }

    /// True if the connection was already established when first seen.
    pub fn is_partial(&self) -> bool {
        self.flow.tcp.as_ref().is_some_and(|t| t.is_partial())
    }
}
