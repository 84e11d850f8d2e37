//! printf-like formatting, and character sets.
use crate::error::{Error, ErrorKind, Outcome};
use crate::print::{render_any, shown};
use crate::value::Value;
use crate::world::World;
use std::fmt::Write;

const REPLACE: i64 = 1;
const STRICT: i64 = 2;

fn strict(errors: i64, what: &str) -> Outcome<()> {
    if errors == STRICT { Err(Error::new(ErrorKind::Unicode, what)) } else { Ok(()) }
}

/// Bytes of a character set (ASCII, UTF8, UTF16LE, UTF16BE) as text.
pub(crate) fn decode(data: &[u8], charset: i64, errors: i64) -> Outcome<String> {
    let mut out = String::with_capacity(data.len());
    match charset {
        0 => {
            for b in data {
                match b {
                    b' '..=b'~' => out.push(char::from(*b)),
                    _ => {
                        strict(errors, "illegal ASCII character in string")?;
                        if errors == REPLACE {
                            out.push('?');
                        }
                    }
                }
            }
        }
        2 | 3 => {
            let unit = |c: &[u8]| {
                if charset == 2 { u16::from_le_bytes([c[0], c[1]]) } else { u16::from_be_bytes([c[0], c[1]]) }
            };
            for c in char::decode_utf16(data.chunks_exact(2).map(unit)) {
                match c {
                    Ok(c) => out.push(c),
                    Err(_) => {
                        strict(errors, "illegal UTF16 sequence in string")?;
                        if errors == REPLACE {
                            out.push('\u{fffd}');
                        }
                    }
                }
            }
            if !data.len().is_multiple_of(2) {
                strict(errors, "illegal UTF16 sequence in string")?;
                if errors == REPLACE {
                    out.push('\u{fffd}');
                }
            }
        }
        _ => {
            for chunk in data.utf8_chunks() {
                out.push_str(chunk.valid());
                if !chunk.invalid().is_empty() {
                    strict(errors, "illegal UTF8 sequence in string")?;
                    if errors == REPLACE {
                        out.push('\u{fffd}');
                    }
                }
            }
        }
    }
    Ok(out)
}

/// Text as bytes of a character set.
pub(crate) fn encode(text: &str, charset: i64, errors: i64) -> Outcome<Vec<u8>> {
    Ok(match charset {
        0 => {
            let mut out = Vec::with_capacity(text.len());
            for c in text.chars() {
                if c.is_ascii() {
                    out.push(c as u8);
                } else {
                    strict(errors, "illegal ASCII character in string")?;
                    if errors == REPLACE {
                        out.push(b'?');
                    }
                }
            }
            out
        }
        2 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        3 => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => text.as_bytes().to_vec(),
    })
}

/// A directive: flags, width, precision, letter.
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
}

fn bad(what: &str) -> Error {
    Error::new(ErrorKind::InvalidArgument, format!("{what} in format string"))
}

/// `format % (values…)`
pub(crate) fn format(world: &mut World<'_>, format: &str, values: &[Value]) -> Outcome<String> {
    let mut out = String::new();
    let mut values = values.iter();
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        if chars.peek() == Some(&'%') {
            chars.next();
            out.push('%');
            continue;
        }
        let mut s = Spec {
            left: false,
            plus: false,
            space: false,
            alternate: false,
            zero: false,
            width: 0,
            precision: None,
        };
        while let Some(f) = chars.peek() {
            match f {
                '-' => s.left = true,
                '+' => s.plus = true,
                ' ' => s.space = true,
                '#' => s.alternate = true,
                '0' => s.zero = true,
                _ => break,
            }
            chars.next();
        }
        let number = |chars: &mut std::iter::Peekable<std::str::Chars<'_>>| {
            let mut n = 0_usize;
            while let Some(d) = chars.peek().and_then(|c| c.to_digit(10)) {
                n = (n * 10 + d as usize).min(10_000);
                chars.next();
            }
            n
        };
        s.width = number(&mut chars);
        if chars.peek() == Some(&'.') {
            chars.next();
            s.precision = Some(number(&mut chars));
        }
        while matches!(chars.peek(), Some('l' | 'h' | 'L' | 'z' | 'j' | 't' | 'q')) {
            chars.next();
        }
        let letter = chars.next().ok_or_else(|| bad("directive without a letter"))?;
        let value = values.next().ok_or_else(|| bad("too few values for directives"))?;
        directive(world, &mut out, &s, letter, value)?;
    }
    if values.next().is_some() {
        return Err(bad("too many values for directives"));
    }
    Ok(out)
}

fn directive(world: &mut World<'_>, out: &mut String, s: &Spec, letter: char, value: &Value) -> Outcome<()> {
    let (ty, inner) = match value {
        Value::Any(any) => (any.0, any.1.clone()),
        other => (spicy_sema::types::Ty::ANY, other.clone()),
    };
    let inner = match inner {
        Value::Ref(r) => r.borrow().clone(),
        other => other,
    };
    let integer = match &inner {
        Value::Uint(n) => Some(i128::from(*n)),
        Value::Int(n) | Value::Enum(n) => Some(i128::from(*n)),
        Value::Bool(b) => Some(i128::from(*b)),
        _ => None,
    };
    let text = match (letter, integer, &inner) {
        ('s', _, Value::Str(t) | Value::Error(t)) => cut(t, s.precision),
        ('s', ..) => cut(&render_any(world, value)?, s.precision),
        ('c', Some(n), _) => char::from_u32(n as u32).unwrap_or('?').to_string(),
        ('d' | 'i' | 'u', Some(n), _) => signed(n, s),
        ('x', Some(n), _) => hex(format!("{:x}", n as u64), "0x", s),
        ('X', Some(n), _) => hex(format!("{:X}", n as u64), "0X", s),
        ('o', Some(n), _) => hex(format!("{:o}", n as u64), "0", s),
        ('b', Some(n), _) => hex(format!("{:b}", n as u64), "0b", s),
        ('f' | 'F', _, Value::Real(r)) => format!("{r:.*}", s.precision.unwrap_or(6)),
        ('f' | 'F', Some(n), _) => format!("{:.*}", s.precision.unwrap_or(6), n as f64),
        ('e', _, Value::Real(r)) => exponent(*r, s.precision.unwrap_or(6)),
        ('g', _, Value::Real(r)) => crate::print::real(*r),
        ('p', ..) => "0x0".to_owned(),
        // A value that is not a number prints as it is.
        ('d' | 'i' | 'u' | 'x' | 'X' | 'o' | 'b' | 'f' | 'e' | 'g' | 'c', ..) => {
            shown(world, &inner, ty, true)?
        }
        _ => return Err(bad(&format!("unknown directive '%{letter}'"))),
    };
    let pad = s.width.saturating_sub(text.chars().count());
    let fill = if s.zero && !s.left && letter != 's' { '0' } else { ' ' };
    let padding: String = std::iter::repeat_n(fill, pad).collect();
    if s.left {
        let _ = write!(out, "{text}{padding}");
    } else if fill == '0' && text.starts_with(['-', '+']) {
        let _ = write!(out, "{}{padding}{}", &text[..1], &text[1..]);
    } else {
        let _ = write!(out, "{padding}{text}");
    }
    Ok(())
}

fn cut(t: &str, most: Option<usize>) -> String {
    most.map_or_else(|| t.to_owned(), |n| t.chars().take(n).collect())
}

fn signed(n: i128, s: &Spec) -> String {
    let sign = if n >= 0 && s.plus {
        "+"
    } else if n >= 0 && s.space {
        " "
    } else {
        ""
    };
    format!("{sign}{n}")
}

fn hex(digits: String, prefix: &str, s: &Spec) -> String {
    if s.alternate { format!("{prefix}{digits}") } else { digits }
}

fn exponent(r: f64, precision: usize) -> String {
    let text = format!("{r:.precision$e}");
    match text.split_once('e') {
        Some((m, e)) => {
            let (sign, digits) = e.strip_prefix('-').map_or(('+', e), |d| ('-', d));
            format!("{m}e{sign}{digits:0>2}")
        }
        None => text,
    }
}
