//! Forks of a process with one thread.
#![expect(unsafe_code, reason = "fork(2) and signal(2): each block states its proof")]
use std::io;

/// Which of the two processes this is.
pub(crate) enum Side {
    /// The one that forked.
    Parent,
    /// The new one.
    Child,
}

/// Forks. The calling process must have one thread; otherwise the child could not use the heap.
///
/// # Errors
/// The system has no process left.
pub(crate) fn fork() -> io::Result<Side> {
    // SAFETY: single-threaded by contract, so no other thread holds a lock that the child would need.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(Side::Child),
        _ => Ok(Side::Parent),
    }
}

/// Ends a forked child without running the exit handlers of its parent.
pub(crate) fn leave(status: i32) -> ! {
    // SAFETY: does not return.
    unsafe { libc::_exit(status) }
}

/// Has the kernel reap the children of this process.
pub(crate) fn reap_by_itself() {
    // SAFETY: no pointers.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
}

/// Lets this process wait for its children.
pub(crate) fn wait_by_hand() {
    // SAFETY: no pointers.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
}
