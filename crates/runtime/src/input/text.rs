//! Text into items, as the readers of text understand it.
use super::item::Item;
use super::voice::Voice;
use net_types::{Addr, Port, Subnet, TransportProto};
use value::{Str, Type};

/// How cells are written.
#[derive(Clone, Debug)]
pub(crate) struct Notation {
    /// Between the elements of sets and vectors.
    pub(crate) set_separator: u8,
    /// A cell that is not set. Empty where there is no such word.
    pub(crate) unset: Vec<u8>,
    /// A set or vector without elements.
    pub(crate) empty: Vec<u8>,
}

/// Blanks as C's `isspace` has them.
fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t'..=b'\r')
}

fn stripped(s: &[u8]) -> &[u8] {
    let from = s.iter().position(|&b| !is_space(b)).unwrap_or(s.len());
    let to = s.iter().rposition(|&b| !is_space(b)).map_or(from, |at| at + 1);
    s.get(from..to).unwrap_or_default()
}

fn shown(s: &[u8]) -> String {
    String::from_utf8_lossy(s).into_owned()
}

/// `\xHH` becomes its byte; any other backslash stays.
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
    /// An item of type `ty`, or `None` with a word about what is wrong.
    pub(crate) fn item(&self, s: &[u8], name: &str, ty: &Type, voice: &mut Voice) -> Option<Item> {
        if !self.unset.is_empty() && s == self.unset {
            return Some(Item::Unset);
        }
        match ty {
            Type::String => Some(Item::String(Str::new(&unescaped(s)))),
            Type::Enum(_) => Some(Item::Enum(Str::new(&unescaped(s)))),
            Type::Bool => match stripped(s) {
                b"T" | b"1" => Some(Item::Bool(true)),
                b"F" | b"0" => Some(Item::Bool(false)),
                _ => {
                    voice.warn(format!("Field: {name} Invalid value for boolean: {}", shown(s)));
                    None
                }
            },
            Type::Int => integer(s, false, voice).and_then(|n| match i64::try_from(n.value) {
                Ok(v) if !n.out_of_range => Some(Item::Int(v)),
                _ => out_of_range(s, voice),
            }),
            Type::Count => count(s, voice).map(Item::Count),
            Type::Double | Type::Time | Type::Interval => double(s, voice).map(Item::Double),
            Type::Port => port(s, voice).map(Item::Port),
            Type::Addr => Some(Item::Addr(addr(stripped(&unescaped(s)), voice))),
            Type::Subnet => subnet(s, voice).map(Item::Subnet),
            Type::Pattern => {
                let text = unescaped(s);
                if let [b'/', body @ .., b'/'] = &text[..] {
                    return Some(Item::Pattern(Str::new(body)));
                }
                voice.warn(format!("String '{}' contained no parseable pattern.", shown(&text)));
                None
            }
            Type::Table(t) => self.many(s, name, t.index.first()?, voice),
            Type::Vector(v) => self.many(s, name, &v.elem, voice),
            other => {
                voice.warn(format!("unsupported field format {} for {name}", other.tag_name()));
                None
            }
        }
    }

    /// The elements of a set or vector.
    fn many(&self, s: &[u8], name: &str, elem: &Type, voice: &mut Voice) -> Option<Item> {
        if s == self.empty {
            return Some(Item::Many(Vec::new()));
        }
        let parts: Vec<&[u8]> = s.split(|&b| b == self.set_separator).collect();
        let mut items = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            let last_and_empty = part.is_empty() && at + 1 == parts.len();
            match self.item(part, name, elem, voice) {
                Some(item) => items.push(item),
                None if last_and_empty => {
                    voice.warn("Error while trying to add empty set element");
                    return None;
                }
                None => {
                    voice.warn("Error while reading set or vector");
                    return None;
                }
            }
        }
        Some(Item::Many(items))
    }
}

/// A number as C's `strtoll` and `strtoull` find it.
struct Number {
    value: i128,
    out_of_range: bool,
}

fn out_of_range<T>(s: &[u8], voice: &mut Voice) -> Option<T> {
    voice.warn(format!("Number '{}' out of supported range.", shown(s)));
    None
}

fn integer(s: &[u8], not_negative: bool, voice: &mut Voice) -> Option<Number> {
    let blank = s.iter().take_while(|&&b| is_space(b)).count();
    let body = s.get(blank..).unwrap_or_default();
    let (negative, digits) = match body {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    let (digits, trailing) = digits.split_at(len);
    check_number(s, len == 0, trailing, negative, not_negative, voice)?;
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

/// Says what is wrong with a number: `None` where it is none.
fn check_number(
    s: &[u8],
    none: bool,
    trailing: &[u8],
    negative: bool,
    not_negative: bool,
    voice: &mut Voice,
) -> Option<()> {
    if none {
        if s.is_empty() {
            voice.warn("Got empty string for number field");
        } else {
            voice.warn(format!("String '{}' contained no parseable number", shown(s)));
        }
        return None;
    }
    if !trailing.is_empty() {
        voice.warn(format!(
            "Number '{}' contained non-numeric trailing characters. Ignored trailing characters '{}'",
            shown(s),
            shown(trailing)
        ));
    }
    if not_negative && negative {
        voice.warn(format!("Number '{}' cannot be negative", shown(s)));
        return None;
    }
    Some(())
}

fn count(s: &[u8], voice: &mut Voice) -> Option<u64> {
    let n = integer(s, true, voice)?;
    match u64::try_from(n.value) {
        Ok(v) if !n.out_of_range => Some(v),
        _ => out_of_range(s, voice),
    }
}

/// A number as C's `strtod` finds it, hexadecimal ones apart.
fn double(s: &[u8], voice: &mut Voice) -> Option<f64> {
    let blank = s.iter().take_while(|&&b| is_space(b)).count();
    let body = s.get(blank..).unwrap_or_default();
    let len = double_length(body);
    let (digits, trailing) = body.split_at(len);
    check_number(s, len == 0, trailing, false, false, voice)?;
    let text = std::str::from_utf8(digits).ok()?;
    let value: f64 = text.parse().ok()?;
    let named = text.trim_start_matches(['+', '-']).starts_with(['i', 'I']);
    if value.is_infinite() && !named {
        return out_of_range(s, voice);
    }
    Some(value)
}

/// How many bytes at the front are a number.
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

/// `80/tcp`, or a bare number.
fn port(s: &[u8], voice: &mut Voice) -> Option<Port> {
    let text = stripped(s);
    let slash = text.iter().position(|&b| b == b'/');
    let mut proto = TransportProto::Unknown;
    if let Some(word) = slash.and_then(|at| text.get(at + 1..)).filter(|w| !w.is_empty()) {
        match proto_named(&word.to_ascii_lowercase()) {
            Some(p) => proto = p,
            None => {
                voice.warn(format!("Port '{}' contained unknown protocol '{}'", shown(s), shown(word)));
            }
        }
    }
    let number = slash.filter(|&at| at > 0).and_then(|at| text.get(..at)).unwrap_or(s);
    let num = count(number, voice)?;
    // Numbers past 16 bits are cut, as the column of a port has no more.
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

/// The transport that a column of its own names.
pub(crate) fn proto(s: &[u8], voice: &mut Voice) -> TransportProto {
    proto_named(s).unwrap_or_else(|| {
        voice.warn(format!("Tried to parse invalid/unknown protocol: {}", shown(s)));
        TransportProto::Unknown
    })
}

/// An address; one that is none is all zeros, with a word about it.
pub(crate) fn addr(s: &[u8], voice: &mut Voice) -> Addr {
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
        voice.warn(format!("Bad address: {}", shown(text)));
        if six { Addr::v6([0; 16]) } else { Addr::v4([0; 4]) }
    })
}

/// An IPv4 address as C's `inet_aton` takes it: one to four numbers in the three notations of C, the last of which
/// fills what is left.
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

fn subnet(s: &[u8], voice: &mut Voice) -> Option<Subnet> {
    let text = unescaped(s);
    let text = stripped(&text);
    let Some(slash) = text.iter().position(|&b| b == b'/') else {
        voice.warn(format!("Invalid value for subnet: {}", shown(s)));
        return None;
    };
    let (prefix, width) = (text.get(..slash)?, text.get(slash + 1..)?);
    let width = integer(width, false, voice)?.value as u8;
    let prefix = addr(prefix, voice);
    // A width past the address's is that of the address.
    Subnet::new(prefix, width).or_else(|| Subnet::new(prefix, prefix.width()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, ty: Type, expected: Option<Item>, words: &[&str]) {
        let notation = Notation { set_separator: b',', unset: b"-".to_vec(), empty: b"(empty)".to_vec() };
        let mut voice = Voice::default();
        let got = notation.item(text.as_bytes(), "f", &ty, &mut voice);
        assert_eq!(got, expected, "{text}");
        let said: Vec<String> = voice
            .out
            .iter()
            .map(|m| match m {
                super::super::voice::Message::Word { text, .. } => text.clone(),
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(said, words, "{text}");
    }

    #[test]
    fn scalars() {
        let s = |t: &str| Some(Item::String(Str::new(t.as_bytes())));
        check("-", Type::Count, Some(Item::Unset), &[]);
        check("T", Type::Bool, Some(Item::Bool(true)), &[]);
        check(" 0 ", Type::Bool, Some(Item::Bool(false)), &[]);
        check("yes", Type::Bool, None, &["Field: f Invalid value for boolean: yes"]);
        check(" -12", Type::Int, Some(Item::Int(-12)), &[]);
        check(
            "9223372036854775808",
            Type::Int,
            None,
            &["Number '9223372036854775808' out of supported range."],
        );
        check("18446744073709551615", Type::Count, Some(Item::Count(u64::MAX)), &[]);
        check("-1", Type::Count, None, &["Number '-1' cannot be negative"]);
        check(
            "12x",
            Type::Count,
            Some(Item::Count(12)),
            &["Number '12x' contained non-numeric trailing characters. Ignored trailing characters 'x'"],
        );
        check("x", Type::Count, None, &["String 'x' contained no parseable number"]);
        check("", Type::Count, None, &["Got empty string for number field"]);
        check("1.5e3", Type::Double, Some(Item::Double(1500.0)), &[]);
        check("a\\x41\\n", Type::String, s("aA\\n"), &[]);
        check("/a|b/", Type::Pattern, Some(Item::Pattern(Str::new(b"a|b"))), &[]);
        check("a|b", Type::Pattern, None, &["String 'a|b' contained no parseable pattern."]);
    }

    #[test]
    fn addresses_and_ports() {
        let a = |t: &str| Some(Item::Addr(t.parse().expect("an address")));
        check("10.1", Type::Addr, a("10.0.0.1"), &[]);
        check("[::1]", Type::Addr, a("::1"), &[]);
        check("nine", Type::Addr, a("0.0.0.0"), &["Bad address: nine"]);
        check("80/TCP", Type::Port, Some(Item::Port(Port::tcp(80))), &[]);
        check("53", Type::Port, Some(Item::Port(Port { proto: TransportProto::Unknown, num: 53 })), &[]);
        check(
            "53/x",
            Type::Port,
            Some(Item::Port(Port { proto: TransportProto::Unknown, num: 53 })),
            &["Port '53/x' contained unknown protocol 'x'"],
        );
        check("10.0.0.0/8", Type::Subnet, "10.0.0.0/8".parse().ok().map(Item::Subnet), &[]);
        check("10.0.0.0", Type::Subnet, None, &["Invalid value for subnet: 10.0.0.0"]);
    }

    #[test]
    fn sets() {
        let counts = |n: &[u64]| Some(Item::Many(n.iter().map(|&n| Item::Count(n)).collect()));
        check("1,2", Type::set_of(vec![Type::Count]), counts(&[1, 2]), &[]);
        check("(empty)", Type::vector_of(Type::Count), counts(&[]), &[]);
        check(
            "1,",
            Type::vector_of(Type::Count),
            None,
            &["Got empty string for number field", "Error while trying to add empty set element"],
        );
        check(
            "1,x",
            Type::vector_of(Type::Count),
            None,
            &["String 'x' contained no parseable number", "Error while reading set or vector"],
        );
        let empty = Item::String(Str::new(b""));
        check("", Type::vector_of(Type::String), Some(Item::Many(vec![empty])), &[]);
    }
}
