//! Tags: one byte of hash per entry, compared eight or sixteen at a time.
#![expect(unsafe_code, reason = "vector loads from raw memory")]

/// The tag of a slot that has had no entry since the group was made.
pub(super) const EMPTY: u8 = 0;
/// The tag of a removed entry: lookups must continue past it.
pub(super) const DELETED: u8 = 1;

/// The number of tags compared at a time.
pub(super) const GROUP: usize = 16;

/// Returns the tag of a 32-bit hash: its highest byte, mapped away from the two special values.
#[inline]
pub(super) const fn tag_of(hash: u32) -> u8 {
    let t = hash >> 24;
    (if t > DELETED as u32 { t } else { DELETED as u32 + 1 }) as u8
}

/// One bit per matching tag; the lowest bit is the first tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hits(pub(super) u32);

impl Hits {
    #[inline]
    pub(super) fn first(self) -> Option<usize> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as usize)
    }

    /// Returns the number of tags before the first match; at least sixteen if there is no match.
    #[inline]
    pub(super) fn none_before(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// Returns the number of tags after the last match, out of sixteen; at least sixteen if there is no match.
    #[inline]
    pub(super) fn none_behind(self) -> usize {
        (self.0 << GROUP).leading_zeros() as usize
    }
}

impl Iterator for Hits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let at = self.first()?;
        self.0 &= self.0 - 1;
        Some(at)
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod imp {
    use core::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_loadl_epi64, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8,
        _mm_set1_epi8,
    };

    #[derive(Clone, Copy)]
    pub(in super::super) struct Tags(__m128i);

    impl Tags {
        /// # Safety
        /// 16 bytes at `p` must be readable.
        #[inline]
        pub(in super::super) unsafe fn load16(p: *const u8) -> Self {
            // SAFETY: the caller vouches for the bytes; SSE2 is a feature of the target.
            Tags(unsafe { _mm_loadu_si128(p.cast()) })
        }

        /// # Safety
        /// 8 bytes at `p` must be readable.
        #[inline]
        pub(in super::super) unsafe fn load8(p: *const u8) -> Self {
            // SAFETY: the caller vouches for the bytes; the upper half is set to zero, which is EMPTY.
            Tags(unsafe { _mm_loadl_epi64(p.cast()) })
        }

        #[inline]
        pub(in super::super) fn equal(self, tag: u8) -> super::Hits {
            // SAFETY: SSE2 is a feature of the target; no memory is touched.
            let mask = unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(self.0, _mm_set1_epi8(tag as i8))) };
            super::Hits(mask as u32)
        }

        /// Returns the tags without an entry: `EMPTY` or `DELETED`.
        #[inline]
        pub(in super::super) fn free(self) -> super::Hits {
            // SAFETY: SSE2 is a feature of the target; no memory is touched. A tag equals its minimum with DELETED if
            // it is at most DELETED.
            let mask = unsafe {
                _mm_movemask_epi8(_mm_cmpeq_epi8(
                    self.0,
                    _mm_min_epu8(self.0, _mm_set1_epi8(super::DELETED as i8)),
                ))
            };
            super::Hits(mask as u32)
        }
    }
}

pub(super) use imp::Tags;
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
use portable as imp;

#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "sse2", not(test)),
    expect(dead_code, reason = "for other targets")
)]
mod portable {
    #[derive(Clone, Copy)]
    pub(in super::super) struct Tags(u64, u64);

    const LOW7: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    /// Sets bit i if byte i of `x` is zero. Exact, because no borrow crosses bytes.
    fn zero_bytes(x: u64) -> u32 {
        let high = !(((x & LOW7) + LOW7) | x | LOW7);
        ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    }

    impl Tags {
        /// # Safety
        /// 16 bytes at `p` must be readable.
        #[inline]
        pub(in super::super) unsafe fn load16(p: *const u8) -> Self {
            // SAFETY: the caller vouches for the bytes; no alignment is assumed.
            unsafe {
                Tags(
                    u64::from_le(p.cast::<u64>().read_unaligned()),
                    u64::from_le(p.cast::<u64>().add(1).read_unaligned()),
                )
            }
        }

        /// # Safety
        /// 8 bytes at `p` must be readable.
        #[inline]
        pub(in super::super) unsafe fn load8(p: *const u8) -> Self {
            // SAFETY: the caller vouches for the bytes; no alignment is assumed.
            Tags(u64::from_le(unsafe { p.cast::<u64>().read_unaligned() }), 0)
        }

        #[inline]
        pub(in super::super) fn equal(self, tag: u8) -> super::Hits {
            let splat = u64::from(tag) * 0x0101_0101_0101_0101;
            super::Hits(zero_bytes(self.0 ^ splat) | zero_bytes(self.1 ^ splat) << 8)
        }

        #[inline]
        pub(in super::super) fn free(self) -> super::Hits {
            super::Hits(self.equal(super::EMPTY).0 | self.equal(super::DELETED).0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vector_and_portable_tags_agree() {
        let mut rng = fastrand::Rng::with_seed(7);
        for round in 0..2000 {
            let mut bytes = [0_u8; 16];
            for b in &mut bytes {
                // Few distinct values, close to each other, so that carries would show.
                *b = [0, 1, 2, 0x7f, 0x80, 0x81, 0xfe, 0xff][rng.usize(..8)];
            }
            let tag = bytes[round % 16];
            let expected = |n: usize| (0..n).filter(|&i| bytes[i] == tag).fold(0, |m, i| m | 1 << i);
            // SAFETY: the array has 16 bytes.
            let (v, p) = unsafe { (Tags::load16(bytes.as_ptr()), portable::Tags::load16(bytes.as_ptr())) };
            assert_eq!((v.equal(tag).0, p.equal(tag).0), (expected(16), expected(16)));
            let free = (0..16).filter(|&i| bytes[i] <= DELETED).fold(0, |m, i| m | 1 << i);
            assert_eq!((v.free().0, p.free().0), (free, free));
            // SAFETY: as above.
            let (v, p) = unsafe { (Tags::load8(bytes.as_ptr()), portable::Tags::load8(bytes.as_ptr())) };
            let low = if tag == 0 { expected(8) | 0xff00 } else { expected(8) };
            assert_eq!((v.equal(tag).0, p.equal(tag).0), (low, low));
        }
    }
}
