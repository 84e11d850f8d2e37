//! The crate's main type: frames and time go in, events come out.
use crate::analyzer::{Factory, Registry};
use crate::conn::{Conn, ConnView, Transport};
use crate::drop::Dropping;
use crate::encap::Encapsulation;
use crate::env::{Env, Stats, Timer};
use crate::flow::{Flow, place_of};
use crate::frag::Fragments;
use crate::key::ConnKey;
use crate::options::Options;
use crate::sink::Sink;
use crate::slab::Slab;
use crate::tcp::{Tcp, TcpFlow};
use crate::tunnels::IpTunnels;
use crate::uid::{Keys, Uids};
use crate::walk::{AddedLayers, LayersOff, Routes, Walked};
use dict::{Map, Order};
use event::ConnId;
use net_types::{Addr, LinkType, Timestamp};
use std::rc::Rc;

mod control;
mod firing;
mod silent;
mod table;

/// A captured frame.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Time of capture.
    pub ts: Timestamp,
    /// The link type, which says how to decode it.
    pub link: LinkType,
    /// The captured bytes.
    pub data: &'a [u8],
    /// The length on the wire.
    pub wire_len: usize,
}

/// The subject of a weird.
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
    /// The tunnels around the current packet.
    pub(crate) encap: Encapsulation,
    /// The layers of the current packet; recorded only if a handler needs them.
    pub(crate) trail: Vec<&'static str>,
    pub(crate) dropping: Dropping,
    /// Layers that scripts have turned off.
    pub(crate) off: LayersOff,
    /// The routes that scripts have set; `None` without any.
    pub(crate) routes: Option<Box<Routes>>,
    /// Packet analyzers that the run added.
    pub(crate) added: AddedLayers,
    /// What the walk found in the last frame.
    pub(crate) walked: Walked,
    seeded: bool,
    /// Current TCP, UDP and ICMP connections.
    live: [usize; 3],
    /// Set during [`finish`](Self::finish): connections that end now still count as live.
    ending: bool,
    /// The connections to end next if memory runs short.
    silent: silent::Silent,
    /// Number of connections made so far: the upper half of connection ids.
    made: u32,
}

impl Session {
    /// Makes an empty session. Without a `factory`, payload is not analyzed.
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
            dropping: Dropping::new(keys.sip),
            off: LayersOff::default(),
            routes: None,
            added: AddedLayers::default(),
            walked: Walked::default(),
            seeded: keys.fixed,
            live: [0; 3],
            ending: false,
            silent: Vec::new(),
            made: 0,
        }
    }

    /// Processes the next frame, after firing the timers due at its time.
    pub fn handle_frame(&mut self, frame: &Frame<'_>, sink: &mut dyn Sink) {
        self.handle_time(frame.ts, sink);
        self.env.ts = frame.ts;
        self.env.stats.packets += 1;
        self.env.stats.bytes += frame.wire_len as u64;
        self.encap.truncate(0);
        self.walk_frame(frame, sink);
    }

    /// Advances the clock and fires due timers. Earlier times are ignored.
    #[inline]
    pub fn handle_time(&mut self, now: Timestamp, sink: &mut dyn Sink) {
        if now > self.env.now {
            self.env.now = now;
        }
        if !self.env.timers.nothing_due(self.env.now) {
            self.fire_timers(sink);
        }
    }

    /// The time before which [`handle_time`](Self::handle_time) only advances the clock. Cheap to query.
    #[must_use]
    pub fn not_before(&self) -> Timestamp {
        self.env.timers.not_before()
    }

    /// The time of the next timer, for callers that sleep while no frames arrive.
    pub fn next_timer(&mut self) -> Option<Timestamp> {
        self.env.timers.next()
    }

    /// The number of pending timers.
    pub fn timers(&self) -> usize {
        self.env.timers.len()
    }

    /// The options.
    pub const fn options(&self) -> &Options {
        &self.env.opts
    }

    /// The options, for changes during the run.
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.env.opts
    }

    /// The session's counters.
    pub fn stats(&self) -> Stats {
        Stats {
            live: self.table.len(),
            fragmented: self.fragments.len(),
            waiting_bytes: self.env.waiting_bytes,
            ..self.env.stats
        }
    }

    /// The latest time seen.
    pub fn now(&self) -> Timestamp {
        self.env.now
    }

    /// Looks up a connection by id; `None` if it has ended.
    pub fn conn(&self, id: ConnId) -> Option<ConnView<'_>> {
        let conn = self.conns.get(place_of(id)).filter(|c| c.id == id)?;
        Some(conn.view(id, self.tcp_of(conn)))
    }

    /// Like [`conn`](Self::conn), but draws the uid first if needed.
    pub fn conn_with_uid(&mut self, id: ConnId) -> Option<ConnView<'_>> {
        let conn = self.conns.get_mut(place_of(id)).filter(|c| c.id == id)?;
        conn.draw_uid(&self.env.uids);
        self.conn(id)
    }

    /// The connection between two endpoints, in either direction.
    pub fn find(&self, key: &ConnKey) -> Option<ConnId> {
        let at = *self.table.get(key)?;
        self.conns.get(at).map(|c| c.id)
    }

    /// Ends all connections, with their last events.
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

    /// Runs `f` on the connection in slot `at`; `None` if it is gone or does not have the given id.
    #[inline]
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
    #[inline]
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
}
