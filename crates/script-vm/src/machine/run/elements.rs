//! Elements of vectors.
use super::unset;
use crate::code::R;
use crate::ops;
use crate::word::untag;
use value::{Bits, Result, RuntimeError, Value, Vector};

/// Returns the vector in a register.
#[inline(always)]
pub(super) fn vector(v: &Option<Value>) -> Result<&Vector> {
    match v {
        Some(Value::Vector(v)) => Ok(v),
        _ => Err(unset()),
    }
}

/// Loads `v[i]` as a scalar.
#[inline(always)]
pub(super) fn word(v: &Vector, i: u64) -> Result<u64> {
    let at = i as i64;
    let at = if at < 0 { at.wrapping_add(v.len() as i64) } else { at };
    usize::try_from(at).ok().and_then(|at| v.word(at)).ok_or_else(|| RuntimeError::new("no such index"))
}

/// Loads `v[i]`.
#[inline(always)]
pub(super) fn load(v: &Vector, i: u64) -> Result<Bits> {
    Ok(Bits::made(Some(ops::element(v, i as i64)?)))
}

/// Checks that `v += x` is valid for a `vector of any`.
pub(super) fn check_push(v: &Option<Value>, x: &Value) -> Result<()> {
    if ops::takes(vector(v)?, x) {
        Ok(())
    } else {
        Err(RuntimeError::new("type-checking failed in vector append"))
    }
}

/// Computes `|x|` of a string, table or vector.
#[inline(always)]
pub(super) fn size(x: &Option<Value>) -> Result<u64> {
    Ok(match x {
        Some(Value::String(s)) => s.len() as u64,
        Some(Value::Table(t)) => t.len() as u64,
        Some(Value::Vector(v)) => v.len() as u64,
        Some(other) => untag(&ops::size(other)?).unwrap_or(0),
        None => return Err(unset()),
    })
}

/// Returns the values of `n` registers from `first` on.
pub(super) fn row(vs: &[Option<Value>], first: R, n: R) -> Result<Vec<Value>> {
    let row = &vs[usize::from(first)..usize::from(first) + usize::from(n)];
    row.iter().cloned().collect::<Option<_>>().ok_or_else(unset)
}
