//! Counts of handles.
use std::cell::Cell;

/// Counts one more handle. Aborts the process before the count overflows, as `Rc` does; only leaked handles can get it
/// there.
#[inline]
pub(super) fn bump(refs: &Cell<u32>) {
    let n = refs.get() + 1;
    if n == u32::MAX {
        std::process::abort();
    }
    refs.set(n);
}
