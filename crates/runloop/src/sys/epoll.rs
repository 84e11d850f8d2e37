//! epoll(7), with timeouts in nanoseconds (epoll_pwait2, Linux 5.11), or in milliseconds on older kernels.
use super::{check, check_wait, timespec};
use crate::poller::{Event, Interest, Poller, Token, Watched};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// Maximum number of reports per call.
const ROOM: usize = 256;

pub(crate) struct Epoll {
    queue: OwnedFd,
    watched: Watched<(Token, Interest)>,
    room: Vec<libc::epoll_event>,
    /// Cleared if the kernel lacks epoll_pwait2.
    nanoseconds: bool,
}

impl Epoll {
    pub(crate) fn new() -> io::Result<Self> {
        // SAFETY: no pointer is passed.
        let fd = check(unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) })?;
        // SAFETY: the kernel just made this descriptor for us; it has no other owner.
        let queue = unsafe { OwnedFd::from_raw_fd(fd) };
        let room = vec![libc::epoll_event { events: 0, u64: 0 }; ROOM];
        Ok(Epoll { queue, watched: Watched::default(), room, nanoseconds: true })
    }

    fn control(&self, op: libc::c_int, fd: RawFd, interest: Interest) -> io::Result<()> {
        let mut events = 0;
        if interest.reads() {
            events |= libc::EPOLLIN | libc::EPOLLRDHUP;
        }
        if interest.writes() {
            events |= libc::EPOLLOUT;
        }
        if interest == Interest::Accept {
            events = libc::EPOLLIN | libc::EPOLLEXCLUSIVE;
        }
        let mut event =
            libc::epoll_event { events: events.cast_unsigned(), u64: u64::from(fd.cast_unsigned()) };
        // SAFETY: the pointer is to a live event; the kernel copies it.
        check(unsafe { libc::epoll_ctl(self.queue.as_raw_fd(), op, fd, &raw mut event) }).map(drop)
    }

    fn ask(&mut self, timeout: Option<Duration>) -> io::Result<usize> {
        let (queue, room) = (self.queue.as_raw_fd(), self.room.as_mut_ptr());
        let len = ROOM as libc::c_int;
        if let Some(t) = timeout.filter(|t| self.nanoseconds && !t.is_zero()) {
            let t = timespec(t);
            // SAFETY: `room` has ROOM events to write to, `t` outlives the call, the signal mask is null, which is
            // allowed and leaves the mask as it is.
            let n = unsafe {
                let none = std::ptr::null::<libc::sigset_t>();
                libc::syscall(libc::SYS_epoll_pwait2, queue, room, len, &raw const t, none, 0usize)
            };
            match check_wait(n as libc::c_int) {
                Err(e) if e.raw_os_error() == Some(libc::ENOSYS) => self.nanoseconds = false,
                result => return result,
            }
        }
        // Rounded up, so that it never wakes early.
        let millis =
            timeout.map_or(-1, |t| t.as_nanos().div_ceil(1_000_000).try_into().unwrap_or(libc::c_int::MAX));
        // SAFETY: `room` has ROOM events to write to.
        check_wait(unsafe { libc::epoll_wait(queue, room, len, millis) })
    }
}

impl Poller for Epoll {
    fn name(&self) -> &'static str {
        "epoll"
    }

    fn add(&mut self, fd: BorrowedFd<'_>, token: Token, interest: Interest) -> io::Result<()> {
        let fd = fd.as_raw_fd();
        self.watched.add(fd, (token, interest))?;
        self.control(libc::EPOLL_CTL_ADD, fd, interest).inspect_err(|_| drop(self.watched.remove(fd)))
    }

    fn modify(&mut self, fd: BorrowedFd<'_>, interest: Interest) -> io::Result<()> {
        self.watched.known(fd.as_raw_fd())?.1 = interest;
        self.control(libc::EPOLL_CTL_MOD, fd.as_raw_fd(), interest)
    }

    fn remove(&mut self, fd: RawFd) -> io::Result<()> {
        self.watched.remove(fd)?;
        // Closing the last copy of a descriptor removes it from the queue.
        match self.control(libc::EPOLL_CTL_DEL, fd, Interest::Read) {
            Err(e) if !matches!(e.raw_os_error(), Some(libc::EBADF | libc::ENOENT | libc::EPERM)) => Err(e),
            _ => Ok(()),
        }
    }

    fn rearm(&mut self, _: RawFd) {}

    fn wait(&mut self, timeout: Option<Duration>, events: &mut Vec<Event>) -> io::Result<()> {
        events.clear();
        let n = self.ask(timeout)?;
        let trouble = (libc::EPOLLHUP | libc::EPOLLERR).cast_unsigned();
        let read = (libc::EPOLLIN | libc::EPOLLRDHUP).cast_unsigned() | trouble;
        let write = libc::EPOLLOUT.cast_unsigned() | trouble;
        for e in self.room.iter().take(n) {
            let (mask, fd) = (e.events, e.u64 as RawFd);
            if let Some(&mut (token, interest)) = self.watched.find(fd) {
                let (readable, writable) = (mask & read != 0, mask & write != 0);
                let (readable, writable) = (readable && interest.reads(), writable && interest.writes());
                events.push(Event { token, fd, readable, writable });
            }
        }
        Ok(())
    }
}
