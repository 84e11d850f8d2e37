//! Parses text as items.
use super::item::Item;
use super::outbox::Outbox;
use net_types::{Addr, Port, Subnet, TransportProto};
use value::c_text::{is_space, trimmed};
use value::{Str, Type};

/// The notation of cells in text.
#[derive(Clone, Debug)]
pub(crate) struct Notation {
    /// The separator of elements of sets and vectors.
    pub(crate) set_separator: u8,
    /// The text of an unset cell; empty if there is none.
    pub(crate) unset: Vec<u8>,
    /// The text of an empty set or vector.
    pub(crate) empty: Vec<u8>,
}

fn shown(s: &[u8]) -> String {
    String::from_utf8_lossy(s).into_owned()
}

/// Decodes `\xHH`. Other backslashes pass through unchanged.
fn unescaped(s: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(s.len());
    let mut rest = s;
    while let Some((&b, after)) = rest.split_first() {
        let code = match rest {
            [b'\\', b'x', high, low, ..] => hex(*high).zip(hex(*low)),
            _ => None,
        };
        match code {
            Some((high, low)) => {
                out.push(high << 4 | low);
                rest = rest.get(4..).unwrap_or_default();
            }
            None => {
                out.push(b);
                rest = after;
            }
        }
    }
    out
}

fn hex(b: u8) -> Option<u8> {
    char::from(b).to_digit(16).map(|d| d as u8)
}

impl Notation {
    /// Parses an item of type `ty`. If it is invalid, reports a warning and returns `None`.
    pub(crate) fn item(&self, s: &[u8], name: &str, ty: &Type, outbox: &mut Outbox) -> Option<Item> {
        if !self.unset.is_empty() && s == self.unset {
            return Some(Item::Unset);
        }
        match ty {
            Type::String => Some(Item::String(Str::new(&unescaped(s)))),
            Type::Enum(_) => Some(Item::Enum(Str::new(&unescaped(s)))),
            Type::Bool => match trimmed(s) {
                b"T" | b"1" => Some(Item::Bool(true)),
                b"F" | b"0" => Some(Item::Bool(false)),
                _ => {
                    outbox.warn(format!("Field: {name} Invalid value for boolean: {}", shown(s)));
                    None
                }
            },
            Type::Int => integer(s, false, outbox).and_then(|n| match i64::try_from(n.value) {
                Ok(v) if !n.out_of_range => Some(Item::Int(v)),
                _ => out_of_range(s, outbox),
            }),
            Type::Count => count(s, outbox).map(Item::Count),
            Type::Double | Type::Time | Type::Interval => double(s, outbox).map(Item::Double),
            Type::Port => port(s, outbox).map(Item::Port),
            Type::Addr => Some(Item::Addr(addr(trimmed(&unescaped(s)), outbox))),
            Type::Subnet => subnet(s, outbox).map(Item::Subnet),
            Type::Pattern => {
                let text = unescaped(s);
                if let [b'/', body @ .., b'/'] = &text[..] {
                    return Some(Item::Pattern(Str::new(body)));
                }
                outbox.warn(format!("String '{}' contained no parseable pattern.", shown(&text)));
                None
            }
            Type::Table(t) => self.many(s, name, t.index.first()?, outbox),
            Type::Vector(v) => self.many(s, name, &v.elem, outbox),
            other => {
                outbox.warn(format!("unsupported field format {} for {name}", other.tag_name()));
                None
            }
        }
    }

    /// Parses the elements of a set or vector.
    fn many(&self, s: &[u8], name: &str, elem: &Type, outbox: &mut Outbox) -> Option<Item> {
        if s == self.empty {
            return Some(Item::Many(Vec::new()));
        }
        let parts: Vec<&[u8]> = s.split(|&b| b == self.set_separator).collect();
        let mut items = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            let last_and_empty = part.is_empty() && at + 1 == parts.len();
            match self.item(part, name, elem, outbox) {
                Some(item) => items.push(item),
                None if last_and_empty => {
                    outbox.warn("Error while trying to add empty set element");
                    return None;
                }
                None => {
                    outbox.warn("Error while reading set or vector");
                    return None;
                }
            }
        }
        Some(Item::Many(items))
    }
}

/// A number, parsed like C's `strtoll` and `strtoull` do.
struct Number {
    value: i128,
    out_of_range: bool,
}

fn out_of_range<T>(s: &[u8], outbox: &mut Outbox) -> Option<T> {
    outbox.warn(format!("Number '{}' out of supported range.", shown(s)));
    None
}

fn integer(s: &[u8], not_negative: bool, outbox: &mut Outbox) -> Option<Number> {
    let blank = s.iter().take_while(|&&b| is_space(b)).count();
    let body = s.get(blank..).unwrap_or_default();
    let (negative, digits) = match body {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    let (digits, trailing) = digits.split_at(len);
    check_number(s, len == 0, trailing, negative, not_negative, outbox)?;
    let mut value: i128 = 0;
    let mut out_of_range = false;
    for d in digits {
        value = value * 10 + i128::from(d - b'0');
        if value > i128::from(u64::MAX) {
            out_of_range = true;
            break;
        }
    }
    Some(Number { value: if negative { -value } else { value }, out_of_range })
}

/// Reports warnings about a number. Returns `None` if the number cannot be used.
fn check_number(
    s: &[u8],
    none: bool,
    trailing: &[u8],
    negative: bool,
    not_negative: bool,
    outbox: &mut Outbox,
) -> Option<()> {
    if none {
        if s.is_empty() {
            outbox.warn("Got empty string for number field");
        } else {
            outbox.warn(format!("String '{}' contained no parseable number", shown(s)));
        }
        return None;
    }
    if !trailing.is_empty() {
        outbox.warn(format!(
            "Number '{}' contained non-numeric trailing characters. Ignored trailing characters '{}'",
            shown(s),
            shown(trailing)
        ));
    }
    if not_negative && negative {
        outbox.warn(format!("Number '{}' cannot be negative", shown(s)));
        return None;
    }
    Some(())
}

fn count(s: &[u8], outbox: &mut Outbox) -> Option<u64> {
    let n = integer(s, true, outbox)?;
    match u64::try_from(n.value) {
        Ok(v) if !n.out_of_range => Some(v),
        _ => out_of_range(s, outbox),
    }
}

/// Parses a number like C's `strtod`, except hexadecimal ones.
fn double(s: &[u8], outbox: &mut Outbox) -> Option<f64> {
    let blank = s.iter().take_while(|&&b| is_space(b)).count();
    let body = s.get(blank..).unwrap_or_default();
    let len = double_length(body);
    let (digits, trailing) = body.split_at(len);
    check_number(s, len == 0, trailing, false, false, outbox)?;
    let text = std::str::from_utf8(digits).ok()?;
    let value: f64 = text.parse().ok()?;
    let named = text.trim_start_matches(['+', '-']).starts_with(['i', 'I']);
    if value.is_infinite() && !named {
        return out_of_range(s, outbox);
    }
    Some(value)
}

/// Returns the length of the number at the start of `s`; 0 if there is no number.
fn double_length(s: &[u8]) -> usize {
    let digits = |from: usize| s.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let sign = usize::from(matches!(s, [b'+' | b'-', ..]));
    let word = s.get(sign..).unwrap_or_default();
    for name in ["infinity", "inf", "nan"] {
        if word.get(..name.len()).is_some_and(|w| w.eq_ignore_ascii_case(name.as_bytes())) {
            return sign + name.len();
        }
    }
    let whole = digits(sign);
    let mut at = sign + whole;
    let mut fraction = 0;
    if s.get(at) == Some(&b'.') {
        fraction = digits(at + 1);
        at += 1 + fraction;
    }
    if whole + fraction == 0 {
        return 0;
    }
    if matches!(s.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(s.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign);
        if exponent > 0 {
            at += 1 + sign + exponent;
        }
    }
    at
}

/// Parses a port such as `80/tcp`, or a bare number.
fn port(s: &[u8], outbox: &mut Outbox) -> Option<Port> {
    let text = trimmed(s);
    let slash = text.iter().position(|&b| b == b'/');
    let mut proto = TransportProto::Unknown;
    if let Some(word) = slash.and_then(|at| text.get(at + 1..)).filter(|w| !w.is_empty()) {
        match proto_named(&word.to_ascii_lowercase()) {
            Some(p) => proto = p,
            None => {
                outbox.warn(format!("Port '{}' contained unknown protocol '{}'", shown(s), shown(word)));
            }
        }
    }
    let number = slash.filter(|&at| at > 0).and_then(|at| text.get(..at)).unwrap_or(s);
    let num = count(number, outbox)?;
    // Numbers are truncated to 16 bits.
    Some(Port { proto, num: num as u16 })
}

fn proto_named(word: &[u8]) -> Option<TransportProto> {
    match word {
        b"tcp" => Some(TransportProto::Tcp),
        b"udp" => Some(TransportProto::Udp),
        b"icmp" => Some(TransportProto::Icmp),
        b"unknown" => Some(TransportProto::Unknown),
        _ => None,
    }
}

/// Parses the transport protocol in a separate column.
pub(crate) fn proto(s: &[u8], outbox: &mut Outbox) -> TransportProto {
    proto_named(s).unwrap_or_else(|| {
        outbox.warn(format!("Tried to parse invalid/unknown protocol: {}", shown(s)));
        TransportProto::Unknown
    })
}

/// Parses an address. If it is invalid, reports a warning and returns all zeros.
pub(crate) fn addr(s: &[u8], outbox: &mut Outbox) -> Addr {
    let six = s.contains(&b':');
    let text = match s {
        [b'[', inner @ .., b']'] if six => inner,
        all => all,
    };
    let parsed = std::str::from_utf8(text).ok();
    let found = if six {
        parsed.and_then(|t| t.parse::<std::net::Ipv6Addr>().ok()).map(|a| Addr::v6(a.octets()))
    } else {
        parsed.and_then(dotted).map(Addr::v4)
    };
    found.unwrap_or_else(|| {
        outbox.warn(format!("Bad address: {}", shown(text)));
        if six { Addr::v6([0; 16]) } else { Addr::v4([0; 4]) }
    })
}

/// Parses an IPv4 address like C's `inet_aton`: one to four decimal, octal or hexadecimal numbers; the last one fills
/// the remaining bytes.
fn dotted(s: &str) -> Option<[u8; 4]> {
    let s = s.split(|c: char| c.is_ascii_whitespace()).next()?;
    let parts: Vec<u64> = s.split('.').map(c_number).collect::<Option<_>>()?;
    let (last, front) = parts.split_last()?;
    if front.len() > 3 || front.iter().any(|&p| p > 255) || *last >= 1 << (8 * (4 - front.len())) {
        return None;
    }
    let mut bytes = u32::try_from(*last).ok()?.to_be_bytes();
    for (to, part) in bytes.iter_mut().zip(front) {
        *to = *part as u8;
    }
    Some(bytes)
}

fn c_number(s: &str) -> Option<u64> {
    let (digits, base) = match s.as_bytes() {
        [b'0', b'x' | b'X', ..] => (s.get(2..)?, 16),
        [b'0', _, ..] => (s.get(1..)?, 8),
        _ => (s, 10),
    };
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, base).ok() }
}

fn subnet(s: &[u8], outbox: &mut Outbox) -> Option<Subnet> {
    let text = unescaped(s);
    let text = trimmed(&text);
    let Some(slash) = text.iter().position(|&b| b == b'/') else {
        outbox.warn(format!("Invalid value for subnet: {}", shown(s)));
        return None;
    };
    let (prefix, width) = (text.get(..slash)?, text.get(slash + 1..)?);
    let width = integer(width, false, outbox)?.value as u8;
    let prefix = addr(prefix, outbox);
    // A prefix length beyond the address's width is reduced to that width.
    Subnet::new(prefix, width).or_else(|| Subnet::new(prefix, prefix.width()))
}

#[cfg(test)]
mod tests;
