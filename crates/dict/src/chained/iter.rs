//! Iteration over a table that does not change.
use super::{ChainedDict, Place};
use crate::Key;

/// Iterates a [`ChainedDict`] by bucket, or in insertion order if the table records it.
pub struct Iter<'a, V> {
    pub(super) table: &'a ChainedDict<V>,
    pub(super) place: Place,
}

impl<'a, V> Iterator for Iter<'a, V> {
    type Item = (Key<'a>, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        let p = if self.table.order.is_some() {
            self.table.ordered_place(self.place.at)?
        } else {
            self.table.first_at(self.place)?
        };
        self.place = if self.table.order.is_some() {
            Place { at: self.place.at + 1, ..self.place }
        } else {
            Place { at: p.at + 1, ..p }
        };
        let e = self.table.entry(p)?;
        Some((Key::new(&e.key, e.hash), &e.value))
    }
}
