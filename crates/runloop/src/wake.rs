//! Wakeups from other threads.
use crate::sys::WakeFd;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

struct Shared {
    fd: WakeFd,
    /// A wakeup is under way: further ones have nothing to add to it.
    pending: AtomicBool,
}

/// Makes the other end readable, from any thread. Cheap while a wakeup is under way: no system call.
#[derive(Clone)]
pub struct Waker(Arc<Shared>);

impl Waker {
    /// Wakes the loop that watches the other end. What was written before is seen by what comes after
    /// [`WakeReceiver::clear`].
    pub fn wake(&self) {
        if !self.0.pending.swap(true, Ordering::AcqRel) {
            self.0.fd.fire();
        }
    }
}

/// The end that a source registers: readable when a [`Waker`] was used.
pub struct WakeReceiver(Arc<Shared>);

impl WakeReceiver {
    /// Ends the wakeup. To be called before the source looks at what the other threads left for it.
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

/// A pair of ends.
///
/// # Errors
/// Where the system has no more descriptors.
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
