//! libc's name service. Only worker processes call it, because libc may load modules of other vendors.
use std::ffi::CString;

mod abi;
mod call;
mod list;
mod look_up;
mod records;

pub(crate) use list::list;
pub(crate) use look_up::look_up;

/// Makes libc use the sources in `line`, written as in nsswitch.conf, for database `db` in this process. libc then also
/// stops asking nscd's socket for that database.
pub(crate) fn configure(db: &str, line: &str) -> bool {
    let (Ok(db), Ok(line)) = (CString::new(db), CString::new(line)) else { return false };
    // SAFETY: C strings that outlive the call; this process has one thread.
    unsafe { abi::__nss_configure_lookup(db.as_ptr(), line.as_ptr()) == 0 }
}
