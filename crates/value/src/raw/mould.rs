//! Templates of new objects: a new object is a copy of its template, and most items need no reference count.

/// A type that can be copied by its bits.
///
/// # Safety
/// A clone must have the same bits, and cloning must only count a handle; if [`CountedCopy::is_plain`] is true, cloning
/// and dropping must do nothing at all. So bits may be copied in place of a clone, if each item that is not plain is
/// also cloned and the clone forgotten.
pub(crate) unsafe trait CountedCopy: Clone {
    /// Whether copying counts nothing and dropping does nothing.
    fn is_plain(&self) -> bool;
}

/// The items with which new objects start.
pub(crate) struct Mould<T> {
    items: Box<[T]>,
    /// Indices of the items that are not plain.
    counted: Box<[u32]>,
}

impl<T: CountedCopy> Mould<T> {
    /// # Panics
    /// On more than 2^32 - 1 items.
    pub(crate) fn new(items: Box<[T]>) -> Self {
        assert!(u32::try_from(items.len()).is_ok(), "at most 4 G items");
        let counted = items.iter().zip(0..).filter(|(item, _)| !item.is_plain()).map(|(_, at)| at).collect();
        Mould { items, counted }
    }

    /// The number of items.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns the item at an index.
    pub(crate) fn item(&self, at: usize) -> Option<&T> {
        self.items.get(at)
    }

    /// Counts a copy of each item. The caller must then copy the bits of the returned items exactly once.
    pub(super) fn count(&self) -> &[T] {
        for &at in &self.counted {
            if let Some(item) = self.items.get(at as usize) {
                std::mem::forget(item.clone());
            }
        }
        &self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw::{Slot, Thin};
    use std::rc::Rc;

    #[derive(Clone)]
    enum Item {
        Number(u64),
        Held(Rc<u64>),
    }

    // SAFETY: a clone of a number is its bits, one of an `Rc` its bits and one on its count.
    unsafe impl CountedCopy for Item {
        fn is_plain(&self) -> bool {
            matches!(self, Item::Number(_))
        }
    }

    #[test]
    fn copies_count_what_they_hold_and_let_go_of_it() {
        let held = Rc::new(7);
        let mould = Mould::new(
            [Item::Number(1), Item::Held(held.clone()), Item::Number(3), Item::Held(held.clone())].into(),
        );
        let objects: Vec<Thin<u8, Slot<Item>>> = (0..5).map(|n| Thin::cast(n, &mould)).collect();
        assert_eq!(Rc::strong_count(&held), 3 + 2 * 5);
        for (n, object) in objects.iter().enumerate() {
            let number = |item: &Item| match item {
                Item::Number(n) => *n,
                Item::Held(n) => **n,
            };
            let numbers: Vec<u64> = object.items().iter().map(|slot| slot.peek(number)).collect();
            assert_eq!((usize::from(*object.head()), numbers), (n, vec![1, 7, 3, 7]));
        }
        drop((objects, mould));
        assert_eq!(Rc::strong_count(&held), 1);
        let empty: Thin<u8, Slot<Item>> = Thin::cast(9, &Mould::new([].into()));
        assert!(empty.items().is_empty() && *empty.head() == 9);
    }
}
