//! What may be asked and changed from outside while frames are handled: counts, oddities, analyzers, thresholds, layers.
use super::{Session, WeirdOf};
use crate::analyzer::{self, Analyzer, AnalyzerId, Tag};
use crate::conn::{Role, Thresholds};
use crate::drop::Dropping;
use crate::flow::place_of;
use crate::sink::Sink;
use event::ConnId;
use net_types::{Addr, Interval, Port};

impl Session {
    /// Connections that there are now: of TCP, of UDP, of ICMP.
    pub fn live_by_transport(&self) -> [u64; 3] {
        self.live.map(|n| n as u64)
    }

    /// How often each oddity came, by name, in the order of names.
    pub fn weirds(&self) -> Vec<(String, u64)> {
        let mut weirds: Vec<_> = self.env.weirds.iter().map(|(n, c)| (n.to_owned(), c)).collect();
        weirds.sort_unstable();
        weirds
    }

    /// Counts an oddity between two addresses whose connection is gone; whether it is to be told.
    pub fn permits_weird_between(&mut self, a: Addr, b: Addr, name: &str) -> bool {
        self.env.permit_flow_weird((a, b), name)
    }

    /// An oddity that somebody else found: counted, sampled and raised as those found here. False where it is of a
    /// connection that is gone.
    pub fn report_weird(
        &mut self,
        of: WeirdOf,
        name: &str,
        addl: &[u8],
        source: &str,
        sink: &mut dyn Sink,
    ) -> bool {
        match of {
            WeirdOf::Net => self.env.net_weird(sink, name, addl, source),
            WeirdOf::Flow(src, dst) => self.env.flow_weird(sink, (src, dst), name, addl, source),
            WeirdOf::Conn(id) => {
                return self
                    .with_flow(place_of(id), Some(id), sink, |f| f.weird(name, addl, source))
                    .is_some();
            }
        }
        true
    }

    /// Connections to `port` that begin from now on get an analyzer.
    pub fn register_port(&mut self, port: Port, tag: Tag) {
        self.env.analyzers.register_port(port, tag);
    }

    /// Connections to `port` that begin from now on do not get an analyzer.
    pub fn unregister_port(&mut self, port: Port, tag: Tag) {
        self.env.analyzers.unregister_port(port, tag);
    }

    /// Allows or forbids a kind of analyzer for connections that begin from now on.
    pub fn enable_analyzer(&mut self, tag: Tag, enabled: bool) {
        self.env.analyzers.enable(tag, enabled);
    }

    /// Whether a kind of analyzer is allowed.
    pub fn is_analyzer_enabled(&self, tag: Tag) -> bool {
        self.env.analyzers.is_enabled(tag)
    }

    /// A connection from `orig` (or anybody) to `resp` at `port` is expected within `timeout` and gets the analyzer.
    pub fn expect(&mut self, orig: Option<Addr>, resp: Addr, port: Port, tag: Tag, timeout: Interval) {
        analyzer::expect(&mut self.env, orig, resp, port, tag, timeout);
    }

    /// The analyzers of a connection, in the order of their coming.
    pub fn analyzers(&self, id: ConnId) -> impl Iterator<Item = (AnalyzerId, Tag)> {
        let conn = self.conns.get(place_of(id)).filter(|c| c.id == id);
        conn.and_then(|c| c.analyzers.as_deref()).into_iter().flat_map(|tree| tree.kinds())
    }

    /// Runs `f` on an analyzer of a connection, where it is one of type `A`.
    pub fn with_analyzer<A: Analyzer, R>(
        &mut self,
        id: ConnId,
        analyzer: AnalyzerId,
        sink: &mut dyn Sink,
        f: impl FnOnce(&mut A, &mut analyzer::Context<'_, '_>) -> R,
    ) -> Option<R> {
        let ran = self.with_flow(place_of(id), Some(id), sink, |flow| {
            flow.with_tree(|tree, flow| tree.with(flow, analyzer, f))
        });
        ran.flatten().flatten()
    }

    /// Removes an analyzer of a connection, and all below it; with `prevent` it does not come back. False where it is
    /// not there.
    pub fn remove_analyzer(
        &mut self,
        id: ConnId,
        analyzer: AnalyzerId,
        prevent: bool,
        sink: &mut dyn Sink,
    ) -> bool {
        let removed = self.with_flow(place_of(id), Some(id), sink, |flow| {
            flow.with_tree(|tree, _| tree.remove(analyzer, prevent))
        });
        removed.flatten().unwrap_or(false)
    }

    /// The thresholds that are set on a side, in bytes and packets; zero is none.
    pub fn thresholds(&self, id: ConnId, role: Role) -> Option<(u64, u64)> {
        let conn = self.conns.get(place_of(id)).filter(|c| c.id == id)?;
        let t = conn.rare.as_ref().map(|r| r.thresholds).unwrap_or_default();
        let side = usize::from(!role.is_orig());
        Some((t.bytes.get(side).copied()?, t.packets.get(side).copied()?))
    }

    /// The duration that is to be told; zero is none.
    pub fn duration_threshold(&self, id: ConnId) -> Option<Interval> {
        let conn = self.conns.get(place_of(id)).filter(|c| c.id == id)?;
        Some(conn.rare.as_ref().map_or(Interval::ZERO, |r| r.thresholds.duration))
    }

    /// Sets how long a connection may be silent; false where it is gone. The timeout before is returned by
    /// [`inactivity_timeout`](Self::inactivity_timeout).
    pub fn set_inactivity_timeout(&mut self, id: ConnId, timeout: Interval, sink: &mut dyn Sink) -> bool {
        self.with_flow(place_of(id), Some(id), sink, |f| f.set_inactivity_timeout(timeout)).is_some()
    }

    /// How long a connection may be silent.
    pub fn inactivity_timeout(&self, id: ConnId) -> Option<Interval> {
        self.conns.get(place_of(id)).filter(|c| c.id == id).map(|c| c.inactivity)
    }

    /// Has an event raised when a side's bytes (of IP packets) or packets pass a threshold: with its next packet, or by
    /// [`check_thresholds`](Self::check_thresholds). False where the connection is gone.
    pub fn set_threshold(&mut self, id: ConnId, role: Role, bytes: bool, n: u64) -> bool {
        let side = usize::from(!role.is_orig());
        let Some(t) = self.thresholds_mut(id) else { return false };
        let slot = if bytes { t.bytes.get_mut(side) } else { t.packets.get_mut(side) };
        slot.map(|s| *s = n).is_some()
    }

    /// Raises the events of thresholds that a side has passed.
    pub fn check_thresholds(&mut self, id: ConnId, role: Role, sink: &mut dyn Sink) {
        self.with_flow(place_of(id), Some(id), sink, |f| f.check_thresholds(role));
    }

    /// Has an event raised when a connection is older than this; false where it is gone.
    pub fn set_duration_threshold(&mut self, id: ConnId, age: Interval) -> bool {
        self.thresholds_mut(id).map(|t| t.duration = age).is_some()
    }

    fn thresholds_mut(&mut self, id: ConnId) -> Option<&mut Thresholds> {
        let conn = self.conns.get_mut(place_of(id)).filter(|c| c.id == id)?;
        Some(&mut conn.rare().thresholds)
    }

    /// Has the streams of a TCP connection recorded from here on, or not any more; false where it is gone.
    pub fn record(&mut self, id: ConnId, role: Role, on: bool) -> bool {
        let conn = self.conns.get_mut(place_of(id)).filter(|c| c.id == id);
        let side = usize::from(!role.is_orig());
        conn.and_then(|c| c.rare().recorded.get_mut(side).map(|r| *r = on)).is_some()
    }

    /// Whether a layer is walked, by its name as scripts have it (`VXLAN`); `None` for those that always are.
    pub fn is_layer_on(&self, name: &str) -> Option<bool> {
        self.off.is_on(name)
    }

    /// Has a layer walked or not; false for those that always are.
    pub fn enable_layer(&mut self, name: &str, on: bool) -> bool {
        self.off.set(name, !on)
    }

    /// Which packets are dropped by their addresses.
    pub fn dropping(&self) -> &Dropping {
        &self.dropping
    }

    /// The same, to change.
    pub fn dropping_mut(&mut self) -> &mut Dropping {
        &mut self.dropping
    }

    /// Looks no further into a connection's packets, which then are not counted either; false where it is gone.
    pub fn skip_further_processing(&mut self, id: ConnId) -> bool {
        let conn = self.conns.get_mut(place_of(id)).filter(|c| c.id == id);
        conn.map(|c| c.skipping = true).is_some()
    }
}
