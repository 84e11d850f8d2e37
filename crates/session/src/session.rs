//! The face of the crate: frames and time go in, events come out.
use crate::analyzer::{self, Analyzer, AnalyzerId, Factory, Registry, Tag};
use crate::conn::{Conn, ConnView, Role, Thresholds, Transport};
use crate::drop::Dropping;
use crate::encap::Encapsulation;
use crate::env::{Due, Env, Stats, Timer};
use crate::flow::{Flow, place_of};
use crate::frag::Fragments;
use crate::key::{ConnKey, Keyed};
use crate::options::Options;
use crate::sink::Sink;
use crate::slab::Slab;
use crate::tcp::{Tcp, TcpFlow, Verdict};
use crate::timers::TimerId;
use crate::tunnels::IpTunnels;
use crate::uid::{Keys, Uids};
use crate::walk::{LayersOff, Walked};
use crate::weird::Weird;
use dict::{Map, Order};
use event::{ConnId, conn as events};
use net_types::{Addr, Interval, LinkType, Port, Timestamp, TransportProto};
use std::rc::Rc;

/// A frame as it was captured.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// When.
    pub ts: Timestamp,
    /// What its first bytes are.
    pub link: LinkType,
    /// Its bytes as far as they were captured.
    pub data: &'a [u8],
    /// Its length on the wire.
    pub wire_len: usize,
}

/// What an oddity is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeirdOf {
    /// Nothing in particular.
    Net,
    /// A pair of addresses.
    Flow(Addr, Addr),
    /// A connection.
    Conn(ConnId),
}

/// Follows all connections of one source of frames.
pub struct Session {
    pub(crate) env: Env,
    pub(crate) conns: Slab<Conn>,
    pub(crate) tcps: Slab<Tcp>,
    table: Map<ConnKey, u32>,
    pub(crate) fragments: Fragments,
    pub(crate) ip_tunnels: IpTunnels,
    /// The tunnels around the packet at hand.
    pub(crate) encap: Encapsulation,
    /// The layers of the packet at hand, where somebody wants to know.
    pub(crate) trail: Vec<&'static str>,
    pub(crate) keeps_trail: bool,
    pub(crate) dropping: Dropping,
    /// Layers that are not walked.
    pub(crate) off: LayersOff,
    /// What the last frame's walk found.
    pub(crate) walked: Walked,
    seeded: bool,
    /// Connections of TCP, UDP and ICMP that there are.
    live: [usize; 3],
    /// The run ends: those that end with it count as live.
    ending: bool,
    /// How often a connection was made: the upper half of a connection's number.
    made: u32,
}

impl Session {
    /// A session without connections. `factory` knows the protocols; without one, nobody looks into payloads.
    pub fn new(opts: Options, keys: &Keys, factory: Option<Rc<dyn Factory>>) -> Self {
        let uids = Uids::new(keys, opts.bits_per_uid);
        Session {
            fragments: Fragments::new(keys.sip),
            ip_tunnels: IpTunnels::new(keys.sip),
            env: Env::new(opts, uids, Registry::new(factory)),
            conns: Slab::new(),
            tcps: Slab::new(),
            table: Map::new(Order::Any, keys.sip),
            encap: Encapsulation::default(),
            trail: Vec::new(),
            keeps_trail: false,
            dropping: Dropping::new(keys.sip),
            off: LayersOff::default(),
            walked: Walked::default(),
            seeded: keys.fixed,
            live: [0; 3],
            ending: false,
            made: 0,
        }
    }

    /// Takes the next frame. Timers that are due at its time fire first.
    pub fn handle_frame(&mut self, frame: &Frame<'_>, sink: &mut dyn Sink) {
        self.handle_time(frame.ts, sink);
        self.env.ts = frame.ts;
        self.env.stats.packets += 1;
        self.env.stats.bytes += frame.wire_len as u64;
        self.encap.truncate(0);
        self.walk_frame(frame, sink);
    }

    /// Time passes, with or without frames. It never goes back.
    #[inline]
    pub fn handle_time(&mut self, now: Timestamp, sink: &mut dyn Sink) {
        if now > self.env.now {
            self.env.now = now;
        }
        if !self.env.timers.nothing_due(self.env.now) {
            self.fire_timers(sink);
        }
    }

    /// A time before which [`handle_time`](Self::handle_time) does nothing but to move the clock, at no cost.
    #[must_use]
    pub fn not_before(&self) -> Timestamp {
        self.env.timers.not_before()
    }

    /// When the next timer is due, for one who sleeps while no frames come. Frames carry the time by themselves.
    pub fn next_timer(&mut self) -> Option<Timestamp> {
        self.env.timers.next()
    }

    /// How many timers wait.
    pub fn timers(&self) -> usize {
        self.env.timers.len()
    }

    /// The options.
    pub const fn options(&self) -> &Options {
        &self.env.opts
    }

    /// The options, to change those that may change during a run.
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.env.opts
    }

    /// Counts of what was seen.
    pub fn stats(&self) -> Stats {
        Stats {
            live: self.table.len(),
            fragmented: self.fragments.len(),
            waiting_bytes: self.env.waiting_bytes,
            ..self.env.stats
        }
    }

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

    /// The latest time seen.
    pub fn now(&self) -> Timestamp {
        self.env.now
    }

    /// A connection by its number, as long as it is there.
    pub fn conn(&self, id: ConnId) -> Option<ConnView<'_>> {
        let conn = self.conns.get(place_of(id)).filter(|c| c.id == id)?;
        Some(conn.view(id, self.tcp_of(conn)))
    }

    /// A connection as [`conn`](Self::conn) gives it, for somebody who is to see its uid.
    pub fn conn_with_uid(&mut self, id: ConnId) -> Option<ConnView<'_>> {
        let conn = self.conns.get_mut(place_of(id)).filter(|c| c.id == id)?;
        conn.draw_uid(&mut self.env.uids);
        self.conn(id)
    }

    /// The connection between two endpoints, whoever of them is the originator.
    pub fn find(&self, key: &ConnKey) -> Option<ConnId> {
        let at = *self.table.get(key)?;
        self.conns.get(at).map(|c| c.id)
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

    /// Ends everything: the last events of every connection.
    pub fn finish(&mut self, sink: &mut dyn Sink) {
        self.ending = true;
        while let Some((id, timer)) = self.env.timers.pop_any() {
            let early = matches!(timer, Timer::Conn { due, .. } if due.fires_at_end());
            self.fire(id, timer, early, sink);
        }
        let mut left: Vec<(ConnKey, u32)> = self.conns.iter().map(|(at, c)| (c.key, at)).collect();
        if self.seeded {
            left.sort_unstable();
        }
        for (_, at) in left {
            self.with_tcp_flow(at, sink, |f| {
                if !f.tcp.over && !f.tcp.both_closed() {
                    f.event(|c| event::tcp::ConnectionPending { c });
                }
            });
            self.remove(at, sink);
        }
        self.fragments.clear();
    }

    fn tcp_of(&self, conn: &Conn) -> Option<&Tcp> {
        match conn.transport {
            Transport::Tcp(at) => self.tcps.get(at),
            _ => None,
        }
    }

    /// Runs `f` on a connection; `None` where it is gone or, if `id` is given, another.
    pub(crate) fn with_flow<R>(
        &mut self,
        at: u32,
        id: Option<ConnId>,
        sink: &mut dyn Sink,
        f: impl FnOnce(&mut Flow<'_>) -> R,
    ) -> Option<R> {
        let conn = self.conns.get_mut(at)?;
        if id.is_some_and(|id| id != conn.id) {
            return None;
        }
        let tcp = match conn.transport {
            Transport::Tcp(t) => self.tcps.get_mut(t),
            _ => None,
        };
        Some(f(&mut Flow { id: conn.id, conn, tcp, env: &mut self.env, sink }))
    }

    /// Runs `f` on a TCP connection.
    pub(crate) fn with_tcp_flow<R>(
        &mut self,
        at: u32,
        sink: &mut dyn Sink,
        f: impl FnOnce(&mut TcpFlow<'_>) -> R,
    ) -> Option<R> {
        let conn = self.conns.get_mut(at)?;
        let Transport::Tcp(t) = conn.transport else { return None };
        let tcp = self.tcps.get_mut(t)?;
        Some(f(&mut TcpFlow { id: conn.id, conn, tcp, env: &mut self.env, sink }))
    }

    /// The connection of a packet.
    #[inline]
    pub(crate) fn lookup(&self, key: &ConnKey) -> Option<u32> {
        self.table.get(key).copied()
    }

    /// Makes a connection, with the packet's sender as originator unless `flip`.
    pub(crate) fn insert(
        &mut self,
        keyed: Keyed,
        transport: Transport,
        flip: bool,
        prepare: impl FnOnce(&mut Conn),
        sink: &mut dyn Sink,
    ) -> u32 {
        if self.table.len() >= self.env.opts.caps.connections {
            self.make_room(sink);
        }
        let mut conn = Conn::new(keyed, self.env.ts, transport);
        prepare(&mut conn);
        if self.encap.depth() > 0 {
            conn.encap = Some(Rc::new(self.encap.clone()));
        }
        let kind = conn.key.transport();
        let at = self.conns.insert(conn);
        self.made = self.made.wrapping_add(1);
        let id = ConnId(u64::from(self.made) << 32 | u64::from(at));
        self.table.insert(&keyed.key, at);
        let stats = &mut self.env.stats;
        stats.live_max = stats.live_max.max(self.table.len());
        if let Some(kind) = (kind as usize).checked_sub(1)
            && let (Some(n), Some(most)) = (self.live.get_mut(kind), stats.most.get_mut(kind))
        {
            *n += 1;
            *most = (*most).max(*n);
        }
        if let Some(n) = stats.connections.get_mut(kind as usize) {
            *n += 1;
        }
        if let Some(c) = self.conns.get_mut(at) {
            c.id = id;
        }
        self.with_flow(at, None, sink, |f| {
            if flip {
                f.flip_roles();
            }
            f.begin();
            analyzer::begin(f);
            if kind == TransportProto::Tcp {
                // Every stream is put together, from its first byte on.
                f.event(|c| event::tcp::NewConnectionContents { c });
            }
            f.event(|c| events::NewConnection { c });
        });
        at
    }

    /// Ends a connection.
    pub(crate) fn remove(&mut self, at: u32, sink: &mut dyn Sink) {
        self.with_flow(at, None, sink, |f| {
            f.env.timers.cancel_all(&mut f.conn.timers);
            if let Some(mut tree) = f.conn.analyzers.take() {
                tree.done(f);
            }
            f.event(|c| events::ConnectionStateRemove { c });
        });
        self.with_tcp_flow(at, sink, |f| f.release());
        if let Some(conn) = self.conns.remove(at) {
            if let Transport::Tcp(t) = conn.transport {
                self.tcps.remove(t);
            }
            self.table.remove(&conn.key);
            let kind = (conn.key.transport() as usize).checked_sub(1);
            if let Some(n) = kind.filter(|_| !self.ending).and_then(|k| self.live.get_mut(k)) {
                *n -= 1;
            }
        }
    }

    /// At the cap: the connection that was silent longest of a few makes room.
    fn make_room(&mut self, sink: &mut dyn Sink) {
        let oldest = self.conns.iter().take(64).min_by_key(|(_, c)| c.last).map(|(at, _)| at);
        self.env.net_weird(sink, Weird::ConnectionCap.name(), b"", "");
        if let Some(at) = oldest {
            self.remove(at, sink);
        }
    }

    #[cold]
    fn fire_timers(&mut self, sink: &mut dyn Sink) {
        // No packet is at hand: what timers set anew counts from now on, not from the last packet. That may be long ago,
        // and then they would be due at once, and again.
        self.env.ts = self.env.now;
        while let Some((id, timer)) = self.env.timers.pop_due(self.env.now) {
            self.fire(id, timer, true, sink);
        }
    }

    fn fire(&mut self, id: TimerId, timer: Timer, run: bool, sink: &mut dyn Sink) {
        if let Timer::Conn { conn, .. } = timer
            && let Some(c) = self.conns.get_mut(conn)
        {
            self.env.timers.forget(id, &mut c.timers);
        }
        self.env.timers.finish(id);
        if !run {
            return;
        }
        match timer {
            Timer::Conn { conn, due } => {
                if self.conn_timer(conn, due, sink) == Verdict::Remove {
                    self.remove(conn, sink);
                }
            }
            Timer::Fragments(at) => self.fragments.expire(at),
            Timer::IpTunnel(at) => self.ip_tunnels.expire(at, &mut self.env),
            Timer::Expected(number) => self.env.analyzers.expire(number),
        }
    }

    fn conn_timer(&mut self, at: u32, due: Due, sink: &mut dyn Sink) -> Verdict {
        let now = self.env.now;
        let verdict = match due {
            Due::Inactivity => self.with_flow(at, None, sink, |f| f.inactivity_timer(now)),
            Due::Status => self.with_flow(at, None, sink, |f| f.status_timer()),
            Due::Delete => self.with_flow(at, None, sink, |f| {
                f.event(|c| events::ConnectionTimeout { c });
                Verdict::Remove
            }),
            // They wait for a silence, and there is nothing but that any more.
            Due::Analyzer { .. } if self.ending => self.with_flow(at, None, sink, |f| {
                f.event(|c| events::ConnectionTimeout { c });
                Verdict::Remove
            }),
            Due::Analyzer { id, token } => self.with_flow(at, None, sink, |f| {
                f.with_tree(|tree, flow| tree.timer(flow, AnalyzerId(id), token));
                if f.conn.ending { Verdict::Remove } else { Verdict::Keep }
            }),
            Due::TcpExpire => self.with_tcp_flow(at, sink, |f| f.expire_timer(now)),
            Due::TcpAttempt => self.with_tcp_flow(at, sink, |f| f.attempt_timer()),
            Due::TcpPartialClose => self.with_tcp_flow(at, sink, |f| f.partial_close_timer()),
            Due::TcpReset => self.with_tcp_flow(at, sink, |f| f.reset_timer()),
        };
        verdict.unwrap_or(Verdict::Keep)
    }
}

impl Flow<'_> {
    /// Sets the timers that a new connection begins with.
    fn begin(&mut self) {
        let opts = &self.env.opts;
        let (inactivity, status) = match &self.conn.transport {
            Transport::Tcp(_) => {
                let at = self.env.now + opts.tcp_syn_timeout;
                self.add_timer_at(at, Due::TcpExpire);
                // The TCP timeout comes with the end of the handshake.
                (self.env.opts.udp_inactivity_timeout, true)
            }
            Transport::Datagrams { .. } if self.conn.key.proto() == 17 => (opts.udp_inactivity_timeout, true),
            Transport::Datagrams { .. } => (opts.icmp_inactivity_timeout, true),
            Transport::Other => (opts.unknown_ip_inactivity_timeout, false),
        };
        if status {
            self.enable_status_updates();
        }
        self.set_inactivity_timeout(inactivity);
    }

    fn inactivity_timer(&mut self, now: Timestamp) -> Verdict {
        let due = self.conn.last + self.conn.inactivity;
        if due <= now {
            self.event(|c| events::ConnectionTimeout { c });
            self.env.stats.ended_by_inactivity += 1;
            return Verdict::Remove;
        }
        self.add_timer_at(due, Due::Inactivity);
        Verdict::Keep
    }

    fn status_timer(&mut self) -> Verdict {
        self.event(|c| events::ConnectionStatusUpdate { c });
        let at = self.env.now + self.env.opts.connection_status_update_interval;
        self.add_timer_at(at, Due::Status);
        Verdict::Keep
    }
}
