//! Prints values as scripts see them.
//!
//! [`Printer`] appends to a buffer. The *expanded* style (`print`, messages) writes bytes outside of printable ASCII as
//! `\xHH`; the *raw* style (`&raw_output` files, `cat`) writes strings unchanged. When a value is converted to a
//! string, table entries are indented by tabs, except entries that are strings; `print` does not indent.
use crate::types::Type;
use crate::value::Value;
use std::fmt;
use std::io::Write;

/// Writes values.
pub struct Printer<'a> {
    out: &'a mut Vec<u8>,
    raw: bool,
    quotes: bool,
    tabs: bool,
    indent: usize,
    depth: u32,
}

/// The nesting at which printing stops, since a structure may contain itself.
const MAX_DEPTH: u32 = 200;

impl<'a> Printer<'a> {
    /// Creates a printer in the expanded style.
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        Printer { out, raw: false, quotes: false, tabs: true, indent: 0, depth: 0 }
    }

    /// Creates a printer in the raw style.
    pub fn raw(out: &'a mut Vec<u8>) -> Self {
        Printer { out, raw: true, quotes: false, tabs: true, indent: 0, depth: 0 }
    }

    /// Turns indentation off, as for `print`.
    #[must_use]
    pub fn without_tabs(mut self) -> Self {
        self.tabs = false;
        self
    }

    /// Turns on quotes around strings.
    #[must_use]
    pub fn with_quotes(mut self) -> Self {
        self.quotes = true;
        self
    }

    /// Prints values separated by `, `, as `print` does.
    pub fn list(&mut self, values: &[Value]) {
        for (i, v) in values.iter().enumerate() {
            if i > 0 {
                self.put(b", ");
            }
            self.value(v);
        }
    }

    /// Prints one value.
    pub fn value(&mut self, v: &Value) {
        if !matches!(v, Value::String(_)) {
            self.indented();
        }
        if self.depth >= MAX_DEPTH {
            return self.put(b"<recursion>");
        }
        match v {
            Value::Bool(b) => self.put(if *b { b"T" } else { b"F" }),
            Value::Int(i) => {
                if *i < 0 {
                    self.out.push(b'-');
                }
                decimal(i.unsigned_abs(), self.out);
            }
            Value::Count(c) => decimal(*c, self.out),
            Value::Double(d) | Value::Time(d) => double(*d, self.out),
            Value::Interval(d) => interval(*d, self.out),
            Value::Port(p) => self.show(p),
            Value::Enum(n, t) => match t.name_of(t.number_at(*n)) {
                Some(name) => self.put(name.as_bytes()),
                None => self.put(b"<undefined>"),
            },
            Value::Addr4(a) => net_types::Addr::v4(*a).append_to(self.out),
            Value::Addr6(a) => a.append_to(self.out),
            Value::Subnet(n) => self.show(n),
            Value::String(s) => {
                if self.quotes {
                    self.put(b"\"");
                }
                if self.raw {
                    self.out.extend_from_slice(s);
                } else {
                    expanded(s, self.out);
                }
                if self.quotes {
                    self.put(b"\"");
                }
            }
            Value::Pattern(p) => {
                self.put(b"/");
                self.put(p.text());
                self.put(b"/");
            }
            Value::Table(t) => {
                self.depth += 1;
                self.table(t);
                self.depth -= 1;
            }
            Value::Vector(v) => {
                self.depth += 1;
                self.put(b"[");
                for (i, item) in v.items().iter().enumerate() {
                    if i > 0 {
                        self.put(b", ");
                    }
                    if let Some(v) = item {
                        self.value(v);
                    }
                }
                self.put(b"]");
                self.depth -= 1;
            }
            Value::Record(r) => {
                self.depth += 1;
                self.put(b"[");
                for (i, f) in r.record_type().fields().iter().enumerate() {
                    if i > 0 {
                        self.put(b", ");
                    }
                    self.put(f.name.as_bytes());
                    self.put(b"=");
                    match r.get(i as u32) {
                        Some(v) => self.value(&v),
                        None => self.put(b"<uninitialized>"),
                    }
                }
                self.put(b"]");
                self.depth -= 1;
            }
            Value::Func(f) => {
                self.put(f.name.as_bytes());
                if let Some(bodies) = &f.bodies {
                    let mut text = Vec::new();
                    bodies.describe(f, &mut text);
                    if self.depth == 0 {
                        self.put(&text);
                    } else {
                        // Inside of other values, no line of a body is indented.
                        for line in text.split_inclusive(|b| *b == b'\n') {
                            let tabs = line.iter().take_while(|b| **b == b'\t').count();
                            self.put(line.get(tabs..).unwrap_or_default());
                        }
                    }
                }
            }
            Value::File(f) => self.show(format_args!("file \"{}\" of string", f.name)),
            Value::Opaque(o) => {
                let mut text = Vec::new();
                if o.describe(&mut text) {
                    self.put(&text);
                } else {
                    self.show(format_args!("<opaque of {}>", o.shown()));
                }
            }
            Value::List(l) => self.list(l),
            Value::Type(t) => self.show(t),
        }
    }

    fn table(&mut self, t: &crate::table::Table) {
        let is_set = t.table_type().yields.is_none();
        self.put(b"{");
        self.indent += 1;
        self.line();
        for (i, (index, value)) in t.entries().iter().enumerate() {
            if i > 0 {
                self.put(b",");
                self.line();
            }
            let brackets = index.len() != 1 || !is_set;
            if brackets {
                self.put(b"[");
            }
            self.list(index);
            if is_set {
                if brackets {
                    self.put(b"] ");
                }
            } else {
                self.put(b"] = ");
                if let Some(v) = value {
                    self.value(v);
                }
            }
        }
        self.indent -= 1;
        self.line();
        self.put(b"}");
    }

    fn line(&mut self) {
        self.out.push(b'\n');
    }

    /// Writes a line's tabs before its first text, so empty lines get none.
    fn indented(&mut self) {
        if self.tabs && self.out.last() == Some(&b'\n') {
            for _ in 0..self.indent {
                self.out.push(b'\t');
            }
        }
    }

    fn put(&mut self, b: &[u8]) {
        self.indented();
        self.out.extend_from_slice(b);
    }

    fn show(&mut self, v: impl fmt::Display) {
        self.indented();
        // Writing to a vector does not fail.
        _ = write!(self.out, "{v}");
    }
}

/// Writes a number in decimal digits.
pub fn decimal(n: u64, out: &mut Vec<u8>) {
    const MOST: u64 = 100_000_000;
    let last = eight_digits((n % MOST) as u32);
    if n >= MOST {
        decimal(n / MOST, out);
        return out.extend_from_slice(&(last | ZEROS).to_le_bytes());
    }
    // Writes the last digit even if it is zero.
    let skipped = (last | 1 << 63).trailing_zeros() as usize / 8;
    out.extend_from_slice(&((last | ZEROS) >> (8 * skipped)).to_le_bytes());
    out.truncate(out.len() - skipped);
}

/// Turns eight numbers below ten, one per byte, into ASCII digits when added.
const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);

/// Returns the eight decimal digits of a number below 10^8, one per byte, the first in the lowest byte. They are
/// computed in one word: if digits were written one by one, they would still be in the store buffer when the whole word
/// is copied.
const fn eight_digits(n: u32) -> u64 {
    // Two numbers of four digits, then four of two, then eight of one: quotients by multiplication, remainders next to
    // them.
    let fours = (n / 10_000) as u64 | ((n % 10_000) as u64) << 32;
    let hundreds = (fours * 10_486) >> 20 & 0x0000_007f_0000_007f;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = (twos * 103) >> 10 & 0x000f_000f_000f_000f;
    tens | (twos - 10 * tens) << 8
}

/// Writes bytes outside of printable ASCII as `\xHH`, others unchanged.
pub fn expanded(s: &[u8], out: &mut Vec<u8>) {
    for &b in s {
        if (b' '..=b'~').contains(&b) {
            out.push(b);
        } else {
            _ = write!(out, "\\x{b:02x}");
        }
    }
}

/// Writes a `double` (or `time`) with six decimals without trailing zeros, but at least one decimal; above 2^31 and
/// below 1e-6 in exponent form with up to 17 digits.
pub fn double(d: f64, out: &mut Vec<u8>) {
    let start = out.len();
    let abs = d.abs();
    if !d.is_finite() {
        let text = if d.is_nan() { "nan" } else { "inf" };
        _ = write!(out, "{}{text}", if d.is_sign_negative() { "-" } else { "" });
        return;
    }
    if abs > f64::from(i32::MAX) || (abs > 0.0 && abs < 1e-6) {
        exponent_form(d, out);
        return;
    }
    fixed_six(d, out);
    if (d - d.round_ties_even()).abs() < 1e-9 && !out[start..].contains(&b'e') {
        out.extend_from_slice(b".0");
    }
}

/// Writes six decimals, rounded half to even, without trailing zeros.
fn fixed_six(d: f64, out: &mut Vec<u8>) {
    let abs = d.abs();
    let mut whole = abs as u64;
    let scaled = (abs - whole as f64) * 1e6;
    let mut frac = scaled as u64;
    let diff = scaled - frac as f64;
    if diff > 0.5 || (diff == 0.5 && (frac == 0 || frac & 1 == 1)) {
        frac += 1;
        if frac >= 1_000_000 {
            frac = 0;
            whole += 1;
        }
    }
    if d.is_sign_negative() && (whole > 0 || frac > 0) {
        out.push(b'-');
    }
    decimal(whole, out);
    if frac > 0 {
        let mut width = 6;
        while frac.is_multiple_of(10) {
            frac /= 10;
            width -= 1;
        }
        out.push(b'.');
        let point = out.len();
        decimal(frac, out);
        let missing = width - (out.len() - point);
        out.splice(point..point, std::iter::repeat_n(b'0', missing));
    }
}

fn exponent_form(d: f64, out: &mut Vec<u8>) {
    let text = format!("{d:.16e}");
    let (digits, exp) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    let (sign, exp) = match exp.strip_prefix('-') {
        Some(e) => ('-', e),
        None => ('+', exp),
    };
    _ = write!(out, "{digits}e{sign}{exp:0>2}");
}

/// Writes an `interval`: days to microseconds, each with its unit.
pub fn interval(mut v: f64, out: &mut Vec<u8>) {
    const UNITS: [(f64, &str); 6] =
        [(86400.0, "day"), (3600.0, "hr"), (60.0, "min"), (1.0, "sec"), (1e-3, "msec"), (1e-6, "usec")];
    if v == 0.0 {
        return out.extend_from_slice(b"0 secs");
    }
    let mut some = false;
    for (i, (unit, word)) in UNITS.iter().enumerate() {
        let n = if i == UNITS.len() - 1 {
            let n = v / unit;
            if n.abs() < 1e-6 {
                if !some {
                    out.extend_from_slice(b"0 secs");
                }
                return;
            }
            n
        } else {
            if v.abs() < *unit {
                continue;
            }
            let n = (v / unit).trunc();
            v -= n * unit;
            n
        };
        if some {
            out.push(b' ');
        }
        double(n, out);
        out.push(b' ');
        out.extend_from_slice(word.as_bytes());
        if (n - 1.0).abs() >= 1e-6 && (n + 1.0).abs() >= 1e-6 {
            out.push(b's');
        }
        some = true;
    }
}

impl fmt::Display for Value {
    /// Formats in the expanded style, without quotes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Vec::new();
        Printer::new(&mut out).value(self);
        f.write_str(&String::from_utf8_lossy(&out))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ty() {
            Type::String => write!(f, "{:?}", self.to_string()),
            _ => fmt::Display::fmt(self, f),
        }
    }
}

#[cfg(test)]
mod tests;
