//! Allow-lists of system calls, as seccomp filters.
//!
//! [`confine`] permanently restricts all threads of this process to a list of calls. All other calls fail with EPERM.
//! Starting threads is always allowed, starting processes never: `clone` is allowed only for threads, and `clone3`,
//! whose flags no filter can read, fails with ENOSYS, so that libc falls back to `clone`.
//!
//! The programs supply the lists; this crate names no other system call.
mod program;

use seccompiler::{BpfProgram, TargetArch, apply_filter, apply_filter_all_threads};
use std::io;

/// Restricts all threads of this process, and the threads that they start, to these calls.
///
/// # Errors
/// The system's error, or that the processor's architecture is unknown.
pub fn confine(calls: impl IntoIterator<Item = libc::c_long>) -> io::Result<()> {
    apply_filter_all_threads(&filter(calls)?).map_err(io::Error::other)
}

/// Restricts the calling thread, and the threads that it starts, to these calls.
///
/// # Errors
/// The system's error, or that the processor's architecture is unknown.
pub fn confine_this_thread(calls: impl IntoIterator<Item = libc::c_long>) -> io::Result<()> {
    apply_filter(&filter(calls)?).map_err(io::Error::other)
}

fn filter(calls: impl IntoIterator<Item = libc::c_long>) -> io::Result<BpfProgram> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let calls = calls.into_iter().filter_map(|call| u32::try_from(call).ok());
    Ok(program::allowing(calls, architecture))
}
