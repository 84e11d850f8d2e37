//! What this process has used of the machine.
#![expect(unsafe_code, reason = "libc fills a structure: the block states its proof")]
use std::mem::MaybeUninit;

/// Processor time in seconds, to the microsecond: in the program, and in the system for it. `None` if the system refuses.
pub(crate) fn processor_time() -> Option<(f64, f64)> {
    let mut usage = MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the pointer is to memory of the structure's size, which the call fills if it returns 0.
    let usage = unsafe {
        if libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr()) != 0 {
            return None;
        }
        usage.assume_init()
    };
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    Some((seconds(usage.ru_utime), seconds(usage.ru_stime)))
}
