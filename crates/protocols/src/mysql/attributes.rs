//! Skips query attributes, which precede the text of a query (MySQL internals, COM_QUERY).
use super::packet::{length_encoded, string};
use wire::{ReadResult, Reader};

/// The maximum number of attributes of a query.
const MAX_ATTRIBUTES: u64 = 4096;

/// Skips the attributes of a query. Returns false if they are malformed.
pub(super) fn skip(r: &mut Reader<'_>) -> ReadResult<bool> {
    let count = length_encoded(r)?;
    let _sets = length_encoded(r)?;
    if count == 0 {
        return Ok(true);
    }
    if count > MAX_ATTRIBUTES {
        return Ok(false);
    }
    let nulls = r.bytes(count.div_ceil(8) as usize)?;
    if r.u8()? != 1 {
        return Ok(false);
    }
    let mut types = Vec::with_capacity(count as usize);
    for _ in 0..count {
        types.push(r.u8()?);
        r.skip(1)?;
        string(r)?;
    }
    for (n, ty) in types.iter().enumerate() {
        let null = nulls.get(n / 8).is_some_and(|b| b >> (n % 8) & 1 == 1);
        if !null && !value(*ty, r)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Skips a value of type `ty`. Returns false if the type is unknown or the length is invalid.
fn value(ty: u8, r: &mut Reader<'_>) -> ReadResult<bool> {
    let size = match ty {
        // DECIMAL.
        0x00 => {
            length_encoded(r)?;
            return Ok(true);
        }
        // TINY; SHORT and YEAR; LONG, FLOAT and INT24; DOUBLE and LONGLONG; NULL.
        0x01 => 1,
        0x02 | 0x0d => 2,
        0x03 | 0x04 | 0x09 => 4,
        0x05 | 0x08 => 8,
        0x06 => 0,
        // TIMESTAMP, DATE and DATETIME, then TIME. Trailing zero fields are omitted.
        0x07 | 0x0a | 0x0c | 0x11 => return short(r, &[0, 4, 7, 11]),
        0x0b => return short(r, &[0, 8, 12]),
        // Strings and types sent as strings.
        0x0f | 0x10 | 0xf5..=0xff => {
            string(r)?;
            return Ok(true);
        }
        _ => return Ok(false),
    };
    r.skip(size)?;
    Ok(true)
}

/// Skips a length byte and a value. The length must be one of `lengths`.
fn short(r: &mut Reader<'_>, lengths: &[u8]) -> ReadResult<bool> {
    let n = r.u8()?;
    r.skip(n.into())?;
    Ok(lengths.contains(&n))
}
