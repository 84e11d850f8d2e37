//! Indices of tables from registers.
use super::unset;
use crate::code::{KeyPart, Kind};
use crate::word::tag;
use value::table::KeyBytes;
use value::{Result, RuntimeError, Value};

/// Does something with the bytes of an index; those of the common kinds are not copied.
#[inline(always)]
pub(super) fn with_key<T>(
    parts: &[KeyPart],
    ws: &[u64],
    vs: &[Option<Value>],
    f: impl FnOnce(&[u8]) -> T,
) -> Result<T> {
    let (word, other);
    let alone = match parts {
        [KeyPart::Value(r)] => vs[usize::from(*r)].as_ref(),
        _ => None,
    };
    let key: &[u8] = match (parts, alone) {
        (_, Some(Value::String(s))) => s,
        (_, Some(Value::Addr4(b))) => b,
        ([KeyPart::Word(r, Kind::Count | Kind::Int)], _) => {
            word = ws[usize::from(*r)].to_le_bytes();
            &word
        }
        _ => {
            other = key_bytes(parts, ws, vs)?;
            other.bytes()
        }
    };
    Ok(f(key))
}

/// The bytes of an index, from registers.
pub(super) fn key_bytes(parts: &[KeyPart], ws: &[u64], vs: &[Option<Value>]) -> Result<KeyBytes> {
    let mut k = KeyBytes::default();
    let done = match parts {
        [KeyPart::Value(r)] => match &vs[usize::from(*r)] {
            Some(v) => k.push_value(v),
            None => return Err(unset()),
        },
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
        Kind::Count | Kind::Int => k.push_word(w, 8),
        Kind::Port => k.push_word(w, 3),
        // Scalars are always good for an index.
        _ => drop(k.push_part(&tag(kind, w))),
    }
}

/// The parts of an index, as values.
pub(super) fn index_values(parts: &[KeyPart], ws: &[u64], vs: &[Option<Value>]) -> Vec<Value> {
    parts
        .iter()
        .filter_map(|p| match p {
            KeyPart::Word(r, kind) => Some(tag(kind, ws[usize::from(*r)])),
            KeyPart::Value(r) => vs[usize::from(*r)].clone(),
        })
        .collect()
}
