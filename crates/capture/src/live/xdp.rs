//! Live capture by XDP sockets, before the network stack.
//!
//! A program at the interface redirects each queue's frames to that queue's socket. Neither the network stack nor other
//! captures see them any more, so XDP must be requested explicitly, for an interface dedicated to monitoring. Frames
//! sent by this machine are not captured. Timestamps are taken when frames are read, because XDP sockets provide none.
//! Frames longer than a page are not received.
//!
//! Frames are copied out of the memory shared with the kernel: they lie there unordered, between chunks that the kernel
//! is writing to, and copying frees their chunks at once.
use super::{LiveError, LiveErrorKind, LiveOptions, choose};
use crate::filter::Filter;
use crate::frame::{Batch, Record};
use crate::source::{Counters, Filled, Notice, PacketSource, SourceError};
use crate::sys::packet_ring::interface_index;
use crate::sys::xdp_redirect::Redirect;
use crate::sys::xdp_socket::{CHUNK, HEADROOM, Promiscuous, Queue, any_of, kind_of, wall};
use net_types::{LinkType, Timestamp};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

/// Maximum number of frames in a batch.
const BATCH: usize = 256;
/// Minimum and maximum number of frames that a queue holds.
const HELD: (usize, usize) = (64, 1 << 20);
/// `ARPHRD_ETHER` of `linux/if_arp.h`.
const ETHER: u16 = 1;
/// Bytes of a frame beyond the MTU: addresses and type, and two VLAN tags.
const AROUND: usize = 14 + 8;

/// The open program and sockets. The program is dropped first.
struct Open {
    redirect: Redirect,
    queues: Vec<Queue>,
    /// Readable if any of several queues is.
    any: Option<OwnedFd>,
    _promiscuous: Option<Promiscuous>,
}

/// An interface captured from by XDP sockets.
pub struct XdpInterface {
    name: String,
    options: LiveOptions,
    filter: Option<Filter>,
    open: Option<Open>,
    /// The queue to read first.
    first: usize,
    bytes: Vec<u8>,
    records: Vec<Record>,
    taken: usize,
    counters: Counters,
    /// Frames dropped by closed sockets.
    lost_before: u64,
    gone: bool,
    notices: Vec<Notice>,
}

impl XdpInterface {
    /// Opens all queues of an interface by name; they share the ring size. Options for blocks, fanout and the
    /// interface's clock do not apply.
    ///
    /// # Errors
    /// What failed. Unless it is the interface itself or the filter, [`Interface`](super::Interface) may work.
    pub fn open(name: &str, options: &LiveOptions) -> Result<Self, LiveError> {
        let fail = |kind| LiveError { interface: name.to_owned(), kind };
        let mut filter = match &options.filter {
            Some(text) => Some(Filter::new(text).map_err(|e| fail(LiveErrorKind::Filter(e)))?),
            None => None,
        };
        if let Some(filter) = &mut filter {
            filter.prepare(LinkType::ETHERNET).map_err(|e| fail(LiveErrorKind::Filter(e)))?;
        }
        let mut interface = XdpInterface {
            name: name.to_owned(),
            options: options.clone(),
            filter,
            open: None,
            first: 0,
            bytes: Vec::new(),
            records: Vec::with_capacity(BATCH),
            taken: 0,
            counters: Counters::default(),
            lost_before: 0,
            gone: false,
            notices: Vec::new(),
        };
        interface.connect().map_err(fail)?;
        Ok(interface)
    }

    /// True if the kernel emulates XDP because the driver lacks it. That is no faster than a packet socket.
    #[must_use]
    pub fn is_generic(&self) -> bool {
        self.open.as_ref().is_some_and(|o| o.redirect.generic)
    }

    fn connect(&mut self) -> Result<(), LiveErrorKind> {
        let index = interface_index(&self.name).ok_or(LiveErrorKind::NoInterface)?;
        let system = |(what, error)| LiveErrorKind::System(what, error);
        let (hardware, mtu) = kind_of(index, &self.name).map_err(system)?;
        if hardware != ETHER {
            return Err(LiveErrorKind::Hardware(hardware));
        }
        if mtu + AROUND > CHUNK - HEADROOM {
            return Err(LiveErrorKind::Mtu(mtu, CHUNK - HEADROOM - AROUND));
        }
        let count = queues_of(&self.name);
        let held = (self.options.ring / CHUNK / count).clamp(HELD.0, HELD.1);
        // Rounded down to a power of two.
        let held = 1_u32 << held.ilog2();
        let redirect = Redirect::attach(index, count as u32).map_err(system)?;
        let mut queues = Vec::with_capacity(count);
        for number in 0..count as u32 {
            let queue = Queue::open(held).map_err(system)?;
            queue.bind(index, number, redirect.generic).map_err(system)?;
            redirect.hand_to(number, &queue).map_err(system)?;
            queues.push(queue);
        }
        let any = (queues.len() > 1).then(|| any_of(&queues)).transpose();
        let any = any.map_err(|e| LiveErrorKind::System("wait for several queues", e))?;
        let promiscuous =
            self.options.promiscuous.then(|| Promiscuous::new(index)).transpose().map_err(system)?;
        self.open = Some(Open { redirect, queues, any, _promiscuous: promiscuous });
        Ok(())
    }

    /// Reads the queues, beginning with another one each time.
    fn take(&mut self) {
        let Some(open) = &mut self.open else { return };
        let count = open.queues.len();
        self.first = (self.first + 1) % count.max(1);
        let (before, after) = open.queues.split_at_mut(self.first);
        for queue in after.iter_mut().chain(before) {
            let room = BATCH - self.records.len();
            let (sec, nsec) = wall();
            let ts = Timestamp::from_parts(sec, nsec);
            queue.receive(room as u32, |data| {
                let (at, len) = (self.bytes.len(), data.len() as u32);
                self.bytes.extend_from_slice(data);
                self.records.push(Record { ts, at, len, wire_len: len, link: LinkType::ETHERNET });
            });
        }
        choose(self.filter.as_mut(), &self.bytes, &mut self.records);
    }

    /// Checks why nothing was received.
    fn look_for_trouble(&mut self) -> Result<Filled, LiveErrorKind> {
        let Some(open) = &self.open else { return Ok(Filled::Gone) };
        match open.queues.iter().find_map(Queue::take_error) {
            None if !self.gone => Ok(Filled::Nothing),
            // A socket that loses its interface reports "network is down" once.
            Some(e) if !is_gone(&e) => Err(LiveErrorKind::System("capture", e)),
            _ => {
                if !self.gone {
                    self.gone = true;
                    self.notices.push(Notice::Gone);
                }
                Ok(Filled::Gone)
            }
        }
    }

    fn lost(&self) -> u64 {
        let open = self.open.iter().flat_map(|o| &o.queues);
        self.lost_before + open.map(Queue::lost).sum::<u64>()
    }

    fn error(&self, kind: LiveErrorKind) -> SourceError {
        SourceError::Live(LiveError { interface: self.name.clone(), kind })
    }
}

fn is_gone(e: &io::Error) -> bool {
    matches!(e.raw_os_error(), Some(libc::ENETDOWN | libc::ENODEV | libc::ENXIO))
}

/// Number of receive queues; one if unknown.
fn queues_of(name: &str) -> usize {
    let folder = Path::new("/sys/class/net").join(name).join("queues");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|e| e.file_name().to_string_lossy().starts_with("rx-")).count().max(1)
}

impl PacketSource for XdpInterface {
    fn name(&self) -> &str {
        &self.name
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        let open = self.open.as_ref()?;
        match &open.any {
            Some(any) => Some(any.as_fd()),
            None => open.queues.first().map(AsFd::as_fd),
        }
    }

    fn is_live(&self) -> bool {
        true
    }

    fn fill(&mut self) -> Result<Filled, SourceError> {
        if self.taken < self.records.len() {
            return Ok(Filled::Frames);
        }
        loop {
            self.records.clear();
            self.bytes.clear();
            self.taken = 0;
            self.take();
            if !self.records.is_empty() {
                self.counters.received += self.records.len() as u64;
                self.counters.bytes += self.records.iter().map(|r| u64::from(r.wire_len)).sum::<u64>();
                return Ok(Filled::Frames);
            }
            // The filter may have dropped all frames.
            if self.bytes.is_empty() {
                return self.look_for_trouble().map_err(|kind| self.error(kind));
            }
        }
    }

    fn current(&self) -> Batch<'_> {
        Batch::new(&self.bytes, &self.records).skip(self.taken)
    }

    fn consume(&mut self, frames: usize) {
        self.taken = self.taken.saturating_add(frames).min(self.records.len());
    }

    fn counters(&mut self) -> Counters {
        self.counters.dropped = self.lost();
        self.counters.link = self.counters.received + self.counters.dropped;
        self.counters
    }

    fn reopen(&mut self) -> Result<bool, SourceError> {
        self.lost_before = self.lost();
        self.open = None;
        match self.connect() {
            Ok(()) => {
                self.gone = false;
                self.notices.push(Notice::Back);
                Ok(true)
            }
            // The interface may be about to vanish or appear.
            Err(LiveErrorKind::NoInterface) => Ok(false),
            Err(LiveErrorKind::System(_, e)) if is_gone(&e) => Ok(false),
            Err(kind) => Err(self.error(kind)),
        }
    }

    fn notice(&mut self) -> Option<Notice> {
        (!self.notices.is_empty()).then(|| self.notices.remove(0))
    }
}

impl std::fmt::Debug for XdpInterface {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "XdpInterface({}, {:?})", self.name, self.counters)
    }
}
