//! The memory of this process and of the machine.
#![expect(unsafe_code, reason = "a call of libc")]

/// Returns the bytes of the heap in use, including malloc's overhead.
#[cfg(target_env = "gnu")]
pub(super) fn heap_in_use() -> usize {
    // SAFETY: the call only reads malloc's statistics.
    let m = unsafe { libc::mallinfo2() };
    m.uordblks + m.hblkhd
}

#[cfg(not(target_env = "gnu"))]
compile_error!("the lab reads heap use from glibc's mallinfo2");

/// Returns the available memory in bytes, from /proc/meminfo.
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
