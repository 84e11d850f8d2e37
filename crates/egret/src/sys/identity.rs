//! The user of this process.
#![expect(unsafe_code, reason = "libc changes the user of all threads: each block states its proof")]
use std::io;

fn check(result: libc::c_int) -> io::Result<()> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Changes the user and group of this process for good and drops its supplementary groups.
///
/// # Errors
/// The system refuses.
pub(crate) fn become_user(uid: u32, gid: u32) -> io::Result<()> {
    // SAFETY: no pointers are read: the list of groups is empty.
    unsafe {
        check(libc::setgroups(0, std::ptr::null()))?;
        check(libc::setresgid(gid, gid, gid))?;
        check(libc::setresuid(uid, uid, uid))
    }
}
