//! The later fields of a split record. They get room when they are first written, a few at a time.
use super::{Layout, Record, State};
use crate::raw::{Bits, Slot};
use std::cell::OnceCell;

/// The number of fields that get room together.
const TOGETHER: usize = 8;
/// The greatest number of such groups.
const TIMES: usize = 8;

type Room = Box<[Slot<State>; TOGETHER]>;

/// The later fields of a split record, counted from 0.
#[derive(Default)]
pub(super) struct Rest(OnceCell<Box<[OnceCell<Room>; TIMES]>>);

impl Rest {
    /// The greatest number of fields that fit here.
    pub(super) const MOST: usize = TOGETHER * TIMES;

    /// Returns a field that has room.
    pub(super) fn slot(&self, at: usize) -> Option<&Slot<State>> {
        self.0.get()?.get(at / TOGETHER)?.get()?.get(at % TOGETHER)
    }

    /// Returns a field, making room for it if necessary. `start` has the initial states of all fields here.
    pub(super) fn made(&self, at: usize, start: &[State]) -> Option<&Slot<State>> {
        let first = at - at % TOGETHER;
        let begins = start.get(first..)?;
        let state = |n: usize| Slot::new(begins.get(n).cloned().unwrap_or(State::Unset));
        let room = self.0.get_or_init(Box::default).get(at / TOGETHER)?;
        room.get_or_init(|| Box::new(std::array::from_fn(state))).get(at % TOGETHER)
    }
}

impl Record {
    /// The layout of a split record; `None` for a record in one piece.
    pub(super) fn split(&self) -> Option<&Layout> {
        let layout = self.record_type().layout()?;
        (!layout.rest.is_empty() && layout.start.len() == self.0.items().len()).then_some(layout)
    }

    /// Like [`Record::look`] for a later field. Until the field has room, its state is the initial one.
    #[inline(never)]
    pub(super) fn look_further<R>(&self, field: u32, at: impl FnOnce(&State) -> R) -> Option<R> {
        let layout = self.split()?;
        let n = (field as usize).checked_sub(layout.start.len())?;
        match self.0.head().rest.slot(n) {
            Some(slot) => Some(slot.peek(at)),
            None => layout.rest.get(n).map(at),
        }
    }

    /// Returns a later field, making room for it if necessary.
    #[inline(never)]
    pub(super) fn further(&self, field: u32) -> Option<&Slot<State>> {
        let layout = self.split()?;
        let n = (field as usize).checked_sub(layout.start.len())?;
        self.0.head().rest.made(n, &layout.rest)
    }

    /// Assigns a later field.
    #[inline(never)]
    pub(super) fn put_further(&self, field: u32, v: Bits) {
        if let Some(slot) = self.further(field) {
            v.put_field(slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FIRST, FieldInit};
    use super::*;
    use crate::types::{Field, RecordType, Type};
    use crate::value::Value;
    use std::rc::Rc;

    /// Returns a record type with `n` counts, and the given initial values in some fields.
    fn many(n: usize, begins: &[(usize, FieldInit)]) -> Rc<RecordType> {
        let fields = (0..n).map(|i| Field::new(format!("f{i}"), Type::Count)).collect();
        let ty = Rc::new(RecordType::new(None, fields));
        let mut init = vec![FieldInit::Unset; n];
        for (at, begin) in begins {
            init[*at] = begin.clone();
        }
        ty.set_layout(Layout::new(init));
        ty
    }

    #[test]
    fn fields_behind_the_first_ones_are_like_others() {
        let small = many(1, &[]);
        let text = Value::string("x");
        let begins = [
            (3, FieldInit::Const(text.clone())),
            (50, FieldInit::Const(text.clone())),
            (51, FieldInit::Record(small)),
        ];
        for n in [57, FIRST + Rest::MOST, 200] {
            let r = Record::new(many(n, &begins));
            assert_eq!((r.len(), r.get(n as u32).is_some()), (n, false));
            for at in [3, 50] {
                assert_eq!(r.get(at).map(|v| v.to_string()), Some("x".to_owned()), "{at} of {n}");
                r.set(at, Value::Count(7));
                assert!(r.add_to(at, 1) && r.put_word(at, 9) && r.has(at), "{at} of {n}");
                assert_eq!(r.word(at), Some(9));
                r.clear(at);
                assert!(!r.has(at) && !r.put_word(at, 1), "{at} of {n}");
                r.reset(at);
                assert_eq!(r.get(at).map(|v| v.to_string()), Some("x".to_owned()), "{at} of {n}");
            }
            assert!(r.has(51));
            let inner = r.inner(51).expect("made when it is first read");
            inner.set(0, Value::Count(4));
            assert_eq!((r.inner_word(51, 0), r.inner_has(51, 0)), (Some(4), Some(true)));
            for at in 0..n as u32 {
                r.set(at, Value::Count(at.into()));
            }
            assert!((0..n as u32).all(|at| r.word(at) == Some(at.into())));
            assert!(!r.has(n as u32));
        }
        assert_eq!(Bits::of(&text).into_value().map(|v| v.to_string()), Some("x".to_owned()));
    }

    #[test]
    fn what_fields_hold_is_let_go_of_with_the_record() {
        let ty = many(60, &[]);
        let held = Rc::new(vec![Value::Count(1)]);
        let r = Record::new(ty);
        for at in [0, 30, 59] {
            r.set(at, Value::List(held.clone()));
        }
        r.set(59, Value::Count(1));
        assert_eq!(Rc::strong_count(&held), 3);
        drop(r);
        assert_eq!(Rc::strong_count(&held), 1);
    }
}
