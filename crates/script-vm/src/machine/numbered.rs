//! Lists with one entry for each global, body or thunk of a program.
use std::ops::{Index, IndexMut};

/// A list with an entry for every number of the program.
///
/// Reading is always in bounds: numbers come from the program that the list was sized for (a
/// [`script_sema::tree::GlobalId`], a [`script_sema::tree::BodyId`], a [`value::ThunkId`]), or from code that was
/// compiled from it and verified. The program removes nothing, and the lists grow with it.
pub(crate) struct Numbered<T>(Vec<T>);

impl<T> Numbered<T> {
    /// Creates a list of `n` empty entries.
    pub(crate) fn new(n: usize) -> Self
    where
        T: Default,
    {
        let mut all = Numbered(Vec::new());
        all.grow(n);
        all
    }

    /// Adds empty entries up to `n`.
    pub(crate) fn grow(&mut self, n: usize)
    where
        T: Default,
    {
        if n > self.0.len() {
            self.0.resize_with(n, T::default);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn find(&self, n: u32) -> Option<&T> {
        self.0.get(n as usize)
    }

    pub(crate) fn find_mut(&mut self, n: u32) -> Option<&mut T> {
        self.0.get_mut(n as usize)
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> Index<u32> for Numbered<T> {
    type Output = T;

    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a number of the program: see the type")]
    fn index(&self, n: u32) -> &T {
        &self.0[n as usize]
    }
}

impl<T> IndexMut<u32> for Numbered<T> {
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a number of the program: see the type")]
    fn index_mut(&mut self, n: u32) -> &mut T {
        &mut self.0[n as usize]
    }
}
