//! Signals of programs that are started here.
#![expect(unsafe_code, reason = "what runs between fork and exec: each block states its proof")]
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::ptr::null_mut;

/// Has the program receive every signal. This process takes SIGINT, SIGTERM and SIGHUP from a descriptor and blocks them,
/// and what is blocked stays so in whatever a process starts.
pub(crate) fn unblocked(command: &mut Command) -> &mut Command {
    // SAFETY: sigemptyset(3) and sigprocmask(2) may be called between fork and exec, and nothing else is.
    unsafe { command.pre_exec(unblock) }
}

fn unblock() -> io::Result<()> {
    let mut none = MaybeUninit::uninit();
    // SAFETY: the set is ours to fill, and full before it is read; the old mask is not asked for.
    let failed = unsafe {
        libc::sigemptyset(none.as_mut_ptr());
        libc::sigprocmask(libc::SIG_SETMASK, none.as_ptr(), null_mut())
    };
    if failed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
