//! A cell whose content is only copied out or replaced.
use super::CountedCopy;
use std::cell::UnsafeCell;
use std::mem::ManuallyDrop;

/// A cell whose content is only copied out or replaced. No reference into it exists outside of this layer, so replacing
/// the content is always sound. Copying must not access the slot again; for a value it only increments a count.
pub(crate) struct Slot<T: CountedCopy>(UnsafeCell<ManuallyDrop<T>>);

impl<T: CountedCopy> Drop for Slot<T> {
    /// Most fields of a record are plain; checking for that is cheaper than dropping a value.
    #[inline]
    fn drop(&mut self) {
        let held = self.0.get_mut();
        if !held.is_plain() {
            // SAFETY: the slot is dropped once, and nothing reads it after.
            unsafe { ManuallyDrop::drop(held) };
        }
    }
}

impl<T: CountedCopy> Slot<T> {
    #[inline]
    pub(crate) const fn new(v: T) -> Self {
        Slot(UnsafeCell::new(ManuallyDrop::new(v)))
    }

    /// Stores `v` and returns the old content.
    #[inline]
    pub(crate) fn replace(&self, v: T) -> T {
        // SAFETY: no reference into the slot exists. The caller drops the old content, when the slot is valid again.
        unsafe { std::ptr::replace(self.pointer(), v) }
    }

    /// The address of the content, for this layer.
    #[inline]
    pub(super) const fn pointer(&self) -> *mut T {
        self.0.get().cast()
    }

    /// Changes the content in place. `f` must not run code that could read the slot. The method is not public because
    /// its callers must only do plain arithmetic.
    #[inline]
    pub(crate) fn update<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        // SAFETY: no reference into the slot exists; the callers, all in this crate, pass closures that change numbers.
        f(unsafe { &mut *self.pointer() })
    }

    /// Reads without copying. `f` must not run code that could write the slot. The method is not public because its
    /// callers must only do plain tests.
    #[inline]
    pub(crate) fn peek<R>(&self, f: impl FnOnce(&T) -> R) -> R {
        // SAFETY: the callers, all in this crate, pass closures that read tags and numbers or compare bytes.
        f(unsafe { &*self.pointer() })
    }
}
