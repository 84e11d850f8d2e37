//! The processes of the daemon: their identity, signals, descriptors and limits.
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit, setsid, umask};
use std::io;
use std::os::fd::{OwnedFd, RawFd};
use std::os::unix::net::UnixStream;

fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Forks. Returns the child's id in the parent and `None` in the child. The calling process must have a single thread;
/// otherwise, the child could not use the heap.
pub(crate) fn fork() -> io::Result<Option<libc::pid_t>> {
    // SAFETY: single-threaded by contract, so no other thread holds a lock that the child would need.
    let pid = check(unsafe { libc::fork() })?;
    Ok((pid != 0).then_some(pid))
}

/// Ends a forked child without running its parent's exit handlers.
pub(crate) fn leave() -> ! {
    // SAFETY: does not return.
    unsafe { libc::_exit(0) }
}

/// Closes every descriptor of a forked child from 3 on, except `keep`.
pub(crate) fn close_all_but(keep: RawFd) {
    let keep = keep.cast_unsigned();
    // SAFETY: no pointers. The child uses only `keep` from now on and ends with `leave`, so no value of the parent
    // closes these numbers a second time.
    unsafe {
        if keep > 3 {
            libc::syscall(libc::SYS_close_range, 3u32, keep - 1, 0u32);
        }
        libc::syscall(libc::SYS_close_range, keep + 1, u32::MAX, 0u32);
    }
}

/// Makes the kernel kill this process when its parent ends, and reap its children.
pub(crate) fn end_with_parent() {
    // This fails only for an invalid signal.
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    // SAFETY: no pointers.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
}

/// Restores the default handling of ended children, since a module that starts a program may want to wait for it.
pub(crate) fn reap_by_hand() {
    // SAFETY: no pointers.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
}

/// Ignores the signals of a terminal, which the daemon handles, and those of broken pipes.
pub(crate) fn ignore_terminal() {
    // SAFETY: no pointers.
    unsafe {
        libc::signal(libc::SIGINT, libc::SIG_IGN);
        libc::signal(libc::SIGHUP, libc::SIG_IGN);
        libc::signal(libc::SIGPIPE, libc::SIG_IGN);
    }
}

/// Kills a process.
pub(crate) fn kill(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid).filter(|p| !p.is_init()) {
        // A process that has already ended needs no signal.
        let _ = kill_process(pid, Signal::KILL);
    }
}

/// Changes the user and group of this process permanently and drops its supplementary groups.
pub(crate) fn become_user(uid: u32, gid: u32) -> io::Result<()> {
    // libc's functions change all threads; the system calls, as rustix makes them, would change only one.
    // SAFETY: no pointers are read: the list of groups is empty.
    unsafe {
        check(libc::setgroups(0, std::ptr::null()))?;
        check(libc::setresgid(gid, gid, gid))?;
        check(libc::setresuid(uid, uid, uid))?;
    }
    Ok(())
}

/// Changes the owner of a path.
pub(crate) fn chown(path: &std::path::Path, uid: u32, gid: u32) -> io::Result<()> {
    std::os::unix::fs::lchown(path, Some(uid), Some(gid))
}

/// Returns the effective uid of this process.
pub(crate) fn effective_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Gives this thread the lowest real-time priority, above all ordinary threads. Threads that it starts do not inherit
/// it.
pub(crate) fn run_first() -> io::Result<()> {
    let lowest = libc::sched_param { sched_priority: 1 };
    // SAFETY: the parameter outlives the call.
    check(unsafe {
        libc::sched_setscheduler(0, libc::SCHED_RR | libc::SCHED_RESET_ON_FORK, &raw const lowest)
    })
    .map(drop)
}

/// Sets a umask that leaves the read permission on files that clients map.
pub(crate) fn set_umask() {
    umask(Mode::from_raw_mode(0o022));
}

/// Puts this process into the background: forks, and gives up the terminal and its standard input and output. The
/// parent waits for a status byte on the returned stream and exits with it. Standard error stays open for messages
/// about the start; see [`leave_stderr`].
pub(crate) fn detach() -> io::Result<UnixStream> {
    let (near, far) = UnixStream::pair()?;
    // No thread has been started yet.
    if fork()?.is_some() {
        drop(far);
        let mut status = [1u8];
        let read = io::Read::read(&mut &near, &mut status);
        let code = if matches!(read, Ok(1)) { i32::from(status[0]) } else { 1 };
        // SAFETY: ends the parent without running exit handlers, which are the child's now.
        unsafe { libc::_exit(code) };
    }
    setsid()?;
    let null = open_null()?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    Ok(far)
}

/// Opens /dev/null.
pub(crate) fn open_null() -> io::Result<OwnedFd> {
    Ok(open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?)
}

/// Replaces standard error by `null`. If a background process kept it, it would hold a pipe of its starter open, and
/// `egret-cached 2>&1 | tee LOG` would never end.
pub(crate) fn leave_stderr(null: &OwnedFd) -> io::Result<()> {
    Ok(rustix::stdio::dup2_stderr(null)?)
}

/// Raises the limit on open descriptors as far as allowed, up to 65,536.
pub(crate) fn raise_descriptor_limit() {
    let limit = getrlimit(Resource::Nofile);
    let current = Some(limit.maximum.unwrap_or(u64::MAX).min(65_536));
    // On failure, the previous limit remains.
    let _ = setrlimit(Resource::Nofile, Rlimit { current, ..limit });
}
