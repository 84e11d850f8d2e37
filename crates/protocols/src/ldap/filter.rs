//! Renders search filters as text (RFC 4511, 4.5.1.7; RFC 4515).
use super::problem::{Problem, Read};
use crate::asn1::{Der, Element};
use std::fmt::Write;

/// The maximum depth of nested filters.
const MAX_DEPTH: u8 = 20;

/// Kinds of filters, by context-specific tag.
mod kind {
    pub(super) const AND: u8 = 0xa0;
    pub(super) const OR: u8 = 0xa1;
    pub(super) const NOT: u8 = 0xa2;
    pub(super) const EQUAL: u8 = 0xa3;
    pub(super) const SUBSTRINGS: u8 = 0xa4;
    pub(super) const GREATER: u8 = 0xa5;
    pub(super) const LESS: u8 = 0xa6;
    pub(super) const PRESENT: u8 = 0x87;
    pub(super) const APPROXIMATE: u8 = 0xa8;
    pub(super) const EXTENSIBLE: u8 = 0xa9;
}

/// Renders a filter as text. The text of an unknown kind is empty; that of a malformed comparison says so.
pub(super) fn text(e: &Element<'_>, depth: u8) -> Read<String> {
    if depth > MAX_DEPTH {
        return Err(Problem::TooDeep);
    }
    Ok(match e.tag {
        kind::AND => several('&', e, depth)?,
        kind::OR => several('|', e, depth)?,
        kind::NOT => format!("(!{})", text(&e.walk("LDAP filter").element()?, depth + 1)?),
        kind::EQUAL => comparison("=", e),
        kind::GREATER => comparison(">=", e),
        kind::LESS => comparison("<=", e),
        kind::APPROXIMATE => comparison("~=", e),
        kind::PRESENT => format!("({}=*)", lossy(e.content)),
        kind::SUBSTRINGS => substrings(e).unwrap_or_else(unparsable),
        kind::EXTENSIBLE => extensible(e).unwrap_or_else(unparsable),
        _ => String::new(),
    })
}

fn unparsable() -> String {
    "FILTER_PARSING_ERROR".to_owned()
}

fn lossy(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Joins filters pairwise from the left: `(&(&(a)(b))(c))`.
fn several(sign: char, e: &Element<'_>, depth: u8) -> Read<String> {
    let mut parts = e.walk("LDAP filter");
    let mut out = String::new();
    let mut count = 0;
    while !parts.is_empty() {
        let part = text(&parts.element()?, depth + 1)?;
        out = match count {
            0 => format!("({sign}{part}"),
            1 => format!("{out}{part})"),
            _ => format!("({sign}{out}{part})"),
        };
        count += 1;
    }
    if count == 1 {
        out.push(')');
    }
    Ok(out)
}

/// Renders the comparison of an attribute with a value.
fn comparison(sign: &str, e: &Element<'_>) -> String {
    let mut der = e.walk("LDAP comparison");
    match (der.element(), der.element()) {
        (Ok(name), Ok(value)) => {
            format!("({}{sign}{})", lossy(name.content), decoded(name.content, value.content))
        }
        _ => unparsable(),
    }
}

/// Renders `(name=initial*any*final)`.
fn substrings(e: &Element<'_>) -> Option<String> {
    let mut der = e.walk("LDAP substrings");
    let name = der.element().ok()?;
    let mut parts = der.element().ok()?.walk("LDAP substrings");
    let (mut initial, mut any, mut last) = (String::new(), String::new(), String::new());
    while !parts.is_empty() {
        let part = parts.element().ok()?;
        let value = lossy(part.content);
        match part.tag {
            0x80 => initial = value.into_owned(),
            0x81 => {
                any.push_str(&value);
                any.push('*');
            }
            0x82 => last = value.into_owned(),
            _ => return None,
        }
    }
    Some(format!("({}={initial}*{any}{last})", lossy(name.content)))
}

/// Renders `(name:rule:=value)`.
fn extensible(e: &Element<'_>) -> Option<String> {
    let mut der: Der<'_> = e.walk("LDAP matching rule");
    let (mut rule, mut name, mut value) = (&b""[..], &b""[..], &b""[..]);
    while !der.is_empty() {
        let part = der.element().ok()?;
        match part.tag {
            0x81 => rule = part.content,
            0x82 => name = part.content,
            0x83 => value = part.content,
            // dnAttributes, which is not part of the text.
            0x84 => {}
            _ => return None,
        }
    }
    Some(format!("({}:{}:={})", lossy(name), lossy(rule), lossy(value)))
}

/// Renders a value as text and decodes binary attributes of Active Directory (MS-ADTS, 6.3.3).
fn decoded(name: &[u8], value: &[u8]) -> String {
    match name {
        b"DomainGuid" => guid(value).unwrap_or_else(|| "GUID_FORMAT_FAILED".to_owned()),
        b"DomainSid" => sid(value).unwrap_or_else(|| "SID_FORMAT_FAILED".to_owned()),
        b"objectSid" | b"AAC" => {
            let digits: Vec<String> = value.iter().map(|b| format!("{b:02x}")).collect();
            digits.join(":")
        }
        b"NtVer" => <[u8; 4]>::try_from(value)
            .map_or_else(|_| "HEX_FORMAT_FAILED".to_owned(), |v| format!("{:#010x}", u32::from_le_bytes(v))),
        _ => lossy(value).into_owned(),
    }
}

/// Renders a GUID as text. Its first three parts are little-endian.
fn guid(value: &[u8]) -> Option<String> {
    let &[a0, a1, a2, a3, b0, b1, c0, c1, d0, d1, ref rest @ ..] = <&[u8; 16]>::try_from(value).ok()?;
    let (a, b, c) =
        (u32::from_le_bytes([a0, a1, a2, a3]), u16::from_le_bytes([b0, b1]), u16::from_le_bytes([c0, c1]));
    let mut out = format!("{a:08x}-{b:04x}-{c:04x}-{d0:02x}{d1:02x}-");
    for byte in rest {
        // Writing to a string cannot fail.
        let _ = write!(out, "{byte:02x}");
    }
    Some(out)
}

/// Renders a SID with four sub-authorities as text. The value has revision, count, authority and sub-authorities
/// (MS-DTYP, 2.4.2).
fn sid(value: &[u8]) -> Option<String> {
    let &[revision, _count, ref rest @ ..] = <&[u8; 24]>::try_from(value).ok()?;
    let (authority, numbers) = rest.split_first_chunk::<6>()?;
    let authority = authority.iter().fold(0u64, |v, &b| v << 8 | u64::from(b));
    let mut out = format!("S-{revision}-{authority}");
    for number in numbers.as_chunks::<4>().0 {
        let _ = write!(out, "-{}", u32::from_le_bytes(*number));
    }
    Some(out)
}
