//! A busy loop as a poller: it reports all descriptors as ready, and sleeps briefly in between.
use super::{Event, Interest, Poller, Token, not_watched};
use crate::sys;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::time::Duration;

/// The time that it sleeps when all sources are idle: 20 µs, as in monitors with such a loop.
const NAP: Duration = Duration::from_micros(20);

/// Reports every descriptor as ready at every call. A baseline: its idle cost is what waiting for descriptors saves.
#[derive(Default)]
pub struct Busy {
    watched: Vec<(RawFd, Token, Interest)>,
}

impl Busy {
    /// Creates a poller without descriptors.
    #[must_use]
    pub fn new() -> Self {
        Busy::default()
    }
}

impl Poller for Busy {
    fn name(&self) -> &'static str {
        "busy"
    }

    fn add(&mut self, fd: BorrowedFd<'_>, token: Token, interest: Interest) -> io::Result<()> {
        let fd = fd.as_raw_fd();
        if self.watched.iter().any(|w| w.0 == fd) {
            return Err(io::Error::new(
                io::ErrorKind::AlreadyExists,
                format!("descriptor {fd} is watched already"),
            ));
        }
        self.watched.push((fd, token, interest));
        Ok(())
    }

    fn modify(&mut self, fd: BorrowedFd<'_>, interest: Interest) -> io::Result<()> {
        let fd = fd.as_raw_fd();
        let w = self.watched.iter_mut().find(|w| w.0 == fd).ok_or_else(|| not_watched(fd))?;
        w.2 = interest;
        Ok(())
    }

    fn remove(&mut self, fd: RawFd) -> io::Result<()> {
        let at = self.watched.iter().position(|w| w.0 == fd).ok_or_else(|| not_watched(fd))?;
        self.watched.remove(at);
        Ok(())
    }

    fn rearm(&mut self, _: RawFd) {}

    fn wait(&mut self, timeout: Option<Duration>, events: &mut Vec<Event>) -> io::Result<()> {
        events.clear();
        if timeout != Some(Duration::ZERO) {
            sys::sleep(timeout.map_or(NAP, |t| t.min(NAP)));
        }
        events.extend(self.watched.iter().map(|&(fd, token, interest)| Event {
            token,
            fd,
            readable: interest.reads(),
            writable: interest.writes(),
        }));
        Ok(())
    }
}
