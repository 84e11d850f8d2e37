//! Base64 (RFC 4648, 4) with any alphabet of 64 bytes.
use protocols::mime::Base64;

/// The standard alphabet.
pub(super) const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes bytes, with padding.
pub(super) fn encoded(s: &[u8], alphabet: &[u8; 64]) -> Vec<u8> {
    let mut out = Vec::with_capacity(s.len().div_ceil(3) * 4);
    for group in s.chunks(3) {
        let n = group.iter().fold(0_u32, |n, &b| n << 8 | u32::from(b)) << (8 * (3 - group.len()));
        for i in 0..4 {
            let six = (n >> (18 - 6 * i) & 63) as usize;
            out.push(alphabet.get(six).copied().filter(|_| i <= group.len()).unwrap_or(b'='));
        }
    }
    out
}

/// Why a text cannot be decoded.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A byte outside the alphabet.
    Foreign(u8),
    /// A group of four after a group with padding.
    BehindPadding,
}

/// Decodes a text. If it ends within a group of four, it is padded; the second result is the number of padding
/// characters added.
pub(super) fn decoded(s: &[u8], alphabet: &[u8; 64]) -> Result<(Vec<u8>, usize), Fault> {
    // The text, translated to the standard alphabet.
    let mut usual = Vec::with_capacity(s.len() + 3);
    let mut padded = false;
    for (i, &b) in s.iter().enumerate() {
        let translated = match alphabet.iter().position(|&a| a == b) {
            Some(at) => ALPHABET.get(at).copied().unwrap_or(b'='),
            None if b == b'=' => b'=',
            None => return Err(Fault::Foreign(b)),
        };
        if i % 4 == 3 && padded {
            return Err(Fault::BehindPadding);
        }
        usual.push(translated);
        if i % 4 == 3 {
            padded = usual.rchunks(4).next().is_some_and(|group| group.contains(&b'='));
        }
    }
    let missing = s.len().next_multiple_of(4) - s.len();
    usual.resize(s.len() + missing, b'=');
    Ok((Base64::whole(&usual).unwrap_or_default(), missing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_and_decoded() {
        for (plain, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(encoded(plain.as_bytes(), ALPHABET), coded.as_bytes());
            assert_eq!(decoded(coded.as_bytes(), ALPHABET), Ok((plain.as_bytes().to_vec(), 0)));
        }
    }

    #[test]
    fn texts_that_are_not_whole() {
        let check = |text: &[u8], expected: Result<(Vec<u8>, usize), Fault>| {
            assert_eq!(decoded(text, ALPHABET), expected, "{}", text.escape_ascii());
        };
        check(b"Zm8", Ok((b"fo".to_vec(), 1)));
        check(b"Z", Ok((Vec::new(), 3)));
        check(b"Z^8", Err(Fault::Foreign(b'^')));
        check(b"Zg==Zm9v", Err(Fault::BehindPadding));
        check(b"Zg==Zm", Ok((b"ff".to_vec(), 2)));
        check(b"Zg==^", Err(Fault::Foreign(b'^')));
    }

    #[test]
    fn another_alphabet() {
        let mut alphabet = *ALPHABET;
        alphabet.reverse();
        let coded = encoded(b"any bytes", &alphabet);
        assert_ne!(coded, encoded(b"any bytes", ALPHABET));
        assert_eq!(decoded(&coded, &alphabet), Ok((b"any bytes".to_vec(), 0)));
    }
}
