//! Numbers, comparisons, conversions.
use crate::bytecode::Item;
use crate::error::{Error, ErrorKind, Outcome};
use crate::stream::Stream;
use crate::value::Value;
use crate::world::World;
use spicy_sema::hir::{Cmp, Convert, ENUM_UNDEF, IntOp};
use spicy_sema::types::{Ty, Type};
use std::cell::RefCell;
use std::rc::Rc;

fn overflow() -> Error {
    Error::new(ErrorKind::Overflow, "integer overflow")
}

fn fit(v: i128, signed: bool, bits: u8) -> Outcome<Value> {
    let bits = u32::from(bits);
    if signed {
        let most = (1_i128 << (bits - 1)) - 1;
        if v > most || v < -most - 1 { Err(overflow()) } else { Ok(Value::Int(v as i64)) }
    } else if v < 0 || v >= 1_i128 << bits {
        Err(overflow())
    } else {
        Ok(Value::Uint(v as u64))
    }
}

fn wide(v: &Value) -> Outcome<i128> {
    match v {
        Value::Uint(n) => Ok(i128::from(*n)),
        Value::Int(n) => Ok(i128::from(*n)),
        _ => Err(Error::internal("a number was expected")),
    }
}

/// The common case: unsigned numbers, and an operation that does not overflow.
#[inline]
pub(crate) fn quick_int(op: IntOp, a: &Value, b: &Value, bits: u8) -> Option<u64> {
    let (Value::Uint(x), Value::Uint(y)) = (a, b) else { return None };
    let n = match op {
        IntOp::Add => x.checked_add(*y)?,
        IntOp::Sub => x.checked_sub(*y)?,
        IntOp::Mul => x.checked_mul(*y)?,
        IntOp::Div => x.checked_div(*y)?,
        IntOp::Mod => x.checked_rem(*y)?,
        IntOp::And => x & y,
        IntOp::Or => x | y,
        IntOp::Xor => x ^ y,
        _ => return None,
    };
    (bits >= 64 || n >> bits == 0).then_some(n)
}

pub(crate) fn int(op: IntOp, a: &Value, b: &Value, signed: bool, bits: u8) -> Outcome<Value> {
    if !signed && let Some(n) = quick_int(op, a, b, bits) {
        return Ok(Value::Uint(n));
    }
    let (x, y) = (wide(a)?, wide(b)?);
    let zero = || Error::new(ErrorKind::DivisionByZero, "integer division by zero");
    let v = match op {
        IntOp::Add => x + y,
        IntOp::Sub => x - y,
        IntOp::Mul => x.checked_mul(y).ok_or_else(overflow)?,
        IntOp::Div => {
            if y == 0 {
                return Err(zero());
            } else {
                x / y
            }
        }
        IntOp::Mod => {
            if y == 0 {
                return Err(zero());
            } else {
                x % y
            }
        }
        IntOp::Pow => power(x, y)?,
        IntOp::And => x & y,
        IntOp::Or => x | y,
        IntOp::Xor => x ^ y,
        IntOp::Shl => {
            if !(0..i128::from(bits)).contains(&y) {
                return Ok(Value::Uint(0));
            }
            // Bits shifted past the width are dropped.
            (x << y) & ((1_i128 << bits) - 1)
        }
        IntOp::Shr => {
            if (0..64).contains(&y) {
                x >> y
            } else {
                0
            }
        }
    };
    fit(v, signed, bits)
}

fn power(base: i128, exponent: i128) -> Outcome<i128> {
    let exponent = u32::try_from(exponent).map_err(|_| overflow())?;
    base.checked_pow(exponent).ok_or_else(overflow)
}

pub(crate) fn real(op: IntOp, a: &Value, b: &Value) -> Outcome<Value> {
    let (Value::Real(x), Value::Real(y)) = (a, b) else { return Err(Error::internal("reals were expected")) };
    Ok(Value::Real(match op {
        IntOp::Add => x + y,
        IntOp::Sub => x - y,
        IntOp::Mul => x * y,
        IntOp::Div => x / y,
        IntOp::Mod => x % y,
        IntOp::Pow => x.powf(*y),
        _ => return Err(Error::internal("operator of reals")),
    }))
}

pub(crate) fn negate(v: &Value, bits: u8) -> Outcome<Value> {
    match v {
        Value::Real(r) => Ok(Value::Real(-r)),
        other => fit(-wide(other)?, true, if bits == 0 { 64 } else { bits }),
    }
}

pub(crate) fn compare(op: Cmp, a: &Value, b: &Value) -> bool {
    let o = match (a, b) {
        (Value::Uint(x), Value::Uint(y)) => x.cmp(y),
        (Value::Enum(x), Value::Enum(y)) | (Value::Int(x), Value::Int(y)) => x.cmp(y),
        _ => return compare_any(op, a, b),
    };
    holds(op, o)
}

/// Whether a comparison with this result is what the operator asks for.
pub(crate) fn holds(op: Cmp, o: std::cmp::Ordering) -> bool {
    match op {
        Cmp::Eq => o.is_eq(),
        Cmp::Ne => o.is_ne(),
        Cmp::Lt => o.is_lt(),
        Cmp::Le => o.is_le(),
        Cmp::Gt => o.is_gt(),
        Cmp::Ge => o.is_ge(),
    }
}

fn compare_any(op: Cmp, a: &Value, b: &Value) -> bool {
    // References are equal if they refer to the same object; a null reference equals Null.
    let a = if matches!(a, Value::Unset) { &Value::Null } else { a };
    let b = if matches!(b, Value::Unset) { &Value::Null } else { b };
    if let (Value::Real(x), Value::Real(y)) = (a, b) {
        return match op {
            Cmp::Eq => x == y,
            Cmp::Ne => x != y,
            Cmp::Lt => x < y,
            Cmp::Le => x <= y,
            Cmp::Gt => x > y,
            Cmp::Ge => x >= y,
        };
    }
    holds(op, a.cmp(b))
}

fn nanoseconds(v: &Value) -> Outcome<f64> {
    match v {
        Value::Real(r) => Ok(r * 1e9),
        other => Ok(wide(other)? as f64 * 1e9),
    }
}

/// Conversions that are made most often, of values for which they cannot fail.
#[inline]
pub(crate) fn quick_convert(how: Convert, v: &Value) -> Option<Value> {
    match (how, v) {
        (Convert::ToEnum, Value::Uint(n)) => i64::try_from(*n).ok().map(Value::Enum),
        (Convert::ToBool, Value::Bool(b)) => Some(Value::Bool(*b)),
        (Convert::ToBool, Value::Uint(n)) => Some(Value::Bool(*n != 0)),
        _ => None,
    }
}

pub(crate) fn convert(world: &World<'_>, how: Convert, v: &Value, from: Ty, to: Ty) -> Outcome<Value> {
    let types = &world.program.hir.types;
    let int_of = |ty: Ty| match types.get(ty) {
        Type::Int { signed, bits } => (*signed, *bits),
        _ => (false, 64),
    };
    Ok(match how {
        Convert::IntChecked => {
            let (signed, bits) = int_of(to);
            fit(wide(v)?, signed, bits)?
        }
        Convert::IntWrapped => {
            let (signed, bits) = int_of(to);
            wrap(wide(v)? as u64, signed, bits)
        }
        Convert::ToBool => Value::Bool(match v {
            Value::Bool(b) => *b,
            Value::Uint(n) => *n != 0,
            Value::Int(n) => *n != 0,
            Value::Enum(n) => *n != ENUM_UNDEF,
            Value::Error(_) => false,
            // A result without a value is success; an unset optional and a null reference are false.
            Value::Null | Value::Unset => matches!(types.get(from), Type::Result(_)),
            _ => true,
        }),
        Convert::IntToReal => Value::Real(wide(v)? as f64),
        Convert::RealToInt => {
            let (signed, bits) = int_of(to);
            match v {
                Value::Real(r) => fit(*r as i128, signed, bits)?,
                _ => return Err(Error::internal("a real was expected")),
            }
        }
        Convert::ToTime => match v {
            Value::Uint(n) => Value::Time(n.checked_mul(1_000_000_000).ok_or_else(overflow)?),
            other => {
                let n = nanoseconds(other)?;
                if n < 0.0 || n > u64::MAX as f64 {
                    return Err(Error::new(ErrorKind::OutOfRange, "value cannot be represented as a time"));
                }
                Value::Time(n.round() as u64)
            }
        },
        Convert::ToInterval => match v {
            Value::Uint(n) => {
                let n = i64::try_from(*n).ok().and_then(|n| n.checked_mul(1_000_000_000));
                Value::Interval(n.ok_or_else(|| {
                    Error::new(ErrorKind::OutOfRange, "value cannot be represented as an interval")
                })?)
            }
            other => {
                let n = nanoseconds(other)?;
                if n.abs() > i64::MAX as f64 {
                    return Err(Error::new(
                        ErrorKind::OutOfRange,
                        "value cannot be represented as an interval",
                    ));
                }
                Value::Interval(n.round() as i64)
            }
        },
        Convert::ToEnum => {
            let n = i64::try_from(wide(v)?)
                .map_err(|_| Error::new(ErrorKind::InvalidValue, "enum value exceeds expected range"))?;
            Value::Enum(n)
        }
        Convert::EnumToInt => match v {
            Value::Enum(n) => {
                let (signed, bits) = int_of(to);
                if !signed && *n < 0 {
                    return Err(overflow());
                }
                wrap(*n as u64, signed, bits)
            }
            _ => return Err(Error::internal("an enum was expected")),
        },
        Convert::ToOptional | Convert::ToResult => v.clone(),
        Convert::ToAny => Value::Any(Rc::new((from, v.clone()))),
        Convert::BytesToStream => match v {
            Value::Bytes(b) => Value::Stream(Stream::of(b, false)),
            _ => return Err(Error::internal("bytes were expected")),
        },
        Convert::ToView => match v {
            Value::Stream(s) => {
                let start = s.borrow().start();
                Value::View(Rc::new((Rc::clone(s), start, u64::MAX)))
            }
            _ => return Err(Error::internal("a stream was expected")),
        },
        Convert::UintToBitfield => {
            let Type::Bitfield(id) = types.get(to) else { return Err(Error::internal("bitfield")) };
            let b = &world.program.hir.bitfields[*id as usize];
            let n = wide(v)? as u64;
            let items = b.ranges.iter().map(|r| {
                let (from, to) =
                    if b.msb0 { (b.bits - 1 - r.to, b.bits - 1 - r.from) } else { (r.from, r.to) };
                Value::Uint(bits(n, from, to))
            });
            Value::list(items.collect())
        }
        Convert::ToSet => match v {
            Value::List(l) => Value::Map(Rc::new(RefCell::new(
                l.borrow().iter().map(|v| (v.clone(), Value::Null)).collect(),
            ))),
            other => other.clone(),
        },
    })
}

/// Bits `from` to `to`, both inclusive, shifted to the right end.
pub(crate) fn bits(n: u64, from: u8, to: u8) -> u64 {
    let width = u32::from(to.saturating_sub(from)) + 1;
    let shifted = n.checked_shr(u32::from(from)).unwrap_or(0);
    if width >= 64 { shifted } else { shifted & ((1 << width) - 1) }
}

/// Some bits as what they stand for.
#[inline]
pub(crate) fn item(n: u64, from: u8, to: u8, item: Item) -> Value {
    let n = bits(n, from, to);
    match item {
        Item::Number => Value::Uint(n),
        Item::Truth => Value::Bool(n != 0),
        Item::Label => Value::Enum(n as i64),
    }
}

/// The low bits of a number as a value of the width.
pub(crate) fn wrap(n: u64, signed: bool, bits: u8) -> Value {
    match (signed, bits) {
        (false, 8) => Value::Uint(n & 0xff),
        (false, 16) => Value::Uint(n & 0xffff),
        (false, 32) => Value::Uint(n & 0xffff_ffff),
        (false, _) => Value::Uint(n),
        (true, 8) => Value::Int(i64::from(n as i8)),
        (true, 16) => Value::Int(i64::from(n as i16)),
        (true, 32) => Value::Int(i64::from(n as i32)),
        (true, _) => Value::Int(n as i64),
    }
}
