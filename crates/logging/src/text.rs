//! Bytes as text: printable ASCII and valid UTF-8 pass through, other bytes become `\xHH`.

/// Appends `bytes` unchanged if they are valid text; otherwise escapes every byte outside of printable ASCII as `\xHH`.
/// `keep_controls` passes \b, \f, \n, \r and \t through.
///
/// Valid text consists of well-formed sequences (Unicode 15, table 3-7) of characters other than controls, private use
/// (U+E000–U+F8FF) and specials (U+FFF0–U+FFFF).
pub fn escape_utf8(out: &mut Vec<u8>, bytes: &[u8], keep_controls: bool) {
    let plain = |b: u8| (32..127).contains(&b) || (keep_controls && matches!(b, 8 | 9 | 10 | 12 | 13));
    let start = out.len();
    let mut rest = bytes;
    let mut bad = false;
    while let Some((&b, tail)) = rest.split_first() {
        if plain(b) {
            out.push(b);
            rest = tail;
            continue;
        }
        match sequence(rest) {
            Some(n) => {
                out.extend_from_slice(&rest[..n]);
                rest = &rest[n..];
            }
            None => {
                bad = true;
                break;
            }
        }
    }
    if bad {
        out.truncate(start);
        for &b in bytes {
            if plain(b) {
                out.push(b);
            } else {
                push_hex(out, b);
            }
        }
    }
}

/// Returns the length of the valid multi-byte character at the start of `bytes`.
fn sequence(bytes: &[u8]) -> Option<usize> {
    let n = match bytes.first()? {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let c = u32::from(std::str::from_utf8(bytes.get(..n)?).ok()?.chars().next()?);
    let refused =
        (0x80..=0x9f).contains(&c) || (0xe000..=0xf8ff).contains(&c) || (0xfff0..=0xffff).contains(&c);
    (!refused).then_some(n)
}

/// Appends a byte as `\xHH`.
pub(crate) fn push_hex(out: &mut Vec<u8>, b: u8) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.extend_from_slice(&[b'\\', b'x', DIGITS[usize::from(b >> 4)], DIGITS[usize::from(b & 15)]]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], keep_controls: bool, expected: &str) {
        let mut out = Vec::new();
        escape_utf8(&mut out, bytes, keep_controls);
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }

    #[test]
    fn valid_text_stays() {
        check("plain ñ ₡ 𐌼".as_bytes(), false, "plain ñ ₡ 𐌼");
        check(b"a\tb\n", true, "a\tb\n");
    }

    #[test]
    fn a_control_escapes_the_run() {
        check(b"a\tb", false, "a\\x09b");
        check(b"\x07\xc3\xb1", true, "\\x07\\xc3\\xb1");
    }

    #[test]
    fn one_bad_byte_escapes_the_run() {
        check(b"\xc3\xb1\xc0\x81", true, "\\xc3\\xb1\\xc0\\x81");
        check(b"\xc3\x28", true, "\\xc3(");
        check(b"\xee\x8b\xa0", true, "\\xee\\x8b\\xa0");
        check(b"\xf4\x80\x8c", true, "\\xf4\\x80\\x8c");
    }
}
