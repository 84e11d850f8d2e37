//! Records: a handle to a block of fields.
use crate::raw::{Bits, Mould, Slot, Thin};
use crate::table::{Table, TableMeta};
use crate::types::{RecordType, ThunkId, VectorType};
use crate::value::Value;
use crate::vector::Vector;
use std::rc::Rc;

/// A record. One pointer wide; the object has a 16-byte header and 16 bytes per field.
#[derive(Clone)]
pub struct Record(Thin<Rc<RecordType>, Slot<State>>);

/// The first value of a field.
#[derive(Clone)]
pub enum FieldInit {
    /// Absent.
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
    /// By its `&default`.
    Thunk(ThunkId),
    /// As a record that itself has computed fields.
    Record(Rc<RecordType>),
}

/// The first values of a type's records, field by field. Set once per type, after loading ([`RecordType::set_layout`]).
pub struct Layout {
    /// The first value of each field.
    pub fields: Box<[FieldInit]>,
    /// The fields that need a computation.
    pub pending: Box<[(u32, Pending)]>,
    /// The state of each field of a new record.
    start: Mould<State>,
}

#[derive(Clone)]
pub(crate) enum State {
    Unset,
    /// A container of the layout that was not made yet.
    Deferred,
    Set(Value),
}

const _: () = assert!(size_of::<State>() == 16);

impl State {
    /// The state of a field before the first assignment.
    fn before_all(init: &FieldInit) -> State {
        match init {
            FieldInit::Unset | FieldInit::Pending(_) => State::Unset,
            FieldInit::Const(v) => State::Set(v.clone()),
            FieldInit::Table(_) | FieldInit::Vector(_) | FieldInit::Record(_) => State::Deferred,
        }
    }

    /// Whether a copy needs no count of handles.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            State::Set(v) => v.is_scalar(),
            State::Unset | State::Deferred => true,
        }
    }

    /// The word of a scalar other than a count. A separate function, so that counts need no jump table.
    #[inline(never)]
    fn other_word(&self) -> Option<u64> {
        match self {
            State::Set(v) => v.to_word(),
            State::Unset | State::Deferred => None,
        }
    }

    #[inline(never)]
    fn put_other_word(&mut self, w: u64) -> bool {
        match self {
            State::Set(v) => v.put_word(w),
            State::Unset | State::Deferred => false,
        }
    }

    /// Adds to an int; false for other values. A separate function for the same reason.
    #[inline(never)]
    fn add_to_int(&mut self, more: u64) -> bool {
        match self {
            State::Set(Value::Int(x)) => {
                *x = x.wrapping_add_unsigned(more);
                true
            }
            _ => false,
        }
    }

    /// Drops a state that has left its slot; fast if that only decrements a count.
    #[inline]
    fn end(self) {
        if let State::Set(v) = self {
            drop(Bits::from(v));
        }
    }
}

impl Layout {
    /// A layout with the given first value of each field.
    pub fn new(fields: Vec<FieldInit>) -> Self {
        let pending = fields
            .iter()
            .enumerate()
            .filter_map(|(i, f)| match f {
                FieldInit::Pending(p) => Some((i as u32, p.clone())),
                _ => None,
            })
            .collect();
        let start = Mould::new(fields.iter().map(State::before_all).collect());
        Layout { fields: fields.into(), pending, start }
    }

    /// The number of deferred tables of a record, including those of its inner records.
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
    /// The count of handles to the object.
    #[inline]
    pub(crate) fn handles(&self) -> &std::cell::Cell<u32> {
        self.0.count()
    }

    /// A record whose fields are all absent.
    pub fn unset(ty: Rc<RecordType>) -> Self {
        let n = ty.len();
        Record(Thin::from_iter(ty, (0..n).map(|_| Slot::new(State::Unset))))
    }

    /// A record with the first values of the type's layout. Fields that need a computation are absent;
    /// [`Record::pending`] names them. Without a layout all fields are absent.
    pub fn new(ty: Rc<RecordType>) -> Self {
        let Some(layout) = ty.layout() else { return Record::unset(ty) };
        #[cfg(feature = "census")]
        dict::Census::put_off(layout.tables());
        Record(Thin::cast(ty.clone(), &layout.start))
    }

    /// The fields of a new record that must be computed.
    pub fn pending(&self) -> &[(u32, Pending)] {
        self.record_type().layout().map_or(&[], |l| &l.pending)
    }

    /// Its type.
    #[inline]
    pub fn record_type(&self) -> &Rc<RecordType> {
        self.0.head()
    }

    /// Number of fields.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.items().len()
    }

    /// True for a record without fields.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a field; `None` if it is absent or out of range.
    #[inline]
    pub fn get(&self, field: u32) -> Option<Value> {
        self.load(field)?.into_value()
    }

    /// Like [`Record::get`], as bits.
    #[inline]
    pub fn load(&self, field: u32) -> Option<Bits> {
        let slot = self.0.items().get(field as usize)?;
        let (is_deferred, found) = slot.peek(|s| match s {
            State::Set(v) => (false, Some(Bits::of(v))),
            State::Unset => (false, None),
            State::Deferred => (true, None),
        });
        if is_deferred { Some(self.make(field).into()) } else { found }
    }

    /// The record in a field; `None` if the field is absent or holds something else.
    #[inline]
    pub fn inner(&self, field: u32) -> Option<Record> {
        let slot = self.0.items().get(field as usize)?;
        let (is_deferred, found) = slot.peek(|s| match s {
            State::Set(Value::Record(r)) => (false, Some(r.clone())),
            State::Deferred => (true, None),
            _ => (false, None),
        });
        if is_deferred {
            return match self.make(field) {
                Value::Record(r) => Some(r),
                _ => None,
            };
        }
        found
    }

    /// The scalar in a field as a word ([`Value::to_word`]); `None` if the field is absent or not a scalar.
    #[inline]
    pub fn word(&self, field: u32) -> Option<u64> {
        self.0.items().get(field as usize)?.peek(|s| match s {
            State::Set(Value::Count(c)) => Some(*c),
            other => other.other_word(),
        })
    }

    /// Adds to the int or count in a field, wrapping; false if the field has no such value.
    #[inline]
    pub fn add_to(&self, field: u32, more: u64) -> bool {
        let Some(slot) = self.0.items().get(field as usize) else { return false };
        slot.update(|s| match s {
            State::Set(Value::Count(x)) => {
                *x = x.wrapping_add(more);
                true
            }
            other => other.add_to_int(more),
        })
    }

    /// Replaces the scalar in a field by one of the same type; false if the field does not hold a scalar.
    #[inline]
    pub fn put_word(&self, field: u32, w: u64) -> bool {
        let Some(slot) = self.0.items().get(field as usize) else { return false };
        slot.update(|s| match s {
            State::Set(Value::Count(c)) => {
                *c = w;
                true
            }
            other => other.put_other_word(w),
        })
    }

    /// Whether a field has a value.
    #[inline]
    pub fn has(&self, field: u32) -> bool {
        self.0.items().get(field as usize).is_some_and(|s| s.peek(|s| !matches!(s, State::Unset)))
    }

    /// Assigns a field; out-of-range numbers are ignored.
    #[inline]
    pub fn set(&self, field: u32, v: Value) {
        self.put(field, v.into());
    }

    /// Like [`Record::set`], from bits; [`Bits::NONE`] makes the field absent.
    #[inline]
    pub fn put(&self, field: u32, v: Bits) {
        if let Some(s) = self.0.items().get(field as usize) {
            s.replace(v.into_value().map_or(State::Unset, State::Set)).end();
        }
    }

    /// Makes a field absent.
    pub fn clear(&self, field: u32) {
        if let Some(s) = self.0.items().get(field as usize) {
            drop(s.replace(State::Unset));
        }
    }

    /// `delete r$f`: resets a field to its first value in the type's layout, or makes it absent. The caller must compute
    /// fields that need it ([`Record::pending`]).
    pub fn reset(&self, field: u32) {
        let Some(s) = self.0.items().get(field as usize) else { return };
        let layout = self.record_type().layout();
        #[cfg(feature = "census")]
        dict::Census::put_off(layout.and_then(|l| l.fields.get(field as usize)).map_or(0, FieldInit::tables));
        let start = layout.and_then(|l| l.start.item(field as usize));
        let state = start.map_or(State::Unset, State::clone);
        drop(s.replace(state));
    }

    /// The value of a field by name.
    pub fn get_named(&self, field: &str) -> Option<Value> {
        self.get(self.record_type().position(field)?)
    }

    /// Assigns a field by name; false if there is no such field.
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

    #[cold]
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
    /// The first values of this type's records; `None` before loading has ended.
    #[inline]
    pub fn layout(&self) -> Option<&Rc<Layout>> {
        self.layout.get()
    }

    /// Sets the first values of this type's records. Later calls have no effect.
    pub fn set_layout(&self, l: Layout) {
        debug_assert_eq!(l.fields.len(), self.len());
        drop(self.layout.set(Rc::new(l)));
    }
}
