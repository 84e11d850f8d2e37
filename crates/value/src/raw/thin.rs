//! A shared header and its items behind one thin pointer.
use super::count::bump;
use super::{CountedCopy, Mould, Slot};
use std::alloc::{self, Layout};
use std::cell::Cell;
use std::marker::PhantomData;
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
    /// Returns the layout of an object of `len` items, as far as it fits in memory.
    #[inline]
    fn layout(len: usize) -> Option<Layout> {
        let size = len.checked_mul(size_of::<T>())?.checked_add(Self::offset())?;
        Layout::from_size_align(size, Self::ALIGN).ok()
    }

    /// The alignment of an object: that of its header or its items.
    const ALIGN: usize = {
        let (head, item) = (align_of::<ThinHead<H>>(), align_of::<T>());
        if head > item { head } else { item }
    };

    /// Allocates memory for an object of `len` items and writes its header. Returns the header and the place of the
    /// first item.
    #[inline]
    fn allocate(head: H, len: u32) -> (NonNull<ThinHead<H>>, NonNull<T>) {
        let layout = Self::layout(len as usize).expect("fewer items than memory");
        // SAFETY: the layout holds a `ThinHead` with two counts, so it is not of size zero.
        let at = unsafe { alloc::alloc(layout) }.cast::<ThinHead<H>>();
        let Some(at) = NonNull::new(at) else { alloc::handle_alloc_error(layout) };
        // SAFETY: `at` is fresh memory of this layout: the header at its start, items from the offset on.
        unsafe {
            at.write(ThinHead { refs: Cell::new(1), len, head });
            (at, at.cast::<u8>().add(Self::offset()).cast::<T>())
        }
    }

    /// Creates an object with these items. The iterator must yield as many as it promises.
    ///
    /// # Panics
    /// If there are more than 2^32 - 1 items, or fewer than promised.
    pub(crate) fn from_iter(head: H, items: impl ExactSizeIterator<Item = T>) -> Self {
        let promised = items.len();
        let len = u32::try_from(promised).expect("at most 4 G items");
        // If making an item panics, only this memory leaks.
        let (at, first) = Self::allocate(head, len);
        let mut made = 0;
        for item in items.take(promised) {
            // SAFETY: `made < promised`, the number of items that the memory has room for; nothing was there.
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
            let first = self.at.as_ptr().cast::<u8>().add(Self::offset()).cast::<T>();
            std::slice::from_raw_parts(first, (*self.at.as_ptr()).len as usize)
        }
    }

    /// Returns the offset of the first item: after the header, aligned.
    const fn offset() -> usize {
        size_of::<ThinHead<H>>().next_multiple_of(align_of::<T>())
    }

    /// The number of handles.
    #[inline]
    pub(crate) fn count(&self) -> &Cell<u32> {
        // SAFETY: the object lives as long as a handle does.
        &unsafe { self.at.as_ref() }.refs
    }

    /// Whether both handles point to the same object.
    #[inline]
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.at == other.at
    }

    /// The address of the object, for cycle checks.
    #[inline]
    pub(crate) fn address(&self) -> usize {
        self.at.as_ptr() as usize
    }
}

impl<H, T: CountedCopy> Thin<H, Slot<T>> {
    /// Creates an object whose items are copies of the mould's.
    pub(crate) fn cast(head: H, mould: &Mould<T>) -> Self {
        let start = mould.count();
        // `Mould::new` checked that the number of items fits.
        let (at, first) = Self::allocate(head, start.len() as u32);
        // SAFETY: `first` has room for as many slots as `start` has items. A slot is its content, and the copies that
        // the bits of the items make were counted by `count`.
        unsafe { std::ptr::copy_nonoverlapping(start.as_ptr(), first.cast::<T>().as_ptr(), start.len()) };
        Thin { at, _owns: PhantomData }
    }
}

impl Thin<(), u8> {
    /// Creates an object whose items are these bytes.
    ///
    /// # Panics
    /// On 4 GiB or more.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let len = u32::try_from(bytes.len()).expect("a string is shorter than 4 GiB");
        let (at, first) = Self::allocate((), len);
        // SAFETY: `first` has room for `len` bytes.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), first.as_ptr(), bytes.len()) };
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
        // layout it came with, which `layout` checked.
        unsafe {
            let len = (*self.at.as_ptr()).len as usize;
            let layout =
                Layout::from_size_align_unchecked(Self::offset() + len * size_of::<T>(), Self::ALIGN);
            let first = self.at.as_ptr().cast::<u8>().add(Self::offset()).cast::<T>();
            std::ptr::slice_from_raw_parts_mut(first, len).drop_in_place();
            self.at.as_ptr().drop_in_place();
            alloc::dealloc(self.at.as_ptr().cast(), layout);
        }
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
}
