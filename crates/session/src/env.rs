//! State that all connections share: options, clock, timers, uids, counts.
use crate::conn::{Conn, Role};
use crate::options::Options;
use crate::packet_events::PacketEvents;
use crate::sink::Sink;
use crate::timers::Timers;
use crate::uid::{FileIds, Uids};
use crate::weird::{Counts, NamePlace, Tally};
use event::weird as events;
use hashbrown::HashMap;
use net_types::{Addr, Port, Timestamp};

/// The clock before the first packet; zero would mean "no time".
const FIRST: Timestamp = Timestamp::from_parts(1, 0);

/// Purposes of a connection's timers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    /// No packet has arrived for too long.
    Inactivity,
    /// Raise `connection_status_update`.
    Status,
    /// Check whether a TCP connection is dead.
    TcpExpire,
    /// A SYN should be answered by now.
    TcpAttempt,
    /// The other side should have closed by now.
    TcpPartialClose,
    /// A RST arrived some time ago.
    TcpReset,
    /// The connection closed some time ago.
    Delete,
    /// Set by an analyzer.
    Analyzer {
        /// The analyzer's id on its connection.
        id: u32,
        /// The token that it passed.
        token: u32,
    },
}

impl Due {
    /// True for timers that only TCP sets and clears.
    pub(crate) fn is_of_tcp(&self) -> bool {
        !matches!(self, Due::Inactivity | Due::Status | Due::Analyzer { .. })
    }

    /// True for timers that fire early at the end of the run.
    pub(crate) fn fires_at_end(self) -> bool {
        matches!(self, Due::TcpAttempt | Due::TcpReset | Due::Analyzer { .. })
    }
}

/// Purpose of a timer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Timer {
    /// A connection's timer.
    Conn {
        /// Index of the connection in the slab.
        conn: u32,
        /// The purpose.
        due: Due,
    },
    /// Fragments of a datagram have waited too long.
    Fragments(u32),
    /// An address pair's tunnel may be unused by now.
    IpTunnel(u32),
    /// An expected connection may be overdue.
    Expected(u32),
}

/// Counters of a session.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Frames.
    pub packets: u64,
    /// Bytes of frames on the wire.
    pub bytes: u64,
    /// Frames that were neither assigned to a connection nor ARP.
    pub unprocessed: u64,
    /// Connections seen, by transport: unknown, TCP, UDP, ICMP.
    pub connections: [u64; 4],
    /// Current connections.
    pub live: usize,
    /// Maximum of `live`.
    pub live_max: usize,
    /// Connections that ended by inactivity timeout.
    pub ended_by_inactivity: u64,
    /// Datagrams waiting for fragments.
    pub fragmented: usize,
    /// Maximum of `fragmented`.
    pub fragmented_max: usize,
    /// Maximum of current TCP, UDP and ICMP connections.
    pub most: [usize; 3],
    /// Acknowledgements that moved forward on complete connections.
    pub ack_events: u64,
    /// Bytes that these acknowledged.
    pub ack_bytes: u64,
    /// Acknowledgements that revealed missing bytes.
    pub gap_events: u64,
    /// Bytes missing.
    pub gap_bytes: u64,
    /// Out-of-order bytes waiting for a hole to fill.
    pub waiting_bytes: usize,
    /// Connections that ended because memory ran short.
    pub ended_for_memory: u64,
}

/// State that all connections share.
pub(crate) struct Env {
    pub(crate) opts: Options,
    pub(crate) timers: Timers<Timer>,
    pub(crate) uids: Uids,
    /// The latest time seen. Timers use it; it never goes back.
    pub(crate) now: Timestamp,
    /// The time of the current packet.
    pub(crate) ts: Timestamp,
    pub(crate) stats: Stats,
    /// The events with handlers, as of the current frame.
    pub(crate) packet_events: PacketEvents,
    /// Bytes held out of order, over all connections.
    pub(crate) waiting_bytes: usize,
    /// Set while nothing is buffered for analyzers added later, to save memory.
    pub(crate) saves_memory: bool,
    pub(crate) analyzers: crate::analyzer::Registry,
    pub(crate) file_ids: FileIds,
    /// Counts of all weirds by name, including those that sampling suppresses.
    pub(crate) weirds: Tally,
    net_weirds: Counts,
    flow_weirds: HashMap<(Addr, Addr), Counts, foldhash::fast::RandomState>,
    /// Sampling of unknown protocol numbers: start of the period, and count.
    unknown: HashMap<(&'static str, u64), (Timestamp, u64), foldhash::fast::RandomState>,
}

impl Env {
    pub(crate) fn new(opts: Options, uids: Uids, analyzers: crate::analyzer::Registry) -> Self {
        Env {
            file_ids: FileIds::new(&opts.digest_salt, opts.bits_per_uid),
            opts,
            timers: Timers::new(),
            uids,
            now: FIRST,
            ts: Timestamp::ZERO,
            stats: Stats::default(),
            packet_events: PacketEvents::default(),
            waiting_bytes: 0,
            saves_memory: false,
            analyzers,
            weirds: Tally::default(),
            net_weirds: Counts::default(),
            flow_weirds: HashMap::default(),
            unknown: HashMap::default(),
        }
    }

    /// Decides by name alone whether a weird passes sampling; `None` if the count of its connection or address pair
    /// decides.
    #[inline(always)]
    fn permit_by_name(&mut self, name: &str, place: NamePlace) -> Option<bool> {
        let s = &self.opts.weird;
        if s.whitelist.is_empty() && s.global_list.is_empty() {
            None
        } else {
            self.permit_listed(name, place)
        }
    }

    fn permit_listed(&mut self, name: &str, place: NamePlace) -> Option<bool> {
        let s = &self.opts.weird;
        if s.whitelist.iter().any(|n| n == name) {
            return Some(true);
        }
        if s.global_list.iter().any(|n| n == name) {
            return Some(self.net_weirds.permit(place, self.now, s));
        }
        None
    }

    /// True if a connection's weird passes sampling.
    pub(crate) fn permit_conn_weird(&mut self, conn: &mut Conn, name: &str) -> bool {
        let place = self.weirds.count(name);
        match self.permit_by_name(name, place) {
            Some(p) => p,
            None => conn.rare().weirds.permit(place, self.now, &self.opts.weird),
        }
    }

    /// Reports a weird of an address pair.
    #[cold]
    pub(crate) fn flow_weird(
        &mut self,
        sink: &mut dyn Sink,
        ends: (Addr, Addr),
        name: &str,
        addl: &[u8],
        source: &str,
    ) {
        if self.permit_flow_weird(ends, name) {
            let (src, dst) = ends;
            event::emit(sink, || events::FlowWeird { name, src, dst, addl, source });
        }
    }

    /// Counts a weird of an address pair; true if it passes sampling.
    pub(crate) fn permit_flow_weird(&mut self, ends: (Addr, Addr), name: &str) -> bool {
        let place = self.weirds.count(name);
        self.permit_by_name(name, place).unwrap_or_else(|| {
            let (now, s) = (self.now, &self.opts.weird);
            if self.flow_weirds.len() >= self.opts.caps.address_pairs {
                self.flow_weirds.retain(|_, c| !c.is_stale(now, s));
            }
            if self.flow_weirds.len() >= self.opts.caps.address_pairs {
                self.flow_weirds.clear();
            }
            self.flow_weirds.entry(ends).or_default().permit(place, now, s)
        })
    }

    /// Reports a weird that belongs to no connection or address pair.
    #[cold]
    pub(crate) fn net_weird(&mut self, sink: &mut dyn Sink, name: &str, addl: &[u8], source: &str) {
        let place = self.weirds.count(name);
        if self.opts.weird.whitelist.iter().any(|n| n == name)
            || self.net_weirds.permit(place, self.now, &self.opts.weird)
        {
            event::emit(sink, || events::NetWeird { name, addl, source });
        }
    }

    /// True if an unknown protocol number passes sampling.
    pub(crate) fn permit_unknown(&mut self, who: &'static str, number: u64) -> bool {
        let s = &self.opts.unknown_protocol;
        let key = (who, number);
        if self.unknown.len() >= self.opts.caps.address_pairs && !self.unknown.contains_key(&key) {
            return false;
        }
        let (since, count) = self.unknown.entry(key).or_insert((self.now, 0));
        if self.now - *since >= s.duration {
            (*since, *count) = (self.now, 0);
        }
        *count += 1;
        match count.checked_sub(s.threshold) {
            None => true,
            Some(above) => s.rate != 0 && above % s.rate == 0,
        }
    }

    /// True if scripts asked for the contents of this stream.
    pub(crate) fn wants_contents(&self, conn: &Conn, role: Role) -> bool {
        let c = &self.opts.tcp_contents;
        if !c.any {
            return false;
        }
        let port = Port::tcp(conn.key.end(conn.place(Role::Resp)).1);
        let (all, ports) =
            if role.is_orig() { (c.all_orig, &c.ports_orig) } else { (c.all_resp, &c.ports_resp) };
        all || ports.has(port)
    }
}
