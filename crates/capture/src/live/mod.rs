//! Live capture from an interface.
//!
//! The kernel writes frames into a ring of blocks shared with this process (TPACKET_V3, packet(7) and the kernel's
//! `Documentation/networking/packet_mmap.rst`). A block that is full or has reached its timeout belongs to this process
//! until it is returned; frames are borrowed from it. VLAN tags that the kernel removed are restored into the reserved
//! bytes.
//!
//! An interface that goes down stays open. If it is removed, the ring is drained first; then the source waits for a new
//! interface of the same name and opens it.
pub(crate) mod block;
pub(crate) mod error;
pub(crate) mod options;
mod xdp;

use crate::filter::Filter;
use crate::frame::{Batch, Record};
use crate::source::{Counters, Filled, Notice, PacketSource, SourceError};
use crate::sys::packet_ring::{Ring, Setup, interface_index};
use block::Walk;
pub use error::{LiveError, LiveErrorKind};
use net_types::LinkType;
pub use options::{Fanout, FanoutMode, LARGEST_RING, LiveOptions};
use std::fmt;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;
pub use xdp::XdpInterface;

/// Maximum number of frames in a batch.
const BATCH: usize = 256;

/// An interface being captured from.
pub struct Interface {
    name: String,
    options: LiveOptions,
    filter: Option<Filter>,
    /// The kernel cannot run the filter, so it runs here.
    filter_here: bool,
    ring: Option<Ring>,
    link: LinkType,
    loopback: bool,
    records: Vec<Record>,
    taken: usize,
    walk: Walk,
    counters: Counters,
    /// Counters of closed rings: received and dropped.
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
    /// What failed: the interface, the permission to capture, or the filter.
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

    /// The frames' link type.
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
            // The kernel removes VLAN tags before it filters, so its program cannot test them.
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

    /// Decodes records from the held block. Returns true if there are any.
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

    /// Checks why nothing was received.
    fn look_for_trouble(&mut self) -> Result<Filled, LiveErrorKind> {
        let Some(ring) = &self.ring else { return Ok(Filled::Gone) };
        match ring.take_error() {
            Some(e) if !matches!(e.raw_os_error(), Some(libc::ENETDOWN | libc::ENODEV)) => {
                return Err(LiveErrorKind::System("capture", e));
            }
            // An interface goes down before it is removed, and the removal causes no error on the socket.
            None if self.state != State::Down => return Ok(Filled::Nothing),
            _ => {}
        }
        // A bound socket that has lost its interface shows that the interface was removed, not just taken down.
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
            // The interface may be about to vanish or appear.
            Err(LiveErrorKind::NoInterface) => Ok(false),
            Err(LiveErrorKind::System(_, e))
                if matches!(e.raw_os_error(), Some(libc::ENODEV | libc::ENXIO)) =>
            {
                Ok(false)
            }
            Err(kind) => Err(self.error(kind)),
        }
    }

    fn settle(&mut self) {
        // The kernel looks at a partly filled block once per timeout, and closes it the second time.
        let most = 2 * self.options.block_timeout + Duration::from_millis(8);
        if let Some(ring) = &self.ring {
            ring.wait(most);
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

/// The link type of frames from a raw packet socket, by hardware type (`ARPHRD_*` of `linux/if_arp.h`).
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
