//! Indices of tables from registers.
use super::unset;
use crate::code::{KeyPart, Kind};
use crate::machine::Machine;
use crate::word::tag;
use value::table::KeyBytes;
use value::{Result, RuntimeError, Table, Value};

/// Does something with the bytes of an index; those of the common kinds are not copied.
#[inline]
pub(super) fn with_key<T>(
    parts: &[KeyPart],
    ws: &[u64],
    vs: &[Option<Value>],
    f: impl FnOnce(&[u8]) -> T,
) -> Result<T> {
    match parts {
        [KeyPart::Value(r)] => match &vs[usize::from(*r)] {
            Some(Value::String(s)) => return Ok(f(s)),
            Some(Value::Addr4(b)) => return Ok(f(b)),
            _ => {}
        },
        [KeyPart::Word(r, Kind::Count | Kind::Int)] => return Ok(f(&ws[usize::from(*r)].to_le_bytes())),
        _ => {}
    }
    key_bytes(parts, ws, vs).map(|k| f(k.bytes()))
}

/// The bytes of an index, from registers.
pub(super) fn key_bytes(parts: &[KeyPart], ws: &[u64], vs: &[Option<Value>]) -> Result<KeyBytes> {
    let mut k = KeyBytes::default();
    let done = match parts {
        [KeyPart::Value(r)] => match &vs[usize::from(*r)] {
            Some(v) => k.push_value(v),
            None => return Err(unset()),
        },
        [KeyPart::Word(r, kind)] => {
            push_word(&mut k, kind, ws[usize::from(*r)]);
            Ok(())
        }
        _ => {
            for p in parts {
                match p {
                    KeyPart::Word(r, kind) => push_word(&mut k, kind, ws[usize::from(*r)]),
                    KeyPart::Value(r) => match &vs[usize::from(*r)] {
                        Some(v) if k.push_part(v).is_ok() => {}
                        Some(_) => return Err(RuntimeError::new("index type doesn't match table")),
                        None => return Err(unset()),
                    },
                }
            }
            Ok(())
        }
    };
    done.map(|()| k).map_err(|_| RuntimeError::new("index type doesn't match table"))
}

#[inline]
fn push_word(k: &mut KeyBytes, kind: &Kind, w: u64) {
    match kind {
        Kind::Count | Kind::Int => k.push(&w.to_le_bytes()),
        // Scalars are always good for an index.
        _ => drop(k.push_part(&tag(kind, w))),
    }
}

fn index_values(parts: &[KeyPart], ws: &[u64], vs: &[Option<Value>]) -> Vec<Value> {
    parts
        .iter()
        .filter_map(|p| match p {
            KeyPart::Word(r, kind) => Some(tag(kind, ws[usize::from(*r)])),
            KeyPart::Value(r) => vs[usize::from(*r)].clone(),
        })
        .collect()
}

#[inline]
pub(super) fn look_up(
    m: &mut Machine,
    t: &Table,
    parts: &[KeyPart],
    ws: &[u64],
    vs: &[Option<Value>],
) -> Result<Option<Value>> {
    let k = key_bytes(parts, ws, vs)?;
    if t.is_plain() {
        return Ok(t.get_raw(k.bytes()).map(|v| v.unwrap_or(Value::Bool(true))));
    }
    let index = index_values(parts, ws, vs);
    t.lookup_key(m, k.bytes(), &index)
}

#[inline]
pub(super) fn is_in(
    m: &mut Machine,
    t: &Table,
    parts: &[KeyPart],
    ws: &[u64],
    vs: &[Option<Value>],
) -> Result<bool> {
    if t.is_plain() {
        let k = key_bytes(parts, ws, vs)?;
        return Ok(t.has_raw(k.bytes()));
    }
    t.contains(m, &index_values(parts, ws, vs))
}
