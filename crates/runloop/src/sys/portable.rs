//! The system's queue through the `polling` crate: kqueue on BSD and macOS. On Linux it is only built for tests, where
//! it uses epoll.
use crate::poller::{Event, Interest, Poller, Token, Watched};
use polling::{Event as Raw, Events, PollMode, Poller as Queue};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::time::Duration;

pub(crate) struct Portable {
    queue: Queue,
    watched: Watched<(Token, Interest)>,
    room: Events,
    mode: PollMode,
    /// The descriptors to report again in one-shot mode.
    again: Vec<RawFd>,
}

impl Portable {
    pub(crate) fn new() -> io::Result<Self> {
        let queue = Queue::new()?;
        let mode = if queue.supports_level() { PollMode::Level } else { PollMode::Oneshot };
        Ok(Portable { queue, watched: Watched::default(), room: Events::new(), mode, again: Vec::new() })
    }
}

fn raw(fd: RawFd, interest: Interest) -> Raw {
    let key = usize::try_from(fd).unwrap_or(usize::MAX - 1);
    Raw::new(key, interest.reads(), interest.writes())
}

/// Returns a descriptor's number in the form that the `polling` crate takes; the owner may have closed it.
fn borrowed(fd: &RawFd) -> BorrowedFd<'_> {
    // SAFETY: used for calls that only name the descriptor to the kernel; one that is closed makes them fail.
    unsafe { BorrowedFd::borrow_raw(*fd) }
}

impl Poller for Portable {
    fn name(&self) -> &'static str {
        "kqueue"
    }

    fn add(&mut self, fd: BorrowedFd<'_>, token: Token, interest: Interest) -> io::Result<()> {
        let fd = fd.as_raw_fd();
        self.watched.add(fd, (token, interest))?;
        // SAFETY: the crate asks that a source be deleted before it is closed; the kernels in use remove closed
        // descriptors from their queue themselves, and a late report finds no entry in `watched`.
        let added = unsafe { self.queue.add_with_mode(fd, raw(fd, interest), self.mode) };
        added.inspect_err(|_| drop(self.watched.remove(fd)))
    }

    fn modify(&mut self, fd: BorrowedFd<'_>, interest: Interest) -> io::Result<()> {
        let number = fd.as_raw_fd();
        self.watched.known(number)?.1 = interest;
        self.queue.modify_with_mode(fd, raw(number, interest), self.mode)
    }

    fn remove(&mut self, fd: RawFd) -> io::Result<()> {
        self.watched.remove(fd)?;
        match self.queue.delete(borrowed(&fd)) {
            Err(e) if !matches!(e.raw_os_error(), Some(libc::EBADF | libc::ENOENT)) => Err(e),
            _ => Ok(()),
        }
    }

    fn rearm(&mut self, fd: RawFd) {
        if self.mode == PollMode::Oneshot {
            self.again.push(fd);
        }
    }

    fn wait(&mut self, timeout: Option<Duration>, events: &mut Vec<Event>) -> io::Result<()> {
        events.clear();
        while let Some(fd) = self.again.pop() {
            if let Some(&mut (_, interest)) = self.watched.find(fd) {
                self.queue.modify_with_mode(borrowed(&fd), raw(fd, interest), self.mode)?;
            }
        }
        self.room.clear();
        match self.queue.wait(&mut self.room, timeout) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => return Ok(()),
            result => result?,
        };
        for e in self.room.iter() {
            let fd = RawFd::try_from(e.key).unwrap_or(-1);
            if let Some(&mut (token, interest)) = self.watched.find(fd) {
                let trouble = e.is_interrupt() || e.is_err().unwrap_or(false);
                events.push(Event {
                    token,
                    fd,
                    readable: interest.reads() && (e.readable || trouble),
                    writable: interest.writes() && (e.writable || trouble),
                });
            }
        }
        Ok(())
    }
}
