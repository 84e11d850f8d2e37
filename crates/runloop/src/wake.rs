//! Wakeups from other threads.
use crate::sys::WakeFd;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

struct Shared {
    fd: WakeFd,
    /// Whether a wakeup is pending; if so, further wakeups have no effect.
    pending: AtomicBool,
}

/// Makes the other end readable, from any thread. Makes no system call while a wakeup is pending.
#[derive(Clone)]
pub struct Waker(Arc<Shared>);

impl Waker {
    /// Wakes the loop that watches the other end. Writes before this call are visible after [`WakeReceiver::clear`].
    pub fn wake(&self) {
        if !self.0.pending.swap(true, Ordering::AcqRel) {
            self.0.fd.fire();
        }
    }
}

/// The end that a source registers; readable after a [`Waker`] was used.
pub struct WakeReceiver(Arc<Shared>);

impl WakeReceiver {
    /// Clears the wakeup. Call this before reading what the other threads wrote.
    pub fn clear(&self) {
        self.0.fd.extinguish();
        self.0.pending.swap(false, Ordering::AcqRel);
    }
}

impl AsFd for WakeReceiver {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.fd.as_fd()
    }
}

/// Creates a pair of ends.
///
/// # Errors
/// If the process has no more descriptors.
///
/// ```
/// let (waker, receiver) = runloop::wake_pair()?;
/// std::thread::spawn(move || waker.wake()).join().unwrap();
/// receiver.clear();
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn wake_pair() -> io::Result<(Waker, WakeReceiver)> {
    let shared = Arc::new(Shared { fd: WakeFd::new()?, pending: AtomicBool::new(false) });
    Ok((Waker(Arc::clone(&shared)), WakeReceiver(shared)))
}
