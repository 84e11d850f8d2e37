//! Arithmetic of sequence numbers.

/// `a - b` in the circle of 32 bits (RFC 9293, 3.4).
#[inline]
pub(super) fn delta(a: u32, b: u32) -> i32 {
    a.wrapping_sub(b) as i32
}

/// True where `a` lies from `low` to `high` in the circle.
#[inline]
pub(super) fn between(a: u32, low: u32, high: u32) -> bool {
    if low <= high { (low..=high).contains(&a) } else { a >= low || a <= high }
}

/// A number after so many turns.
#[inline]
pub(super) fn full(seq: u32, wraps: u32) -> u64 {
    u64::from(wraps) << 32 | u64::from(seq)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_circle_closes() {
        assert_eq!(delta(2, u32::MAX), 3);
        assert_eq!(delta(u32::MAX, 2), -3);
        assert!(between(1, u32::MAX, 5) && between(u32::MAX, u32::MAX, 5) && !between(7, u32::MAX, 5));
        assert_eq!(full(1, 2), 0x2_0000_0001);
    }
}
