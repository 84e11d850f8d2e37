//! Iteration over a table that does not change.
#![expect(unsafe_code, reason = "the interface of the raw layer: it knows what the pointer points to")]
use super::large::Records;
use super::small::{self, Small};
use crate::Key;
use core::marker::PhantomData;

/// Iterates a [`Dict`](super::Dict) in insertion order.
pub struct Iter<'a, V> {
    pub(super) from: Source<'a, V>,
    pub(super) left: usize,
    pub(super) of: PhantomData<&'a V>,
}

/// The entries still to visit.
pub(super) enum Source<'a, V> {
    Nothing,
    Small(Small<V>, usize),
    Large(Records<'a, V>),
}

impl<'a, V> Iterator for Iter<'a, V> {
    type Item = (Key<'a>, &'a V);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let record = match &mut self.from {
            Source::Nothing => None,
            Source::Small(b, at) => {
                let found = (*at..small::SLOTS).find_map(|i| b.live_record(i).map(|r| (r, i)));
                found.map(|(r, i)| {
                    *at = i + 1;
                    r
                })
            }
            Source::Large(records) => records.next(),
        }?;
        self.left -= 1;
        // SAFETY: key and value live until the table is changed, which the borrow forbids.
        Some(unsafe { (record.key(), &*record.value()) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<V> ExactSizeIterator for Iter<'_, V> {}
