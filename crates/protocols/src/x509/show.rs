//! Renders bytes and numbers as OpenSSL does.
use crate::asn1::Element;
use crate::hex::push_upper;
use std::fmt::Write;

/// Bytes per line.
const LINE: usize = 35;

/// Upper-case hexadecimal, in lines of [`LINE`] bytes.
pub(super) fn hex_lines(bytes: &[u8]) -> Vec<u8> {
    let mut out = String::with_capacity(bytes.len() * 2);
    for (i, b) in bytes.iter().enumerate() {
        if i != 0 && i % LINE == 0 {
            out.push_str("\\\n");
        }
        push_upper(&mut out, *b);
    }
    out.into_bytes()
}

/// Upper-case hexadecimal, with colons between the bytes.
pub(super) fn hex_colons(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 3);
    for (i, b) in bytes.iter().enumerate() {
        if i != 0 {
            out.push(':');
        }
        push_upper(&mut out, *b);
    }
    out
}

/// An integer: `00`, `1F2E`, `-7F`.
pub fn integer(content: &[u8]) -> Vec<u8> {
    let negative = content.first().is_some_and(|b| b & 0x80 != 0);
    let mut magnitude = content.to_vec();
    if negative {
        let mut carry = true;
        for b in magnitude.iter_mut().rev() {
            let (v, c) = (!*b).overflowing_add(u8::from(carry));
            *b = v;
            carry = c;
        }
    }
    let zeros = magnitude.iter().take_while(|b| **b == 0).count();
    let magnitude = magnitude.get(zeros..).unwrap_or_default();
    let mut out = if negative { b"-".to_vec() } else { Vec::new() };
    out.extend(if magnitude.is_empty() { b"00".to_vec() } else { hex_lines(magnitude) });
    out
}

/// An octet string; `0` if it is empty.
pub(super) fn octets(e: &Element<'_>) -> Vec<u8> {
    if e.content.is_empty() { b"0".to_vec() } else { hex_lines(e.content) }
}

/// A large big-endian unsigned number in decimal.
pub(super) fn decimal(bytes: &[u8]) -> String {
    const CHUNK: u64 = 1_000_000_000;
    // Groups of nine digits, the lowest first.
    let mut groups: Vec<u32> = vec![0];
    for &b in bytes {
        let mut carry = u64::from(b);
        for g in &mut groups {
            let v = u64::from(*g) * 256 + carry;
            *g = (v % CHUNK) as u32;
            carry = v / CHUNK;
        }
        if carry > 0 {
            groups.push(carry as u32);
        }
    }
    let mut out = String::new();
    for (i, g) in groups.iter().rev().enumerate() {
        let _ = if i == 0 { write!(out, "{g}") } else { write!(out, "{g:09}") };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let check = |bytes: &[u8], text: &str| assert_eq!(integer(bytes), text.as_bytes());
        check(&[], "00");
        check(&[0], "00");
        check(&[0, 0xfc, 1], "FC01");
        check(&[0xff], "-01");
        check(&[0x80, 0], "-8000");
        assert_eq!(decimal(&[1, 0, 1]), "65537");
        assert_eq!(decimal(&[0]), "0");
        assert_eq!(decimal(&[1, 0, 0, 0, 0, 0, 0, 0, 0]), "18446744073709551616");
        assert_eq!(hex_colons(&[0xab, 1]), "AB:01");
        assert_eq!(hex_lines(&[0; 36]).len(), 36 * 2 + 2);
    }
}
