//! The results of a call: glibc's status, `errno` and `h_errno`.
use crate::abi::*;
use crate::ask::NoRecord;
use core::ffi::c_int;

/// Returns the status for glibc. Sets `errno` unless the call succeeded. Only a buffer that is too small sets `ERANGE`,
/// which makes glibc call again.
///
/// # Safety
/// `errnop` is valid for a write, or null.
pub(crate) unsafe fn conclude(result: Result<(), NoRecord>, errnop: *mut c_int) -> Status {
    let (status, errno) = match result {
        Ok(()) => return Status::Success,
        Err(NoRecord::Absent) => (Status::NotFound, ENOENT),
        Err(NoRecord::Unavailable) => (Status::Unavailable, ENOENT),
        Err(NoRecord::BufferTooSmall) => (Status::TryAgain, ERANGE),
    };
    if !errnop.is_null() {
        // SAFETY: valid by contract.
        unsafe { errnop.write(errno) };
    }
    status
}

/// Sets `h_errno` to match `status`, and returns `status`.
///
/// # Safety
/// `herrnop` is valid for a write, or null.
pub(crate) unsafe fn set_herrno(status: Status, herrnop: *mut c_int) -> Status {
    const NETDB_INTERNAL: c_int = -1;
    const HOST_NOT_FOUND: c_int = 1;
    const NO_RECOVERY: c_int = 3;
    let h = match status {
        Status::Success => 0,
        Status::NotFound => HOST_NOT_FOUND,
        Status::TryAgain => NETDB_INTERNAL,
        Status::Unavailable => NO_RECOVERY,
    };
    if !herrnop.is_null() {
        // SAFETY: valid by contract.
        unsafe { herrnop.write(h) };
    }
    status
}
