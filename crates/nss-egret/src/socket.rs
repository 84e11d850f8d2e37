//! Sends one request over the daemon's socket and reads the answer. No descriptor stays open, since programs close and
//! reuse descriptors that they do not know.
use crate::abi::*;
use core::ffi::c_int;
use core::mem::size_of;
use core::ptr::null_mut;
use namecache_wire::frame;

const SOCKET_PATH: &[u8] = b"/run/egret-cached/socket\0";
/// The time to wait for an answer, in milliseconds. The daemon abandons a lookup after 4 s.
const TIMEOUT: c_int = 5_000;

/// Disables thread cancellation until it is dropped: a cancelled thread would leak a descriptor or a lock.
pub(crate) struct Uncancelled(c_int);

impl Uncancelled {
    pub(crate) fn begin() -> Uncancelled {
        const DISABLE: c_int = 1;
        let mut old = 0;
        // SAFETY: `old` is a local variable.
        unsafe { pthread_setcancelstate(DISABLE, &raw mut old) };
        Uncancelled(old)
    }
}

impl Drop for Uncancelled {
    fn drop(&mut self) {
        // SAFETY: restores the previous state; the pointer may be NULL.
        unsafe { pthread_setcancelstate(self.0, null_mut()) };
    }
}

/// An open descriptor, closed on drop; -1 means none.
pub(crate) struct Descriptor(c_int);

impl Descriptor {
    pub(crate) fn get(&self) -> Option<c_int> {
        (self.0 >= 0).then_some(self.0)
    }
}

impl Drop for Descriptor {
    fn drop(&mut self) {
        if let Some(fd) = self.get() {
            // SAFETY: this value owns the descriptor.
            unsafe { close(fd) };
        }
    }
}

/// Sends one request and passes its answer to `read`. Returns the descriptor that came with the answer, or `None` if
/// the daemon did not answer.
pub(crate) fn transact(
    number: u16,
    request: &[u8],
    read: &mut dyn FnMut(frame::Status, &[u8]),
) -> Option<Descriptor> {
    let _section = Uncancelled::begin();
    // SAFETY: no pointers.
    let socket = Descriptor(unsafe { socket(AF_UNIX, SOCK_STREAM_CLOEXEC_NONBLOCK, 0) });
    let mut received = Descriptor(-1);
    exchange(socket.get()?, number, request, read, &mut received)?;
    Some(received)
}

fn exchange(
    fd: c_int,
    number: u16,
    request: &[u8],
    read: &mut dyn FnMut(frame::Status, &[u8]),
    received: &mut Descriptor,
) -> Option<()> {
    let mut address = SockaddrUn { family: AF_UNIX as u16, path: [0; 108] };
    for (to, from) in address.path.iter_mut().zip(SOCKET_PATH) {
        *to = *from;
    }
    // SAFETY: the address has the length that is passed. The socket does not block: if the backlog is full, connect
    // fails.
    let sent = unsafe {
        connect(fd, &raw const address, size_of::<SockaddrUn>() as u32) == 0
            && send(fd, request.as_ptr().cast(), request.len(), MSG_NOSIGNAL) == request.len() as isize
    };
    if !sent {
        return None;
    }
    let mut small = [0u8; 2048];
    let mut got = receive(fd, &mut small, 0, frame::HEADER, received)?;
    let size = frame::answer_size(number, small.get(..got)?)?;
    if size <= small.len() {
        while got < size {
            got = receive(fd, small.get_mut(..size)?, got, size, received)?;
        }
        let (status, value) = frame::parse_answer(number, small.get(..size)?)?;
        read(status, value);
        return Some(());
    }
    let mut large = Pages::new(size)?;
    let pages = large.bytes();
    for (to, from) in pages.iter_mut().zip(small.get(..got)?) {
        *to = *from;
    }
    while got < size {
        got = receive(fd, pages, got, size, received)?;
    }
    let (status, value) = frame::parse_answer(number, pages)?;
    read(status, value);
    Some(())
}

/// Reads until at least `least` bytes have arrived, and returns how many have. Stores the first descriptor that comes
/// with them in `received`.
fn receive(
    fd: c_int,
    buffer: &mut [u8],
    mut got: usize,
    least: usize,
    received: &mut Descriptor,
) -> Option<usize> {
    while got < least {
        let free = buffer.get_mut(got..)?;
        let mut io = Iovec { at: free.as_mut_ptr().cast(), len: free.len() };
        let mut control = Control { len: 0, level: 0, kind: 0, fd: -1 };
        let mut message = Msghdr {
            name: null_mut(),
            name_len: 0,
            io: &raw mut io,
            io_len: 1,
            control: &raw mut control,
            // The kernel closes descriptors that do not fit.
            control_len: if received.get().is_none() { size_of::<Control>() } else { 0 },
            flags: 0,
        };
        // SAFETY: both lengths are those of the buffers, which outlive the call.
        let n = unsafe { recvmsg(fd, &raw mut message, MSG_CMSG_CLOEXEC) };
        if (control.level, control.kind, control.len) == (SOL_SOCKET, SCM_RIGHTS, DESCRIPTOR) {
            received.0 = control.fd;
        }
        if n > 0 {
            got = got.checked_add(n.cast_unsigned())?;
            continue;
        }
        if n == 0 {
            return None;
        }
        // SAFETY: points to this thread's errno.
        match unsafe { *__errno_location() } {
            EINTR => {}
            EAGAIN => {
                let mut wait = Pollfd { fd, events: POLLIN, revents: 0 };
                // SAFETY: an array of one entry.
                let r = unsafe { poll(&raw mut wait, 1, TIMEOUT) };
                // SAFETY: points to this thread's errno.
                if r == 0 || (r < 0 && unsafe { *__errno_location() } != EINTR) {
                    return None;
                }
            }
            _ => return None,
        }
    }
    Some(got)
}

/// The `cmsg_len` for one descriptor.
const DESCRIPTOR: usize = core::mem::offset_of!(Control, fd) + size_of::<c_int>();

/// Anonymous memory for an answer that is too large for the stack.
struct Pages(*mut u8, usize);

impl Pages {
    fn new(len: usize) -> Option<Pages> {
        // SAFETY: a fresh mapping at an address that the kernel chooses overlaps nothing.
        let p = unsafe { mmap(null_mut(), len, PROT_READ | PROT_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0) };
        (p as isize != -1).then_some(Pages(p.cast(), len))
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: this value owns a mapping of that length.
        unsafe { core::slice::from_raw_parts_mut(self.0, self.1) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: this value owns the mapping, and nothing borrows it any more.
        unsafe { munmap(self.0.cast(), self.1) };
    }
}
