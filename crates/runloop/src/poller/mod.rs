//! The contract that every poller keeps, and the choice among them.
//!
//! `poller/tests.rs` holds each poller to this list:
//!
//! 1. *Level*: a descriptor that is ready when [`wait`](Poller::wait) is called is reported, however long it has been
//!    ready, with one exception: after a report the poller may keep silent about it until
//!    [`rearm`](Poller::rearm). The loop rearms a source's descriptors when the source has nothing left to do.
//! 2. *Nothing is made up that cannot be borne*: a report may be wrong (another process drained the descriptor), so
//!    sources read without blocking. `busy` reports every descriptor every time.
//! 3. *Timeouts*: zero never sleeps; `None` sleeps until something is ready; otherwise `wait` sleeps to the
//!    nanosecond as the kernel has it, and returns without a report no earlier than the timeout, except when a
//!    signal handler interrupts it.
//! 4. *Interest*: a descriptor is reported readable or writable only where that was asked for. A hangup or an error
//!    makes it both, as far as asked for, so that the read or write that follows names the error.
//! 5. *Room*: where more are ready than fit in one report the others follow in the next calls.
//! 6. *Closed descriptors*: one that was closed without [`remove`](Poller::remove) disturbs no other.
//! 7. *Errors*: adding twice is `AlreadyExists`, removing or changing an unknown one is `NotFound`, and what a
//!    poller cannot hold (`select` above 1023) is refused when it is added, not when it is waited for.
mod busy;
#[cfg(test)]
mod tests;

pub use busy::Busy;

use crate::sys;
use std::fmt;
use std::io;
use std::os::fd::{BorrowedFd, RawFd};
use std::str::FromStr;
use std::time::Duration;

/// What the owner of a descriptor gave with it; comes back with each report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token(pub u64);

/// What is asked of a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interest {
    /// That a read would not block.
    Read,
    /// That a write would not block.
    Write,
    /// Either.
    Both,
    /// That a connection can be accepted. Where several pollers watch one listening socket, `epoll` tells one of them
    /// of a connection and not all; elsewhere it is the same as `Read`. Cannot be modified, only removed.
    Accept,
}

impl Interest {
    /// Whether reading was asked for.
    #[must_use]
    pub fn reads(self) -> bool {
        self != Interest::Write
    }

    /// Whether writing was asked for.
    #[must_use]
    pub fn writes(self) -> bool {
        matches!(self, Interest::Write | Interest::Both)
    }
}

/// A report: a descriptor can be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// As given with the descriptor.
    pub token: Token,
    /// The descriptor.
    pub fd: RawFd,
    /// A read would not block: there is data, an end or an error.
    pub readable: bool,
    /// A write would not block, or names the error.
    pub writable: bool,
}

/// Waits for descriptors. The contract stands at the head of [this module](self).
pub trait Poller {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Begins to watch a descriptor.
    ///
    /// # Errors
    /// `AlreadyExists` where it is watched, else what the kernel says.
    fn add(&mut self, fd: BorrowedFd<'_>, token: Token, interest: Interest) -> io::Result<()>;

    /// Changes what is asked of a descriptor.
    ///
    /// # Errors
    /// `NotFound` where it is not watched, else what the kernel says.
    fn modify(&mut self, fd: BorrowedFd<'_>, interest: Interest) -> io::Result<()>;

    /// Ends watching. The descriptor may have been closed before.
    ///
    /// # Errors
    /// `NotFound` where it is not watched.
    fn remove(&mut self, fd: RawFd) -> io::Result<()>;

    /// Allows another report of a descriptor after one was given. Costs nothing where it is not needed.
    fn rearm(&mut self, fd: RawFd);

    /// Replaces `events` by what is ready, at most some hundreds; sleeps for `timeout` where nothing is.
    ///
    /// # Errors
    /// What the kernel says; an interruption by a signal is an empty report, not an error.
    fn wait(&mut self, timeout: Option<Duration>, events: &mut Vec<Event>) -> io::Result<()>;

    /// A look at memory that says, without a system call, whether `wait` has something to report.
    fn hint(&self) -> Hint {
        Hint::default()
    }
}

pub use crate::sys::Hint;

/// A choice of poller, by the name that `--loop` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PollerKind {
    /// `epoll`: the default on Linux. One system call of constant cost however many descriptors.
    #[cfg_attr(target_os = "linux", default)]
    Epoll,
    /// `io_uring`: readiness is seen in shared memory, without a system call; often forbidden by administrators.
    IoUring,
    /// `kqueue`: the default on BSD and macOS.
    #[cfg_attr(not(target_os = "linux"), default)]
    Kqueue,
    /// `poll`: cost grows with the descriptors.
    Poll,
    /// `select`: as poll, and no descriptor above 1023.
    Select,
    /// `busy`: a baseline to measure against. Asks every source in turn and sleeps a little when all are dry.
    Busy,
}

impl PollerKind {
    /// All of them.
    pub const ALL: [PollerKind; 6] = [
        PollerKind::Epoll,
        PollerKind::IoUring,
        PollerKind::Kqueue,
        PollerKind::Poll,
        PollerKind::Select,
        PollerKind::Busy,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PollerKind::Epoll => "epoll",
            PollerKind::IoUring => "io_uring",
            PollerKind::Kqueue => "kqueue",
            PollerKind::Poll => "poll",
            PollerKind::Select => "select",
            PollerKind::Busy => "busy",
        }
    }

    /// Makes one.
    ///
    /// # Errors
    /// `Unsupported` where this system has none of the kind, else what the kernel says.
    pub fn open(self) -> io::Result<Box<dyn Poller>> {
        let absent = |what: &str| {
            io::Error::new(
                io::ErrorKind::Unsupported,
                format!("the {what} poller does not exist on this system"),
            )
        };
        match self {
            #[cfg(target_os = "linux")]
            PollerKind::Epoll => Ok(Box::new(sys::Epoll::new()?)),
            #[cfg(target_os = "linux")]
            PollerKind::IoUring => Ok(Box::new(sys::Uring::new()?)),
            #[cfg(target_os = "linux")]
            PollerKind::Kqueue => Err(absent("kqueue")),
            #[cfg(not(target_os = "linux"))]
            PollerKind::Epoll => Err(absent("epoll")),
            #[cfg(not(target_os = "linux"))]
            PollerKind::IoUring => Err(absent("io_uring")),
            #[cfg(not(target_os = "linux"))]
            PollerKind::Kqueue => Ok(Box::new(sys::Portable::new()?)),
            PollerKind::Poll => Ok(Box::new(sys::Poll::default())),
            PollerKind::Select => Ok(Box::new(sys::Select::new())),
            PollerKind::Busy => Ok(Box::new(Busy::new())),
        }
    }
}

impl fmt::Display for PollerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for PollerKind {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|k| k.name() == s).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("no loop is called {s:?}: expected one of {names}")
        })
    }
}

/// The descriptors of a poller that keeps its own list, found by their number.
pub(crate) struct Watched<T> {
    by_fd: Vec<Option<T>>,
}

impl<T> Default for Watched<T> {
    fn default() -> Self {
        Watched { by_fd: Vec::new() }
    }
}

impl<T> Watched<T> {
    pub(crate) fn add(&mut self, fd: RawFd, value: T) -> io::Result<()> {
        let at = usize::try_from(fd).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        if at >= self.by_fd.len() {
            self.by_fd.resize_with(at + 1, || None);
        }
        if self.by_fd[at].is_some() {
            return Err(io::Error::new(
                io::ErrorKind::AlreadyExists,
                format!("descriptor {fd} is watched already"),
            ));
        }
        self.by_fd[at] = Some(value);
        Ok(())
    }

    pub(crate) fn find(&mut self, fd: RawFd) -> Option<&mut T> {
        usize::try_from(fd).ok().and_then(|at| self.by_fd.get_mut(at)).and_then(Option::as_mut)
    }

    pub(crate) fn known(&mut self, fd: RawFd) -> io::Result<&mut T> {
        self.find(fd).ok_or_else(|| not_watched(fd))
    }

    pub(crate) fn remove(&mut self, fd: RawFd) -> io::Result<T> {
        let slot = usize::try_from(fd).ok().and_then(|at| self.by_fd.get_mut(at));
        slot.and_then(Option::take).ok_or_else(|| not_watched(fd))
    }
}

fn not_watched(fd: RawFd) -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, format!("descriptor {fd} is not watched"))
}
