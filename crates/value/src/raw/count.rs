//! Counts of handles.
use std::cell::Cell;

/// Counts one handle more. A count that would overflow ends the process, as `Rc` does: handles were leaked.
#[inline]
pub(super) fn bump(refs: &Cell<u32>) {
    let n = refs.get() + 1;
    if n == u32::MAX {
        std::process::abort();
    }
    refs.set(n);
}
