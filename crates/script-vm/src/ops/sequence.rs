//! Indexing and slicing of strings and vectors.
use super::elements::bad_types;
use crate::word;
use value::{Bits, MAX_VECTOR, Result, RuntimeError, Type, Value, Vector};

/// Returns the position of an index; negative indices count from the end.
pub(super) fn position(i: i64, len: usize) -> Option<usize> {
    let i = if i < 0 { i.wrapping_add(len as i64) } else { i };
    usize::try_from(i).ok()
}

/// Computes `a[i]` of a string or vector.
pub(crate) fn index(a: &Value, i: &Value, ty: &Type) -> Result<Value> {
    match (a, i) {
        (Value::Vector(v), Value::Vector(by)) => select(v, by, ty),
        (Value::Vector(v), i) => {
            let i = word::untag(i).ok_or_else(bad_types)? as i64;
            element(v, i)
        }
        (Value::String(s), i) => {
            let i = word::untag(i).ok_or_else(bad_types)? as i64;
            let one = position(i, s.len()).and_then(|at| s.get(at..at + 1)).unwrap_or_default();
            Ok(Value::string(one))
        }
        _ => Err(RuntimeError::new("type cannot be indexed")),
    }
}

/// Returns the element of a vector at an index.
#[inline]
pub(crate) fn element(v: &Vector, i: i64) -> Result<Value> {
    position(i, v.len()).and_then(|at| v.get(at)).ok_or_else(|| RuntimeError::new("no such index"))
}

/// Executes `v[i] = x`.
#[inline]
pub(crate) fn set_element(v: &Vector, i: i64, x: Bits) -> Result<()> {
    let at = if i < 0 { position(i, v.len()) } else { usize::try_from(i).ok() };
    match at {
        Some(at) if v.set(at, x.into_value()) => Ok(()),
        _ => Err(RuntimeError::new(format!(
            "vector index assignment failed for invalid index {i}, no more than {MAX_VECTOR} elements"
        ))),
    }
}

/// Computes a vector indexed by a vector: by bools, it selects the elements where the index is true; by numbers, the
/// elements at those indices.
fn select(v: &Vector, by: &Vector, ty: &Type) -> Result<Value> {
    let Type::Vector(t) = ty else { return Err(bad_types()) };
    let items = v.items();
    let by_bool = matches!(by.vector_type().elem, Type::Bool);
    if by_bool && items.len() != by.len() {
        return Err(RuntimeError::new("size mismatch, boolean index and vector"));
    }
    let mut out = Vec::new();
    for (at, b) in by.items().iter().enumerate() {
        match b {
            Some(Value::Bool(true)) if by_bool => out.push(items.get(at).cloned().flatten()),
            _ if by_bool => {}
            Some(i) => {
                let i = word::untag(i).ok_or_else(bad_types)? as i64;
                out.push(position(i, items.len()).and_then(|at| items.get(at).cloned().flatten()));
            }
            None => out.push(None),
        }
    }
    Ok(Value::Vector(Vector::from_items(t.clone(), out)))
}

/// Returns one end of a slice, clamped to the length.
fn slice_end(i: i64, len: usize) -> usize {
    match position(i, len) {
        Some(at) => at.min(len),
        None => 0,
    }
}

/// Computes `a[low:high]`.
pub(crate) fn slice(a: &Value, low: Option<i64>, high: Option<i64>) -> Result<Value> {
    let len = match a {
        Value::String(s) => s.len(),
        Value::Vector(v) => v.len(),
        _ => return Err(RuntimeError::new("type cannot be indexed")),
    };
    let low = low.map_or(0, |i| slice_end(i, len));
    let high = high.map_or(len, |i| slice_end(i, len));
    let range = low..high.max(low);
    Ok(match a {
        Value::String(s) => Value::string(s.get(range).unwrap_or_default()),
        Value::Vector(v) => {
            let items = v.with_items(|i| i.get(range).unwrap_or_default().to_vec());
            Value::Vector(Vector::from_items(v.vector_type(), items))
        }
        _ => return Err(bad_types()),
    })
}

/// Executes `v[low:high] = with`.
pub(crate) fn set_slice(a: &Value, low: Option<i64>, high: Option<i64>, with: &Value) -> Result<()> {
    let (Value::Vector(v), Value::Vector(with)) = (a, with) else { return Err(bad_types()) };
    let len = v.len();
    let low = low.map_or(0, |i| slice_end(i, len));
    let high = high.map_or(len, |i| slice_end(i, len)).max(low);
    v.splice(low, high, with.items());
    Ok(())
}
