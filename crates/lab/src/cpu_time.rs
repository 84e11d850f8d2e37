//! CPU time in ns. Unlike wall-clock time, it does not include waiting for a processor that does other work.
#![expect(unsafe_code, reason = "a call of libc")]

/// Returns the CPU time of this thread.
pub(crate) fn thread() -> u64 {
    read(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// Returns the CPU time of all threads of this process.
pub(crate) fn process() -> u64 {
    read(libc::CLOCK_PROCESS_CPUTIME_ID)
}

/// Returns the CPU time of all child processes that have ended.
pub(crate) fn children() -> u64 {
    // SAFETY: zeros are a valid value of the struct, which the call fills.
    let mut u: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the struct is a local variable.
    let failed = unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &mut u) };
    assert_eq!(failed, 0, "getrusage(RUSAGE_CHILDREN)");
    let nanos = |t: libc::timeval| t.tv_sec as u64 * 1_000_000_000 + t.tv_usec as u64 * 1000;
    nanos(u.ru_utime) + nanos(u.ru_stime)
}

fn read(clock: libc::clockid_t) -> u64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: Linux has both clocks, and the struct is a local variable.
    let failed = unsafe { libc::clock_gettime(clock, &mut t) };
    assert_eq!(failed, 0, "clock_gettime({clock})");
    t.tv_sec as u64 * 1_000_000_000 + t.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_of_thread_and_process() {
        let (t, p) = (thread(), process());
        let mut x = 1_u64;
        while thread() == t {
            x = std::hint::black_box(x.wrapping_mul(3));
        }
        assert!(process() > p);
    }
}
