//! Processes: the spawner and its workers, the daemon's own identity.
use std::ffi::CString;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;

fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// A pair of connected sockets that keep messages apart.
pub(crate) fn packet_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut fds = [-1; 2];
    // SAFETY: room for the two descriptors, which are ours alone.
    unsafe {
        let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
        check(libc::socketpair(libc::AF_UNIX, kind, 0, fds.as_mut_ptr()))?;
        Ok((OwnedFd::from_raw_fd(fds[0]), OwnedFd::from_raw_fd(fds[1])))
    }
}

/// Forks: the child's id in the parent, `None` in the child. The calling process must have one thread only: that is
/// what makes it sound for the child to go on with the parent's heap.
pub(crate) fn fork() -> io::Result<Option<libc::pid_t>> {
    // SAFETY: single-threaded by contract, so no lock of another thread is held in the child.
    let pid = check(unsafe { libc::fork() })?;
    Ok((pid != 0).then_some(pid))
}

/// Ends a forked child without running what the parent has registered for its own end.
pub(crate) fn leave() -> ! {
    // SAFETY: does not return.
    unsafe { libc::_exit(0) }
}

/// Closes every descriptor of a forked child from 3 on, except for `keep`.
pub(crate) fn close_all_but(keep: RawFd) {
    let keep = keep.cast_unsigned();
    // SAFETY: no pointers. The child does not touch what the parent's values own any more: it runs on `keep` alone
    // and ends with `leave`, so that nothing closes these numbers a second time.
    unsafe {
        if keep > 3 {
            libc::syscall(libc::SYS_close_range, 3u32, keep - 1, 0u32);
        }
        libc::syscall(libc::SYS_close_range, keep + 1, u32::MAX, 0u32);
    }
}

/// Has this process killed when its parent ends, and children reaped by the kernel.
pub(crate) fn end_with_parent() {
    // SAFETY: no pointers.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::signal(libc::SIGCHLD, libc::SIG_IGN);
    }
}

/// Lets children be waited for, as modules may want to.
pub(crate) fn reap_by_hand() {
    // SAFETY: no pointers.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
}

/// Leaves the terminal's signals to the parent, and ends this process quietly with its pipes.
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
    if pid > 1 {
        // SAFETY: no pointers.
        unsafe { libc::kill(pid, libc::SIGKILL) };
    }
}

/// Becomes that user and group for good, without supplementary groups.
pub(crate) fn become_user(uid: u32, gid: u32) -> io::Result<()> {
    // SAFETY: no pointers are read: the list of groups is empty.
    unsafe {
        check(libc::setgroups(0, std::ptr::null()))?;
        check(libc::setresgid(gid, gid, gid))?;
        check(libc::setresuid(uid, uid, uid))?;
    }
    Ok(())
}

/// Gives a path to a user.
pub(crate) fn chown(path: &std::path::Path, uid: u32, gid: u32) -> io::Result<()> {
    std::os::unix::fs::lchown(path, Some(uid), Some(gid))
}

/// The effective uid of this process.
pub(crate) fn effective_uid() -> u32 {
    // SAFETY: cannot fail, no pointers.
    unsafe { libc::geteuid() }
}

/// Runs this thread before all that have no real-time priority; threads that it starts later do not inherit that.
pub(crate) fn run_first() -> io::Result<()> {
    let lowest = libc::sched_param { sched_priority: 1 };
    // SAFETY: the parameter outlives the call.
    check(unsafe {
        libc::sched_setscheduler(0, libc::SCHED_RR | libc::SCHED_RESET_ON_FORK, &raw const lowest)
    })
    .map(drop)
}

/// Makes the files that this process creates readable by all where it asks for that.
pub(crate) fn clear_umask() {
    // SAFETY: cannot fail, no pointers.
    unsafe { libc::umask(0o022) };
}

/// Leaves the terminal: the parent waits until `ready` in the child says how the start went, and then ends with it.
pub(crate) fn detach() -> io::Result<UnixStream> {
    let (near, far) = UnixStream::pair()?;
    // SAFETY: called before any thread is started.
    let pid = check(unsafe { libc::fork() })?;
    if pid != 0 {
        drop(far);
        let mut verdict = [1u8];
        let said = io::Read::read(&mut &near, &mut verdict);
        let code = if matches!(said, Ok(1)) { i32::from(verdict[0]) } else { 1 };
        // SAFETY: ends the parent without running the child's exit handlers a second time.
        unsafe { libc::_exit(code) };
    }
    // SAFETY: no pointers but that of a C string that outlives the call.
    unsafe {
        check(libc::setsid())?;
        let null = CString::from(c"/dev/null");
        let fd = check(libc::open(null.as_ptr(), libc::O_RDWR))?;
        for target in 0..2 {
            check(libc::dup2(fd, target))?;
        }
        if fd > 2 {
            libc::close(fd);
        }
    }
    Ok(far)
}

/// Raises what this process may have open to what it is allowed at most.
pub(crate) fn raise_descriptor_limit() {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is ours and of the right type.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) == 0 {
            limit.rlim_cur = limit.rlim_max.min(65_536);
            libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit);
        }
    }
}

/// Sends one message to a packet socket.
pub(crate) fn send(fd: &OwnedFd, bytes: &[u8]) -> io::Result<()> {
    // SAFETY: the buffer is as long as said.
    let n = unsafe { libc::send(fd.as_raw_fd(), bytes.as_ptr().cast(), bytes.len(), libc::MSG_NOSIGNAL) };
    if n == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Stops waiting at a descriptor.
pub(crate) fn set_nonblocking(fd: &OwnedFd) -> io::Result<()> {
    // SAFETY: no pointers.
    unsafe {
        let flags = check(libc::fcntl(fd.as_raw_fd(), libc::F_GETFL))?;
        check(libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, flags | libc::O_NONBLOCK))?;
    }
    Ok(())
}
