//! Values as text: `fmt`, `cat` and similar functions.
use super::c_number::{Spec, fixed};
use crate::call::{Answer, Call, Stop, family};
use crate::slices::{head, split_once, tail};
use value::{ErrorKind, RuntimeError, Value};

family! {
    "fmt" => fmt,
    "cat" => cat,
    "cat_sep" => cat_sep,
    "print_raw" => print_raw,
}

fn cat(c: &mut Call<'_>) -> Answer {
    let mut out = c.buffer();
    for i in 0..c.len() {
        c.describe_raw(c.arg(i), &mut out);
    }
    c.text_of(out)
}

fn cat_sep(c: &mut Call<'_>) -> Answer {
    if c.len() < 2 {
        return Err(wrong(format!("cat_sep() takes at least 2 argument(s), got {}", c.len())));
    }
    for (at, name) in ["sep", "def"].into_iter().enumerate() {
        if c.arg(at).as_string().is_none() {
            let tag = c.arg(at).ty().tag_name();
            return Err(wrong(format!("expected type string for {name}, got {tag}")));
        }
    }
    let (sep, default) = (c.c_str(0)?, c.str(1)?);
    let mut out = Vec::new();
    for i in 2..c.len() {
        if i > 2 {
            out.extend_from_slice(&sep);
        }
        match c.arg(i) {
            Value::String(s) if s.is_empty() => out.extend_from_slice(&default),
            v => c.describe_raw(v, &mut out),
        }
    }
    Ok(Value::string(out))
}

/// Returns the error for wrong arguments.
fn wrong(message: String) -> Stop {
    Stop::Error(RuntimeError::of(ErrorKind::Error, message))
}

fn print_raw(c: &mut Call<'_>) -> Answer {
    let mut out = Vec::new();
    for i in 0..c.len() {
        c.describe_raw(c.arg(i), &mut out);
    }
    c.streams().print(&out);
    Ok(true.into())
}

/// The largest width and precision that a format may request.
const MAX_WIDTH: usize = 128;

fn fmt(c: &mut Call<'_>) -> Answer {
    if c.len() == 0 {
        return Ok("".into());
    }
    let format = c.c_str(0)?;
    let mut rest = &format[..];
    let mut out = c.buffer();
    let mut next = 0;
    while let Some((text, conversion)) = split_once(rest, b'%') {
        out.extend_from_slice(text);
        rest = conversion;
        if let Some(r) = rest.strip_prefix(b"%") {
            out.push(b'%');
            rest = r;
            continue;
        }
        next += 1;
        if next >= c.len() {
            rest = &[];
            break;
        }
        let v = c.arg(next);
        rest = one(c, rest, v, &mut out);
        if rest.is_empty() {
            break;
        }
    }
    out.extend_from_slice(rest);
    if next + 1 < c.len() {
        c.error_on("too many arguments for format", 0);
        return Ok("".into());
    }
    if next >= c.len() {
        c.error_on("too few arguments for format", 0);
        return Ok("".into());
    }
    c.text_of(out)
}

/// Parses a decimal number, which saturates. Returns it with the rest.
fn number(s: &[u8]) -> (usize, &[u8]) {
    let digits = s.iter().take_while(|b| b.is_ascii_digit()).count();
    let n = head(s, digits)
        .iter()
        .fold(0_usize, |n, b| n.saturating_mul(10).saturating_add(usize::from(b - b'0')));
    (n, tail(s, digits))
}

/// Applies one conversion, the text after the percent sign, to a value. Returns the rest of the format.
fn one<'f>(c: &mut Call<'_>, mut rest: &'f [u8], v: &Value, out: &mut Vec<u8>) -> &'f [u8] {
    let mut spec = Spec::default();
    if let Some(r) = rest.strip_prefix(b"-") {
        spec.left = true;
        rest = r;
    }
    if rest.first().is_some_and(u8::is_ascii_digit) {
        spec.zeros = rest.starts_with(b"0");
        (spec.width, rest) = number(rest);
    }
    if let Some(r) = rest.strip_prefix(b".") {
        let (n, r) = number(r);
        spec.precision = Some(n);
        rest = r;
    }
    if spec.width > MAX_WIDTH || spec.precision.is_some_and(|p| p > MAX_WIDTH) {
        c.error("excessive field width or precision");
        return rest;
    }
    let Some((&conversion, rest)) = rest.split_first() else {
        c.error("bad format");
        return &[];
    };
    if spec.precision.is_some() && !matches!(conversion, b'e' | b'f' | b'g') {
        c.error("precision specified for non-floating point");
    }
    if spec.width == 0 {
        convert(c, conversion, spec, v, out);
        return rest;
    }
    let mut field = Vec::new();
    convert(c, conversion, spec, v, &mut field);
    let missing = spec.width.saturating_sub(field.len());
    if !spec.left {
        out.extend(std::iter::repeat_n(b' ', missing));
    }
    out.extend_from_slice(&field);
    if spec.left {
        out.extend(std::iter::repeat_n(b' ', missing));
    }
    rest
}

fn convert(c: &mut Call<'_>, conversion: u8, spec: Spec, v: &Value, out: &mut Vec<u8>) {
    match conversion {
        b's' => c.describe_raw(v, out),
        b'd' | b'x' => {
            let hex = conversion == b'x';
            match v {
                Value::Count(n) if !hex && spec.width == 0 => return value::print::decimal(*n, out),
                Value::Port(p) if !hex && spec.width == 0 => return value::print::decimal(p.num.into(), out),
                _ => {}
            }
            let text = match v {
                Value::Addr4(_) | Value::Addr6(_) if hex => {
                    v.as_addr().map_or(String::new(), |a| super::encoding::hex(a.wire_bytes()))
                }
                Value::Bool(b) => integer(spec, hex, i64::from(*b)),
                Value::Int(n) => integer(spec, hex, *n),
                Value::Enum(n, t) => integer(spec, hex, t.number_at(*n)),
                Value::Count(n) if hex => spec.hex(*n),
                Value::Count(n) => spec.unsigned(*n),
                Value::Port(p) if hex => spec.hex(u64::from(p.num)),
                Value::Port(p) => spec.unsigned(u64::from(p.num)),
                _ => return c.error_with("bad type for %d/%x format", v),
            };
            out.extend_from_slice(text.as_bytes());
        }
        b'e' | b'f' | b'g' => match *v {
            Value::Double(x) | Value::Time(x) | Value::Interval(x)
                if conversion == b'f' && spec.width == 0 && x.is_finite() =>
            {
                fixed(x, spec.precision.unwrap_or(6), out);
            }
            Value::Double(x) | Value::Time(x) | Value::Interval(x) => {
                out.extend_from_slice(spec.float(conversion, x).as_bytes());
            }
            _ => c.error_with("bad type for floating-point format", v),
        },
        b'D' | b'T' => match *v {
            Value::Time(t) => out.extend_from_slice(super::times::iso(t, conversion == b'T').as_bytes()),
            _ => c.error_with("bad type for Date/Time format", v),
        },
        _ => c.error("bad format"),
    }
}

fn integer(spec: Spec, hex: bool, n: i64) -> String {
    if hex { spec.hex(n as u64) } else { spec.signed(n) }
}
