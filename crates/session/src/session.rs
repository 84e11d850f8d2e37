//! The face of the crate: frames and time go in, events come out.
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
use crate::walk::{LayersOff, Walked};
use dict::{Map, Order};
use event::ConnId;
use net_types::{Addr, LinkType, Timestamp};
use std::rc::Rc;

mod control;
mod firing;
mod table;

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
}
