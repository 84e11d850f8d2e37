//! What all connections share: options, clock, timers, uids, counts.
use crate::conn::{Conn, Role};
use crate::options::Options;
use crate::sink::Sink;
use crate::timers::Timers;
use crate::uid::{FileIds, Uids};
use crate::weird::{Counts, Tally};
use event::weird as events;
use hashbrown::HashMap;
use net_types::{Addr, Port, Timestamp};

/// Where the clock stands before the first packet; zero is no time.
const FIRST: Timestamp = Timestamp::from_parts(1, 0);

/// All that a connection's timer can be for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    /// Nothing was seen for too long.
    Inactivity,
    /// Tell how it goes.
    Status,
    /// Look whether a TCP connection is dead.
    TcpExpire,
    /// A SYN should have been answered.
    TcpAttempt,
    /// The other side should have closed.
    TcpPartialClose,
    /// A RST came some time ago.
    TcpReset,
    /// The connection closed some time ago.
    Delete,
    /// An analyzer asked for it.
    Analyzer {
        /// The analyzer's number on its connection.
        id: u32,
        /// What it gave along.
        token: u32,
    },
}

impl Due {
    /// True for those that TCP sets and clears.
    pub(crate) fn is_of_tcp(&self) -> bool {
        !matches!(self, Due::Inactivity | Due::Status | Due::Analyzer { .. })
    }

    /// True for those that fire early when the run ends.
    pub(crate) fn fires_at_end(self) -> bool {
        matches!(self, Due::TcpAttempt | Due::TcpReset | Due::Analyzer { .. })
    }
}

/// What a timer is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Timer {
    /// Something about a connection.
    Conn {
        /// Its place in the slab.
        conn: u32,
        /// What.
        due: Due,
    },
    /// Fragments of a datagram have waited too long.
    Fragments(u32),
    /// A pair of addresses may have no tunnel any more.
    IpTunnel(u32),
    /// An expected connection may not come any more.
    Expected(u32),
}

/// Counts of what was seen.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Frames.
    pub packets: u64,
    /// Bytes of frames on the wire.
    pub bytes: u64,
    /// Frames in which no connection and no ARP was found.
    pub unprocessed: u64,
    /// Connections by transport: unknown, TCP, UDP, ICMP.
    pub connections: [u64; 4],
    /// Connections now.
    pub live: usize,
    /// Most connections at a time.
    pub live_max: usize,
    /// Connections that ended because they were silent.
    pub ended_by_inactivity: u64,
    /// Datagrams that wait for fragments.
    pub fragmented: usize,
    /// Most of them at a time.
    pub fragmented_max: usize,
    /// Most connections of TCP, UDP and ICMP at a time, each.
    pub most: [usize; 3],
    /// Acknowledgements that moved forward on whole connections.
    pub ack_events: u64,
    /// Bytes that they acknowledged.
    pub ack_bytes: u64,
    /// Those that showed bytes to be missing.
    pub gap_events: u64,
    /// How many bytes were missing.
    pub gap_bytes: u64,
    /// Bytes that wait for those before them.
    pub waiting_bytes: usize,
}

/// What all connections share.
pub(crate) struct Env {
    pub(crate) opts: Options,
    pub(crate) timers: Timers<Timer>,
    pub(crate) uids: Uids,
    /// The latest time seen: timers go by it, and it never goes back.
    pub(crate) now: Timestamp,
    /// The time of the packet at hand.
    pub(crate) ts: Timestamp,
    pub(crate) stats: Stats,
    /// Bytes out of order that all connections hold.
    pub(crate) waiting_bytes: usize,
    pub(crate) analyzers: crate::analyzer::Registry,
    pub(crate) file_ids: FileIds,
    /// All oddities by name, whether they passed or not.
    pub(crate) weirds: Tally,
    net_weirds: Counts,
    flow_weirds: HashMap<(Addr, Addr), Counts, foldhash::fast::RandomState>,
    /// Unknown protocol numbers: since when, and how often.
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
            waiting_bytes: 0,
            analyzers,
            weirds: Tally::default(),
            net_weirds: Counts::default(),
            flow_weirds: HashMap::default(),
            unknown: HashMap::default(),
        }
    }

    /// Whether an oddity passes by its name alone; `None` where what it belongs to decides.
    fn permit_by_name(&mut self, name: &str) -> Option<bool> {
        let s = &self.opts.weird;
        if s.whitelist.iter().any(|n| n == name) {
            return Some(true);
        }
        if s.global_list.iter().any(|n| n == name) {
            return Some(self.net_weirds.permit(name, self.now, s));
        }
        None
    }

    /// Whether an oddity of a connection passes.
    pub(crate) fn permit_conn_weird(&mut self, conn: &mut Conn, name: &str) -> bool {
        self.weirds.count(name);
        match self.permit_by_name(name) {
            Some(p) => p,
            None => conn.rare().weirds.permit(name, self.now, &self.opts.weird),
        }
    }

    /// An oddity of a pair of addresses.
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

    /// Counts an oddity of a pair of addresses; whether it passes.
    pub(crate) fn permit_flow_weird(&mut self, ends: (Addr, Addr), name: &str) -> bool {
        self.weirds.count(name);
        self.permit_by_name(name).unwrap_or_else(|| {
            let (now, s) = (self.now, &self.opts.weird);
            if self.flow_weirds.len() >= self.opts.caps.address_pairs {
                self.flow_weirds.retain(|_, c| !c.is_stale(now, s));
            }
            if self.flow_weirds.len() >= self.opts.caps.address_pairs {
                self.flow_weirds.clear();
            }
            self.flow_weirds.entry(ends).or_default().permit(name, now, s)
        })
    }

    /// An oddity of a packet that belongs to nothing yet.
    #[cold]
    pub(crate) fn net_weird(&mut self, sink: &mut dyn Sink, name: &str, addl: &[u8], source: &str) {
        self.weirds.count(name);
        if self.opts.weird.whitelist.iter().any(|n| n == name)
            || self.net_weirds.permit(name, self.now, &self.opts.weird)
        {
            event::emit(sink, || events::NetWeird { name, addl, source });
        }
    }

    /// Whether an unknown protocol number is reported, or was reported often enough of late.
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

    /// True where somebody asked for the contents of this stream.
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
