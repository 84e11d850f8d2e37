//! Converts scalars between their two forms: an untagged word and a [`Value`].
use crate::code::{Code, ENUMS, Kind, R};
use value::{Bits, Value};

/// Converts a word to a value.
#[inline]
pub(crate) fn tag(kind: &Kind, w: u64) -> Value {
    match kind {
        Kind::Bool => Value::Bool(w != 0),
        Kind::Int => Value::Int(w as i64),
        Kind::Count => Value::Count(w),
        Kind::Double => Value::Double(f64::from_bits(w)),
        Kind::Time => Value::Time(f64::from_bits(w)),
        Kind::Interval => Value::Interval(f64::from_bits(w)),
        Kind::Port => Value::port_from_number(w as u32),
        Kind::Enum(t) => Value::enumerator(w as i64, t),
    }
}

/// Converts a word to a value, given the code of its kind. The result is computed as bits: otherwise each kind would
/// write the value in its own way, and reading the whole value right after its parts were written stalls the processor.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "kinds are verified before code runs")]
pub(crate) fn tag_code(c: &Code, kind: R, w: u64) -> Bits {
    match kind {
        2 => Bits::from(Value::Count(w)),
        0 => Bits::from(Value::Bool(w != 0)),
        1 => Bits::from(Value::Int(w as i64)),
        3 => Bits::from(Value::Double(f64::from_bits(w))),
        4 => Bits::from(Value::Time(f64::from_bits(w))),
        5 => Bits::from(Value::Interval(f64::from_bits(w))),
        6 => Bits::from(Value::port_from_number(w as u32)),
        k => Bits::from(Value::enumerator(w as i64, &c.enums[usize::from(k - ENUMS)])),
    }
}

/// Converts a scalar to a word; returns `None` for other values.
#[inline]
pub(crate) fn untag(v: &Value) -> Option<u64> {
    v.to_word()
}
