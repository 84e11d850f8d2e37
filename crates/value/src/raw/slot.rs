//! A cell whose content is only copied out or replaced.
use std::cell::UnsafeCell;

/// A cell whose content leaves only by copy: no reference into it exists outside of this layer, so replacing it is
/// always sound. Copying the content must not reach back into the slot; for values it counts a handle.
pub(crate) struct Slot<T>(UnsafeCell<T>);

impl<T> Slot<T> {
    #[inline]
    pub(crate) const fn new(v: T) -> Self {
        Slot(UnsafeCell::new(v))
    }

    /// Puts `v` in place; what was there comes back.
    #[inline]
    pub(crate) fn replace(&self, v: T) -> T {
        // SAFETY: no reference into the slot exists; what was there is dropped by the caller, when the slot is whole.
        unsafe { std::ptr::replace(self.0.get(), v) }
    }

    /// Changes the content in place. `f` must not run code that could look at the slot: it is called with plain
    /// arithmetic only, and is not public for that reason.
    #[inline]
    pub(crate) fn update<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        // SAFETY: no reference into the slot exists; the callers, all in this crate, pass closures that change numbers.
        f(unsafe { &mut *self.0.get() })
    }

    /// Looks without copying. `f` must not run code that could write the slot: it is called with plain tests only, and
    /// is not public for that reason.
    #[inline]
    pub(crate) fn peek<R>(&self, f: impl FnOnce(&T) -> R) -> R {
        // SAFETY: the callers, all in this crate, pass closures that read tags and numbers or compare bytes.
        f(unsafe { &*self.0.get() })
    }
}
