//! The values of literals.

/// Resolves the escapes of a text (`\n`, `\"`, `\x41`, `\u00ef`, `\U0001f34c`, octal `\101`). An error contains the
/// offset of the first invalid escape, and the reason.
pub(crate) fn unescape(text: &str) -> Result<Vec<u8>, (usize, String)> {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut i = 0;
    while let Some(&b) = bytes.get(i) {
        i += 1;
        if b != b'\\' {
            out.push(b);
            continue;
        }
        let at = i - 1;
        let Some(&kind) = bytes.get(i) else { return Err((at, "backslash at the end of a literal".into())) };
        i += 1;
        let simple = match kind {
            b'a' => 7,
            b'b' => 8,
            b'e' => 27,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            b'x' | b'u' | b'U' => {
                let most = match kind {
                    b'x' => 2,
                    b'u' => 4,
                    _ => 8,
                };
                let digits: String = bytes[i..]
                    .iter()
                    .take(most)
                    .take_while(|b| b.is_ascii_hexdigit())
                    .map(|&b| b as char)
                    .collect();
                if digits.is_empty() || (kind != b'x' && digits.len() < most) {
                    return Err((at, format!("'\\{}' needs hexadecimal digits", kind as char)));
                }
                i += digits.len();
                let code = u32::from_str_radix(&digits, 16).unwrap_or(u32::MAX);
                if kind == b'x' {
                    out.push(code as u8);
                } else {
                    let c = char::from_u32(code).ok_or((at, "no such character".to_owned()))?;
                    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
                continue;
            }
            b'0'..=b'7' => {
                let mut code = u32::from(kind - b'0');
                for _ in 0..2 {
                    match bytes.get(i) {
                        Some(d @ b'0'..=b'7') => code = code * 8 + u32::from(d - b'0'),
                        _ => break,
                    }
                    i += 1;
                }
                code as u8
            }
            other => other,
        };
        out.push(simple);
    }
    Ok(out)
}

/// Parses a decimal or hexadecimal floating-point number.
pub(crate) fn real(text: &str) -> Option<f64> {
    let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) else {
        return text.parse().ok();
    };
    let (mantissa, exponent) = hex.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = 0_u128;
    let mut scale = exponent.parse::<i32>().ok()?;
    let mut sticky = false;
    for (digit, in_fraction) in whole.chars().map(|c| (c, false)).chain(fraction.chars().map(|c| (c, true))) {
        let d = u128::from(digit.to_digit(16)?);
        if value >> 120 == 0 {
            value = value * 16 + d;
            scale -= if in_fraction { 4 } else { 0 };
        } else {
            sticky |= d != 0;
            scale += if in_fraction { 0 } else { 4 };
        }
    }
    // The conversion rounds once, so dropped digits must prevent the appearance of a tie.
    Some((value | u128::from(sticky)) as f64 * 2_f64.powi(scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        let check = |text, expected: &[u8]| assert_eq!(unescape(text).unwrap(), expected);
        check(r#"a\n\"\x41\101\u00ef"#, "a\n\"AA\u{ef}".as_bytes());
        check(r"\xff\0", b"\xff\0");
        assert_eq!(unescape(r"a\xg"), Err((1, "'\\x' needs hexadecimal digits".into())));
    }

    #[test]
    fn numbers_with_fractions() {
        let check = |text, expected: f64| assert_eq!(real(text), Some(expected));
        check("2.75", 2.75);
        check("0x1.FFFFFFFFFFFFFp52", 9_007_199_254_740_991.0);
        check("0x20000000000001p0", 9_007_199_254_740_992.0);
        check("10e9", 10e9);
    }
}
