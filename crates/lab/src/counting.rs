//! Counts heap allocations on request, to verify claims of "no allocation".
#![expect(unsafe_code, reason = "an allocator is unsafe to be; this one only counts and passes on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The system's allocator with a counter.
pub(crate) struct Counting;

static ON: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicU64 = AtomicU64::new(0);

fn count() {
    if ON.load(Relaxed) {
        CALLS.fetch_add(1, Relaxed);
    }
}

// SAFETY: passes every call to the system's allocator unchanged and returns its result.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`; all blocks come from the system's allocator.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `realloc`; all blocks come from the system's allocator.
        unsafe { System.realloc(at, layout, size) }
    }
}

/// Returns the result of `f`, and the number of allocations on all threads while it runs.
pub(crate) fn allocations<R>(f: impl FnOnce() -> R) -> (R, u64) {
    let before = CALLS.load(Relaxed);
    ON.store(true, Relaxed);
    let result = f();
    ON.store(false, Relaxed);
    (result, CALLS.load(Relaxed) - before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allocation_is_counted() {
        let (v, n) = allocations(|| vec![1_u8; 100]);
        assert!(n >= 1 && v.len() == 100);
    }
}
