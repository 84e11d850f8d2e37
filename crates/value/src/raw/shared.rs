//! A shared cell with checked borrows.
use super::count::bump;
use std::cell::{Cell, UnsafeCell};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// A shared cell with checked borrows.
pub(crate) struct Shared<T> {
    at: NonNull<SharedBox<T>>,
    _owns: PhantomData<T>,
}

#[repr(C)]
struct SharedBox<T> {
    refs: Cell<u32>,
    /// 0: free; -1: borrowed to change; n > 0: n readers.
    borrowed: Cell<i32>,
    value: UnsafeCell<T>,
}

impl<T> Shared<T> {
    pub(crate) fn new(value: T) -> Self {
        let b =
            Box::new(SharedBox { refs: Cell::new(1), borrowed: Cell::new(0), value: UnsafeCell::new(value) });
        Shared { at: NonNull::from(Box::leak(b)), _owns: PhantomData }
    }

    #[inline]
    fn inner(&self) -> &SharedBox<T> {
        // SAFETY: the box lives as long as a handle does.
        unsafe { self.at.as_ref() }
    }

    /// Borrows to read.
    ///
    /// # Panics
    /// If the cell is borrowed to change. Callers in this crate never run foreign code while they hold a borrow.
    #[inline]
    pub(crate) fn borrow(&self) -> Reading<'_, T> {
        let b = &self.inner().borrowed;
        assert!(b.get() >= 0, "a container is read while it is being changed");
        b.set(b.get() + 1);
        Guard(self.inner())
    }

    /// Borrows to change.
    ///
    /// # Panics
    /// If the cell is borrowed. Callers in this crate never run foreign code while they hold a borrow.
    #[inline]
    pub(crate) fn borrow_mut(&self) -> Changing<'_, T> {
        let b = &self.inner().borrowed;
        assert!(b.get() == 0, "a container is changed while it is in use");
        b.set(-1);
        Guard(self.inner())
    }

    /// The count of handles.
    #[inline]
    pub(crate) fn count(&self) -> &Cell<u32> {
        &self.inner().refs
    }

    #[inline]
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.at == other.at
    }

    #[inline]
    pub(crate) fn address(&self) -> usize {
        self.at.as_ptr() as usize
    }

    /// Whether this is the only handle.
    pub(crate) fn is_last(&self) -> bool {
        self.inner().refs.get() == 1
    }
}

impl<T> Clone for Shared<T> {
    #[inline]
    fn clone(&self) -> Self {
        bump(&self.inner().refs);
        Shared { at: self.at, _owns: PhantomData }
    }
}

impl<T> Drop for Shared<T> {
    #[inline]
    fn drop(&mut self) {
        let refs = &self.inner().refs;
        refs.set(refs.get() - 1);
        if refs.get() == 0 {
            // SAFETY: no handle is left, and borrows hold the handle's lifetime; the box was leaked in `new`.
            drop(unsafe { Box::from_raw(self.at.as_ptr()) });
        }
    }
}

/// A borrow to read.
pub(crate) type Reading<'a, T> = Guard<'a, T, false>;

/// A borrow to change.
pub(crate) type Changing<'a, T> = Guard<'a, T, true>;

/// A borrow, counted by the flag in the box.
pub(crate) struct Guard<'a, T, const CHANGES: bool>(&'a SharedBox<T>);

impl<T, const CHANGES: bool> Deref for Guard<'_, T, CHANGES> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the flag counts this borrow: others only read, and a borrow to change is the only one.
        unsafe { &*self.0.value.get() }
    }
}

impl<T> DerefMut for Guard<'_, T, true> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the flag says that this is the only borrow.
        unsafe { &mut *self.0.value.get() }
    }
}

impl<T, const CHANGES: bool> Drop for Guard<'_, T, CHANGES> {
    #[inline]
    fn drop(&mut self) {
        let borrowed = &self.0.borrowed;
        borrowed.set(if CHANGES { 0 } else { borrowed.get() - 1 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "in use")]
    fn a_shared_cell_checks_its_borrows() {
        let s = Shared::new(1);
        let _r = s.borrow();
        let other = s.clone();
        let _w = other.borrow_mut();
    }
}
