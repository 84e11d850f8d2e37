//! The state of a field.
use super::FieldInit;
use crate::raw::Bits;
use crate::record::Record;
use crate::value::Value;

/// The state of a field.
#[derive(Clone)]
pub(crate) enum State {
    Unset,
    /// A container of the layout that has not been made yet.
    Deferred,
    Set(Value),
}

impl State {
    /// Returns the state of a field before its first assignment.
    pub(super) fn before_all(init: &FieldInit) -> State {
        match init {
            FieldInit::Unset | FieldInit::Pending(_) => State::Unset,
            FieldInit::Const(v) => State::Set(v.clone()),
            FieldInit::Table(_) | FieldInit::Vector(_) | FieldInit::Record(_) => State::Deferred,
        }
    }

    /// Whether copying the state counts no handle.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            State::Set(v) => v.is_scalar(),
            State::Unset | State::Deferred => true,
        }
    }

    /// The content of the field; `None` if it must be made first.
    #[inline(always)]
    pub(super) fn ready(&self) -> Option<Option<Bits>> {
        match self {
            State::Set(v) => Some(Some(Bits::of(v))),
            State::Unset => Some(None),
            State::Deferred => None,
        }
    }

    /// The value, if the field is set.
    #[inline(always)]
    pub(super) fn load(&self) -> Option<Bits> {
        match self {
            State::Set(v) => Some(Bits::of(v)),
            State::Unset | State::Deferred => None,
        }
    }

    /// The record, if the field is set and holds one.
    #[inline(always)]
    pub(super) fn record(&self) -> Option<Record> {
        match self {
            State::Set(Value::Record(r)) => Some(r.clone()),
            _ => None,
        }
    }

    /// The word of a scalar other than a count. A separate function, so that counts need no jump table.
    #[inline(never)]
    pub(super) fn other_word(&self) -> Option<u64> {
        match self {
            State::Set(v) => v.to_word(),
            State::Unset | State::Deferred => None,
        }
    }

    #[inline(never)]
    pub(super) fn put_other_word(&mut self, w: u64) -> bool {
        match self {
            State::Set(v) => v.put_word(w),
            State::Unset | State::Deferred => false,
        }
    }

    /// Adds to an int; returns false for other values. Separate for the same reason.
    #[inline(never)]
    pub(super) fn add_to_int(&mut self, more: u64) -> bool {
        match self {
            State::Set(Value::Int(x)) => {
                *x = x.wrapping_add_unsigned(more);
                true
            }
            _ => false,
        }
    }
}

const _: () = assert!(size_of::<State>() == 16);
