//! Values on the move, as two words.
//!
//! Moving a `Value` writes its tag, then its content. If the whole value is read soon after, the read stalls until both
//! writes have left the processor's store buffer. Two words pass through registers and are written whole, so hot code
//! moves [`Bits`].
use super::count::bump;
use super::{CountedCopy, Slot};
use crate::record::State;
use crate::value::Value;
use std::cell::Cell;
use std::mem::{ManuallyDrop, MaybeUninit, forget, transmute};
use std::rc::Rc;

type Words = [MaybeUninit<u64>; 2];

/// An optional value as two words. It owns the value's handle, if there is one.
#[repr(transparent)]
pub struct Bits(Words);

// A value fills an optional value, and the state of a set field, completely. So a value has the same words in all three
// (a test looks at each kind), and any of them may be read and written as words.
const _: () = assert!(
    size_of::<Value>() == size_of::<Words>()
        && size_of::<Option<Value>>() == size_of::<Words>()
        && size_of::<State>() == size_of::<Words>()
        && align_of::<Value>() == align_of::<Words>()
        && align_of::<State>() == align_of::<Words>()
);

/// The words of an unset field.
// SAFETY: any bits are valid as words that may be uninitialized.
const UNSET: Words = unsafe { transmute::<ManuallyDrop<State>, Words>(ManuallyDrop::new(State::Unset)) };

/// Converts an optional value to its words.
#[inline(always)]
const fn words(v: Option<Value>) -> Words {
    // SAFETY: any bits are valid as words that may be uninitialized. The value itself is forgotten, so the words own
    // its handle from here on.
    unsafe { transmute::<ManuallyDrop<Option<Value>>, Words>(ManuallyDrop::new(v)) }
}

impl Bits {
    /// No value.
    pub const NONE: Bits = Bits(words(None));

    /// Copies an optional value.
    #[inline(always)]
    pub fn copy(from: &Option<Value>) -> Bits {
        if let Some(v) = from {
            count(v);
        }
        // SAFETY: the handle of the copy, if it is one, was counted.
        Bits(unsafe { std::ptr::from_ref(from).cast::<Words>().read() })
    }

    /// Copies a value.
    #[inline(always)]
    pub fn of(v: &Value) -> Bits {
        count(v);
        // SAFETY: the handle of the copy, if it is one, was counted. The words of a value are those of `Some` of it.
        Bits(unsafe { std::ptr::from_ref(v).cast::<Words>().read() })
    }

    /// Takes the value out and leaves `None`.
    #[inline(always)]
    pub fn take(from: &mut Option<Value>) -> Bits {
        // SAFETY: the bits own the value now; the place is overwritten without a drop.
        unsafe {
            let bits = Bits(std::ptr::from_mut(from).cast::<Words>().read());
            std::ptr::write(from, None);
            bits
        }
    }

    /// Converts a value that was just made. The common variants are rebuilt from their parts, which are still in
    /// registers, so the whole value need not be read back from memory.
    #[inline(always)]
    pub fn made(v: Option<Value>) -> Bits {
        match v {
            Some(Value::Addr4(b)) => Bits::from(Value::Addr4(b)),
            Some(Value::String(s)) => Bits::from(Value::String(s)),
            Some(Value::Table(t)) => Bits::from(Value::Table(t)),
            Some(Value::Vector(v)) => Bits::from(Value::Vector(v)),
            Some(Value::Record(r)) => Bits::from(Value::Record(r)),
            other => Bits(words(other)),
        }
    }

    /// Converts the bits back to a value.
    #[inline(always)]
    pub fn into_value(self) -> Option<Value> {
        let words = self.0;
        forget(self);
        // SAFETY: bits are only made from an optional value, and `self` is consumed.
        ManuallyDrop::into_inner(unsafe { transmute::<Words, ManuallyDrop<Option<Value>>>(words) })
    }

    /// The value.
    #[inline(always)]
    pub fn value(&self) -> Option<&Value> {
        // SAFETY: bits are only made from an optional value, and have its size and alignment.
        unsafe { &*std::ptr::from_ref(self).cast::<Option<Value>>() }.as_ref()
    }

    /// Whether there is no value.
    #[inline(always)]
    fn is_none(&self) -> bool {
        self.value().is_none()
    }

    /// Stores the value in a field and drops the field's old value. Without a value, the field becomes unset.
    #[inline(always)]
    pub(crate) fn put_field(self, to: &Slot<State>) {
        let new = if self.is_none() { UNSET } else { self.0 };
        forget(self);
        let held = to.peek(|s| matches!(s, State::Set(v) if !v.is_scalar()));
        // SAFETY: no reference into the slot exists, and the words are the state of a field, whose handle they own. If
        // the slot held a handle, its words are those of an optional value; it is dropped when the slot is valid again.
        unsafe {
            let at = to.pointer().cast::<Words>();
            if held {
                let old = Bits(at.read());
                at.write(new);
                drop(old);
            } else {
                at.write(new);
            }
        }
    }

    /// Stores the value and drops the old one.
    #[inline(always)]
    pub fn put(self, to: &mut Option<Value>) {
        empty(to);
        // SAFETY: `empty` left nothing that needs a drop, and the words are an optional value.
        unsafe { std::ptr::from_mut(to).cast::<Words>().write(self.0) };
        forget(self);
    }

    /// Adds the value to a list; without a value, does nothing.
    #[inline(always)]
    pub fn push(self, to: &mut Vec<Value>) {
        if self.is_none() {
            return;
        }
        let len = to.len();
        if len == to.capacity() {
            grow(to);
        }
        // SAFETY: the list has room behind its last value, and the words are a value, whose handle they own.
        unsafe {
            to.as_mut_ptr().add(len).cast::<Words>().write(self.0);
            to.set_len(len + 1);
        }
        forget(self);
    }

    /// Moves the values of a list from number `first` on to the end of another list.
    #[inline]
    pub fn append(from: &mut Vec<Value>, first: usize, to: &mut Vec<Bits>) {
        let n = from.len().saturating_sub(first);
        if n == 0 {
            return;
        }
        to.reserve(n);
        // SAFETY: `n` values begin at `first`, and the other list, which has room for them, is another allocation. The
        // words of a value are those of its bits, which own its handle, because the first list ends before it now.
        unsafe {
            from.set_len(first);
            let moved = from.as_ptr().add(first).cast::<Bits>();
            let len = to.len();
            to.as_mut_ptr().add(len).copy_from_nonoverlapping(moved, n);
            to.set_len(len + n);
        }
    }
}

#[cold]
fn grow(list: &mut Vec<Value>) {
    list.reserve(1);
}

impl Drop for Bits {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: bits that are given away are forgotten, so these are still owned. The wrapper keeps the compiler from
        // dropping them a second time after `empty`.
        let mut held = unsafe { transmute::<Words, ManuallyDrop<Option<Value>>>(self.0) };
        empty(&mut held);
    }
}

impl From<Value> for Bits {
    #[inline(always)]
    fn from(v: Value) -> Self {
        Bits(words(Some(v)))
    }
}

/// Drops the value at `at`. Leaves `None` or a value whose drop does nothing.
#[inline(always)]
fn empty(at: &mut Option<Value>) {
    let Some(v) = at else { return };
    if v.is_scalar() {
        return;
    }
    match handles(v) {
        Some(n) if n.get() > 1 => {
            n.set(n.get() - 1);
            // SAFETY: the handle was just taken off its count, so it must not be dropped again.
            unsafe { std::ptr::write(at, None) };
        }
        _ => end(at),
    }
}

/// Drops the last handle of an object, or a handle that an `Rc` counts.
#[inline(never)]
fn end(at: &mut Option<Value>) {
    *at = None;
}

/// Returns the count of handles, for the four kinds that this layer counts. It is at the start of the object.
#[inline(always)]
fn handles(v: &Value) -> Option<&Cell<u32>> {
    match v {
        Value::String(x) => Some(x.handles()),
        Value::Table(x) => Some(x.handles()),
        Value::Vector(x) => Some(x.handles()),
        Value::Record(x) => Some(x.handles()),
        _ => None,
    }
}

/// Counts the handle that a copy of this value will own.
#[inline(always)]
fn count(v: &Value) {
    if v.is_scalar() {
        return;
    }
    match handles(v) {
        Some(n) => bump(n),
        None => count_rc(v),
    }
}

/// Like [`count`], for handles that an `Rc` counts.
#[inline(never)]
fn count_rc(v: &Value) {
    match v {
        Value::Bool(_)
        | Value::Int(_)
        | Value::Count(_)
        | Value::Double(_)
        | Value::Time(_)
        | Value::Interval(_)
        | Value::Port(_)
        | Value::Addr4(_)
        | Value::String(_)
        | Value::Table(_)
        | Value::Vector(_)
        | Value::Record(_) => {}
        Value::Enum(_, x) => forget(Rc::clone(x)),
        Value::Addr6(x) => forget(Rc::clone(x)),
        Value::Subnet(x) => forget(Rc::clone(x)),
        Value::Pattern(x) => forget(Rc::clone(x)),
        Value::Func(x) => forget(Rc::clone(x)),
        Value::File(x) => forget(Rc::clone(x)),
        Value::Opaque(x) => forget(x.clone()),
        Value::List(x) => forget(Rc::clone(x)),
        Value::Type(x) => forget(Rc::clone(x)),
    }
}

/// A copy has the same bits; cloning a handle increments its count.
impl Clone for Value {
    #[inline]
    fn clone(&self) -> Self {
        count(self);
        // SAFETY: the handle of the copy, if it is one, was counted.
        unsafe { std::ptr::read(self) }
    }
}

// SAFETY: a field's state is an optional value; cloning a value (see above) counts its handle and does nothing for a
// scalar.
unsafe impl CountedCopy for State {
    fn is_plain(&self) -> bool {
        State::is_plain(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Type;

    #[test]
    fn copies_of_values_count() {
        let name = Rc::new(Type::Count);
        let v = Value::List(Rc::new(vec![Value::Type(name.clone()), Value::string("x"), Value::Count(7)]));
        let copies = [v.clone(), v.clone()];
        assert_eq!(Rc::strong_count(&name), 2);
        let Value::List(l) = &v else { panic!("a list") };
        assert_eq!(Rc::strong_count(l), 3);
        let deep: Vec<Value> = l.iter().cloned().collect();
        assert_eq!(Rc::strong_count(&name), 3);
        drop((copies, deep));
        assert_eq!((Rc::strong_count(l), Rc::strong_count(&name)), (1, 2));
        drop(v);
        assert_eq!(Rc::strong_count(&name), 1);
    }

    /// Returns a value for each way to count, and the `Rc` behind the second.
    fn counted() -> (Value, Value, Rc<Type>) {
        let held = Rc::new(Type::Count);
        (Value::string("text"), Value::Type(held.clone()), held)
    }

    #[test]
    fn bits_hold_a_handle_until_they_are_put_or_dropped() {
        let (text, ty, held) = counted();
        let count = || handles(&text).map(Cell::get);
        drop((Bits::of(&text), Bits::of(&ty)));
        assert_eq!((count(), Rc::strong_count(&held)), (Some(1), 2));

        let (mut a, mut b) = (None, Some(Value::Count(1)));
        Bits::of(&text).put(&mut a);
        Bits::of(&ty).put(&mut b);
        assert_eq!((count(), Rc::strong_count(&held)), (Some(2), 3));
        // Over the same object, over another kind, and from a place into itself.
        Bits::of(&text).put(&mut a);
        Bits::copy(&a).put(&mut b);
        Bits::copy(&b).put(&mut b);
        assert_eq!((count(), Rc::strong_count(&held)), (Some(3), 2));
        Bits::take(&mut a).put(&mut b);
        assert!(a.is_none());
        assert_eq!(count(), Some(2));
        assert!(matches!(Bits::take(&mut b).into_value(), Some(Value::String(s)) if &s[..] == b"text"));
        assert_eq!(count(), Some(1));
    }

    #[test]
    fn the_end_of_a_list_moves_with_its_handles() {
        let (text, ty, held) = counted();
        let mut from = vec![Value::Count(1), text.clone(), ty.clone(), Value::Int(-1)];
        let mut to = vec![Bits::from(Value::Count(2))];
        Bits::append(&mut from, 2, &mut to);
        Bits::append(&mut from, 2, &mut to);
        Bits::append(&mut from, 9, &mut to);
        let texts =
            |of: &[Bits]| of.iter().filter_map(|b| b.value().map(Value::to_string)).collect::<Vec<_>>();
        assert_eq!((from.len(), texts(&to)), (2, vec!["2".into(), ty.to_string(), "-1".into()]));
        assert_eq!((handles(&text).map(Cell::get), Rc::strong_count(&held)), (Some(2), 3));
        Bits::append(&mut from, 1, &mut to);
        assert_eq!((from.len(), to.len()), (1, 4));
        drop(to);
        assert_eq!((handles(&text).map(Cell::get), Rc::strong_count(&held)), (Some(1), 2));
    }

    #[test]
    fn bits_are_the_value_whatever_kind_it_is_of() {
        let values = [
            Value::Bool(true),
            Value::Int(-3),
            Value::Double(0.5),
            Value::port_from_number(1 << 16 | 443),
            Value::Addr4([192, 0, 2, 1]),
            Value::addr("2001:db8::1".parse().expect("an address")),
            Value::string("x"),
            Value::List(Rc::new(vec![Value::Count(7)])),
        ];
        for v in &values {
            let mut to = Some(Value::string("before"));
            for bits in [Bits::of(v), Bits::made(Some(v.clone())), Bits::from(v.clone())] {
                bits.put(&mut to);
                assert_eq!(to.as_ref().map(Value::to_string), Some(v.to_string()));
            }
            Bits::NONE.put(&mut to);
            assert!(to.is_none());
        }
        let mut to = Some(Value::string("before"));
        Bits::made(None).put(&mut to);
        assert!(to.is_none());
    }

    #[test]
    fn a_value_has_the_same_words_in_every_place() {
        let held = Rc::new(vec![Value::Count(7)]);
        let values = [
            Value::Bool(true),
            Value::Int(-3),
            Value::Count(7),
            Value::Double(0.5),
            Value::Time(1.5),
            Value::Interval(-1.5),
            Value::port_from_number(1 << 16 | 443),
            Value::Addr4([192, 0, 2, 1]),
            Value::addr("2001:db8::1".parse().expect("an address")),
            Value::string("x"),
            Value::List(held.clone()),
        ];
        for v in values {
            let text = v.to_string();
            let slot = Slot::new(State::Deferred);
            for old in [State::Unset, State::Set(Value::Count(1)), State::Set(Value::string("before"))] {
                drop(slot.replace(old));
                Bits::of(&v).put_field(&slot);
                match slot.replace(State::Deferred) {
                    State::Set(found) => assert_eq!(found.to_string(), text),
                    _ => panic!("{text} was put"),
                }
            }
            Bits::from(v).put_field(&slot);
            Bits::NONE.put_field(&slot);
            assert!(matches!(slot.replace(State::Deferred), State::Unset));
        }
        assert_eq!(Rc::strong_count(&held), 1);
    }
}
