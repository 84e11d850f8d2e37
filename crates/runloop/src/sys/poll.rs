//! poll(2): every call passes the whole list.
use super::{check_wait, timespec};
use crate::poller::{Event, Interest, Poller, Token, Watched};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::time::Duration;

#[derive(Default)]
pub(crate) struct Poll {
    /// Index of a descriptor in the list.
    places: Watched<usize>,
    list: Vec<libc::pollfd>,
    tokens: Vec<Token>,
}

fn mask(interest: Interest) -> libc::c_short {
    let read = if interest.reads() { libc::POLLIN } else { 0 };
    let write = if interest.writes() { libc::POLLOUT } else { 0 };
    read | write
}

impl Poller for Poll {
    fn name(&self) -> &'static str {
        "poll"
    }

    fn add(&mut self, fd: BorrowedFd<'_>, token: Token, interest: Interest) -> io::Result<()> {
        let fd = fd.as_raw_fd();
        self.places.add(fd, self.list.len())?;
        self.list.push(libc::pollfd { fd, events: mask(interest), revents: 0 });
        self.tokens.push(token);
        Ok(())
    }

    fn modify(&mut self, fd: BorrowedFd<'_>, interest: Interest) -> io::Result<()> {
        let at = *self.places.known(fd.as_raw_fd())?;
        self.list[at].events = mask(interest);
        Ok(())
    }

    fn remove(&mut self, fd: RawFd) -> io::Result<()> {
        let at = self.places.remove(fd)?;
        self.list.swap_remove(at);
        self.tokens.swap_remove(at);
        if let Some(place) = self.list.get(at).and_then(|moved| self.places.find(moved.fd)) {
            *place = at;
        }
        Ok(())
    }

    fn rearm(&mut self, _: RawFd) {}

    fn wait(&mut self, timeout: Option<Duration>, events: &mut Vec<Event>) -> io::Result<()> {
        events.clear();
        let mut ready = self.ask(timeout)?;
        for (entry, &token) in self.list.iter().zip(&self.tokens) {
            if ready == 0 {
                break;
            }
            if entry.revents == 0 {
                continue;
            }
            ready -= 1;
            if entry.revents & libc::POLLNVAL != 0 {
                continue; // closed without being removed
            }
            let trouble = entry.revents & (libc::POLLHUP | libc::POLLERR) != 0;
            let (read, write) = (entry.events & libc::POLLIN != 0, entry.events & libc::POLLOUT != 0);
            events.push(Event {
                token,
                fd: entry.fd,
                readable: read && (trouble || entry.revents & libc::POLLIN != 0),
                writable: write && (trouble || entry.revents & libc::POLLOUT != 0),
            });
        }
        Ok(())
    }
}

impl Poll {
    #[cfg(target_os = "linux")]
    fn ask(&mut self, timeout: Option<Duration>) -> io::Result<usize> {
        let t = timeout.map(timespec);
        let t = t.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        let len = self.list.len() as libc::nfds_t;
        // SAFETY: the list has `len` entries to read and write, the timespec outlives the call (null: none), and a
        // null mask leaves the signals as they are.
        check_wait(unsafe { libc::ppoll(self.list.as_mut_ptr(), len, t, std::ptr::null()) })
    }

    #[cfg(not(target_os = "linux"))]
    fn ask(&mut self, timeout: Option<Duration>) -> io::Result<usize> {
        let _ = timespec;
        // Rounded up, so that it never wakes early.
        let millis =
            timeout.map_or(-1, |t| t.as_nanos().div_ceil(1_000_000).try_into().unwrap_or(libc::c_int::MAX));
        // SAFETY: the list has as many entries to read and write as are named.
        check_wait(unsafe { libc::poll(self.list.as_mut_ptr(), self.list.len() as libc::nfds_t, millis) })
    }
}
