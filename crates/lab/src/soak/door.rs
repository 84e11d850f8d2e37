//! A packet socket that sends frames (packet(7)).
#![expect(unsafe_code, reason = "rustix has no addresses of packet sockets")]
use anyhow::{Context, ensure};
use std::ffi::CString;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// An interface to send on.
pub(super) struct Door(OwnedFd);

impl Door {
    /// Opens the interface. Needs `CAP_NET_RAW`.
    pub(super) fn open(interface: &str) -> anyhow::Result<Self> {
        let name = CString::new(interface)?;
        // SAFETY: the name ends with a zero byte.
        let index = unsafe { libc::if_nametoindex(name.as_ptr()) };
        ensure!(index != 0, "{interface}: {}", io::Error::last_os_error());
        // Protocol 0: it receives nothing.
        // SAFETY: the call takes no pointers.
        let fd = unsafe { libc::socket(libc::AF_PACKET, libc::SOCK_RAW | libc::SOCK_CLOEXEC, 0) };
        ensure!(fd >= 0, "a packet socket: {}", io::Error::last_os_error());
        // SAFETY: the descriptor is new and belongs to nobody else.
        let door = Door(unsafe { OwnedFd::from_raw_fd(fd) });
        let address = libc::sockaddr_ll {
            sll_family: libc::AF_PACKET as u16,
            sll_protocol: 0,
            sll_ifindex: i32::try_from(index)?,
            sll_hatype: 0,
            sll_pkttype: 0,
            sll_halen: 0,
            sll_addr: [0; 8],
        };
        let len = size_of::<libc::sockaddr_ll>() as libc::socklen_t;
        // SAFETY: the address is a sockaddr_ll of that length, and outlives the call.
        let bound = unsafe { libc::bind(fd, (&raw const address).cast(), len) };
        ensure!(bound == 0, "{interface}: {}", io::Error::last_os_error());
        Ok(door)
    }

    /// Sends the frames in order. Returns how many the interface took; it took the first of them.
    pub(super) fn send(&self, frames: &[Vec<u8>]) -> anyhow::Result<usize> {
        let mut sent = 0;
        while sent < frames.len() {
            let mut parts: Vec<libc::iovec> = frames[sent..]
                .iter()
                .map(|f| libc::iovec { iov_base: f.as_ptr().cast_mut().cast(), iov_len: f.len() })
                .collect();
            let mut messages: Vec<libc::mmsghdr> = parts
                .iter_mut()
                .map(|part| {
                    // SAFETY: all fields of the header may be zero: null pointers with length 0.
                    let mut message: libc::mmsghdr = unsafe { std::mem::zeroed() };
                    message.msg_hdr.msg_iov = part;
                    message.msg_hdr.msg_iovlen = 1;
                    message
                })
                .collect();
            let count = u32::try_from(messages.len())?;
            // SAFETY: there are `count` headers; each points to one part, which points to a frame. All of them
            // outlive the call, and the kernel only reads the frames.
            let n = unsafe { libc::sendmmsg(self.0.as_raw_fd(), messages.as_mut_ptr(), count, 0) };
            if n > 0 {
                sent += usize::try_from(n)?;
                continue;
            }
            let error = io::Error::last_os_error();
            match error.raw_os_error() {
                Some(libc::EINTR) => {}
                // The interface is down, or its queue is full.
                Some(libc::ENETDOWN | libc::ENOBUFS | libc::ENXIO) => break,
                _ => return Err(error).context("sending"),
            }
        }
        Ok(sent)
    }
}
