//! Registration of cursors with a table.
#![expect(unsafe_code, reason = "the interface of the raw layer: it knows what the pointer points to")]
use super::Dict;
use super::shape::Shape;
use crate::Cursor;
use crate::table::CursorState;

impl<V> Dict<V> {
    /// Registers a cursor with the table, unless the table is empty.
    pub(super) fn register(&mut self, cursor: &mut Cursor) {
        match self.shape() {
            Shape::Empty => return,
            Shape::Small(b) => b.set_cursors(b.head().cursors.saturating_add(1)),
            Shape::Large(t) => {
                // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
                let (place, stamp) = unsafe { (*t).cursor() };
                (cursor.at, cursor.stamp) = (place.into(), stamp);
            }
        }
        cursor.state = CursorState::Out;
    }

    /// Unregisters a cursor.
    pub(super) fn unregister(&mut self, cursor: &mut Cursor) {
        if core::mem::replace(&mut cursor.state, CursorState::Done) != CursorState::Out {
            return;
        }
        match self.shape() {
            Shape::Empty => {}
            Shape::Small(b) => {
                let cursors = b.head().cursors;
                b.set_cursors(if cursors == u8::MAX { cursors } else { cursors.saturating_sub(1) });
                self.tidy_small(b);
            }
            Shape::Large(t) => {
                // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
                unsafe { (*t).finish() };
                self.tidy_large(t);
            }
        }
    }
}
