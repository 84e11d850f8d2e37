//! The system calls that the daemon may make once it serves. None of them can start a program, open a connection or change
//! the process' identity. The spawner, which forks the workers, is not confined.
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter_all_threads,
};
use std::collections::BTreeMap;
use std::io;

/// The allowed system calls. All others fail with EPERM, as does a `clone` that makes a process.
const ALLOWED: &[libc::c_long] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pwrite64,
    libc::SYS_close,
    libc::SYS_lseek,
    libc::SYS_recvfrom,
    libc::SYS_recvmsg,
    libc::SYS_sendto,
    libc::SYS_sendmsg,
    libc::SYS_accept4,
    libc::SYS_shutdown,
    libc::SYS_getsockopt,
    libc::SYS_setsockopt,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_wait,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_epoll_ctl,
    libc::SYS_poll,
    libc::SYS_ppoll,
    libc::SYS_futex,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_getrandom,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_memfd_create,
    libc::SYS_ftruncate,
    libc::SYS_fallocate,
    libc::SYS_fcntl,
    libc::SYS_fchmod,
    // Replaces standard error when a daemon in the background is ready.
    libc::SYS_dup2,
    libc::SYS_dup3,
    libc::SYS_openat,
    libc::SYS_open,
    libc::SYS_fstat,
    libc::SYS_stat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_readlink,
    libc::SYS_readlinkat,
    libc::SYS_unlink,
    libc::SYS_unlinkat,
    libc::SYS_rename,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_getdents64,
    libc::SYS_inotify_add_watch,
    libc::SYS_set_tid_address,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_tgkill,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_set_robust_list,
    libc::SYS_clone3,
];

/// A filter that applies `action` to `calls` and `otherwise` to the rest. Calls with rules need one of them to match.
fn filter(
    calls: BTreeMap<i64, Vec<SeccompRule>>,
    action: SeccompAction,
    otherwise: SeccompAction,
) -> Result<BpfProgram, seccompiler::BackendError> {
    SeccompFilter::new(calls, otherwise, action, std::env::consts::ARCH.try_into()?)?.try_into()
}

/// The filters, in the order in which they are installed. The kernel obeys the strictest.
fn filters() -> Result<[BpfProgram; 2], seccompiler::BackendError> {
    // clone3 passes its flags in memory, which no filter can read. libc falls back to clone on ENOSYS.
    let no_clone3 = filter(
        BTreeMap::from([(libc::SYS_clone3, Vec::new())]),
        SeccompAction::Errno(libc::ENOSYS as u32),
        SeccompAction::Allow,
    )?;
    let thread = libc::CLONE_THREAD as u64;
    let makes_thread =
        SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(thread), thread)?;
    let mut calls: BTreeMap<i64, Vec<SeccompRule>> = ALLOWED.iter().map(|n| (*n, Vec::new())).collect();
    calls.insert(libc::SYS_clone, vec![SeccompRule::new(vec![makes_thread])?]);
    let allowed = filter(calls, SeccompAction::Allow, SeccompAction::Errno(libc::EPERM as u32))?;
    Ok([no_clone3, allowed])
}

/// Confines all threads of this process for good.
pub(crate) fn confine() -> io::Result<()> {
    for filter in filters().map_err(io::Error::other)? {
        apply_filter_all_threads(&filter).map_err(io::Error::other)?;
    }
    Ok(())
}
