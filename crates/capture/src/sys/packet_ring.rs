//! Packet sockets and their rings: packet(7), `Documentation/networking/packet_mmap.rst` of Linux.
#![expect(unsafe_code, reason = "socket options, and memory shared with the kernel")]
use crate::bpf::Insn;
use crate::live::block::VLAN_TAG;
use crate::live::options::{Fanout, FanoutMode};
use libc::{c_int, c_uint, c_void};
use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Parameters of a ring.
pub(crate) struct Setup<'a> {
    pub(crate) index: u32,
    pub(crate) ring: usize,
    pub(crate) block: usize,
    pub(crate) timeout: Duration,
    pub(crate) promiscuous: bool,
    pub(crate) fanout: Option<Fanout>,
    /// The interface's name if its clock is to be used.
    pub(crate) hardware_time: Option<&'a str>,
}

/// The failed action and the system's error.
pub(crate) type Failure = (&'static str, io::Error);

/// A packet socket and its blocks shared with the kernel. At most one block, the next one, is held.
pub(crate) struct Ring {
    socket: OwnedFd,
    map: NonNull<u8>,
    block: usize,
    blocks: usize,
    /// The index of the block that is held or comes next.
    at: usize,
    held: bool,
    seen: u64,
    lost: u64,
}

// SAFETY: the mapping belongs to this value alone, and nothing in it is tied to a thread.
unsafe impl Send for Ring {}

/// Offset of `block_status` in `struct tpacket_block_desc`.
const STATUS: usize = 8;
/// Alignment of frames in a block, `TPACKET_ALIGNMENT`, and longer than any header. The kernel requires a nominal frame
/// size and does not use it.
const FRAME: usize = 2048;

impl Ring {
    /// Opens a socket with its ring; it receives nothing yet.
    pub(crate) fn open(setup: &Setup<'_>) -> Result<Self, Failure> {
        // With protocol 0, nothing is received until ring, filter and interface are set up.
        // SAFETY: no pointer is passed.
        let fd = unsafe {
            libc::socket(libc::AF_PACKET, libc::SOCK_RAW | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK, 0)
        };
        let fd = check("open a packet socket", fd)?;
        // SAFETY: the kernel just made this descriptor for us; it has no other owner.
        let socket = unsafe { OwnedFd::from_raw_fd(fd) };
        let version = libc::tpacket_versions::TPACKET_V3 as c_int;
        option(&socket, "use TPACKET_V3", libc::PACKET_VERSION, &version)?;
        option(&socket, "reserve room for VLAN tags", libc::PACKET_RESERVE, &(VLAN_TAG as c_uint))?;
        if let Some(name) = setup.hardware_time {
            hardware_time(&socket, name).map_err(|e| ("have the interface stamp frames", e))?;
            let kind = libc::SOF_TIMESTAMPING_RAW_HARDWARE as c_int;
            option(&socket, "use the interface's clock", libc::PACKET_TIMESTAMP, &kind)?;
        }
        let block = setup.block.max(FRAME).next_multiple_of(page());
        let blocks = (setup.ring / block).max(2);
        let request = libc::tpacket_req3 {
            tp_block_size: block as c_uint,
            tp_block_nr: blocks as c_uint,
            tp_frame_size: FRAME as c_uint,
            tp_frame_nr: (blocks * (block / FRAME)) as c_uint,
            tp_retire_blk_tov: setup.timeout.as_millis().clamp(1, 10_000) as c_uint,
            tp_sizeof_priv: 0,
            tp_feature_req_word: 0,
        };
        option(&socket, "make a ring of that size", libc::PACKET_RX_RING, &request)?;
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a fresh mapping of the socket's ring at an address of the kernel's choice; it replaces nothing.
        let map = unsafe {
            let none = std::ptr::null_mut();
            libc::mmap(none, block * blocks, protection, libc::MAP_SHARED, socket.as_raw_fd(), 0)
        };
        if map == libc::MAP_FAILED {
            return Err(("map the ring", io::Error::last_os_error()));
        }
        let map =
            NonNull::new(map.cast()).ok_or(("map the ring", io::Error::other("mapped at address 0")))?;
        Ok(Ring { socket, map, block, blocks, at: 0, held: false, seen: 0, lost: 0 })
    }

    /// Attaches a filter program to the socket.
    pub(crate) fn filter(&self, program: &[Insn]) -> Result<(), Failure> {
        let len = u16::try_from(program.len())
            .map_err(|_| ("attach the filter", io::ErrorKind::InvalidInput.into()))?;
        // `Insn` is laid out as `struct sock_filter`; the kernel only reads it.
        let filter = libc::sock_fprog { len, filter: program.as_ptr().cast_mut().cast() };
        set(&self.socket, "attach the filter", libc::SOL_SOCKET, libc::SO_ATTACH_FILTER, &filter)
    }

    /// Starts receiving.
    pub(crate) fn start(&self, setup: &Setup<'_>) -> Result<(), Failure> {
        if setup.promiscuous {
            let request = libc::packet_mreq {
                mr_ifindex: setup.index.cast_signed(),
                mr_type: libc::PACKET_MR_PROMISC as libc::c_ushort,
                mr_alen: 0,
                mr_address: [0; 8],
            };
            option(&self.socket, "set the interface promiscuous", libc::PACKET_ADD_MEMBERSHIP, &request)?;
        }
        let address = address(setup.index, (libc::ETH_P_ALL as u16).to_be());
        let len = size_of_val(&address) as libc::socklen_t;
        // SAFETY: the address outlives the call, and `len` is its size.
        let bound = unsafe { libc::bind(self.socket.as_raw_fd(), (&raw const address).cast(), len) };
        check("bind to the interface", bound)?;
        if let Some(fanout) = setup.fanout {
            let mode = match fanout.mode {
                // The kernel's hash is symmetric. It only sees ports of reassembled fragments.
                FanoutMode::Hash => libc::PACKET_FANOUT_HASH | libc::PACKET_FANOUT_FLAG_DEFRAG,
                FanoutMode::Cpu => libc::PACKET_FANOUT_CPU,
                FanoutMode::QueueMapping => libc::PACKET_FANOUT_QM,
            };
            let mode = if fanout.defrag { mode | libc::PACKET_FANOUT_FLAG_DEFRAG } else { mode };
            let value = c_uint::from(fanout.group) | mode << 16;
            option(&self.socket, "join the fanout group", libc::PACKET_FANOUT, &value)?;
        }
        Ok(())
    }

    /// An interface's hardware type (`ARPHRD_*`), from the address of a bound socket.
    pub(crate) fn hardware(&self, index: u32) -> Result<u16, Failure> {
        hardware_of(&self.socket, address(index, 0))
    }

    /// True while the interface that the socket is bound to exists.
    pub(crate) fn is_bound(&self) -> bool {
        bound_to(&self.socket).is_ok_and(|a| a.sll_ifindex > 0)
    }

    /// Takes the next block if the kernel has released it.
    pub(crate) fn acquire(&mut self) -> bool {
        self.held = self.held || self.status().load(Ordering::Acquire) & libc::TP_STATUS_USER != 0;
        self.held
    }

    /// Waits until the kernel releases a block, or the time is over.
    pub(crate) fn wait(&self, most: Duration) {
        let mut fd = libc::pollfd { fd: self.socket.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        let most = c_int::try_from(most.as_millis()).unwrap_or(c_int::MAX);
        // SAFETY: there is one structure, which outlives the call. A signal or an error only ends the wait early.
        unsafe { libc::poll(&raw mut fd, 1, most) };
    }

    /// The held block.
    pub(crate) fn held(&self) -> Option<&[u8]> {
        let start = self.start_of_block();
        // SAFETY: the range lies within the mapping (`at` is below `blocks`), and while the block is held the kernel
        // does not write to it; the mapping is not shared.
        self.held.then(|| unsafe { std::slice::from_raw_parts(start.as_ptr(), self.block) })
    }

    /// The held block, mutably.
    pub(crate) fn block(&mut self) -> Option<&mut [u8]> {
        let start = self.start_of_block();
        // SAFETY: as in `held`; the borrow of the ring is exclusive.
        self.held.then(|| unsafe { std::slice::from_raw_parts_mut(start.as_ptr(), self.block) })
    }

    /// Returns the held block to the kernel.
    pub(crate) fn release(&mut self) {
        if self.held {
            self.held = false;
            self.status().store(libc::TP_STATUS_KERNEL, Ordering::Release);
            self.at = (self.at + 1) % self.blocks;
        }
    }

    fn start_of_block(&self) -> NonNull<u8> {
        // SAFETY: `at` is below `blocks`, so the offset lies within the mapping.
        unsafe { self.map.add(self.at * self.block) }
    }

    fn status(&self) -> &AtomicU32 {
        // SAFETY: the word lies within the mapping, which lives as long as the ring; blocks begin at pages, so it is
        // aligned; both sides access it as one word.
        unsafe { AtomicU32::from_ptr(self.start_of_block().add(STATUS).as_ptr().cast()) }
    }

    /// Frames that reached the socket, including dropped ones, and dropped frames.
    pub(crate) fn counts(&mut self) -> (u64, u64) {
        let mut found = libc::tpacket_stats_v3 { tp_packets: 0, tp_drops: 0, tp_freeze_q_cnt: 0 };
        let mut len = size_of_val(&found) as libc::socklen_t;
        // SAFETY: the structure outlives the call, and `len` is its size; the kernel writes no more than that.
        let result = unsafe {
            let to = (&raw mut found).cast();
            libc::getsockopt(
                self.socket.as_raw_fd(),
                libc::SOL_PACKET,
                libc::PACKET_STATISTICS,
                to,
                &raw mut len,
            )
        };
        // Reading resets the kernel's counters.
        if result == 0 {
            self.seen += u64::from(found.tp_packets);
            self.lost += u64::from(found.tp_drops);
        }
        (self.seen, self.lost)
    }

    /// The socket's pending error.
    pub(crate) fn take_error(&self) -> Option<io::Error> {
        take_error(&self.socket)
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        // SAFETY: the mapping was made with this length, and no borrow of it outlives the ring.
        unsafe { libc::munmap(self.map.as_ptr().cast(), self.block * self.blocks) };
    }
}

impl AsFd for Ring {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

/// The socket's pending error.
pub(super) fn take_error(socket: &OwnedFd) -> Option<io::Error> {
    let mut code: c_int = 0;
    let mut len = size_of_val(&code) as libc::socklen_t;
    // SAFETY: the number outlives the call, and `len` is its size.
    let result = unsafe {
        let to = (&raw mut code).cast();
        libc::getsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, libc::SO_ERROR, to, &raw mut len)
    };
    (result == 0 && code != 0).then(|| io::Error::from_raw_os_error(code))
}

/// The hardware type of the interface in `address`, whose protocol must be 0 so that binding the socket receives
/// nothing yet.
pub(super) fn hardware_of(socket: &OwnedFd, address: libc::sockaddr_ll) -> Result<u16, Failure> {
    let len = size_of_val(&address) as libc::socklen_t;
    // SAFETY: the address outlives the call, and `len` is its size.
    let bound = unsafe { libc::bind(socket.as_raw_fd(), (&raw const address).cast(), len) };
    check("bind to the interface", bound)?;
    Ok(bound_to(socket).map_err(|e| ("ask for the interface's type", e))?.sll_hatype)
}

fn bound_to(socket: &OwnedFd) -> io::Result<libc::sockaddr_ll> {
    let mut found = address(0, 0);
    let mut len = size_of_val(&found) as libc::socklen_t;
    // SAFETY: the address outlives the call, and `len` is its size; the kernel writes no more than that.
    let result = unsafe { libc::getsockname(socket.as_raw_fd(), (&raw mut found).cast(), &raw mut len) };
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(found) }
}

/// The index of an interface.
pub(crate) fn interface_index(name: &str) -> Option<u32> {
    let name = CString::new(name).ok()?;
    // SAFETY: the name outlives the call and ends with a zero.
    let index = unsafe { libc::if_nametoindex(name.as_ptr()) };
    (index != 0).then_some(index)
}

fn page() -> usize {
    // SAFETY: no pointer is passed.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

pub(super) fn address(index: u32, protocol: u16) -> libc::sockaddr_ll {
    libc::sockaddr_ll {
        sll_family: libc::AF_PACKET as u16,
        sll_protocol: protocol,
        sll_ifindex: index.cast_signed(),
        sll_hatype: 0,
        sll_pkttype: 0,
        sll_halen: 0,
        sll_addr: [0; 8],
    }
}

pub(super) fn check(what: &'static str, result: c_int) -> Result<c_int, Failure> {
    if result == -1 { Err((what, io::Error::last_os_error())) } else { Ok(result) }
}

pub(super) fn option<T>(socket: &OwnedFd, what: &'static str, name: c_int, value: &T) -> Result<(), Failure> {
    set(socket, what, libc::SOL_PACKET, name, value)
}

pub(super) fn set<T>(
    socket: &OwnedFd,
    what: &'static str,
    level: c_int,
    name: c_int,
    value: &T,
) -> Result<(), Failure> {
    let len = size_of::<T>() as libc::socklen_t;
    // SAFETY: the value outlives the call, and `len` is its size; the kernel copies it and the data that it points to.
    let result = unsafe {
        libc::setsockopt(socket.as_raw_fd(), level, name, std::ptr::from_ref(value).cast::<c_void>(), len)
    };
    check(what, result).map(drop)
}

/// Enables hardware timestamps for all received frames (`Documentation/networking/timestamping.rst`).
fn hardware_time(socket: &OwnedFd, name: &str) -> io::Result<()> {
    /// `struct hwtstamp_config`.
    #[repr(C)]
    struct Config {
        flags: c_int,
        tx_type: c_int,
        rx_filter: c_int,
    }
    const SIOCSHWTSTAMP: libc::Ioctl = 0x89b0;
    const FILTER_ALL: c_int = 1;
    let mut config = Config { flags: 0, tx_type: 0, rx_filter: FILTER_ALL };
    let mut request = libc::ifreq {
        ifr_name: [0; libc::IFNAMSIZ],
        ifr_ifru: libc::__c_anonymous_ifr_ifru { ifru_data: (&raw mut config).cast() },
    };
    // The last byte stays zero.
    for (to, from) in request.ifr_name.iter_mut().take(libc::IFNAMSIZ - 1).zip(name.bytes()) {
        *to = from.cast_signed();
    }
    // SAFETY: the request outlives the call, its name ends with a zero, and it points to the structure that the call
    // takes.
    let result = unsafe { libc::ioctl(socket.as_raw_fd(), SIOCSHWTSTAMP, &raw mut request) };
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
