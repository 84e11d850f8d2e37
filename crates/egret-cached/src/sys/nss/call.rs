//! Calls functions of the `…_r` family: passes a struct, a buffer and a place for the result pointer, and retries with
//! a larger buffer on `ERANGE`. The answer is copied into a record before the buffer is reused.
use super::records::Got;
use libc::{c_char, c_int};
use std::mem::MaybeUninit;
use std::ptr::null_mut;

/// The maximum size of the buffer in bytes.
const MAX_BUFFER: usize = 4 << 20;

/// Makes a closure that passes the given arguments, then the struct, the buffer and the result pointer.
macro_rules! r_call {
    ($function:path $(, $arg:expr)* $(; $last:expr)?) => {
        // SAFETY: the arguments are numbers, or pointers to C strings and buffers that outlive the call and are as long
        // as declared. A worker has one thread, so libc's static state (`h_errno`, the position in a list) is not
        // shared.
        |out, buf, len, result| unsafe { $function($($arg,)* out, buf, len, result $(, $last)?) }
    };
}
pub(super) use r_call;

/// The outcome of one call.
enum Once<R> {
    Answer(R),
    /// There is no (further) entry.
    End,
    TooSmall,
    /// The call failed with this error number.
    Failed(c_int),
}

fn once<T, R>(
    run: &mut impl FnMut(*mut T, *mut c_char, usize, *mut *mut T) -> c_int,
    buf: &mut [u8],
    read: &impl Fn(&T) -> R,
) -> Once<R> {
    let mut out = MaybeUninit::<T>::zeroed();
    let mut result: *mut T = null_mut();
    let error = run(out.as_mut_ptr(), buf.as_mut_ptr().cast(), buf.len(), &raw mut result);
    if !result.is_null() {
        // SAFETY: libc points `result` to `out` after it has filled it; the pointers in it lead into `buf`.
        return Once::Answer(read(unsafe { &*result }));
    }
    match error {
        libc::ERANGE if buf.len() < MAX_BUFFER => Once::TooSmall,
        0 | libc::ENOENT => Once::End,
        error => Once::Failed(error),
    }
}

/// Looks up one entry.
pub(super) fn call<T>(
    mut run: impl FnMut(*mut T, *mut c_char, usize, *mut *mut T) -> c_int,
    read: impl Fn(&T) -> Got,
) -> Got {
    let mut buf = vec![0u8; 4096];
    loop {
        match once(&mut run, &mut buf, &read) {
            Once::Answer(got) => return got,
            Once::End | Once::Failed(libc::ESRCH) => return Got::Absent,
            Once::TooSmall => buf.resize(buf.len() * 4, 0),
            Once::Failed(_) => return Got::Failed,
        }
    }
}

/// Enumerates entries and passes each record to `each`. Returns false if the sources failed.
pub(super) fn enumerate<T>(
    mut next: impl FnMut(*mut T, *mut c_char, usize, *mut *mut T) -> c_int,
    read: impl Fn(&T) -> Got,
    each: &mut impl FnMut(&[u8]),
) -> bool {
    let mut buf = vec![0u8; 16 << 10];
    loop {
        match once(&mut next, &mut buf, &read) {
            Once::Answer(Got::Record(record)) => each(&record),
            // If an entry that cannot be encoded were left out, it would look absent.
            Once::Answer(Got::Failed | Got::Absent) => return false,
            Once::End => return true,
            // libc has not advanced, so the next call returns the same entry.
            Once::TooSmall => buf.resize(buf.len() * 4, 0),
            Once::Failed(_) => return false,
        }
    }
}
