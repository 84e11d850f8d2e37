//! A descriptor that another thread can make readable: an eventfd(2), or a pair of sockets on other systems.
use std::io;
use std::os::fd::{AsFd, BorrowedFd};

#[cfg(target_os = "linux")]
pub(crate) struct WakeFd(std::fs::File);

#[cfg(target_os = "linux")]
impl WakeFd {
    pub(crate) fn new() -> io::Result<Self> {
        use std::os::fd::{FromRawFd, OwnedFd};
        // SAFETY: no pointer is passed.
        let fd = super::check(unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) })?;
        // SAFETY: the kernel just made this descriptor for us; it has no other owner.
        Ok(WakeFd(unsafe { OwnedFd::from_raw_fd(fd) }.into()))
    }

    pub(crate) fn fire(&self) {
        // This fails only if the counter is full; the descriptor is then already readable.
        let _ = io::Write::write(&mut &self.0, &1u64.to_ne_bytes());
    }

    pub(crate) fn extinguish(&self) {
        // This fails only if the counter is zero.
        let _ = io::Read::read(&mut &self.0, &mut [0; 8]);
    }
}

#[cfg(target_os = "linux")]
impl AsFd for WakeFd {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) struct WakeFd {
    reader: std::os::unix::net::UnixStream,
    writer: std::os::unix::net::UnixStream,
}

#[cfg(not(target_os = "linux"))]
impl WakeFd {
    pub(crate) fn new() -> io::Result<Self> {
        let (reader, writer) = std::os::unix::net::UnixStream::pair()?;
        reader.set_nonblocking(true)?;
        writer.set_nonblocking(true)?;
        Ok(WakeFd { reader, writer })
    }

    pub(crate) fn fire(&self) {
        // This fails only if the socket is full; the other end is then already readable.
        let _ = io::Write::write(&mut &self.writer, &[1]);
    }

    pub(crate) fn extinguish(&self) {
        while io::Read::read(&mut &self.reader, &mut [0; 64]).is_ok_and(|n| n == 64) {}
    }
}

#[cfg(not(target_os = "linux"))]
impl AsFd for WakeFd {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.reader.as_fd()
    }
}
