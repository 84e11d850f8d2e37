//! The contract of pollers, and the choice among them.
//!
//! `poller/tests.rs` checks each poller against this list:
//!
//! 1. *Level*: a descriptor that is ready when [`wait`](Poller::wait) is called is reported, however long it has been
//!    ready, with one exception: after a report the poller may omit it until [`rearm`](Poller::rearm). The loop rearms
//!    a source's descriptors when the source has no work left.
//! 2. *False reports*: a report may be wrong (another process drained the descriptor), so sources read without
//!    blocking. `busy` reports every descriptor every time.
//! 3. *Timeouts*: zero never sleeps; `None` sleeps until something is ready; otherwise `wait` sleeps with the kernel's
//!    precision, and returns without a report no earlier than the timeout, except if a signal handler interrupts it.
//! 4. *Interest*: a descriptor is reported readable or writable only if that was requested. After a hangup or an error
//!    it is reported as everything that was requested, so that the following read or write returns the error.
//! 5. *Capacity*: if more are ready than fit into one report, the others follow in the next calls.
//! 6. *Closed descriptors*: one that was closed without [`remove`](Poller::remove) does not affect others.
//! 7. *Errors*: adding twice is `AlreadyExists`, removing or changing an unknown one is `NotFound`, and descriptors
//!    that a poller cannot watch (`select` above 1023) are refused by `add`, not by `wait`.
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

/// A value that is given with a descriptor and returned with its reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token(pub u64);

/// The readiness to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interest {
    /// A read would not block.
    Read,
    /// A write would not block.
    Write,
    /// Either.
    Both,
    /// A connection can be accepted. If several pollers watch one listening socket, `epoll` tells only one of them of a
    /// connection; other pollers treat it like `Read`. Cannot be modified, only removed.
    Accept,
}

impl Interest {
    /// Whether reading is included.
    #[must_use]
    pub fn reads(self) -> bool {
        self != Interest::Write
    }

    /// Whether writing is included.
    #[must_use]
    pub fn writes(self) -> bool {
        matches!(self, Interest::Write | Interest::Both)
    }
}

/// A report: a descriptor can be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The token given with the descriptor.
    pub token: Token,
    /// The descriptor.
    pub fd: RawFd,
    /// Whether a read would not block: it returns data, end of file or an error.
    pub readable: bool,
    /// Whether a write would not block, or returns an error.
    pub writable: bool,
}

/// Waits for descriptors, by the contract in [this module](self).
pub trait Poller {
    /// The poller's name on the command line.
    fn name(&self) -> &'static str;

    /// Starts watching a descriptor.
    ///
    /// # Errors
    /// `AlreadyExists` if it is watched; otherwise the kernel's error.
    fn add(&mut self, fd: BorrowedFd<'_>, token: Token, interest: Interest) -> io::Result<()>;

    /// Changes the interest in a descriptor.
    ///
    /// # Errors
    /// `NotFound` if it is not watched; otherwise the kernel's error.
    fn modify(&mut self, fd: BorrowedFd<'_>, interest: Interest) -> io::Result<()>;

    /// Stops watching a descriptor, which may already be closed.
    ///
    /// # Errors
    /// `NotFound` if it is not watched.
    fn remove(&mut self, fd: RawFd) -> io::Result<()>;

    /// Allows another report of a descriptor. Free if the poller does not need it.
    fn rearm(&mut self, fd: RawFd);

    /// Replaces `events` with ready descriptors, at most some hundreds. Sleeps for up to `timeout` if none is ready.
    ///
    /// # Errors
    /// The kernel's error. An interruption by a signal yields an empty report, not an error.
    fn wait(&mut self, timeout: Option<Duration>, events: &mut Vec<Event>) -> io::Result<()>;

    /// Tells whether `wait` has something to report, by reading memory, without a system call.
    fn hint(&self) -> Hint {
        Hint::default()
    }
}

pub use crate::sys::Hint;

/// A kind of poller, by the name that `--loop` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PollerKind {
    /// `epoll`: the default on Linux. Its cost does not depend on the number of descriptors.
    #[cfg_attr(target_os = "linux", default)]
    Epoll,
    /// `io_uring`: readiness shows in shared memory without a system call; often disabled by administrators.
    IoUring,
    /// `kqueue`: the default on BSD and macOS.
    #[cfg_attr(not(target_os = "linux"), default)]
    Kqueue,
    /// `poll`: its cost grows with the number of descriptors.
    Poll,
    /// `select`: like `poll`, but without descriptors above 1023.
    Select,
    /// `busy`: a baseline for measurements. Polls every source and sleeps briefly when all are idle.
    Busy,
}

impl PollerKind {
    /// All kinds.
    pub const ALL: [PollerKind; 6] = [
        PollerKind::Epoll,
        PollerKind::IoUring,
        PollerKind::Kqueue,
        PollerKind::Poll,
        PollerKind::Select,
        PollerKind::Busy,
    ];

    /// The name on the command line.
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

    /// Opens a poller.
    ///
    /// # Errors
    /// `Unsupported` if this system lacks the kind; otherwise the kernel's error.
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

/// The descriptors of a poller that keeps its own list, indexed by their numbers.
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
