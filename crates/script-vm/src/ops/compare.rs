//! Comparisons and `in`.
use super::elements::{bad_types, elementwise};
use crate::word;
use script_sema::tree::CmpOp;
use std::cmp::Ordering;
use value::{Context, Result, RuntimeError, Table, Type, Value};

/// Compares two values; `ty` is `bool` or `vector of bool`.
pub(crate) fn compare(op: CmpOp, a: &Value, b: &Value, ty: &Type) -> Result<Value> {
    if let Type::Vector(t) = ty {
        return elementwise(a, b, t, |x, y| compare(op, x, y, &Type::Bool).map(|v| (v, None))).map(|v| v.0);
    }
    Ok(Value::Bool(holds(op, a, b)?))
}

fn by_order(op: CmpOp, o: Option<Ordering>) -> bool {
    match op {
        CmpOp::Lt => o == Some(Ordering::Less),
        CmpOp::Le => matches!(o, Some(Ordering::Less | Ordering::Equal)),
        CmpOp::Eq => o == Some(Ordering::Equal),
        CmpOp::Ne => o != Some(Ordering::Equal),
        CmpOp::Ge => matches!(o, Some(Ordering::Greater | Ordering::Equal)),
        CmpOp::Gt => o == Some(Ordering::Greater),
    }
}

/// Whether two registers hold the same string.
#[inline(always)]
pub(crate) fn same_string(a: &Option<Value>, b: &Option<Value>) -> Result<bool> {
    match (a, b) {
        (Some(Value::String(x)), Some(Value::String(y))) => Ok(x == y),
        _ => Err(unset()),
    }
}

/// Whether a register holds the given string.
#[inline(always)]
pub(crate) fn is_string(a: &Option<Value>, text: &Value) -> Result<bool> {
    match (a, text) {
        (Some(Value::String(x)), Value::String(y)) => Ok(x == y),
        _ => Err(unset()),
    }
}

#[cold]
fn unset() -> RuntimeError {
    RuntimeError::new("value used but not set")
}

pub(super) fn holds(op: CmpOp, a: &Value, b: &Value) -> Result<bool> {
    let order = match (a, b) {
        (Value::Pattern(p), Value::String(s)) | (Value::String(s), Value::Pattern(p)) => {
            return Ok(p.matches_exactly(s) == (op == CmpOp::Eq));
        }
        (Value::Table(x), Value::Table(y)) => return tables(op, x, y),
        (Value::Count(x), Value::Count(y)) => Some(x.cmp(y)),
        (Value::Int(x), Value::Int(y)) => Some(x.cmp(y)),
        (Value::Bool(x), Value::Bool(y)) => Some(x.cmp(y)),
        (Value::Enum(..), Value::Enum(..)) => Some(a.as_enum().cmp(&b.as_enum())),
        (Value::Port(x), Value::Port(y)) => Some(Value::port_number(*x).cmp(&Value::port_number(*y))),
        (Value::String(x), Value::String(y)) => Some(x.cmp(y)),
        _ => match (a.as_addr(), b.as_addr()) {
            (Some(x), Some(y)) => Some(x.cmp(&y)),
            _ => match (a.as_number(), b.as_number()) {
                (Some(x), Some(y)) => x.partial_cmp(&y),
                _ => match op {
                    CmpOp::Eq => return Ok(a.equals(b)),
                    CmpOp::Ne => return Ok(!a.equals(b)),
                    _ => return Err(bad_types()),
                },
            },
        },
    };
    Ok(by_order(op, order))
}

fn tables(op: CmpOp, x: &Table, y: &Table) -> Result<bool> {
    let part = |a: &Table, b: &Table| a.raw_entries().iter().all(|(k, _)| b.has_raw(k));
    Ok(match op {
        CmpOp::Eq => Value::Table(x.clone()).equals(&Value::Table(y.clone())),
        CmpOp::Ne => !Value::Table(x.clone()).equals(&Value::Table(y.clone())),
        CmpOp::Lt => x.len() < y.len() && part(x, y),
        CmpOp::Le => part(x, y),
        CmpOp::Gt => y.len() < x.len() && part(y, x),
        CmpOp::Ge => part(y, x),
    })
}

/// Computes `item in container`, for containers other than tables.
pub(crate) fn contains(cx: &mut dyn Context, item: &Value, container: &Value) -> Result<bool> {
    Ok(match (item, container) {
        (Value::Pattern(p), Value::String(s)) => p.matches_in(s),
        (Value::String(part), Value::String(s)) => find(s, part),
        (Value::Vector(v), _) if matches!(container, Value::String(_)) => {
            return Err(RuntimeError::new(format!("a vector of {} elements is in no string", v.len())));
        }
        (_, Value::Subnet(n)) => match (item.as_addr(), item.as_subnet()) {
            (Some(a), _) => n.contains(a),
            (_, Some(inner)) => inner.len128() >= n.len128() && n.contains(inner.prefix()),
            _ => return Err(bad_types()),
        },
        (i, Value::Vector(v)) => {
            let i = word::untag(i).ok_or_else(bad_types)? as i64;
            usize::try_from(i).is_ok_and(|at| v.has(at))
        }
        (i, Value::Table(t)) => t.contains(cx, std::slice::from_ref(i))?,
        _ => return Err(bad_types()),
    })
}

/// Whether `part` occurs in `s`.
fn find(s: &[u8], part: &[u8]) -> bool {
    match part {
        [] => true,
        [one] => s.contains(one),
        _ => s.windows(part.len()).any(|w| w == part),
    }
}
