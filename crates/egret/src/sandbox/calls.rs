//! The system calls that a run may make. None of them executes a program, traces or signals another user's processes,
//! or changes the system, its mounts, its modules or a process's identity. All others fail with EPERM.
use std::io;

macro_rules! calls {
    ($($name:ident)*) => { &[$(libc::$name),*] };
}

/// Calls that exist on all processors.
const ALLOWED: &[libc::c_long] = calls! {
    // Descriptors.
    SYS_read SYS_write SYS_readv SYS_writev SYS_pread64 SYS_pwrite64 SYS_preadv SYS_pwritev SYS_preadv2 SYS_pwritev2
    SYS_close SYS_close_range SYS_lseek SYS_dup SYS_dup3 SYS_fcntl SYS_ioctl SYS_flock SYS_pipe2 SYS_eventfd2 SYS_signalfd4
    SYS_timerfd_create SYS_timerfd_settime SYS_timerfd_gettime SYS_copy_file_range SYS_sendfile SYS_splice
    SYS_epoll_create1 SYS_epoll_ctl SYS_epoll_pwait SYS_epoll_pwait2 SYS_ppoll SYS_pselect6
    SYS_io_uring_setup SYS_io_uring_enter SYS_io_uring_register
    SYS_inotify_init1 SYS_inotify_add_watch SYS_inotify_rm_watch SYS_memfd_create
    // Files.
    SYS_openat SYS_openat2 SYS_fstat SYS_newfstatat SYS_statx SYS_statfs SYS_fstatfs SYS_faccessat SYS_faccessat2
    SYS_readlinkat SYS_getdents64 SYS_getcwd SYS_ftruncate SYS_truncate SYS_fallocate SYS_fadvise64 SYS_fsync
    SYS_fdatasync SYS_sync_file_range SYS_mkdirat SYS_unlinkat SYS_renameat SYS_renameat2 SYS_linkat SYS_fchmod
    SYS_fchmodat SYS_utimensat SYS_umask
    // Sockets: interfaces, name servers, metrics, nodes of a cluster, the helper.
    SYS_socket SYS_socketpair SYS_bind SYS_connect SYS_listen SYS_accept SYS_accept4 SYS_shutdown SYS_getsockname
    SYS_getpeername SYS_getsockopt SYS_setsockopt SYS_sendto SYS_recvfrom SYS_sendmsg SYS_recvmsg SYS_sendmmsg
    SYS_recvmmsg
    // Memory.
    SYS_mmap SYS_munmap SYS_mremap SYS_mprotect SYS_madvise SYS_msync SYS_mincore SYS_mlock SYS_mlock2 SYS_munlock
    SYS_brk SYS_membarrier
    // Threads, and signals to groups of programs that run as the same user.
    SYS_futex SYS_set_robust_list SYS_get_robust_list SYS_rseq SYS_set_tid_address SYS_gettid SYS_tgkill SYS_kill
    SYS_exit SYS_exit_group SYS_wait4 SYS_waitid SYS_prctl SYS_sched_yield SYS_sched_getaffinity
    SYS_sched_setaffinity SYS_sched_getparam SYS_sched_getscheduler SYS_sched_get_priority_max
    SYS_sched_get_priority_min SYS_getcpu SYS_rt_sigaction SYS_rt_sigprocmask SYS_rt_sigreturn SYS_rt_sigpending
    SYS_rt_sigtimedwait SYS_sigaltstack SYS_restart_syscall
    // Time, and facts about the process and the machine.
    SYS_clock_gettime SYS_clock_getres SYS_clock_nanosleep SYS_nanosleep SYS_gettimeofday SYS_getrandom SYS_getpid
    SYS_getppid SYS_getpgid SYS_getsid SYS_getuid SYS_geteuid SYS_getgid SYS_getegid SYS_getgroups SYS_getresuid
    SYS_getresgid SYS_getrlimit SYS_prlimit64 SYS_getrusage SYS_times SYS_uname SYS_sysinfo SYS_capget
    // The second step of the sandbox.
    SYS_landlock_create_ruleset SYS_landlock_add_rule SYS_landlock_restrict_self
};

/// Older forms of calls, which only this processor has.
#[cfg(target_arch = "x86_64")]
const OLDER: &[libc::c_long] = calls! {
    SYS_open SYS_creat SYS_stat SYS_lstat SYS_access SYS_readlink SYS_getdents SYS_mkdir SYS_rmdir SYS_unlink SYS_rename
    SYS_link SYS_chmod SYS_utime SYS_utimes SYS_futimesat SYS_dup2 SYS_pipe SYS_eventfd SYS_signalfd SYS_inotify_init
    SYS_epoll_create SYS_epoll_wait SYS_poll SYS_select SYS_time SYS_getpgrp SYS_arch_prctl
};
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[libc::c_long] = &[];

/// The calls of a run. `xdp` adds the one that XDP sockets need.
fn allowed(xdp: bool) -> impl Iterator<Item = libc::c_long> {
    // A device that comes back gets its program loaded again.
    ALLOWED.iter().chain(OLDER).copied().chain(xdp.then_some(libc::SYS_bpf))
}

/// Restricts the process to these calls for good.
pub(super) fn confine(xdp: bool) -> io::Result<()> {
    syscall_filter::confine(allowed(xdp))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    /// Runs in its own thread, since a filter cannot be removed.
    #[test]
    fn no_program_is_executed_and_no_process_made() {
        let confined = std::thread::spawn(|| {
            syscall_filter::confine_this_thread(allowed(false)).unwrap();
            let executed = Command::new("/bin/true").exec();
            let spawned = Command::new("/bin/true").spawn().map(drop);
            let thread = std::thread::spawn(|| 7).join();
            (executed.kind(), spawned.map_err(|e| e.kind()), thread.unwrap())
        });
        let refused = ErrorKind::PermissionDenied;
        assert_eq!(confined.join().unwrap(), (refused, Err(refused), 7));
    }
}
