//! Checked reads of fixed-width numbers.

/// Reads a little-endian `u16` at `at`; returns `None` if the slice ends before.
#[must_use]
pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let b = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(b.try_into().ok()?))
}

/// Reads a little-endian `u32` at `at`; returns `None` if the slice ends before.
#[must_use]
pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let b = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(b.try_into().ok()?))
}

/// Reads a little-endian `u64` at `at`; returns `None` if the slice ends before.
#[must_use]
pub fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    let b = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(b.try_into().ok()?))
}

/// Returns `len` bytes from `at` on; `None` if the slice ends before.
#[must_use]
pub fn slice_at(bytes: &[u8], at: usize, len: usize) -> Option<&[u8]> {
    bytes.get(at..at.checked_add(len)?)
}

/// Parses an unsigned decimal number, as in the keys of nscd's protocol. No sign, no spaces, at most ten digits.
#[must_use]
pub fn decimal(text: &[u8]) -> Option<u32> {
    if text.is_empty() || text.len() > 10 {
        return None;
    }
    let mut n = 0u32;
    for &b in text {
        if !b.is_ascii_digit() {
            return None;
        }
        n = n.checked_mul(10)?.checked_add(u32::from(b - b'0'))?;
    }
    Some(n)
}

/// Appends `bytes` to `out`: a `Vec<u8>` in the daemon, a fixed buffer in the module.
pub(crate) fn put(out: &mut impl Extend<u8>, bytes: &[u8]) {
    out.extend(bytes.iter().copied());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_past_the_end_are_refused() {
        assert_eq!(u32_at(&[1, 0, 0, 0], 0), Some(1));
        assert_eq!(u32_at(&[1, 0, 0, 0], 1), None);
        assert_eq!(u64_at(&[0; 8], usize::MAX), None);
        assert_eq!(slice_at(b"abc", 1, 2), Some(&b"bc"[..]));
        assert_eq!(slice_at(b"abc", 1, usize::MAX), None);
    }

    #[test]
    fn decimals_are_strict() {
        assert_eq!(decimal(b"4294967295"), Some(u32::MAX));
        for bad in [&b""[..], b"-1", b"+1", b" 1", b"1 ", b"4294967296", b"00000000001", b"1a"] {
            assert_eq!(decimal(bad), None);
        }
    }
}
