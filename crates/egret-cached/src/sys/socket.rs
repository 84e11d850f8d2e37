//! Sockets: who is at the other end, and descriptors that travel.
use namecache::Peer;
use std::io;
use std::mem::size_of;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::{UnixListener, UnixStream};

/// `SO_NETNS_COOKIE` of asm-generic/socket.h; Linux 5.14.
const SO_NETNS_COOKIE: libc::c_int = 71;

fn option<T: Copy>(fd: RawFd, name: libc::c_int, empty: T) -> Option<T> {
    let mut value = empty;
    let mut len = size_of::<T>() as libc::socklen_t;
    // SAFETY: `value` is as long as said, and every bit pattern is one of the plain types this is called with.
    let r = unsafe { libc::getsockopt(fd, libc::SOL_SOCKET, name, (&raw mut value).cast(), &raw mut len) };
    (r == 0 && len as usize == size_of::<T>()).then_some(value)
}

/// The network namespace that a socket was made in. An accepted socket counts as made where its client lives.
pub(crate) fn network(fd: RawFd) -> Option<u64> {
    option(fd, SO_NETNS_COOKIE, 0u64)
}

/// Who is at the other end, as the kernel says.
pub(crate) fn peer(stream: &UnixStream) -> Option<Peer> {
    let fd = stream.as_raw_fd();
    let cred = option(fd, libc::SO_PEERCRED, libc::ucred { pid: 0, uid: u32::MAX, gid: u32::MAX })?;
    Some(Peer::new(cred.uid, cred.gid, cred.pid))
}

/// Accepts a connection, non-blocking; `None` where none is waiting.
pub(crate) fn accept(listener: &UnixListener) -> io::Result<Option<UnixStream>> {
    // SAFETY: no address is asked for; a descriptor that is returned is ours alone.
    unsafe {
        let fd = libc::accept4(
            listener.as_raw_fd(),
            std::ptr::null_mut(),
            std::ptr::null_mut(),
            libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC,
        );
        if fd >= 0 {
            return Ok(Some(UnixStream::from_raw_fd(fd)));
        }
    }
    let e = io::Error::last_os_error();
    match e.raw_os_error() {
        Some(libc::EAGAIN | libc::ECONNABORTED | libc::EINTR | libc::EPROTO) => Ok(None),
        _ => Err(e),
    }
}

/// Makes a listening socket non-blocking.
pub(crate) fn set_backlog(listener: &UnixListener) -> io::Result<()> {
    // SAFETY: no pointers. Listening again on a listening socket only changes the length of its queue.
    let r = unsafe { libc::listen(listener.as_raw_fd(), 4096) };
    if r == -1 { Err(io::Error::last_os_error()) } else { listener.set_nonblocking(true) }
}

fn take(stream: &UnixStream, into: &mut Vec<u8>, most: usize, flags: libc::c_int) -> io::Result<usize> {
    into.reserve(most);
    let room = into.spare_capacity_mut();
    // SAFETY: the kernel writes at most `most` bytes, for which room was made above.
    let n = unsafe { libc::recv(stream.as_raw_fd(), room.as_mut_ptr().cast(), most, flags) };
    let n = usize::try_from(n).map_err(|_| io::Error::last_os_error())?;
    // SAFETY: the kernel has written so many bytes behind the old end.
    unsafe { into.set_len(into.len() + n) };
    Ok(n)
}

/// Appends what has come, `most` bytes at most: how many; 0 at the end of the stream.
pub(crate) fn receive(stream: &UnixStream, into: &mut Vec<u8>, most: usize) -> io::Result<usize> {
    take(stream, into, most, 0)
}

/// Like [`receive`], and leaves it there.
pub(crate) fn look(stream: &UnixStream, into: &mut Vec<u8>, most: usize) -> io::Result<usize> {
    take(stream, into, most, libc::MSG_PEEK)
}

/// Room for one descriptor in ancillary data.
#[repr(C, align(8))]
struct Control([u8; 64]);

/// Sends bytes and a descriptor with them.
pub(crate) fn send_with(stream: RawFd, bytes: &[u8], fd: RawFd) -> io::Result<usize> {
    let mut control = Control([0; 64]);
    let mut io = libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    // SAFETY: a msghdr of zeros is a valid empty one; the fields set below point to `io` and `control`, which outlive
    // the call. CMSG_FIRSTHDR points into `control`, which is aligned and has room for one descriptor.
    let n = unsafe {
        let mut message: libc::msghdr = std::mem::zeroed();
        message.msg_iov = &raw mut io;
        message.msg_iovlen = 1;
        message.msg_control = control.0.as_mut_ptr().cast();
        message.msg_controllen = libc::CMSG_SPACE(size_of::<RawFd>() as u32) as usize;
        let head = libc::CMSG_FIRSTHDR(&raw const message);
        (*head).cmsg_level = libc::SOL_SOCKET;
        (*head).cmsg_type = libc::SCM_RIGHTS;
        (*head).cmsg_len = libc::CMSG_LEN(size_of::<RawFd>() as u32) as usize;
        std::ptr::copy_nonoverlapping((&raw const fd).cast(), libc::CMSG_DATA(head), size_of::<RawFd>());
        libc::sendmsg(stream, &raw const message, libc::MSG_NOSIGNAL)
    };
    usize::try_from(n).map_err(|_| io::Error::last_os_error())
}

/// Receives bytes and the descriptor that came with them.
pub(crate) fn receive_with(stream: RawFd, room: &mut [u8]) -> io::Result<(usize, Option<OwnedFd>)> {
    let mut control = Control([0; 64]);
    let mut io = libc::iovec { iov_base: room.as_mut_ptr().cast(), iov_len: room.len() };
    // SAFETY: as in `send_with`; a descriptor in a right-sized SCM_RIGHTS message is ours alone.
    unsafe {
        let mut message: libc::msghdr = std::mem::zeroed();
        message.msg_iov = &raw mut io;
        message.msg_iovlen = 1;
        message.msg_control = control.0.as_mut_ptr().cast();
        message.msg_controllen = control.0.len();
        let n = libc::recvmsg(stream, &raw mut message, libc::MSG_CMSG_CLOEXEC);
        let n = usize::try_from(n).map_err(|_| io::Error::last_os_error())?;
        let head = libc::CMSG_FIRSTHDR(&raw const message);
        let mut got = None;
        if !head.is_null()
            && (*head).cmsg_type == libc::SCM_RIGHTS
            && (*head).cmsg_len == libc::CMSG_LEN(size_of::<RawFd>() as u32) as usize
        {
            let mut fd: RawFd = -1;
            std::ptr::copy_nonoverlapping(libc::CMSG_DATA(head), (&raw mut fd).cast(), size_of::<RawFd>());
            got = Some(OwnedFd::from_raw_fd(fd));
        }
        Ok((n, got))
    }
}

/// A socket that somebody else opened for us.
pub(crate) fn adopt(fd: RawFd) -> io::Result<UnixListener> {
    // SAFETY: descriptors 3 and up are handed over by the service manager, to be owned by us alone.
    let listener = unsafe { UnixListener::from_raw_fd(fd) };
    // SAFETY: no pointers; the descriptor is open.
    let r = unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) };
    if r == -1 { Err(io::Error::last_os_error()) } else { Ok(listener) }
}
