//! Queries and changes while the session runs: counters, weirds, analyzers, thresholds, layers.
use super::{Session, WeirdOf};
use crate::analyzer::{self, Analyzer, AnalyzerId, Tag};
use crate::conn::{OwnParts, Role, Thresholds};
use crate::drop::Dropping;
use crate::encap::TunnelType;
use crate::flow::place_of;
use crate::sink::Sink;
use crate::walk::Routes;
use event::ConnId;
use net_types::{Addr, Interval, Port};

impl Session {
    /// Current connections: TCP, UDP, ICMP.
    pub fn live_by_transport(&self) -> [u64; 3] {
        self.live.map(|n| n as u64)
    }

    /// Counts of all weirds, sorted by name.
    pub fn weirds(&self) -> Vec<(String, u64)> {
        let mut weirds: Vec<_> = self.env.weirds.iter().map(|(n, c)| (n.to_owned(), c)).collect();
        weirds.sort_unstable();
        weirds
    }

    /// Counts a weird of two addresses whose connection is gone; true if it passes sampling.
    pub fn permits_weird_between(&mut self, a: Addr, b: Addr, name: &str) -> bool {
        self.env.permit_flow_weird((a, b), name)
    }

    /// Reports a weird that a caller found, with the same counting and sampling as the session's own. False if its
    /// connection is gone.
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

    /// Gives new connections to `port` an analyzer.
    pub fn register_port(&mut self, port: Port, tag: Tag) {
        self.env.analyzers.register_port(port, tag);
    }

    /// Stops giving new connections to `port` an analyzer.
    pub fn unregister_port(&mut self, port: Port, tag: Tag) {
        self.env.analyzers.unregister_port(port, tag);
    }

    /// Enables or disables a kind of analyzer for new connections.
    pub fn enable_analyzer(&mut self, tag: Tag, enabled: bool) {
        self.env.analyzers.enable(tag, enabled);
    }

    /// True if a kind of analyzer is enabled.
    pub fn is_analyzer_enabled(&self, tag: Tag) -> bool {
        self.env.analyzers.is_enabled(tag)
    }

    /// Expects a connection from `orig` (any host if `None`) to `resp` at `port` within `timeout` and attaches the
    /// analyzer to it.
    pub fn expect(&mut self, orig: Option<Addr>, resp: Addr, port: Port, tag: Tag, timeout: Interval) {
        analyzer::expect(&mut self.env, orig, resp, port, tag, timeout);
    }

    /// The analyzers of a connection in the order they were added.
    pub fn analyzers(&self, id: ConnId) -> impl Iterator<Item = (AnalyzerId, Tag)> {
        let conn = self.conns.get(place_of(id)).filter(|c| c.id == id);
        conn.and_then(|c| c.analyzers.as_deref()).into_iter().flat_map(|tree| tree.kinds())
    }

    /// Runs `f` on an analyzer of a connection, if it has type `A`.
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

    /// An analyzer of a connection, if it has type `A` and is not running.
    pub fn analyzer<A: Analyzer>(&self, id: ConnId, analyzer: AnalyzerId) -> Option<&A> {
        let conn = self.conns.get(place_of(id)).filter(|c| c.id == id)?;
        conn.analyzers.as_deref()?.get(analyzer)
    }

    /// Shows detection a piece of a connection's content, as an analyzer does ([`analyzer::Context::show`]); without an
    /// aspect, as payload.
    pub fn show_to_detection(
        &mut self,
        id: ConnId,
        from: Role,
        aspect: Option<analyzer::Aspect>,
        (data, extent): (&[u8], analyzer::Extent),
        sink: &mut dyn Sink,
    ) {
        self.with_flow(place_of(id), Some(id), sink, |flow| {
            flow.with_tree(|tree, flow| match aspect {
                Some(aspect) => tree.show(flow, from, (aspect, data, extent)),
                None => tree.look_at(flow, from, data),
            })
        });
    }

    /// Forgets what is known about a tunnel inside a connection: its next packet begins anew. False if nothing is known.
    /// Only Teredo and GTPv1 have a state of their own.
    pub fn forget_tunnel(&mut self, id: ConnId, kind: TunnelType) -> bool {
        let conn = self.conns.get_mut(place_of(id)).filter(|c| c.id == id);
        let Some(tunnels) = conn.and_then(|c| c.rare.as_mut()).map(|rare| &mut rare.tunnels) else {
            return false;
        };
        let valid = match kind {
            TunnelType::Teredo => &mut tunnels.teredo_valid,
            TunnelType::Gtpv1 => &mut tunnels.gtp_valid,
            _ => return false,
        };
        valid.take().is_some()
    }

    /// Removes an analyzer of a connection and all its descendants; with `prevent` it cannot be added again. False if
    /// it does not exist.
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

    /// The parts of a connection that are numbered like analyzers; `None` if the connection is gone.
    pub fn own_parts(&self, id: ConnId) -> Option<OwnParts> {
        self.conns.get(place_of(id)).filter(|c| c.id == id).map(|c| c.own)
    }

    /// Stops counting a connection's packets and bytes; false if the connection is gone.
    pub fn stop_counting(&mut self, id: ConnId) -> bool {
        let conn = self.conns.get_mut(place_of(id)).filter(|c| c.id == id);
        conn.map(|c| c.own.counter = None).is_some()
    }

    /// The thresholds of a side, in bytes and packets; zero if unset.
    pub fn thresholds(&self, id: ConnId, role: Role) -> Option<(u64, u64)> {
        let conn = self.conns.get(place_of(id)).filter(|c| c.id == id)?;
        let t = conn.rare.as_ref().map(|r| r.thresholds).unwrap_or_default();
        let side = usize::from(!role.is_orig());
        Some((t.bytes.get(side).copied()?, t.packets.get(side).copied()?))
    }

    /// The duration threshold; zero if unset.
    pub fn duration_threshold(&self, id: ConnId) -> Option<Interval> {
        let conn = self.conns.get(place_of(id)).filter(|c| c.id == id)?;
        Some(conn.rare.as_ref().map_or(Interval::ZERO, |r| r.thresholds.duration))
    }

    /// Sets a connection's inactivity timeout; false if the connection is gone. Read the old value first with
    /// [`inactivity_timeout`](Self::inactivity_timeout).
    pub fn set_inactivity_timeout(&mut self, id: ConnId, timeout: Interval, sink: &mut dyn Sink) -> bool {
        self.with_flow(place_of(id), Some(id), sink, |f| f.set_inactivity_timeout(timeout)).is_some()
    }

    /// A connection's inactivity timeout.
    pub fn inactivity_timeout(&self, id: ConnId) -> Option<Interval> {
        self.conns.get(place_of(id)).filter(|c| c.id == id).map(|c| c.inactivity)
    }

    /// Sets a threshold on a side's IP bytes or packets. Its event is raised with the side's next packet or by
    /// [`check_thresholds`](Self::check_thresholds). False if the connection is gone.
    pub fn set_threshold(&mut self, id: ConnId, role: Role, bytes: bool, n: u64) -> bool {
        let side = usize::from(!role.is_orig());
        let Some(t) = self.thresholds_mut(id) else { return false };
        let slot = if bytes { t.bytes.get_mut(side) } else { t.packets.get_mut(side) };
        slot.map(|s| *s = n).is_some()
    }

    /// Raises the events of thresholds that a side has crossed.
    pub fn check_thresholds(&mut self, id: ConnId, role: Role, sink: &mut dyn Sink) {
        self.with_flow(place_of(id), Some(id), sink, |f| f.check_thresholds(role));
    }

    /// Sets a threshold on a connection's duration; false if the connection is gone.
    pub fn set_duration_threshold(&mut self, id: ConnId, age: Interval) -> bool {
        self.thresholds_mut(id).map(|t| t.duration = age).is_some()
    }

    fn thresholds_mut(&mut self, id: ConnId) -> Option<&mut Thresholds> {
        let conn = self.conns.get_mut(place_of(id)).filter(|c| c.id == id)?;
        Some(&mut conn.rare().thresholds)
    }

    /// Starts or stops recording a stream of a TCP connection; false if the connection is gone.
    pub fn record(&mut self, id: ConnId, role: Role, on: bool) -> bool {
        let conn = self.conns.get_mut(place_of(id)).filter(|c| c.id == id);
        let side = usize::from(!role.is_orig());
        conn.and_then(|c| c.rare().recorded.get_mut(side).map(|r| *r = on)).is_some()
    }

    /// True if a layer is on, by its script name (`VXLAN`); `None` for layers that cannot be turned off.
    pub fn is_layer_on(&self, name: &str) -> Option<bool> {
        self.off.is_on(name).or_else(|| self.is_added_on(name))
    }

    /// Turns a layer on or off; false for layers that cannot be turned off.
    pub fn enable_layer(&mut self, name: &str, on: bool) -> bool {
        self.off.set(name, !on) || self.enable_added(name, on)
    }

    /// Sets the routes.
    pub fn set_routes(&mut self, routes: Routes) {
        self.routes = (!routes.is_empty()).then(|| Box::new(routes));
    }

    /// The rules for dropping packets by address.
    pub fn dropping(&self) -> &Dropping {
        &self.dropping
    }

    /// The rules, for changes.
    pub fn dropping_mut(&mut self) -> &mut Dropping {
        &mut self.dropping
    }

    /// Stops processing and counting a connection's packets; false if the connection is gone.
    pub fn skip_further_processing(&mut self, id: ConnId, sink: &mut dyn Sink) -> bool {
        self.with_flow(place_of(id), Some(id), sink, |f| f.conn.skipping = true).is_some()
    }
}
