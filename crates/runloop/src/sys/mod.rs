//! System calls: the only module of this crate with `unsafe`, each block with its proof.
#![expect(unsafe_code, reason = "system calls, the time stamp counter and the rings of io_uring")]

mod clock;
#[cfg(target_os = "linux")]
mod epoll;
mod poll;
#[cfg(any(test, not(target_os = "linux")))]
mod portable;
mod select;
mod signals;
#[cfg(target_os = "linux")]
mod uring;
mod wake;

pub use clock::Clock;
pub(crate) use clock::sleep;
#[cfg(target_os = "linux")]
pub(crate) use epoll::Epoll;
pub(crate) use poll::Poll;
#[cfg(any(test, not(target_os = "linux")))]
pub(crate) use portable::Portable;
pub(crate) use select::Select;
pub(crate) use signals::{SignalFd, is_pending, take_pending};
#[cfg(target_os = "linux")]
pub(crate) use uring::Uring;
pub(crate) use wake::WakeFd;

use std::io;
use std::time::Duration;

/// Tells, by reading memory, whether a poller has something to report; false if that is unknown.
#[derive(Clone, Default)]
pub struct Hint {
    #[cfg(target_os = "linux")]
    ring: Option<std::rc::Rc<io_uring::IoUring>>,
}

impl Hint {
    /// Whether this poller can tell.
    pub(crate) fn shows(&self) -> bool {
        #[cfg(target_os = "linux")]
        let known = self.ring.is_some();
        #[cfg(not(target_os = "linux"))]
        let known = false;
        known
    }

    /// Whether the poller has something to report. Costs two loads.
    #[inline]
    #[must_use]
    pub fn ready(&self) -> bool {
        #[cfg(target_os = "linux")]
        if let Some(ring) = &self.ring {
            return uring::has_completions(ring);
        }
        false
    }
}

/// Converts the result of a system call that returns -1 and sets errno.
fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Like [`check`], for waits: an interruption yields an empty report.
fn check_wait(result: libc::c_int) -> io::Result<usize> {
    match check(result) {
        Ok(n) => Ok(usize::try_from(n).unwrap_or(0)),
        Err(e) if e.kind() == io::ErrorKind::Interrupted => Ok(0),
        Err(e) => Err(e),
    }
}

fn timespec(d: Duration) -> libc::timespec {
    libc::timespec {
        tv_sec: libc::time_t::try_from(d.as_secs()).unwrap_or(libc::time_t::MAX),
        tv_nsec: libc::c_long::from(d.subsec_nanos().cast_signed()),
    }
}
