//! The state of one connection, whatever its transport.
use crate::analyzer::AnalyzerId;
use crate::encap::Encapsulation;
use crate::history::History;
use crate::key::{ConnKey, Keyed};
use crate::timers::TimerId;
use crate::uid::{Uid, Uids};
use crate::weird::Counts;
use event::ConnId;
use net_types::{Addr, Interval, Mac, Port, Timestamp, TransportProto};
use std::cell::Cell;
use std::rc::Rc;

/// The role of an endpoint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Sent the first packet, as far as is known.
    Orig,
    /// The other endpoint.
    Resp,
}

impl Role {
    /// True for the originator.
    #[inline]
    pub const fn is_orig(self) -> bool {
        matches!(self, Role::Orig)
    }

    /// The role as the `is_orig` flag.
    #[inline]
    pub const fn of(is_orig: bool) -> Role {
        if is_orig { Role::Orig } else { Role::Resp }
    }

    /// The other role.
    #[inline]
    pub const fn other(self) -> Role {
        if self.is_orig() { Role::Resp } else { Role::Orig }
    }
}

/// Counts and header fields of one endpoint, stored by its place in the key.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct End {
    pub(crate) packets: u64,
    pub(crate) ip_bytes: u64,
    pub(crate) flow_label: u32,
    pub(crate) mac: Mac,
    pub(crate) seen: bool,
}

/// State that depends on the transport.
#[derive(Debug)]
pub(crate) enum Transport {
    /// Index of the TCP state in its slab.
    Tcp(u32),
    /// UDP or ICMP: payload bytes of originator and responder, negative before the first packet; bad checksums; and one
    /// bit per side whose first packet signatures have seen.
    Datagrams { sent: [i64; 2], bad_checksums: [crate::history::Scaled; 2], looked: u8 },
    /// Other IP protocols keep no state.
    Other,
}

/// State that few connections need; boxed.
#[derive(Default, Debug)]
pub(crate) struct Rare {
    pub(crate) weirds: Counts,
    pub(crate) thresholds: Thresholds,
    pub(crate) tunnel_changes: u64,
    /// The state of the tunnel protocols tried on this connection.
    pub(crate) tunnels: TunnelStates,
    /// Whether originator's and responder's stream go to [`Sink::recorded`](crate::Sink::recorded).
    pub(crate) recorded: [bool; 2],
}

/// The verdict on one tunnel protocol on a connection.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Belief {
    /// Not decided.
    #[default]
    Unknown,
    /// Its packets were valid.
    Confirmed,
    /// A packet was invalid; the tunnel is not tried again.
    Violated,
}

/// The verdict on each tunnel protocol, and which sides have sent valid packets of it.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct TunnelStates {
    pub(crate) belief: [Belief; crate::encap::TunnelType::COUNT],
    pub(crate) teredo_valid: Option<[bool; 2]>,
    pub(crate) gtp_valid: Option<[bool; 2]>,
}

/// Thresholds that scripts have set.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Thresholds {
    pub(crate) bytes: [u64; 2],
    pub(crate) packets: [u64; 2],
    pub(crate) duration: Interval,
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Conn {
    /// The id.
    pub(crate) id: ConnId,
    pub(crate) key: ConnKey,
    /// Which end of the key is the originator.
    pub(crate) orig: u8,
    pub(crate) history: History,
    /// The letters that are recorded only once and have appeared, one bit each.
    pub(crate) seen_letters: u32,
    /// Zero until drawn.
    pub(crate) uid: Cell<Uid>,
    pub(crate) start: Timestamp,
    pub(crate) last: Timestamp,
    pub(crate) ends: [End; 2],
    pub(crate) inactivity: Interval,
    pub(crate) timers: TimerId,
    pub(crate) vlan: u16,
    pub(crate) inner_vlan: u16,
    pub(crate) transport: Transport,
    pub(crate) encap: Option<Rc<Encapsulation>>,
    pub(crate) analyzers: Option<Box<crate::analyzer::Tree>>,
    pub(crate) rare: Option<Box<Rare>>,
    pub(crate) had_weird: bool,
    pub(crate) skipping: bool,
    /// Set when an analyzer has requested the end of the connection.
    pub(crate) ending: bool,
    pub(crate) status_timer: bool,
    /// Set while the sink postpones the event `new_connection`.
    pub(crate) postponed: Cell<bool>,
    /// The sides whose payload begins the detection of protocols, one bit each; 0 if nothing waits.
    pub(crate) detection_waits: u8,
    /// Index of the next generic packet threshold.
    pub(crate) next_generic: u8,
    pub(crate) own: OwnParts,
}

/// The parts of a connection that scripts see as analyzers with numbers, although no tree holds them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct OwnParts {
    /// Follows the transport; cannot be removed.
    pub transport: Option<AnalyzerId>,
    /// Counts packets and bytes; `None` if scripts turned it off or removed it.
    pub counter: Option<AnalyzerId>,
}

impl Conn {
    /// The uid; draws it on first use.
    #[inline]
    pub(crate) fn draw_uid(&self, uids: &Uids) -> Uid {
        if self.uid.get() == Uid::default() {
            self.uid.set(uids.uid());
        }
        self.uid.get()
    }

    pub(crate) fn new(keyed: Keyed, now: Timestamp, transport: Transport) -> Self {
        Conn {
            id: ConnId(0),
            key: keyed.key,
            orig: keyed.from,
            history: History::default(),
            seen_letters: 0,
            uid: Cell::default(),
            start: now,
            last: now,
            ends: [End::default(); 2],
            inactivity: Interval::ZERO,
            timers: TimerId::NONE,
            vlan: 0,
            inner_vlan: 0,
            transport,
            encap: None,
            analyzers: None,
            rare: None,
            had_weird: false,
            skipping: false,
            ending: false,
            status_timer: false,
            postponed: Cell::new(false),
            detection_waits: 0,
            next_generic: 0,
            own: OwnParts::default(),
        }
    }

    /// The place in the key of the end with a role.
    #[inline]
    pub(crate) const fn place(&self, role: Role) -> u8 {
        if role.is_orig() { self.orig } else { 1 - self.orig }
    }

    #[inline]
    pub(crate) fn end(&self, role: Role) -> &End {
        let [a, b] = &self.ends;
        if self.place(role) == 0 { a } else { b }
    }

    #[inline]
    pub(crate) fn end_mut(&mut self, role: Role) -> &mut End {
        let place = self.place(role);
        let [a, b] = &mut self.ends;
        if place == 0 { a } else { b }
    }

    /// The role of a packet's sender, by its place in the key.
    #[inline]
    pub(crate) fn role_of(&self, from: u8) -> Role {
        Role::of(from == self.orig || self.key.is_to_itself())
    }

    #[inline]
    pub(crate) fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_with(Box::default)
    }

    /// The connection's current state, for receivers of its events.
    pub(crate) fn view<'a>(&'a self, id: ConnId, tcp: Option<&'a crate::tcp::Tcp>) -> ConnView<'a> {
        ConnView { id, conn: self, tcp, uids: None }
    }

    /// Like [`view`](Self::view), but draws the uid only when the receiver asks for it.
    pub(crate) fn lazy_view<'a>(
        &'a self,
        id: ConnId,
        tcp: Option<&'a crate::tcp::Tcp>,
        uids: &'a Uids,
    ) -> ConnView<'a> {
        ConnView { id, conn: self, tcp, uids: Some(uids) }
    }
}

/// A connection at the moment of an event.
#[derive(Clone, Copy)]
pub struct ConnView<'a> {
    id: ConnId,
    conn: &'a Conn,
    tcp: Option<&'a crate::tcp::Tcp>,
    /// Draws the uid on first use, if set.
    uids: Option<&'a Uids>,
}

/// State of an endpoint, numbered as in scripts: the TCP state, or for other transports 0 (silent) and 1 (active).
#[derive(Clone, Copy, Debug)]
pub struct EndpointView {
    /// Payload bytes, derived from sequence numbers if the transport has them.
    pub size: u64,
    /// The state's number.
    pub state: u8,
    /// Number of packets and of IP bytes, headers included; `None` if they are not counted.
    pub counts: Option<(u64, u64)>,
    /// IPv6 flow label.
    pub flow_label: u32,
    /// Link-layer address; zero if unknown.
    pub mac: Mac,
}

impl PartialEq for EndpointView {
    /// Compares what changes most often first.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.counts == other.counts
            && self.size == other.size
            && self.state == other.state
            && self.flow_label == other.flow_label
            && self.mac == other.mac
    }
}

impl Eq for EndpointView {}

impl<'a> ConnView<'a> {
    /// The id, valid until the connection is removed.
    pub const fn id(&self) -> ConnId {
        self.id
    }

    /// True, once, if the sink has postponed the event `new_connection` ([`Sink::postpones`](crate::Sink::postpones)).
    #[inline]
    pub fn take_postponed(&self) -> bool {
        self.conn.postponed.replace(false)
    }

    /// The key.
    pub const fn key(&self) -> ConnKey {
        self.conn.key
    }

    /// Which end of the key is the originator, 0 or 1. Changes when roles are exchanged.
    pub const fn orig_place(&self) -> u8 {
        self.conn.orig
    }

    /// Address of an endpoint.
    pub fn addr(&self, role: Role) -> Addr {
        self.conn.key.end(self.conn.place(role)).0
    }

    /// Port of an endpoint; for ICMP the type and code.
    pub fn port(&self, role: Role) -> Port {
        self.conn.key.port(self.conn.place(role))
    }

    /// IP protocol number.
    pub fn ip_proto(&self) -> u16 {
        self.conn.key.proto()
    }

    /// The transport as scripts name it.
    pub fn transport(&self) -> TransportProto {
        self.conn.key.transport()
    }

    /// The uid; zero if it has not been drawn and this view does not draw it.
    pub fn uid(&self) -> Uid {
        match self.uids {
            Some(uids) => self.conn.draw_uid(uids),
            None => self.conn.uid.get(),
        }
    }

    /// Time of its first packet.
    pub const fn start_time(&self) -> Timestamp {
        self.conn.start
    }

    /// The time from the first packet to the last.
    pub fn duration(&self) -> Interval {
        self.conn.last - self.conn.start
    }

    /// The history's letters.
    pub fn history(&self) -> &'a [u8] {
        self.conn.history.as_bytes()
    }

    /// The VLAN ids, outer and inner; 0 if absent.
    pub const fn vlans(&self) -> (u16, u16) {
        (self.conn.vlan, self.conn.inner_vlan)
    }

    /// The tunnels around it, outermost first.
    pub fn tunnels(&self) -> &'a [crate::encap::Layer] {
        self.conn.encap.as_deref().map_or(&[], |e| e.layers())
    }

    /// The TCP state; `None` for other transports.
    pub const fn tcp(&self) -> Option<&'a crate::tcp::Tcp> {
        self.tcp
    }

    /// The sequence number after the highest byte that an endpoint has sent; `None` for other transports than TCP.
    pub fn next_seq(&self, role: Role) -> Option<u32> {
        self.tcp.map(|tcp| tcp.end(self.conn.place(role)).next_seq())
    }

    /// The state of one endpoint.
    #[inline]
    pub fn endpoint(&self, role: Role) -> EndpointView {
        let end = self.conn.end(role);
        let (size, state) = match (&self.conn.transport, self.tcp) {
            (Transport::Tcp(_), Some(tcp)) => tcp.size_and_state(self.conn.place(role)),
            (Transport::Datagrams { sent: [orig, resp], .. }, _) => {
                let n = if role.is_orig() { *orig } else { *resp };
                (n.max(0) as u64, u8::from(n >= 0))
            }
            _ => (0, 0),
        };
        EndpointView {
            size,
            state,
            counts: self.conn.own.counter.map(|_| (end.packets, end.ip_bytes)),
            flow_label: end.flow_label,
            mac: end.mac,
        }
    }
}
