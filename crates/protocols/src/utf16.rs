//! Converts little-endian UTF-16, the encoding of Microsoft's protocols.

/// Appends the text up to its first NUL in UTF-8. A lone surrogate is encoded in three bytes like other code points; an
/// odd last byte is a character of its own. If the text ends within a surrogate pair, appends the input unchanged and
/// returns false.
pub fn append(utf16: &[u8], out: &mut Vec<u8>) -> bool {
    let start = out.len();
    let mut units = utf16.chunks(2).map(unit).peekable();
    let mut ended = false;
    while let Some(u) = units.next() {
        let mut code = u32::from(u);
        if (0xd800..0xdc00).contains(&u) {
            match units.peek() {
                Some(&low) if (0xdc00..0xe000).contains(&low) => {
                    code = 0x1_0000 + ((code - 0xd800) << 10) + (u32::from(low) - 0xdc00);
                    units.next();
                }
                Some(_) => {}
                None => {
                    out.truncate(start);
                    out.extend_from_slice(utf16);
                    return false;
                }
            }
        }
        ended |= code == 0;
        if !ended {
            push(code, out);
        }
    }
    true
}

/// The text in UTF-8, and whether it is valid; see [`append`].
pub fn to_utf8(utf16: &[u8]) -> (Vec<u8>, bool) {
    let mut out = Vec::with_capacity(utf16.len() / 2);
    let whole = append(utf16, &mut out);
    (out, whole)
}

/// True if the text up to its first NUL equals these ASCII characters.
pub fn is_ascii(utf16: &[u8], ascii: &str) -> bool {
    let text = utf16.chunks(2).map(unit).take_while(|&u| u != 0);
    text.eq(ascii.bytes().map(u16::from))
}

fn unit(pair: &[u8]) -> u16 {
    match *pair {
        [low, high] => u16::from_le_bytes([low, high]),
        [low] => low.into(),
        _ => 0,
    }
}

/// Encodes any number below 2²¹ in UTF-8, surrogates included.
fn push(code: u32, out: &mut Vec<u8>) {
    let six = |shift: u32| 0x80 | (code >> shift) as u8 & 0x3f;
    match code {
        0..0x80 => out.push(code as u8),
        0x80..0x800 => out.extend_from_slice(&[0xc0 | (code >> 6) as u8, six(0)]),
        0x800..0x1_0000 => out.extend_from_slice(&[0xe0 | (code >> 12) as u8, six(6), six(0)]),
        _ => out.extend_from_slice(&[0xf0 | (code >> 18) as u8, six(12), six(6), six(0)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(units: &[u16], expected: &[u8]) {
        let bytes: Vec<u8> = units.iter().flat_map(|u| u.to_le_bytes()).collect();
        assert_eq!(to_utf8(&bytes), (expected.to_vec(), true), "{units:04x?}");
    }

    #[test]
    fn text_becomes_utf8() {
        check(&"Grüße, 世界 🦢".encode_utf16().collect::<Vec<_>>(), "Grüße, 世界 🦢".as_bytes());
        check(&[], b"");
        check(&[0x41, 0, 0x42], b"A");
    }

    #[test]
    fn lone_surrogates_are_kept_as_numbers() {
        check(&[0xdc00, 0x41], b"\xed\xb0\x80A");
        check(&[0xd800, 0x41], b"\xed\xa0\x80A");
        assert_eq!(to_utf8(b"A\0\x00\xd8"), (b"A\0\x00\xd8".to_vec(), false));
    }

    #[test]
    fn an_odd_byte_is_a_character() {
        assert_eq!(to_utf8(b"A\0B"), (b"AB".to_vec(), true));
    }

    #[test]
    fn ascii_is_compared_without_copying() {
        assert!(is_ascii(b"s\0r\0v\0", "srv"));
        assert!(is_ascii(b"s\0r\0v\0\0\0x\0", "srv"));
        assert!(!is_ascii(b"s\0r\0", "srv"));
        assert!(!is_ascii(b"S\0r\0v\0", "srv"));
    }
}
