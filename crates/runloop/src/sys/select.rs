//! select(2), as pselect for its nanoseconds: bit sets of at most 1024 descriptors, passed at each call.
use super::{check_wait, timespec};
use crate::poller::{Event, Interest, Poller, Token, Watched};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::time::Duration;

pub(crate) struct Select {
    places: Watched<usize>,
    list: Vec<(RawFd, Token, Interest)>,
    read: libc::fd_set,
    write: libc::fd_set,
}

impl Select {
    pub(crate) fn new() -> Self {
        Select { places: Watched::default(), list: Vec::new(), read: empty(), write: empty() }
    }

    fn mark(&mut self, fd: RawFd, interest: Option<Interest>) {
        set(&mut self.read, fd, interest.is_some_and(Interest::reads));
        set(&mut self.write, fd, interest.is_some_and(Interest::writes));
    }

    fn forget(&mut self, at: usize) {
        self.list.swap_remove(at);
        if let Some(place) = self.list.get(at).and_then(|moved| self.places.find(moved.0)) {
            *place = at;
        }
    }

    /// Removes closed descriptors from the sets: one of them makes every call fail.
    fn drop_closed(&mut self) {
        let mut at = 0;
        while let Some(&(fd, ..)) = self.list.get(at) {
            // SAFETY: asks for the flags of a descriptor number, which may name none; nothing is passed by pointer.
            if unsafe { libc::fcntl(fd, libc::F_GETFD) } == -1 {
                // It stays known, so that its owner can remove it.
                self.mark(fd, None);
            }
            at += 1;
        }
    }
}

impl Poller for Select {
    fn name(&self) -> &'static str {
        "select"
    }

    fn add(&mut self, fd: BorrowedFd<'_>, token: Token, interest: Interest) -> io::Result<()> {
        let fd = fd.as_raw_fd();
        if usize::try_from(fd).is_ok_and(|n| n >= libc::FD_SETSIZE) {
            let message = format!("descriptor {fd} is above what select can hold: {}", libc::FD_SETSIZE - 1);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        self.places.add(fd, self.list.len())?;
        self.list.push((fd, token, interest));
        self.mark(fd, Some(interest));
        Ok(())
    }

    fn modify(&mut self, fd: BorrowedFd<'_>, interest: Interest) -> io::Result<()> {
        let at = *self.places.known(fd.as_raw_fd())?;
        self.list[at].2 = interest;
        self.mark(fd.as_raw_fd(), Some(interest));
        Ok(())
    }

    fn remove(&mut self, fd: RawFd) -> io::Result<()> {
        let at = self.places.remove(fd)?;
        self.mark(fd, None);
        self.forget(at);
        Ok(())
    }

    fn rearm(&mut self, _: RawFd) {}

    fn wait(&mut self, timeout: Option<Duration>, events: &mut Vec<Event>) -> io::Result<()> {
        events.clear();
        let (mut read, mut write) = (self.read, self.write);
        let top = self.list.iter().map(|w| w.0 + 1).max().unwrap_or(0);
        let t = timeout.map(timespec);
        let t = t.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: both sets and the timespec outlive the call (null: no timeout), the set of exceptions and the signal
        // mask may be null, and no bit at or above `top` is set.
        let result = unsafe {
            let none = std::ptr::null_mut();
            libc::pselect(top, &raw mut read, &raw mut write, none, t, std::ptr::null())
        };
        match check_wait(result) {
            Ok(0) => return Ok(()),
            Err(e) if e.raw_os_error() == Some(libc::EBADF) => {
                self.drop_closed();
                return Ok(());
            }
            Err(e) => return Err(e),
            Ok(_) => {}
        }
        for &(fd, token, _) in &self.list {
            let (readable, writable) = (is_set(&read, fd), is_set(&write, fd));
            if readable || writable {
                events.push(Event { token, fd, readable, writable });
            }
        }
        Ok(())
    }
}

fn empty() -> libc::fd_set {
    let mut s = std::mem::MaybeUninit::<libc::fd_set>::uninit();
    // SAFETY: FD_ZERO writes the whole set, so it is initialized afterwards.
    unsafe {
        libc::FD_ZERO(s.as_mut_ptr());
        s.assume_init()
    }
}

fn set(s: &mut libc::fd_set, fd: RawFd, on: bool) {
    // SAFETY: `add` admits only descriptors from 0 to FD_SETSIZE - 1, which have a bit in the set.
    unsafe { if on { libc::FD_SET(fd, s) } else { libc::FD_CLR(fd, s) } };
}

fn is_set(s: &libc::fd_set, fd: RawFd) -> bool {
    // SAFETY: as in `set`.
    unsafe { libc::FD_ISSET(fd, s) }
}
