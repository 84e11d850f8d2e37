//! What the system knows of this thread's time and this process's heap.
#![expect(unsafe_code, reason = "two calls of libc")]

/// CPU time of this thread, in ns: what others do on the machine does not count.
pub(super) fn thread_ns() -> u64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists on Linux and the struct is ours to fill.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    assert_eq!(failed, 0, "clock_gettime(CLOCK_THREAD_CPUTIME_ID)");
    t.tv_sec as u64 * 1_000_000_000 + t.tv_nsec as u64
}

/// Bytes of the heap in use, with what malloc needs for itself.
#[cfg(target_env = "gnu")]
pub(super) fn heap_in_use() -> usize {
    // SAFETY: the call only reads malloc's own figures.
    let m = unsafe { libc::mallinfo2() };
    m.uordblks + m.hblkhd
}

#[cfg(not(target_env = "gnu"))]
compile_error!("the lab reads heap use from glibc's mallinfo2");

/// Memory that is free to use, in bytes, by /proc/meminfo.
pub(super) fn available_memory() -> anyhow::Result<usize> {
    use anyhow::Context;
    let text = std::fs::read_to_string("/proc/meminfo").context("/proc/meminfo")?;
    let kib: usize = text
        .lines()
        .find_map(|l| l.strip_prefix("MemAvailable:"))
        .and_then(|l| l.split_whitespace().next())
        .and_then(|n| n.parse().ok())
        .context("/proc/meminfo: expected a line `MemAvailable: N kB`")?;
    Ok(kib * 1024)
}
