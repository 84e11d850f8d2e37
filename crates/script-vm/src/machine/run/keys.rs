//! Builds the indices of tables from registers.
use super::unset;
use crate::code::{KeyPart, Kind};
use crate::word::tag;
use value::table::KeyBytes;
use value::{Result, RuntimeError, Value};

/// Calls `f` with the bytes of an index. Common kinds are read without a copy.
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
        _ => match addr_and_port(parts, ws, vs) {
            Some(bytes) => {
                word = bytes;
                &word
            }
            None => {
                other = key_bytes(parts, ws, vs)?;
                other.bytes()
            }
        },
    };
    Ok(f(key))
}

/// Encodes an IPv4 address and a port in eight bytes: a length byte, the address, three bytes of port.
#[inline(always)]
fn addr_and_port(parts: &[KeyPart], ws: &[u64], vs: &[Option<Value>]) -> Option<[u8; 8]> {
    let [KeyPart::Value(addr), KeyPart::Word(port, Kind::Port)] = parts else { return None };
    let Some(Value::Addr4(addr)) = &vs[usize::from(*addr)] else { return None };
    let word = 4 | u64::from(u32::from_le_bytes(*addr)) << 8 | ws[usize::from(*port)] << 40;
    Some(word.to_le_bytes())
}

/// Encodes an index from registers.
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
        // Any scalar can be part of an index.
        _ => drop(k.push_part(&tag(kind, w))),
    }
}

/// Returns the parts of an index as values.
pub(super) fn index_values(parts: &[KeyPart], ws: &[u64], vs: &[Option<Value>]) -> Vec<Value> {
    parts
        .iter()
        .filter_map(|p| match p {
            KeyPart::Word(r, kind) => Some(tag(kind, ws[usize::from(*r)])),
            KeyPart::Value(r) => vs[usize::from(*r)].clone(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_are_not_copied_are_the_same_bytes() {
        let port = Value::port_from_number(1 << 16 | 443);
        let words = [crate::word::untag(&port).unwrap()];
        let other = Value::addr("2001:db8::1".parse().unwrap());
        let values = [Some(Value::Addr4([192, 0, 2, 1])), Some(other)];
        for addr in [0, 1] {
            let parts = [KeyPart::Value(addr), KeyPart::Word(0, Kind::Port)];
            let expected = key_bytes(&parts, &words, &values).unwrap();
            with_key(&parts, &words, &values, |k| assert_eq!(k, expected.bytes())).unwrap();
        }
        let parts = [KeyPart::Value(0), KeyPart::Word(0, Kind::Port)];
        assert_eq!(addr_and_port(&parts, &words, &values).map(|k| k.len()), Some(8));
    }
}
