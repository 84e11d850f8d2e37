//! Signals of the threads and programs that this process starts.
#![expect(unsafe_code, reason = "signal masks: each block states its proof")]
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::ptr::null_mut;
use std::thread::Builder;

/// Starts a thread that blocks every signal. The kernel delivers a signal to any thread that does not block it, so
/// SIGTERM would end the process and lose its logs even when the main thread takes it from a descriptor.
///
/// # Errors
/// The system has no thread left.
pub(crate) fn spawn_blocked(thread: Builder, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let mut all = MaybeUninit::uninit();
    let mut before = MaybeUninit::uninit();
    // SAFETY: sigfillset(3) fills the set before it is read; pthread_sigmask(3) fills `before`, and both are ours.
    let failed = unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr())
    };
    if failed != 0 {
        return Err(io::Error::from_raw_os_error(failed));
    }
    // A thread inherits the mask of the one that starts it.
    let spawned = thread.spawn(work);
    // SAFETY: `before` was filled by the call above, which succeeded; the old mask is not asked for.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), null_mut()) };
    spawned.map(drop)
}

/// Blocks every signal for this thread and those that it starts.
///
/// # Errors
/// The system's error.
pub(crate) fn block_all() -> io::Result<()> {
    let mut all = MaybeUninit::uninit();
    // SAFETY: sigfillset(3) fills the set before it is read; the old mask is not asked for.
    let failed = unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), null_mut())
    };
    if failed == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(failed)) }
}

/// Lets the program receive every signal. This process blocks SIGINT, SIGTERM and SIGHUP, since it takes them from a
/// descriptor, and a program inherits blocked signals.
pub(crate) fn unblocked(command: &mut Command) -> &mut Command {
    // SAFETY: sigemptyset(3) and sigprocmask(2) may be called between fork and exec, and nothing else is.
    unsafe { command.pre_exec(unblock) }
}

fn unblock() -> io::Result<()> {
    let mut none = MaybeUninit::uninit();
    // SAFETY: sigemptyset(3) fills the set before it is read; the old mask is not asked for.
    let failed = unsafe {
        libc::sigemptyset(none.as_mut_ptr());
        libc::sigprocmask(libc::SIG_SETMASK, none.as_ptr(), null_mut())
    };
    if failed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
