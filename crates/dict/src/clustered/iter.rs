//! Iteration over a table that does not change.
use super::ClusteredDict;
use crate::Key;

/// Iterates a [`ClusteredDict`] by slot, or in insertion order if the table records it.
pub struct Iter<'a, V> {
    pub(super) table: &'a ClusteredDict<V>,
    pub(super) at: usize,
}

impl<'a, V> Iterator for Iter<'a, V> {
    type Item = (Key<'a>, &'a V);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let slot = if self.table.order.is_some() {
            self.table.ordered_slot(self.at)?
        } else {
            self.at = self.table.taken_from(self.at);
            self.table.slots.get(self.at)?
        };
        self.at += 1;
        Some((Key::new(slot.bytes(), slot.hash().into()), slot.value()?))
    }
}
