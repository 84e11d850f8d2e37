//! Memory of values: the one layer of this crate with `unsafe`.
//!
//! Values of one worker live on one thread, so counts are not atomic and no handle is `Send`. Three shapes, each with
//! an 8-byte header where `Rc<RefCell<…>>` has 24: a count and a length or a borrow flag.
//!
//! * [`Thin`]: a shared header and a number of items behind one thin pointer (strings, records);
//! * [`Shared`]: a shared cell with checked borrows (tables, vectors);
//! * [`Slot`]: a cell whose content is only ever copied out or replaced (a record's fields).
//!
//! [`Bits`] are a value on its way from one place to another.
#![expect(unsafe_code, reason = "thin shared objects: every block states its proof")]
mod bits;
mod mould;

pub use bits::Bits;
pub(crate) use mould::{CountedCopy, Mould};

use std::alloc::{self, Layout};
use std::cell::{Cell, UnsafeCell};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// A handle to a shared `H` followed by items of type `T`.
pub(crate) struct Thin<H, T> {
    at: NonNull<ThinHead<H>>,
    _owns: PhantomData<(H, T)>,
}

#[repr(C)]
struct ThinHead<H> {
    refs: Cell<u32>,
    len: u32,
    head: H,
}

impl<H, T> Thin<H, T> {
    fn layout(len: usize) -> (Layout, usize) {
        let items = Layout::array::<T>(len).expect("fewer items than memory");
        Layout::new::<ThinHead<H>>().extend(items).expect("fewer items than memory")
    }

    /// An object with the items that `items` yields; it must yield as many as it says.
    ///
    /// # Panics
    /// On more than 2^32 - 1 items.
    pub(crate) fn from_iter(head: H, items: impl ExactSizeIterator<Item = T>) -> Self {
        let promised = items.len();
        let len = u32::try_from(promised).expect("at most 4 G items");
        let (layout, offset) = Self::layout(promised);
        // SAFETY: the layout holds a `ThinHead` with two counts, so it is not of size zero.
        let at = unsafe { alloc::alloc(layout) }.cast::<ThinHead<H>>();
        let Some(at) = NonNull::new(at) else { alloc::handle_alloc_error(layout) };
        // SAFETY: `at` is fresh memory of this layout. If an item's making panics, memory is leaked and nothing else.
        unsafe { at.write(ThinHead { refs: Cell::new(1), len, head }) };
        // SAFETY: the offset lies within the layout, and items begin there.
        let first = unsafe { at.cast::<u8>().add(offset) }.cast::<T>();
        let mut made = 0;
        for item in items.take(promised) {
            // SAFETY: `made < promised`, so the place lies within the layout; nothing was there.
            unsafe { first.add(made).write(item) };
            made += 1;
        }
        assert_eq!(made, promised, "an exact-size iterator that lied");
        Thin { at, _owns: PhantomData }
    }

    /// The shared header.
    #[inline]
    pub(crate) fn head(&self) -> &H {
        // SAFETY: the object lives as long as a handle does.
        &unsafe { self.at.as_ref() }.head
    }

    /// The items.
    #[inline]
    pub(crate) fn items(&self) -> &[T] {
        // SAFETY: the object lives as long as a handle does; `from_iter` wrote `len` items at this offset.
        unsafe {
            let offset = Self::layout_offset();
            let first = self.at.as_ptr().cast::<u8>().add(offset).cast::<T>();
            std::slice::from_raw_parts(first, (*self.at.as_ptr()).len as usize)
        }
    }

    /// Where items begin: behind the header, at a multiple of their alignment, as `Layout::extend` puts them.
    const fn layout_offset() -> usize {
        size_of::<ThinHead<H>>().next_multiple_of(align_of::<T>())
    }

    /// How many handles there are.
    #[inline]
    pub(crate) fn count(&self) -> &Cell<u32> {
        // SAFETY: the object lives as long as a handle does.
        &unsafe { self.at.as_ref() }.refs
    }

    /// Whether two handles are to the same object.
    #[inline]
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.at == other.at
    }

    /// Address of the object, for cycle checks.
    #[inline]
    pub(crate) fn address(&self) -> usize {
        self.at.as_ptr() as usize
    }
}

impl<H, T: CountedCopy> Thin<H, Slot<T>> {
    /// An object whose items are those of a mould.
    pub(crate) fn cast(head: H, mould: &Mould<T>) -> Self {
        let start = mould.count();
        // A mould has no more items than a length can tell.
        let (len, (layout, offset)) = (start.len() as u32, Self::layout(start.len()));
        // SAFETY: the layout holds a `ThinHead` with two counts, so it is not of size zero.
        let at = unsafe { alloc::alloc(layout) }.cast::<ThinHead<H>>();
        let Some(at) = NonNull::new(at) else { alloc::handle_alloc_error(layout) };
        // SAFETY: `at` is fresh memory of this layout: the header at its start, `len` slots from the offset on. A slot
        // is its content, and the copies that the bits of the items make were counted by `count`.
        unsafe {
            at.write(ThinHead { refs: Cell::new(1), len, head });
            let first = at.as_ptr().cast::<u8>().add(offset).cast::<T>();
            std::ptr::copy_nonoverlapping(start.as_ptr(), first, start.len());
        }
        Thin { at, _owns: PhantomData }
    }
}

impl Thin<(), u8> {
    /// An object whose items are these bytes.
    ///
    /// # Panics
    /// On 4 GiB or more.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let len = u32::try_from(bytes.len()).expect("a string is shorter than 4 GiB");
        let (layout, offset) = Self::layout(bytes.len());
        // SAFETY: the layout holds a `ThinHead` with two counts, so it is not of size zero.
        let at = unsafe { alloc::alloc(layout) }.cast::<ThinHead<()>>();
        let Some(at) = NonNull::new(at) else { alloc::handle_alloc_error(layout) };
        // SAFETY: `at` is fresh memory of this layout: the header at its start, `len` bytes from the offset on.
        unsafe {
            at.write(ThinHead { refs: Cell::new(1), len, head: () });
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), at.as_ptr().cast::<u8>().add(offset), bytes.len());
        }
        Thin { at, _owns: PhantomData }
    }
}

impl<H, T> Clone for Thin<H, T> {
    #[inline]
    fn clone(&self) -> Self {
        // SAFETY: the object lives as long as a handle does.
        bump(&unsafe { self.at.as_ref() }.refs);
        Thin { at: self.at, _owns: PhantomData }
    }
}

impl<H, T> Drop for Thin<H, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the object lives until the count falls to zero, which happens once, here.
        let refs = unsafe { &self.at.as_ref().refs };
        refs.set(refs.get() - 1);
        if refs.get() == 0 {
            self.free();
        }
    }
}

impl<H, T> Thin<H, T> {
    #[cold]
    #[inline(never)]
    fn free(&mut self) {
        // SAFETY: no handle is left. Items and header are dropped in place once, then the memory goes back with the
        // layout it came with.
        unsafe {
            let len = (*self.at.as_ptr()).len as usize;
            let (layout, offset) = Self::layout(len);
            let first = self.at.as_ptr().cast::<u8>().add(offset).cast::<T>();
            std::ptr::slice_from_raw_parts_mut(first, len).drop_in_place();
            self.at.as_ptr().drop_in_place();
            alloc::dealloc(self.at.as_ptr().cast(), layout);
        }
    }
}

/// Counts one handle more. A count that would overflow ends the process, as `Rc` does: handles were leaked.
#[inline]
fn bump(refs: &Cell<u32>) {
    let n = refs.get() + 1;
    if n == u32::MAX {
        std::process::abort();
    }
    refs.set(n);
}

/// A cell whose content leaves only by copy: no reference into it exists outside of this module, so replacing it is
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

/// A shared cell with checked borrows.
pub(crate) struct Shared<T> {
    at: NonNull<SharedBox<T>>,
    _owns: PhantomData<T>,
}

#[repr(C)]
struct SharedBox<T> {
    refs: Cell<u32>,
    /// 0 free, -1 being changed, n read by n.
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

    /// To read.
    ///
    /// # Panics
    /// While it is being changed: callers in this crate never call out while they hold a borrow.
    #[inline]
    pub(crate) fn borrow(&self) -> Reading<'_, T> {
        let b = &self.inner().borrowed;
        assert!(b.get() >= 0, "a container is read while it is being changed");
        b.set(b.get() + 1);
        Reading(self.inner())
    }

    /// To change.
    ///
    /// # Panics
    /// While it is read or changed: callers in this crate never call out while they hold a borrow.
    #[inline]
    pub(crate) fn borrow_mut(&self) -> Changing<'_, T> {
        let b = &self.inner().borrowed;
        assert!(b.get() == 0, "a container is changed while it is in use");
        b.set(-1);
        Changing(self.inner())
    }

    /// How many handles there are.
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
pub(crate) struct Reading<'a, T>(&'a SharedBox<T>);

impl<T> Deref for Reading<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the flag counts this borrow, so nothing changes the content.
        unsafe { &*self.0.value.get() }
    }
}

impl<T> Drop for Reading<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.0.borrowed.set(self.0.borrowed.get() - 1);
    }
}

/// A borrow to change.
pub(crate) struct Changing<'a, T>(&'a SharedBox<T>);

impl<T> Deref for Changing<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the flag says that this is the only borrow.
        unsafe { &*self.0.value.get() }
    }
}

impl<T> DerefMut for Changing<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the flag says that this is the only borrow.
        unsafe { &mut *self.0.value.get() }
    }
}

impl<T> Drop for Changing<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.0.borrowed.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    #[test]
    fn thin_objects_free_what_they_hold_once() {
        let item = Rc::new(5);
        let t: Thin<Rc<i32>, Rc<i32>> = Thin::from_iter(item.clone(), vec![item.clone(); 3].into_iter());
        let u = t.clone();
        assert_eq!(Rc::strong_count(&item), 5);
        assert!(t.same(&u) && **t.head() == 5 && t.items().len() == 3);
        drop(t);
        assert_eq!(Rc::strong_count(&item), 5);
        drop(u);
        assert_eq!(Rc::strong_count(&item), 1);
    }

    #[test]
    fn items_keep_their_alignment() {
        let t: Thin<u8, u128> = Thin::from_iter(7, vec![1u128, 2].into_iter());
        assert_eq!(t.items(), [1, 2]);
        let e: Thin<(), u64> = Thin::from_iter((), std::iter::empty::<u64>());
        assert!(e.items().is_empty());
    }

    #[test]
    #[should_panic(expected = "in use")]
    fn a_shared_cell_checks_its_borrows() {
        let s = Shared::new(1);
        let _r = s.borrow();
        let other = s.clone();
        let _w = other.borrow_mut();
    }
}
