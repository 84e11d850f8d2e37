//! Byte-wise transformations of strings: case, escapes, dumps.
use crate::call::{Answer, Call};
use value::Value;

pub(super) fn map_bytes(c: &mut Call<'_>, f: fn(&mut [u8])) -> Answer {
    let mut s = c.str(0)?.to_vec();
    f(&mut s);
    Ok(Value::string(s))
}

pub(super) fn swap_case(c: &mut Call<'_>) -> Answer {
    map_bytes(c, |s| {
        for b in s {
            if b.is_ascii_alphabetic() {
                *b ^= 0x20;
            }
        }
    })
}

pub(super) fn to_title(c: &mut Call<'_>) -> Answer {
    map_bytes(c, |s| {
        let mut first = true;
        for b in s {
            if first {
                b.make_ascii_uppercase();
            }
            first = *b == b' ';
        }
    })
}

/// The characters to escape with a backslash, besides non-printable bytes.
pub(super) struct Render {
    pub(super) backslash: bool,
    pub(super) quotes: bool,
}

impl Render {
    pub(super) const HEX: Render = Render { backslash: false, quotes: false };
}

pub(super) fn render(c: &mut Call<'_>, how: Render) -> Answer {
    let s = c.str(0)?;
    let mut out = Vec::with_capacity(s.len());
    for &b in s.iter() {
        match b {
            b'\\' if how.backslash => out.extend_from_slice(b"\\\\"),
            b'\'' | b'"' if how.quotes => out.extend_from_slice(&[b'\\', b]),
            b' '..=b'~' => out.push(b),
            _ => out.extend_from_slice(format!("\\x{b:02x}").as_bytes()),
        }
    }
    Ok(Value::string(out))
}

pub(super) fn string_to_ascii_hex(c: &mut Call<'_>) -> Answer {
    Ok(super::super::encoding::hex(&c.str(0)?).into())
}

pub(super) fn safe_shell_quote(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let mut out = vec![b'"'];
    for &b in s.iter() {
        if matches!(b, b'`' | b'"' | b'\\' | b'$') {
            out.push(b'\\');
        }
        out.push(b);
    }
    out.push(b'"');
    Ok(Value::string(out))
}

/// Formats sixteen bytes per line: the offset, hexadecimal in two groups, text in two groups.
pub(super) fn hexdump(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let mut out = String::new();
    for (i, line) in s.chunks(16).enumerate() {
        let mut hex = String::new();
        let mut text = String::new();
        for (j, &b) in line.iter().enumerate() {
            hex.push_str(&format!("{b:02x} "));
            text.push(if (0x20..0x7f).contains(&b) { char::from(b) } else { '.' });
            if j == 7 {
                hex.push(' ');
                text.push(' ');
            }
        }
        // The offset has four digits. Longer offsets lose their last digits, for compatibility.
        let offset: String = format!("{:04x}", i * 16).chars().take(4).collect();
        out.push_str(&format!("{offset}  {hex:<50}{text}\n"));
    }
    Ok(out.into())
}
