//! Allow-lists of system calls, as seccomp filters.
//!
//! [`confine`] permanently restricts all threads of this process to a list of calls. All other calls fail with EPERM.
//! Starting threads is always allowed, starting processes never: `clone` is allowed only for threads, and `clone3`,
//! whose flags no filter can read, fails with ENOSYS, so that libc falls back to `clone`.
//!
//! The programs supply the lists; this crate names no other system call.
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter, apply_filter_all_threads,
};
use std::collections::BTreeMap;
use std::io;

/// Restricts all threads of this process, and the threads that they start, to these calls.
///
/// # Errors
/// The system's error.
pub fn confine(calls: impl IntoIterator<Item = libc::c_long>) -> io::Result<()> {
    let [first, second] = filters(calls).map_err(io::Error::other)?;
    apply_filter_all_threads(&first)
        .and_then(|()| apply_filter_all_threads(&second))
        .map_err(io::Error::other)
}

/// Restricts the calling thread, and the threads that it starts, to these calls.
///
/// # Errors
/// The system's error.
pub fn confine_this_thread(calls: impl IntoIterator<Item = libc::c_long>) -> io::Result<()> {
    let [first, second] = filters(calls).map_err(io::Error::other)?;
    apply_filter(&first).and_then(|()| apply_filter(&second)).map_err(io::Error::other)
}

/// Returns the filters in the order in which they are installed. The kernel obeys the strictest.
fn filters(calls: impl IntoIterator<Item = libc::c_long>) -> Result<[BpfProgram; 2], BackendError> {
    let no_clone3 = filter(
        BTreeMap::from([(libc::SYS_clone3, Vec::new())]),
        SeccompAction::Errno(libc::ENOSYS as u32),
        SeccompAction::Allow,
    )?;
    let thread = libc::CLONE_THREAD as u64;
    let makes_thread =
        SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(thread), thread)?;
    let mut allowed: BTreeMap<i64, Vec<SeccompRule>> = calls.into_iter().map(|n| (n, Vec::new())).collect();
    allowed.insert(libc::SYS_clone, vec![SeccompRule::new(vec![makes_thread])?]);
    // The other filter decides about `clone3`: of two errors, the kernel would return that of the filter installed
    // later.
    allowed.insert(libc::SYS_clone3, Vec::new());
    let allowed = filter(allowed, SeccompAction::Allow, SeccompAction::Errno(libc::EPERM as u32))?;
    Ok([no_clone3, allowed])
}

/// Creates a filter that applies `action` to `calls` and `otherwise` to the rest. A call with rules must match one of
/// them.
fn filter(
    calls: BTreeMap<i64, Vec<SeccompRule>>,
    action: SeccompAction,
    otherwise: SeccompAction,
) -> Result<BpfProgram, BackendError> {
    SeccompFilter::new(calls, otherwise, action, std::env::consts::ARCH.try_into()?)?.try_into()
}
