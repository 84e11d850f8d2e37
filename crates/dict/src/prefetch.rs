//! The processor's prefetch instruction, if it has one.
#![expect(unsafe_code, reason = "an intrinsic")]

/// Prefetches the cache line at `p`, which may be any address.
#[inline]
pub(crate) fn line(p: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch faults on no address; SSE is a feature of the target.
    unsafe {
        core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(p.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = p;
}
