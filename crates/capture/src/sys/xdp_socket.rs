//! XDP sockets (`Documentation/networking/af_xdp.rst` of Linux).
#![expect(unsafe_code, reason = "socket options, and memory shared with the kernel")]
use super::packet_ring::{Failure, address, check, option, set, take_error};
use libc::c_int;
use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

/// Length of a chunk, which holds one frame: a page, the maximum.
pub(crate) const CHUNK: usize = 4096;
/// Bytes that the kernel keeps free before a frame (`XDP_PACKET_HEADROOM`).
pub(crate) const HEADROOM: usize = 256;

/// Memory shared with the kernel.
struct Mapping {
    at: NonNull<u8>,
    len: usize,
}

// SAFETY: the mapping belongs to this value alone, and nothing in it is tied to a thread.
unsafe impl Send for Mapping {}

impl Mapping {
    /// Maps anonymous memory, or a descriptor from `offset` on.
    fn new(len: usize, of: Option<(&OwnedFd, libc::off_t)>) -> io::Result<Self> {
        let (fd, offset, flags) = match of {
            Some((fd, offset)) => (fd.as_raw_fd(), offset, libc::MAP_SHARED | libc::MAP_POPULATE),
            None => (-1, 0, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS),
        };
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a fresh mapping at an address of the kernel's choice; it replaces nothing.
        let at = unsafe { libc::mmap(std::ptr::null_mut(), len, protection, flags, fd, offset) };
        if at == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let at = NonNull::new(at.cast()).ok_or_else(|| io::Error::other("mapped at address 0"))?;
        Ok(Mapping { at, len })
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping was made with this length, and no borrow of it outlives this value.
        unsafe { libc::munmap(self.at.as_ptr().cast(), self.len) };
    }
}

/// A ring of descriptors, produced or consumed by the kernel.
struct Ring<T> {
    map: Mapping,
    offsets: libc::xdp_ring_offset,
    mask: u32,
    /// Our position.
    at: u32,
    of: std::marker::PhantomData<T>,
}

impl<T: Copy> Ring<T> {
    fn new(
        socket: &OwnedFd,
        offsets: libc::xdp_ring_offset,
        entries: u32,
        page: libc::off_t,
    ) -> io::Result<Self> {
        let len = offsets.desc as usize + entries as usize * size_of::<T>();
        let map = Mapping::new(len, Some((socket, page)))?;
        let words = [offsets.producer, offsets.consumer].map(|o| o as usize);
        let fits =
            words.iter().all(|o| o.is_multiple_of(4) && o + 4 <= len) && offsets.desc.is_multiple_of(8);
        if !fits {
            return Err(io::Error::other("the kernel's ring offsets are invalid"));
        }
        Ok(Ring { map, offsets, mask: entries - 1, at: 0, of: std::marker::PhantomData })
    }

    fn word(&self, offset: u64) -> &AtomicU32 {
        // SAFETY: both offsets were checked to lie within the mapping and to be aligned (mappings begin at pages); both
        // sides access them as one word; the mapping lives as long as the ring.
        unsafe { AtomicU32::from_ptr(self.map.at.add(offset as usize).as_ptr().cast()) }
    }

    fn producer(&self) -> &AtomicU32 {
        self.word(self.offsets.producer)
    }

    fn consumer(&self) -> &AtomicU32 {
        self.word(self.offsets.consumer)
    }

    fn entry(&self, at: u32) -> *mut T {
        let index = (at & self.mask) as usize;
        // SAFETY: the mask keeps the index below the number of entries, for all of which the mapping has room.
        unsafe { self.map.at.add(self.offsets.desc as usize).as_ptr().cast::<T>().add(index) }
    }
}

/// The socket of one queue of an interface, with the memory for its frames.
pub(crate) struct Queue {
    socket: OwnedFd,
    chunks: Mapping,
    fill: Ring<u64>,
    frames: Ring<libc::xdp_desc>,
}

impl Queue {
    /// Opens a socket with `chunks` chunks, a power of two; it receives nothing yet.
    pub(crate) fn open(chunks: u32) -> Result<Self, Failure> {
        // SAFETY: no pointer is passed.
        let fd = unsafe {
            libc::socket(libc::AF_XDP, libc::SOCK_RAW | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK, 0)
        };
        let fd = check("open an XDP socket", fd)?;
        // SAFETY: the kernel just made this descriptor for us; it has no other owner.
        let socket = unsafe { OwnedFd::from_raw_fd(fd) };
        let memory =
            Mapping::new(chunks as usize * CHUNK, None).map_err(|e| ("have memory for frames", e))?;
        let registration = libc::xdp_umem_reg {
            addr: memory.at.as_ptr() as u64,
            len: memory.len as u64,
            chunk_size: CHUNK as u32,
            headroom: 0,
            flags: 0,
            tx_metadata_len: 0,
        };
        let xdp = |what, name, value: &u32| set(&socket, what, libc::SOL_XDP, name, value);
        set(&socket, "share memory for frames", libc::SOL_XDP, libc::XDP_UMEM_REG, &registration)?;
        xdp("make a ring of empty chunks", libc::XDP_UMEM_FILL_RING, &chunks)?;
        // Nothing is sent, but binding requires this ring.
        xdp("make a ring of sent chunks", libc::XDP_UMEM_COMPLETION_RING, &1)?;
        xdp("make a ring of frames", libc::XDP_RX_RING, &chunks)?;
        let offsets = offsets(&socket).map_err(|e| ("ask where rings begin", e))?;
        let mapped = |e| ("map a ring", e);
        let fill_page = libc::XDP_UMEM_PGOFF_FILL_RING as libc::off_t;
        let fill = Ring::new(&socket, offsets.fr, chunks, fill_page).map_err(mapped)?;
        let frames = Ring::new(&socket, offsets.rx, chunks, libc::XDP_PGOFF_RX_RING).map_err(mapped)?;
        let mut queue = Queue { socket, chunks: memory, fill, frames };
        for n in 0..chunks {
            queue.give_back(u64::from(n) * CHUNK as u64);
        }
        queue.publish();
        Ok(queue)
    }

    pub(super) fn socket(&self) -> &OwnedFd {
        &self.socket
    }

    /// Starts receiving from queue `number` of the interface.
    pub(crate) fn bind(&self, index: u32, number: u32, copying: bool) -> Result<(), Failure> {
        let address = libc::sockaddr_xdp {
            sxdp_family: libc::AF_XDP as u16,
            sxdp_flags: if copying { libc::XDP_COPY } else { 0 },
            sxdp_ifindex: index,
            sxdp_queue_id: number,
            sxdp_shared_umem_fd: 0,
        };
        let len = size_of_val(&address) as libc::socklen_t;
        // SAFETY: the address outlives the call, and `len` is its size.
        let bound = unsafe { libc::bind(self.socket.as_raw_fd(), (&raw const address).cast(), len) };
        check("bind to a queue of the interface", bound).map(drop)
    }

    /// Calls `take` with up to `most` frames; their chunks are reused after it returns. Returns the number of frames.
    pub(crate) fn receive(&mut self, most: u32, mut take: impl FnMut(&[u8])) -> u32 {
        let there = self.frames.producer().load(Ordering::Acquire).wrapping_sub(self.frames.at);
        let n = there.min(most);
        for _ in 0..n {
            // SAFETY: the kernel has published this entry and does not write to it until our side is moved past it.
            let frame = unsafe { self.frames.entry(self.frames.at).read() };
            self.frames.at = self.frames.at.wrapping_add(1);
            let (at, len) = (frame.addr as usize, frame.len as usize);
            if at.checked_add(len).is_some_and(|end| end <= self.chunks.len) {
                // SAFETY: the range lies within the mapping. The kernel does not touch the chunk until its number is in
                // the ring of empty chunks, which is published below, after this borrow; the mapping is not shared.
                take(unsafe { std::slice::from_raw_parts(self.chunks.at.add(at).as_ptr(), len) });
            }
            self.give_back(frame.addr & !(CHUNK as u64 - 1));
        }
        if n > 0 {
            self.frames.consumer().store(self.frames.at, Ordering::Release);
            self.publish();
        }
        n
    }

    /// Returns a chunk to the kernel. The ring has an entry for every chunk.
    fn give_back(&mut self, chunk: u64) {
        // SAFETY: no more chunks are in the ring than it has entries, so the kernel is done with this one.
        unsafe { self.fill.entry(self.fill.at).write(chunk) };
        self.fill.at = self.fill.at.wrapping_add(1);
    }

    /// Makes returned chunks visible to the kernel.
    fn publish(&self) {
        self.fill.producer().store(self.fill.at, Ordering::Release);
    }

    /// Dropped frames: no free chunk, longer than a chunk, or no room in the ring.
    pub(crate) fn lost(&self) -> u64 {
        let mut found = libc::xdp_statistics {
            rx_dropped: 0,
            rx_invalid_descs: 0,
            tx_invalid_descs: 0,
            rx_ring_full: 0,
            rx_fill_ring_empty_descs: 0,
            tx_ring_empty_descs: 0,
        };
        match read(&self.socket, libc::XDP_STATISTICS, &mut found) {
            Ok(()) => found.rx_dropped + found.rx_ring_full,
            Err(_) => 0,
        }
    }

    /// The socket's pending error.
    pub(crate) fn take_error(&self) -> Option<io::Error> {
        take_error(&self.socket)
    }
}

impl AsFd for Queue {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

fn offsets(socket: &OwnedFd) -> io::Result<libc::xdp_mmap_offsets> {
    let none = || libc::xdp_ring_offset { producer: 0, consumer: 0, desc: 0, flags: 0 };
    let mut found = libc::xdp_mmap_offsets { rx: none(), tx: none(), fr: none(), cr: none() };
    read(socket, libc::XDP_MMAP_OFFSETS, &mut found)?;
    Ok(found)
}

/// Reads a structure of counters. An older kernel's shorter, different structure is an error.
fn read<T>(socket: &OwnedFd, name: c_int, to: &mut T) -> io::Result<()> {
    let wanted = size_of::<T>() as libc::socklen_t;
    let mut len = wanted;
    // SAFETY: the structure outlives the call, and `len` is its size; the kernel writes no more than that.
    let result = unsafe {
        let to = std::ptr::from_mut(to).cast();
        libc::getsockopt(socket.as_raw_fd(), libc::SOL_XDP, name, to, &raw mut len)
    };
    match result {
        -1 => Err(io::Error::last_os_error()),
        _ if len != wanted => Err(io::ErrorKind::Unsupported.into()),
        _ => Ok(()),
    }
}

/// Makes an interface promiscuous while this value lives.
pub(crate) struct Promiscuous {
    _socket: OwnedFd,
}

impl Promiscuous {
    pub(crate) fn new(index: u32) -> Result<Self, Failure> {
        // With protocol 0 the socket itself receives nothing.
        // SAFETY: no pointer is passed.
        let fd = unsafe { libc::socket(libc::AF_PACKET, libc::SOCK_RAW | libc::SOCK_CLOEXEC, 0) };
        let fd = check("open a packet socket", fd)?;
        // SAFETY: the kernel just made this descriptor for us; it has no other owner.
        let socket = unsafe { OwnedFd::from_raw_fd(fd) };
        let request = libc::packet_mreq {
            mr_ifindex: index.cast_signed(),
            mr_type: libc::PACKET_MR_PROMISC as libc::c_ushort,
            mr_alen: 0,
            mr_address: [0; 8],
        };
        option(&socket, "set the interface promiscuous", libc::PACKET_ADD_MEMBERSHIP, &request)?;
        Ok(Promiscuous { _socket: socket })
    }
}

/// The hardware type (`ARPHRD_*`) and the MTU of an interface.
pub(crate) fn kind_of(index: u32, name: &str) -> Result<(u16, usize), Failure> {
    // SAFETY: no pointer is passed.
    let fd = unsafe { libc::socket(libc::AF_PACKET, libc::SOCK_RAW | libc::SOCK_CLOEXEC, 0) };
    let fd = check("open a packet socket", fd)?;
    // SAFETY: the kernel just made this descriptor for us; it has no other owner.
    let socket = unsafe { OwnedFd::from_raw_fd(fd) };
    let mut request =
        libc::ifreq { ifr_name: [0; libc::IFNAMSIZ], ifr_ifru: libc::__c_anonymous_ifr_ifru { ifru_mtu: 0 } };
    let name = CString::new(name).map_err(|e| ("name the interface", io::Error::other(e)))?;
    // The last byte stays zero.
    for (to, from) in request.ifr_name.iter_mut().take(libc::IFNAMSIZ - 1).zip(name.as_bytes()) {
        *to = from.cast_signed();
    }
    // SAFETY: the request outlives the call, and its name ends with a zero.
    let asked = unsafe { libc::ioctl(socket.as_raw_fd(), libc::SIOCGIFMTU, &raw mut request) };
    check("ask for the interface's MTU", asked)?;
    // SAFETY: the kernel has written this member, and any bits are a number.
    let mtu = unsafe { request.ifr_ifru.ifru_mtu };
    let hardware = super::packet_ring::hardware_of(&socket, address(index, 0))?;
    Ok((hardware, usize::try_from(mtu).unwrap_or(0)))
}

/// A descriptor that is readable if any queue is.
pub(crate) fn any_of(queues: &[Queue]) -> io::Result<OwnedFd> {
    // SAFETY: no pointer is passed.
    let fd = unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) };
    if fd == -1 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the kernel just made this descriptor for us; it has no other owner.
    let all = unsafe { OwnedFd::from_raw_fd(fd) };
    for q in queues {
        let mut event = libc::epoll_event { events: libc::EPOLLIN as u32, u64: 0 };
        // SAFETY: both descriptors are open, and the event outlives the call.
        let added = unsafe {
            libc::epoll_ctl(all.as_raw_fd(), libc::EPOLL_CTL_ADD, q.socket.as_raw_fd(), &raw mut event)
        };
        if added == -1 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(all)
}

/// The wall clock in seconds and nanoseconds, because XDP sockets provide no timestamps.
pub(crate) fn wall() -> (i64, i64) {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists, and the struct is ours to fill.
    unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &raw mut t) };
    (t.tv_sec, t.tv_nsec)
}
