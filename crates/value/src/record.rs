//! Records: a handle to a block of fields.
mod rest;
mod state;

use crate::raw::{Bits, Mould, Slot, Thin};
use crate::table::{Table, TableMeta};
use crate::types::{RecordType, ThunkId, VectorType};
use crate::value::Value;
use crate::vector::Vector;
use rest::Rest;
use std::rc::Rc;

pub(crate) use state::State;

/// A record. One pointer wide; the object is a 24-byte header and 16 bytes per field. Most records of a type with many
/// fields, such as `connection`, use few of them, so fields from number [`FIRST`] on get room only when they are first
/// written.
#[derive(Clone)]
pub struct Record(Thin<Head, Slot<State>>);

/// The header of a record.
struct Head {
    ty: Rc<RecordType>,
    rest: Rest,
}

/// Record types with more fields than this are split.
const WHOLE: usize = 32;
/// The number of fields of a split record that have room from the start.
const FIRST: usize = 24;

/// The initial value of a field.
#[derive(Clone)]
pub enum FieldInit {
    /// A constant scalar or string.
    Unset,
    /// A constant scalar or string.
    Const(Value),
    /// An empty table, made when the field is first read.
    Table(Rc<TableMeta>),
    /// An empty vector, made when the field is first read.
    Vector(Rc<VectorType>),
    /// A record with default values, made when the field is first read.
    Record(Rc<RecordType>),
    /// An expression, computed when the record is made.
    Pending(Pending),
}

/// How a field is computed when its record is made.
#[derive(Clone)]
pub enum Pending {
    /// From its `&default`.
    Thunk(ThunkId),
    /// As a record that itself has computed fields.
    Record(Rc<RecordType>),
}

/// The initial values of a type's records, field by field. Set once per type, after loading
/// ([`RecordType::set_layout`]).
pub struct Layout {
    /// The initial value of each field.
    pub fields: Box<[FieldInit]>,
    /// The fields whose initial value must be computed.
    pub pending: Box<[(u32, Pending)]>,
    /// The initial state of each field that has room from the start.
    start: Mould<State>,
    /// The initial states of the other fields.
    rest: Box<[State]>,
}

impl Layout {
    /// Creates a layout from the initial value of each field.
    pub fn new(fields: Vec<FieldInit>) -> Self {
        let pending = fields
            .iter()
            .enumerate()
            .filter_map(|(i, f)| match f {
                FieldInit::Pending(p) => Some((i as u32, p.clone())),
                _ => None,
            })
            .collect();
        let mut start: Vec<State> = fields.iter().map(State::before_all).collect();
        let first =
            if start.len() > WHOLE { FIRST.max(start.len().saturating_sub(Rest::MOST)) } else { WHOLE };
        let rest = start.split_off(first.min(start.len()));
        Layout { fields: fields.into(), pending, start: Mould::new(start.into()), rest: rest.into() }
    }

    /// Returns the initial state of a field.
    fn start_of(&self, field: usize) -> Option<&State> {
        self.start.item(field).or_else(|| self.rest.get(field.checked_sub(self.start.len())?))
    }

    /// The number of deferred tables of a new record, including those of its inner records.
    #[cfg(feature = "census")]
    fn tables(&self) -> u64 {
        self.fields.iter().map(FieldInit::tables).sum()
    }
}

#[cfg(feature = "census")]
impl FieldInit {
    fn tables(&self) -> u64 {
        match self {
            FieldInit::Table(_) => 1,
            FieldInit::Record(ty) => ty.layout().map_or(0, |l| l.tables()),
            FieldInit::Unset | FieldInit::Const(_) | FieldInit::Vector(_) | FieldInit::Pending(_) => 0,
        }
    }
}

impl Record {
    /// The number of handles to the object.
    #[inline]
    pub(crate) fn handles(&self) -> &std::cell::Cell<u32> {
        self.0.count()
    }

    /// Creates a record whose fields are all absent.
    pub fn unset(ty: Rc<RecordType>) -> Self {
        let n = ty.len();
        Record(Thin::from_iter(Head { ty, rest: Rest::default() }, (0..n).map(|_| Slot::new(State::Unset))))
    }

    /// Creates a record with the initial values of the type's layout. Fields that need a computation are absent;
    /// [`Record::pending`] names them. Without a layout, all fields are absent.
    pub fn new(ty: Rc<RecordType>) -> Self {
        let Some(layout) = ty.layout() else { return Record::unset(ty) };
        #[cfg(feature = "census")]
        dict::Census::put_off(layout.tables());
        Record(Thin::cast(Head { ty: ty.clone(), rest: Rest::default() }, &layout.start))
    }

    /// The fields of a new record that the caller must compute.
    pub fn pending(&self) -> &[(u32, Pending)] {
        self.record_type().layout().map_or(&[], |l| &l.pending)
    }

    /// Its type.
    #[inline]
    pub fn record_type(&self) -> &Rc<RecordType> {
        &self.0.head().ty
    }

    /// Number of fields.
    #[inline]
    pub fn len(&self) -> usize {
        self.split().map_or(self.0.items().len(), |layout| layout.fields.len())
    }

    /// True for a record without fields.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of a field; `None` if it is absent or out of range.
    #[inline]
    pub fn get(&self, field: u32) -> Option<Value> {
        self.load(field)?.into_value()
    }

    /// Like [`Record::get`], as bits.
    #[inline(always)]
    pub fn load(&self, field: u32) -> Option<Bits> {
        match self.0.items().get(field as usize).map(|slot| slot.peek(State::ready)) {
            Some(Some(found)) => found,
            Some(None) | None => self.load_other(field),
        }
    }

    /// Returns the content of a field that is set and in the first part of the record; `None` says nothing about
    /// others.
    #[inline(always)]
    pub fn ready(&self, field: u32) -> Option<Bits> {
        self.0.items().get(field as usize)?.peek(State::load)
    }

    /// Loads a field that is not created yet, or one of the later fields of a split record.
    #[inline(never)]
    fn load_other(&self, field: u32) -> Option<Bits> {
        match self.look(field, State::load)? {
            None => self.deferred(field).map(Bits::from),
            found => found,
        }
    }

    /// Returns the record in a field; `None` if the field is absent or holds something else.
    #[inline(always)]
    pub fn inner(&self, field: u32) -> Option<Record> {
        match self.0.items().get(field as usize).and_then(|slot| slot.peek(State::record)) {
            None => self.inner_other(field),
            found => found,
        }
    }

    #[inline(never)]
    fn inner_other(&self, field: u32) -> Option<Record> {
        match self.look(field, State::record)? {
            None => match self.deferred(field)? {
                Value::Record(r) => Some(r),
                _ => None,
            },
            found => found,
        }
    }

    /// Calls `ask` with the record in a field, without taking a handle. `ask` must only copy from the record's fields
    /// or replace scalars by scalars: dropping a value could drop the record.
    #[inline(always)]
    fn within<R>(&self, field: u32, ask: impl FnOnce(&Record) -> Option<R>) -> Option<R> {
        self.look(field, |s| match s {
            State::Set(Value::Record(r)) => ask(r),
            _ => None,
        })?
    }

    /// Returns the scalar in field `of` of the record in a field; `None` if something must be created or computed
    /// first.
    #[inline]
    pub fn inner_word(&self, field: u32, of: u32) -> Option<u64> {
        self.within(field, |r| r.word(of))
    }

    /// Whether field `of` of the record in a field has a value; `None` if that record is not available.
    #[inline]
    pub fn inner_has(&self, field: u32, of: u32) -> Option<bool> {
        self.within(field, |r| Some(r.has(of)))
    }

    /// Returns the content of field `of` of the record in a field; `None` if it is not available.
    #[inline]
    pub fn inner_load(&self, field: u32, of: u32) -> Option<Bits> {
        self.within(field, |r| r.look(of, State::load)?)
    }

    /// Replaces scalars in the record in a field, each given by its field there and its word. Returns false if that
    /// record or one of the scalars is missing; scalars before that one are then replaced.
    #[inline]
    pub fn put_inner_words(&self, field: u32, words: &[(u32, u64)]) -> bool {
        self.within(field, |r| Some(words.iter().all(|(of, w)| r.put_word(*of, *w)))) == Some(true)
    }

    /// Whether a field holds the string of these bytes.
    #[inline]
    pub fn holds_string(&self, field: u32, bytes: &[u8]) -> bool {
        self.look(field, |s| matches!(s, State::Set(Value::String(held)) if held[..] == *bytes)) == Some(true)
    }

    /// Returns the scalar in a field as a word ([`Value::to_word`]); `None` if the field is absent or not a scalar.
    #[inline]
    pub fn word(&self, field: u32) -> Option<u64> {
        self.look(field, |s| match s {
            State::Set(Value::Count(c)) => Some(*c),
            other => other.other_word(),
        })?
    }

    /// Adds to the int or count in a field, wrapping; returns false if the field holds neither.
    #[inline]
    pub fn add_to(&self, field: u32, more: u64) -> bool {
        let Some(slot) = self.0.items().get(field as usize).or_else(|| self.further(field)) else {
            return false;
        };
        slot.update(|s| match s {
            State::Set(Value::Count(x)) => {
                *x = x.wrapping_add(more);
                true
            }
            other => other.add_to_int(more),
        })
    }

    /// Replaces the scalar in a field by one of the same type; returns false if the field does not hold a scalar.
    #[inline]
    pub fn put_word(&self, field: u32, w: u64) -> bool {
        let Some(slot) = self.0.items().get(field as usize).or_else(|| self.further(field)) else {
            return false;
        };
        slot.update(|s| match s {
            State::Set(Value::Count(c)) => {
                *c = w;
                true
            }
            State::Unset => false,
            other => other.put_other_word(w),
        })
    }

    /// Whether a field has a value.
    #[inline]
    pub fn has(&self, field: u32) -> bool {
        self.look(field, |s| !matches!(s, State::Unset)) == Some(true)
    }

    /// Assigns a field; out-of-range numbers are ignored.
    #[inline]
    pub fn set(&self, field: u32, v: Value) {
        self.put(field, v.into());
    }

    /// Like [`Record::set`], but takes bits; [`Bits::NONE`] makes the field absent.
    #[inline]
    pub fn put(&self, field: u32, v: Bits) {
        match self.0.items().get(field as usize) {
            Some(slot) => v.put_field(slot),
            None => self.put_further(field, v),
        }
    }

    /// Makes a field absent.
    pub fn clear(&self, field: u32) {
        if let Some(s) = self.0.items().get(field as usize).or_else(|| self.further(field)) {
            drop(s.replace(State::Unset));
        }
    }

    /// `delete r$f`: resets a field to its initial value in the type's layout, or makes it absent. The caller must
    /// compute the fields that [`Record::pending`] names.
    pub fn reset(&self, field: u32) {
        let Some(s) = self.0.items().get(field as usize).or_else(|| self.further(field)) else { return };
        let layout = self.record_type().layout();
        #[cfg(feature = "census")]
        dict::Census::put_off(layout.and_then(|l| l.fields.get(field as usize)).map_or(0, FieldInit::tables));
        let start = layout.and_then(|l| l.start_of(field as usize));
        let state = start.map_or(State::Unset, State::clone);
        drop(s.replace(state));
    }

    /// Returns the value of the field with this name.
    pub fn get_named(&self, field: &str) -> Option<Value> {
        self.get(self.record_type().position(field)?)
    }

    /// Assigns the field with this name; returns false if there is none.
    pub fn set_named(&self, field: &str, v: impl Into<Value>) -> bool {
        match self.record_type().position(field) {
            Some(at) => {
                self.set(at, v.into());
                true
            }
            None => false,
        }
    }

    /// Whether both are the same object.
    #[inline]
    pub fn same_object(&self, other: &Record) -> bool {
        self.0.same(&other.0)
    }

    /// A number that identifies the object while it lives.
    #[inline]
    pub fn address(&self) -> usize {
        self.0.address()
    }

    /// Calls `at` with the state of a field; returns `None` if there is no such field. `at` must not run code that
    /// could write the field.
    #[inline(always)]
    fn look<R>(&self, field: u32, at: impl FnOnce(&State) -> R) -> Option<R> {
        match self.0.items().get(field as usize) {
            Some(slot) => Some(slot.peek(at)),
            None => self.look_further(field, at),
        }
    }

    /// Creates the content of a deferred field; returns `None` if the field is of another kind.
    #[cold]
    #[inline(never)]
    fn deferred(&self, field: u32) -> Option<Value> {
        let deferred = self.look(field, |s| matches!(s, State::Deferred)) == Some(true);
        deferred.then(|| self.make(field))
    }

    fn make(&self, field: u32) -> Value {
        let init = self.record_type().layout().and_then(|l| l.fields.get(field as usize));
        #[cfg(feature = "census")]
        dict::Census::taken_up(init.map_or(0, FieldInit::tables));
        let v = match init {
            Some(FieldInit::Table(meta)) => Value::Table(Table::new(meta.clone())),
            Some(FieldInit::Record(ty)) => Value::Record(Record::new(ty.clone())),
            Some(FieldInit::Vector(ty)) => Value::Vector(Vector::new(ty.clone())),
            // Only fields of the three kinds above are deferred, and layouts do not change.
            _ => Value::Bool(false),
        };
        self.set(field, v.clone());
        v
    }
}

impl RecordType {
    /// The initial values of this type's records; `None` while scripts are still loading.
    #[inline]
    pub fn layout(&self) -> Option<&Rc<Layout>> {
        self.layout.get()
    }

    /// Sets the initial values of this type's records. Later calls have no effect.
    pub fn set_layout(&self, l: Layout) {
        debug_assert_eq!(l.fields.len(), self.len());
        drop(self.layout.set(Rc::new(l)));
    }
}
