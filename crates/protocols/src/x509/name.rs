//! Renders distinguished names as text (RFC 4514, and OpenSSL's one-line format).
use super::encoded;
use super::objects;
use crate::asn1::{Der, Element, tag};
use std::fmt::Write;
use wire::ReadResult;

const SET: u8 = 0x31;
const COMMON_NAME: &[u8] = &[0x55, 4, 3];

/// An attribute of a name.
struct Attribute<'a> {
    /// The index of its relative distinguished name; attributes of the same one are joined by `+`.
    group: usize,
    kind: &'a [u8],
    /// The value, and its encoding.
    value: Element<'a>,
    bytes: &'a [u8],
}

fn attributes(name: &[u8]) -> ReadResult<Vec<Attribute<'_>>> {
    let mut all = Vec::new();
    let mut groups = Der::new("Name", name).inside(tag::SEQUENCE)?;
    let mut group = 0;
    while !groups.is_empty() {
        let mut set = groups.inside(SET)?;
        while !set.is_empty() {
            let mut pair = set.inside(tag::SEQUENCE)?;
            let kind = pair.element()?.content;
            let (bytes, value) = encoded(&mut pair)?;
            all.push(Attribute { group, kind, value, bytes });
        }
        group += 1;
    }
    Ok(all)
}

/// The name from the last attribute to the first: `CN=example.com,O=Example\, Inc.,C=US`. `name` is its DER.
pub fn rfc2253(name: &[u8]) -> ReadResult<Vec<u8>> {
    let all = attributes(name)?;
    let mut out = Vec::new();
    let mut last = None;
    for a in all.iter().rev() {
        separate(&mut out, &mut last, a.group, ["+", ","]);
        let known = kind(&mut out, a.kind);
        out.push(b'=');
        match text(&a.value).filter(|_| known) {
            Some(t) => escape(&t, &mut out),
            None => dump(a.bytes, &mut out),
        }
    }
    Ok(out)
}

/// The name on one line: `C = US, O = "Example, Inc.", CN = example.com`. `name` is its DER.
pub fn one_line(name: &[u8]) -> ReadResult<Vec<u8>> {
    let all = attributes(name)?;
    let mut out = Vec::new();
    let mut last = None;
    for a in &all {
        separate(&mut out, &mut last, a.group, [" + ", ", "]);
        kind(&mut out, a.kind);
        out.extend_from_slice(b" = ");
        match text(&a.value) {
            Some(t) => quote(&t, &mut out),
            None => dump(a.bytes, &mut out),
        }
    }
    Ok(out)
}

/// The name with a slash before each attribute: `/C=US/CN=example.com`.
pub(super) fn slashed(name: &[u8]) -> ReadResult<Vec<u8>> {
    let mut out = Vec::new();
    for a in &attributes(name)? {
        out.push(b'/');
        kind(&mut out, a.kind);
        out.push(b'=');
        for &b in a.value.content {
            if b.is_ascii_graphic() || b == b' ' {
                out.push(b);
            } else {
                out.extend_from_slice(format!("\\x{b:02X}").as_bytes());
            }
        }
    }
    Ok(out)
}

/// The common names, first to last; characters that cannot be shown become dots.
pub fn common_names(name: &[u8]) -> ReadResult<Vec<Vec<u8>>> {
    let of_name = attributes(name)?;
    let shown = |a: &Attribute<'_>| {
        let dot = |&b: &u8| match b {
            b'\n' | b'\r' | b' '..=b'~' => b,
            _ => b'.',
        };
        a.value.content.iter().map(dot).collect()
    };
    Ok(of_name.iter().filter(|a| a.kind == COMMON_NAME).map(shown).collect())
}

/// A canonical form for comparisons, independent of string encodings, case and runs of spaces (RFC 5280, 7.1).
pub fn cmp_bytes(name: &[u8]) -> ReadResult<Vec<u8>> {
    let mut out = Vec::new();
    for a in attributes(name)? {
        out.extend_from_slice(&(a.group as u32).to_be_bytes());
        out.extend_from_slice(a.kind);
        out.push(b'=');
        let text = text(&a.value).unwrap_or_else(|| a.value.content.to_vec());
        for word in text.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()) {
            out.extend(word.iter().map(u8::to_ascii_lowercase));
            out.push(b' ');
        }
        out.push(0);
    }
    Ok(out)
}

fn separate(out: &mut Vec<u8>, last: &mut Option<usize>, group: usize, [within, between]: [&str; 2]) {
    match last.replace(group) {
        None => {}
        Some(g) if g == group => out.extend_from_slice(within.as_bytes()),
        Some(_) => out.extend_from_slice(between.as_bytes()),
    }
}

/// Writes an attribute's short name, or its dotted identifier and false if it is unknown.
fn kind(out: &mut Vec<u8>, oid: &[u8]) -> bool {
    let dotted = objects::dotted(oid);
    let object = objects::find(&dotted);
    out.extend_from_slice(object.map_or(dotted.as_str(), |o| o.short).as_bytes());
    object.is_some()
}

/// The text of a string in UTF-8; `None` for other types.
fn text(value: &Element<'_>) -> Option<Vec<u8>> {
    let from_chars = |chars: &mut dyn Iterator<Item = u32>| {
        let text: String = chars.map(|c| char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        text.into_bytes()
    };
    let wide = |n: usize| {
        let number = |c: &[u8]| c.iter().fold(0, |v, &b| v << 8 | u32::from(b));
        from_chars(&mut value.content.chunks_exact(n).map(number))
    };
    match value.tag {
        // UTF8String
        12 => Some(value.content.to_vec()),
        // NumericString, PrintableString, TeletexString, IA5String, VisibleString; times. Bytes are read as Latin-1.
        18..=20 | 22..=24 | 26 => Some(from_chars(&mut value.content.iter().map(|&b| u32::from(b)))),
        // UniversalString and BMPString
        28 => Some(wide(4)),
        30 => Some(wide(2)),
        _ => None,
    }
}

/// Escapes a text as in RFC 4514, 2.4, and bytes beyond ASCII as hexadecimal.
fn escape(text: &[u8], out: &mut Vec<u8>) {
    let last = text.len().saturating_sub(1);
    for (i, &b) in text.iter().enumerate() {
        match b {
            b',' | b'+' | b'"' | b'\\' | b'<' | b'>' | b';' => out.extend_from_slice(&[b'\\', b]),
            b' ' if i == 0 || i == last => out.extend_from_slice(b"\\ "),
            b'#' if i == 0 => out.extend_from_slice(b"\\#"),
            0..=0x1f | 0x7f.. => digits("\\", &[b], out),
            _ => out.push(b),
        }
    }
}

/// Writes a value, in quotes if it has special characters.
fn quote(text: &[u8], out: &mut Vec<u8>) {
    let needs = |(i, b): (usize, &u8)| match b {
        b',' | b'+' | b'<' | b'>' | b';' => true,
        b' ' => i == 0 || i + 1 == text.len(),
        b'#' => i == 0,
        _ => false,
    };
    let quoted = text.iter().enumerate().any(needs);
    if quoted {
        out.push(b'"');
    }
    for &b in text {
        match b {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', b]),
            0..=0x1f | 0x7f.. => digits("\\", &[b], out),
            _ => out.push(b),
        }
    }
    if quoted {
        out.push(b'"');
    }
}

fn dump(bytes: &[u8], out: &mut Vec<u8>) {
    digits("#", bytes, out);
}

fn digits(before: &str, bytes: &[u8], out: &mut Vec<u8>) {
    let mut text = String::from(before);
    for b in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{b:02X}");
    }
    out.extend_from_slice(text.as_bytes());
}
