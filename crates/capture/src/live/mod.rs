//! Frames of an interface, as they pass.
//!
//! The kernel writes frames into a ring of blocks that it shares with this process (TPACKET_V3, packet(7) and the
//! kernel's `Documentation/networking/packet_mmap.rst`). A block that is full, or that has waited for its timeout,
//! is ours until it is given back; frames are handed out from where they lie. VLAN tags that the kernel took off are
//! put back into the place that was reserved for them.
//!
//! An interface that goes down stays open. One that is removed is waited for: what the ring still holds is handed
//! out first, and a new interface of the same name is opened when there is one.
mod block;
mod xdp;

use crate::filter::{Filter, FilterError};
use crate::frame::{Batch, Record};
use crate::source::{Counters, Filled, Notice, PacketSource, SourceError};
use crate::sys::packet_ring::{Ring, Setup, interface_index};
pub(crate) use block::VLAN_TAG;
use block::Walk;
use net_types::LinkType;
use std::fmt;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;
pub use xdp::XdpInterface;

/// Frames handed out at a time.
const BATCH: usize = 256;

/// How the members of a fanout group share the frames of an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FanoutMode {
    /// By the flow, both directions of it to the same member; fragments are put together first.
    Hash,
    /// By the processor that received the frame.
    Cpu,
    /// By the queue of the interface.
    QueueMapping,
}

/// Membership in a fanout group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fanout {
    /// The group's number, which its members share.
    pub group: u16,
    /// How frames are shared out.
    pub mode: FanoutMode,
    /// Put fragments together first. By [`FanoutMode::Hash`] they always are.
    pub defrag: bool,
}

/// How to capture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveOptions {
    /// Bytes of the ring: how long a pause it bears.
    pub ring: usize,
    /// Bytes of a block, a multiple of the page size. A frame that does not fit in one is cut.
    pub block: usize,
    /// How long a block that is not full waits: the delay of a lone frame.
    pub block_timeout: Duration,
    /// See frames that are for others.
    pub promiscuous: bool,
    /// Share the frames with other sources.
    pub fanout: Option<Fanout>,
    /// Ask for the interface's own clock. Without it, or where it has none, the kernel's is used.
    pub hardware_time: bool,
    /// Only frames that this expression of tcpdump describes, chosen by the kernel where it can be.
    pub filter: Option<String>,
}

impl Default for LiveOptions {
    /// A ring of 56 MiB, which bears nearly half a second of 1 Gb/s, in blocks of 256 KiB that wait 10 ms.
    fn default() -> Self {
        LiveOptions {
            ring: 56 << 20,
            block: 256 << 10,
            block_timeout: Duration::from_millis(10),
            promiscuous: true,
            fanout: None,
            hardware_time: false,
            filter: None,
        }
    }
}

/// The largest ring that can be asked for: 4 GiB, half a minute of 1 Gb/s.
pub const LARGEST_RING: usize = 4 << 30;

/// Why an interface cannot be captured from.
#[derive(Debug)]
pub struct LiveError {
    interface: String,
    kind: LiveErrorKind,
}

/// What went wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum LiveErrorKind {
    /// There is no interface of that name.
    NoInterface,
    /// The system refused something.
    System(&'static str, io::Error),
    /// A ring larger than [`LARGEST_RING`], or less than two blocks of it: bytes of ring and block. The kernel would
    /// try, and take the memory from everybody else.
    Size(usize, usize),
    /// Frames of an interface of this hardware type (`ARPHRD_*`) are not understood.
    Hardware(u16),
    /// Frames of up to so many bytes; XDP sockets take so many at most.
    Mtu(usize, usize),
    /// The filter.
    Filter(FilterError),
}

impl LiveError {
    /// The interface.
    #[must_use]
    pub fn interface(&self) -> &str {
        &self.interface
    }

    /// What went wrong.
    #[must_use]
    pub const fn kind(&self) -> &LiveErrorKind {
        &self.kind
    }
}

impl fmt::Display for LiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.interface)?;
        match &self.kind {
            LiveErrorKind::NoInterface => f.write_str("there is no interface of that name"),
            LiveErrorKind::System(what, e) if e.kind() == io::ErrorKind::PermissionDenied => {
                write!(f, "cannot {what}: {e}; capturing needs root or the capability CAP_NET_RAW")
            }
            LiveErrorKind::System(what, e) => write!(f, "cannot {what}: {e}"),
            LiveErrorKind::Size(ring, block) => {
                write!(
                    f,
                    "a ring of {ring} bytes in blocks of {block}: expected at most {LARGEST_RING}, two blocks or more"
                )
            }
            LiveErrorKind::Hardware(n) => {
                write!(f, "frames of hardware type {n} are not understood; expected Ethernet, IP or 802.11")
            }
            LiveErrorKind::Mtu(mtu, most) => {
                write!(f, "frames of up to {mtu} bytes (its MTU); expected at most {most} for XDP sockets")
            }
            LiveErrorKind::Filter(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for LiveError {}

/// An interface that frames are captured from.
pub struct Interface {
    name: String,
    options: LiveOptions,
    filter: Option<Filter>,
    /// The filter could not be left to the kernel.
    filter_here: bool,
    ring: Option<Ring>,
    link: LinkType,
    loopback: bool,
    records: Vec<Record>,
    taken: usize,
    walk: Walk,
    counters: Counters,
    /// Counted by rings that are closed: seen, and lost.
    before: (u64, u64),
    state: State,
    notices: Vec<Notice>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Up,
    Down,
    Gone,
}

impl Interface {
    /// Opens an interface by name.
    ///
    /// # Errors
    /// What is missing, by name: the interface, the right to capture, a filter that compiles.
    pub fn open(name: &str, options: LiveOptions) -> Result<Self, LiveError> {
        let fail = |kind| LiveError { interface: name.to_owned(), kind };
        if options.ring > LARGEST_RING || options.block > options.ring / 2 {
            return Err(fail(LiveErrorKind::Size(options.ring, options.block)));
        }
        let filter = match &options.filter {
            Some(text) => Some(Filter::new(text).map_err(|e| fail(LiveErrorKind::Filter(e)))?),
            None => None,
        };
        let mut interface = Interface {
            name: name.to_owned(),
            options,
            filter,
            filter_here: false,
            ring: None,
            link: LinkType::ETHERNET,
            loopback: false,
            records: Vec::with_capacity(BATCH),
            taken: 0,
            walk: Walk::default(),
            counters: Counters::default(),
            before: (0, 0),
            state: State::Up,
            notices: Vec::new(),
        };
        interface.connect().map_err(fail)?;
        Ok(interface)
    }

    /// What the frames' first bytes are.
    #[must_use]
    pub const fn link(&self) -> LinkType {
        self.link
    }

    fn connect(&mut self) -> Result<(), LiveErrorKind> {
        let index = interface_index(&self.name).ok_or(LiveErrorKind::NoInterface)?;
        let system = |(what, error)| LiveErrorKind::System(what, error);
        let setup = Setup {
            index,
            ring: self.options.ring,
            block: self.options.block,
            timeout: self.options.block_timeout,
            promiscuous: self.options.promiscuous,
            fanout: self.options.fanout,
            hardware_time: self.options.hardware_time.then_some(self.name.as_str()),
        };
        let ring = Ring::open(&setup).map_err(system)?;
        let hardware = ring.hardware(index).map_err(system)?;
        self.link = link_of(hardware).ok_or(LiveErrorKind::Hardware(hardware))?;
        self.loopback = hardware == LOOPBACK;
        if let Some(filter) = &mut self.filter {
            let program = filter.prepare(self.link).map_err(LiveErrorKind::Filter)?;
            // The kernel has taken VLAN tags off before it filters, so it cannot ask for them.
            let text = self.options.filter.as_deref().unwrap_or_default();
            self.filter_here = text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "vlan");
            if !self.filter_here {
                ring.filter(program.insns()).map_err(system)?;
            }
        }
        ring.start(&setup).map_err(system)?;
        self.ring = Some(ring);
        self.walk = Walk::default();
        Ok(())
    }

    /// Finds records in the blocks that are ours. True where there are some.
    fn decode(&mut self) -> bool {
        let Some(ring) = &mut self.ring else { return false };
        loop {
            if let Some(block) = ring.block() {
                self.walk.step(block, BATCH, self.link, self.loopback, &mut self.records);
                if self.filter_here {
                    choose(self.filter.as_mut(), block, &mut self.records);
                }
                if !self.records.is_empty() {
                    return true;
                }
                if self.walk.is_over() {
                    ring.release();
                }
                continue;
            }
            if !ring.acquire() {
                return false;
            }
            self.walk = Walk::default();
        }
    }

    /// Nothing came: is there a reason?
    fn look_for_trouble(&mut self) -> Result<Filled, LiveErrorKind> {
        let Some(ring) = &self.ring else { return Ok(Filled::Gone) };
        match ring.take_error() {
            Some(e) if !matches!(e.raw_os_error(), Some(libc::ENETDOWN | libc::ENODEV)) => {
                return Err(LiveErrorKind::System("capture", e));
            }
            // One that is removed goes down first, and of the rest the socket says nothing.
            None if self.state != State::Down => return Ok(Filled::Nothing),
            _ => {}
        }
        // Down and removed look alike; a socket that is bound to nothing was bound to what is removed.
        if ring.is_bound() {
            if self.state == State::Up {
                self.state = State::Down;
                self.notices.push(Notice::Down);
            }
            return Ok(Filled::Nothing);
        }
        if self.state != State::Gone {
            self.state = State::Gone;
            self.notices.push(Notice::Gone);
        }
        Ok(Filled::Gone)
    }

    fn count(&mut self) {
        if let Some(ring) = &mut self.ring {
            let (seen, lost) = ring.counts();
            self.counters.link = self.before.0 + seen;
            self.counters.dropped = self.before.1 + lost;
        }
    }

    fn error(&self, kind: LiveErrorKind) -> SourceError {
        SourceError::Live(LiveError { interface: self.name.clone(), kind })
    }
}

impl PacketSource for Interface {
    fn name(&self) -> &str {
        &self.name
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.ring.as_ref().map(AsFd::as_fd)
    }

    fn is_live(&self) -> bool {
        true
    }

    fn fill(&mut self) -> Result<Filled, SourceError> {
        if self.taken < self.records.len() {
            return Ok(Filled::Frames);
        }
        self.records.clear();
        self.taken = 0;
        if self.decode() {
            if self.state == State::Down {
                self.state = State::Up;
                self.notices.push(Notice::Up);
            }
            self.counters.received += self.records.len() as u64;
            self.counters.bytes += self.records.iter().map(|r| u64::from(r.wire_len)).sum::<u64>();
            return Ok(Filled::Frames);
        }
        self.look_for_trouble().map_err(|kind| self.error(kind))
    }

    fn current(&self) -> Batch<'_> {
        let block = self.ring.as_ref().and_then(Ring::held).unwrap_or(&[]);
        Batch::new(block, &self.records).skip(self.taken)
    }

    fn consume(&mut self, frames: usize) {
        self.taken = (self.taken + frames).min(self.records.len());
    }

    fn counters(&mut self) -> Counters {
        self.count();
        self.counters
    }

    fn reopen(&mut self) -> Result<bool, SourceError> {
        self.count();
        self.before = (self.counters.link, self.counters.dropped);
        self.ring = None;
        match self.connect() {
            Ok(()) => {
                self.state = State::Up;
                self.notices.push(Notice::Back);
                Ok(true)
            }
            // It may be on its way out or in.
            Err(LiveErrorKind::NoInterface) => Ok(false),
            Err(LiveErrorKind::System(_, e))
                if matches!(e.raw_os_error(), Some(libc::ENODEV | libc::ENXIO)) =>
            {
                Ok(false)
            }
            Err(kind) => Err(self.error(kind)),
        }
    }

    fn is_restless(&self) -> bool {
        self.state == State::Down
    }

    fn notice(&mut self) -> Option<Notice> {
        (!self.notices.is_empty()).then(|| self.notices.remove(0))
    }
}

impl fmt::Debug for Interface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Interface({}, {:?})", self.name, self.counters)
    }
}

/// Keeps the records that the filter accepts.
fn choose(filter: Option<&mut Filter>, block: &[u8], records: &mut Vec<Record>) {
    let Some(filter) = filter else { return };
    records.retain(|r| {
        let one = [*r];
        let frame = Batch::new(block, &one).iter().next();
        // It was compiled for this link type when the interface was opened.
        frame.is_some_and(|f| filter.accepts(&f).unwrap_or(true))
    });
}

/// `ARPHRD_LOOPBACK` of `linux/if_arp.h`.
const LOOPBACK: u16 = 772;

/// The link type of frames that a raw packet socket gives for a hardware type (`ARPHRD_*` of `linux/if_arp.h`).
fn link_of(hardware: u16) -> Option<LinkType> {
    const ETHER: u16 = 1;
    const PPP: u16 = 512;
    const RAWIP: u16 = 519;
    const TUNNEL: u16 = 768;
    const TUNNEL6: u16 = 769;
    const SIT: u16 = 776;
    const IPGRE: u16 = 778;
    const IEEE80211: u16 = 801;
    const IEEE80211_RADIOTAP: u16 = 803;
    const IP6GRE: u16 = 823;
    const NONE: u16 = 65534;
    Some(match hardware {
        ETHER | LOOPBACK => LinkType::ETHERNET,
        PPP | RAWIP | TUNNEL | TUNNEL6 | SIT | IPGRE | IP6GRE | NONE => LinkType::RAW,
        IEEE80211 => LinkType::IEEE802_11,
        IEEE80211_RADIOTAP => LinkType::IEEE802_11_RADIOTAP,
        _ => return None,
    })
}
