//! Words, blanks and numbers in text protocols.

/// Skips blanks and tabs.
pub(crate) fn skip_blanks(mut s: &[u8]) -> &[u8] {
    while let Some((b' ' | b'\t', rest)) = s.split_first() {
        s = rest;
    }
    s
}

/// Skips white space as C's `isspace` defines it.
pub(crate) fn skip_space(mut s: &[u8]) -> &[u8] {
    while let Some((&b, rest)) = s.split_first()
        && is_space(b)
    {
        s = rest;
    }
    s
}

/// Splits text before its first white space or NUL.
pub(crate) fn word(s: &[u8]) -> (&[u8], &[u8]) {
    let end = s.iter().position(|&b| b == 0 || is_space(b)).unwrap_or(s.len());
    s.split_at(end)
}

/// White space as C's `isspace` defines it: a vertical tab counts too.
pub(crate) fn is_space(b: u8) -> bool {
    b.is_ascii_whitespace() || b == 0x0b
}

/// The three-digit code at the start of a reply, as in FTP (RFC 959, 4.2) and SMTP (RFC 5321, 4.2).
pub(crate) fn reply_code(line: &[u8]) -> Option<u16> {
    let (digits, _) = line.split_first_chunk::<3>()?;
    digits.iter().try_fold(0, |n, b| b.is_ascii_digit().then(|| n * 10 + u16::from(b - b'0')))
}

/// The offset of the first `needle` in `hay`.
pub(crate) fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    hay.windows(needle.len().max(1)).position(|w| w == needle)
}

/// The unsigned decimal number at the start of a text, 0 without digits. A number that does not fit saturates.
pub(crate) fn leading_number(s: &[u8]) -> u64 {
    let digits = s.iter().take_while(|b| b.is_ascii_digit());
    digits.fold(0, |n: u64, b| n.saturating_mul(10).saturating_add(u64::from(b - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_white_space() {
        assert_eq!(word(b"USER  bob"), (b"USER".as_slice(), b"  bob".as_slice()));
        assert_eq!(word(b"QUIT"), (b"QUIT".as_slice(), b"".as_slice()));
        assert_eq!(skip_blanks(b" \t x "), b"x ");
    }

    #[test]
    fn codes_have_three_digits() {
        assert_eq!(reply_code(b"220 hi"), Some(220));
        assert_eq!((reply_code(b"22"), reply_code(b"2x0")), (None, None));
    }

    #[test]
    fn numbers_do_not_overflow() {
        assert_eq!((leading_number(b"42x"), leading_number(b"x")), (42, 0));
        assert_eq!(leading_number(&[b'9'; 40]), u64::MAX);
    }
}
