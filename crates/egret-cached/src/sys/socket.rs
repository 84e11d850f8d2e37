//! Sockets: their peers, and descriptors that are sent along with bytes.
use namecache::Peer;
use rustix::buffer::spare_capacity;
use rustix::cmsg_space;
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, accept_with, listen, recv, recvmsg, sendmsg,
    socketpair,
};
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::{MaybeUninit, size_of};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::{UnixListener, UnixStream};

/// `SO_NETNS_COOKIE` of asm-generic/socket.h; Linux 5.14.
const SO_NETNS_COOKIE: libc::c_int = 71;

fn option<T: Copy>(fd: RawFd, name: libc::c_int, empty: T) -> Option<T> {
    let mut value = empty;
    let mut len = size_of::<T>() as libc::socklen_t;
    // SAFETY: `value` has the length that is passed, and every bit pattern is valid for the plain types used here.
    let r = unsafe { libc::getsockopt(fd, libc::SOL_SOCKET, name, (&raw mut value).cast(), &raw mut len) };
    (r == 0 && len as usize == size_of::<T>()).then_some(value)
}

/// Returns the cookie of a socket's network namespace. An accepted socket has the namespace of its client.
pub(crate) fn network(fd: RawFd) -> Option<u64> {
    option(fd, SO_NETNS_COOKIE, 0u64)
}

/// Returns the process at the other end, as the kernel identifies it.
pub(crate) fn peer(stream: &UnixStream) -> Option<Peer> {
    let fd = stream.as_raw_fd();
    // The pid is 0 for a client in a foreign pid namespace, which rustix' `UCred` cannot represent.
    let cred = option(fd, libc::SO_PEERCRED, libc::ucred { pid: 0, uid: u32::MAX, gid: u32::MAX })?;
    Some(Peer::new(cred.uid, cred.gid, cred.pid))
}

/// Accepts a connection as a non-blocking socket. Returns `None` if there is none.
pub(crate) fn accept(listener: &UnixListener) -> io::Result<Option<UnixStream>> {
    match accept_with(listener, SocketFlags::NONBLOCK | SocketFlags::CLOEXEC) {
        Ok(fd) => Ok(Some(fd.into())),
        Err(Errno::AGAIN | Errno::CONNABORTED | Errno::INTR | Errno::PROTO) => Ok(None),
        Err(e) => Err(e.into()),
    }
}

/// Makes a listening socket non-blocking, with a long queue.
pub(crate) fn set_backlog(listener: &UnixListener) -> io::Result<()> {
    // Listening again only changes the length of the queue.
    listen(listener, 4096)?;
    listener.set_nonblocking(true)
}

/// Appends received bytes, `least` or more at a time if available. Returns their number; 0 at the end of the stream.
pub(crate) fn receive(stream: &UnixStream, into: &mut Vec<u8>, least: usize) -> io::Result<usize> {
    into.reserve(least);
    Ok(recv(stream, spare_capacity(into), RecvFlags::empty())?.0)
}

/// Like [`receive`], but leaves the bytes in the socket.
pub(crate) fn peek(stream: &UnixStream, into: &mut Vec<u8>, least: usize) -> io::Result<usize> {
    into.reserve(least);
    Ok(recv(stream, spare_capacity(into), RecvFlags::PEEK)?.0)
}

/// Creates a pair of connected sockets that preserve message boundaries.
pub(crate) fn packet_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?)
}

/// Sends one message over a packet socket.
pub(crate) fn send(socket: &OwnedFd, bytes: &[u8]) -> io::Result<()> {
    rustix::net::send(socket, bytes, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// Sends bytes together with a descriptor. Returns the number of bytes sent.
pub(crate) fn send_with(socket: impl AsFd, bytes: &[u8], fd: BorrowedFd<'_>) -> io::Result<usize> {
    let fds = [fd];
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(&fds));
    Ok(sendmsg(socket, &[IoSlice::new(bytes)], &mut control, SendFlags::NOSIGNAL)?)
}

/// Receives bytes and the descriptor that came with them.
pub(crate) fn receive_with(socket: &OwnedFd, buffer: &mut [u8]) -> io::Result<(usize, Option<OwnedFd>)> {
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let got = recvmsg(socket, &mut [IoSliceMut::new(buffer)], &mut control, RecvFlags::CMSG_CLOEXEC)?;
    let fd = control.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut fds) => fds.next(),
        _ => None,
    });
    Ok((got.bytes, fd))
}

/// Makes a descriptor non-blocking.
pub(crate) fn set_nonblocking(fd: &OwnedFd) -> io::Result<()> {
    // Use fcntl, because the confined daemon may not call ioctl.
    let flags = rustix::fs::fcntl_getfl(fd)?;
    Ok(rustix::fs::fcntl_setfl(fd, flags | rustix::fs::OFlags::NONBLOCK)?)
}

/// Takes over a listening socket that the service manager has opened.
pub(crate) fn adopt(fd: RawFd) -> io::Result<UnixListener> {
    // SAFETY: the service manager passes descriptors from 3 on, and nothing else in this process owns them.
    let listener = unsafe { UnixListener::from_raw_fd(fd) };
    fcntl_setfd(&listener, FdFlags::CLOEXEC)?;
    Ok(listener)
}
