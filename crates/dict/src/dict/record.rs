//! One entry in memory: hash and length of the key in eight bytes, then the value, then the key.
//!
//! ```text
//!  0        4        8                   KEY_AT
//!  | hash32 | length | value, padded to 8 | key, padded to 8 (or a pointer to it, from INLINE_KEY + 1 bytes up) |
//! ```
//! A removed record keeps its place until compaction: its highest bit is set, and its lower half is its length in units
//! of eight bytes.
#![expect(unsafe_code, reason = "the raw layer")]
use crate::Key;
use alloc::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use core::marker::PhantomData;
use core::ptr::NonNull;

/// The unit of record sizes and places.
pub(super) const UNIT: usize = 8;
/// The maximum length of a key that is stored in its record.
const INLINE_KEY: usize = 2048;
/// The maximum size of a value: several records must fit into a segment.
const MAX_VALUE: usize = 8 << 10;
const DEAD: u64 = 1 << 63;

/// The factor that spreads the caller's hash over the 32 bits that are kept: odd, so that it is invertible.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
const UNSPREAD: u64 = inverse(SPREAD);

/// Returns the inverse of an odd number modulo 2^64 (Newton's iteration doubles the number of correct bits: 3, 6, …
/// 96).
const fn inverse(odd: u64) -> u64 {
    let mut x = odd;
    let mut i = 0;
    while i < 5 {
        x = x.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(x)));
        i += 1;
    }
    x
}

/// Returns the 32 bits of the caller's hash that a table keeps.
#[inline]
pub(super) const fn kept_hash(hash: u64) -> u32 {
    (hash.wrapping_mul(SPREAD) >> 32) as u32
}

/// Returns a hash that [`kept_hash`] maps to `kept`.
#[inline]
const fn full_hash(kept: u32) -> u64 {
    ((kept as u64) << 32).wrapping_mul(UNSPREAD)
}

/// Returns the first eight bytes of a key's record.
#[inline]
pub(super) fn head_of(kept: u32, bytes: &[u8]) -> u64 {
    u64::from(kept) | (bytes.len() as u64) << 32
}

/// A pointer to a record with a value of type `V`. All methods require a live record unless documented otherwise.
pub(super) struct Record<V>(NonNull<u8>, PhantomData<*mut V>);

impl<V> Clone for Record<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Record<V> {}

impl<V> Record<V> {
    const KEY_AT: usize = {
        assert!(align_of::<V>() <= UNIT, "values of a Dict must have an alignment of at most 8 bytes");
        assert!(
            size_of::<V>() <= MAX_VALUE,
            "values of a Dict must have a size of at most 8 KiB: box larger ones"
        );
        UNIT + size_of::<V>().next_multiple_of(UNIT)
    };

    /// # Safety
    /// `p` points into memory of records, aligned to a unit.
    #[inline]
    pub(super) unsafe fn at(p: *mut u8) -> Self {
        // SAFETY: memory does not lie at null.
        Record(unsafe { NonNull::new_unchecked(p) }, PhantomData)
    }

    #[inline]
    pub(super) fn ptr(self) -> *mut u8 {
        self.0.as_ptr()
    }

    /// Returns the length, in units, of a record with a key of `len` bytes.
    #[inline]
    pub(super) fn units_for(len: usize) -> usize {
        let key = if len > INLINE_KEY { size_of::<*mut u8>() } else { len };
        (Self::KEY_AT + key).div_ceil(UNIT)
    }

    /// Returns the first eight bytes.
    ///
    /// # Safety
    /// Points at a record, dead or alive.
    #[inline]
    pub(super) unsafe fn head(self) -> u64 {
        // SAFETY: the caller's promise; records are aligned to units.
        unsafe { self.ptr().cast::<u64>().read() }
    }

    /// Returns the length of the record in units, and whether it is alive.
    ///
    /// # Safety
    /// Points at a record, dead or alive.
    #[inline]
    pub(super) unsafe fn extent(self) -> (usize, bool) {
        // SAFETY: the caller's promise.
        let head = unsafe { self.head() };
        if head & DEAD != 0 {
            (head as u32 as usize, false)
        } else {
            (Self::units_for((head >> 32) as usize), true)
        }
    }

    /// # Safety
    /// See the type.
    #[inline]
    pub(super) unsafe fn hash(self) -> u32 {
        // SAFETY: the caller's promise.
        unsafe { self.head() as u32 }
    }

    #[inline]
    pub(super) fn value(self) -> *mut V {
        self.ptr().wrapping_add(UNIT).cast()
    }

    /// Returns the key's bytes.
    ///
    /// # Safety
    /// See the type; `'a` must end before the record is moved, removed or freed.
    #[inline]
    pub(super) unsafe fn bytes<'a>(self) -> &'a [u8] {
        // SAFETY: a live record has its key at KEY_AT, or there a pointer to `len` bytes of its own.
        unsafe {
            let len = (self.head() >> 32) as usize;
            core::slice::from_raw_parts(self.key_ptr(len), len)
        }
    }

    /// Like [`bytes`](Record::bytes), with the stored hash.
    ///
    /// # Safety
    /// As for `bytes`.
    #[inline]
    pub(super) unsafe fn key<'a>(self) -> Key<'a> {
        // SAFETY: the caller's promise.
        unsafe { Key::new(self.bytes(), full_hash(self.hash())) }
    }

    #[inline]
    unsafe fn key_ptr(self, len: usize) -> *const u8 {
        let at = self.ptr().wrapping_add(Self::KEY_AT);
        // SAFETY: a record whose key does not fit has a pointer in the key's place, aligned to a unit.
        if len > INLINE_KEY { unsafe { at.cast::<*const u8>().read() } } else { at }
    }

    /// Whether this is the record of a key with this head and these bytes.
    ///
    /// # Safety
    /// Points at a record, dead or alive.
    #[inline(always)]
    pub(super) unsafe fn is(self, head: u64, bytes: &[u8]) -> bool {
        // SAFETY: a record that is found is alive, and its head equal only if the lengths are (one of more than 2^32
        // bytes would pass, and is distinguished by `is_long`).
        unsafe {
            self.head() == head
                && if bytes.len() <= SHORT {
                    same_bytes(self.ptr().wrapping_add(Self::KEY_AT), bytes.as_ptr(), bytes.len())
                } else {
                    self.is_long(bytes)
                }
        }
    }

    /// # Safety
    /// As for `is`.
    #[cold]
    #[inline(never)]
    unsafe fn is_long(self, bytes: &[u8]) -> bool {
        // SAFETY: the caller's promise.
        unsafe { self.bytes() == bytes }
    }

    /// Writes a live record.
    ///
    /// # Safety
    /// `units_for(bytes.len())` units at the pointer are writable and hold nothing that needs dropping.
    #[inline]
    pub(super) unsafe fn write(self, head: u64, bytes: &[u8], value: V) {
        let at = self.ptr().wrapping_add(Self::KEY_AT);
        // SAFETY: the caller's promise covers head, value and key (or the pointer to it); none overlap `bytes`, which
        // the caller of the table owns.
        unsafe {
            self.ptr().cast::<u64>().write(head);
            self.value().write(value);
            if bytes.len() > INLINE_KEY {
                at.cast::<*mut u8>().write(far_key(bytes));
            } else {
                copy_bytes(bytes.as_ptr(), at, bytes.len());
            }
        }
    }

    /// Marks `units` at the pointer as a dead record.
    ///
    /// # Safety
    /// The units are writable, at least one, and nothing in them is needed or owned any more.
    #[inline]
    pub(super) unsafe fn write_dead(self, units: usize) {
        // SAFETY: the caller's promise.
        unsafe { self.ptr().cast::<u64>().write(DEAD | units as u64) }
    }

    /// Takes the value out, frees a key stored outside, and leaves a dead record. Returns its units.
    ///
    /// # Safety
    /// See the type; the key has `len` bytes.
    #[inline]
    pub(super) unsafe fn take(self, len: usize) -> (V, usize) {
        let units = Self::units_for(len);
        // SAFETY: the record is alive, so value and key are valid. Once it is marked dead, they are not used again.
        unsafe {
            let value = self.value().read();
            if len > INLINE_KEY {
                self.free_key();
            }
            self.write_dead(units);
            (value, units)
        }
    }

    /// Frees a key stored outside. The record must not be read as live afterwards.
    ///
    /// # Safety
    /// See the type.
    #[inline]
    pub(super) unsafe fn free_key(self) {
        // SAFETY: the pointer came from `far_key` with this length.
        unsafe {
            let len = (self.head() >> 32) as usize;
            if len > INLINE_KEY {
                dealloc(self.key_ptr(len).cast_mut(), Layout::from_size_align_unchecked(len, 1));
            }
        }
    }

    /// The number of bytes of a key that is stored outside the record.
    ///
    /// # Safety
    /// See the type.
    pub(super) unsafe fn far_bytes(self) -> usize {
        // SAFETY: the caller's promise.
        let len = unsafe { (self.head() >> 32) as usize };
        if len > INLINE_KEY { len } else { 0 }
    }
}

#[cold]
fn far_key(bytes: &[u8]) -> *mut u8 {
    let layout = Layout::for_value(bytes);
    // SAFETY: the layout is not empty (keys that lie apart are longer than INLINE_KEY); the new bytes overlap nothing.
    unsafe {
        let p = alloc(layout);
        if p.is_null() {
            handle_alloc_error(layout);
        }
        core::ptr::copy_nonoverlapping(bytes.as_ptr(), p, bytes.len());
        p
    }
}

/// The maximum length of keys that are compared inline.
const SHORT: usize = 64;

/// Compares `n` bytes, at most `SHORT`, without calling memcmp, which would cost more for short keys. Lengths vary
/// between keys, so from sixteen bytes on all lengths take the same path: a load beyond the end is replaced by a load
/// of the last sixteen bytes.
#[inline(always)]
unsafe fn same_bytes(a: *const u8, b: *const u8, n: usize) -> bool {
    // SAFETY: every load lies within the first `n` bytes of both; the last one of each width may overlap the one
    // before.
    unsafe {
        let wide =
            |at: usize| a.add(at).cast::<u128>().read_unaligned() ^ b.add(at).cast::<u128>().read_unaligned();
        let word =
            |at: usize| a.add(at).cast::<u64>().read_unaligned() ^ b.add(at).cast::<u64>().read_unaligned();
        let half =
            |at: usize| a.add(at).cast::<u32>().read_unaligned() ^ b.add(at).cast::<u32>().read_unaligned();
        let byte = |at: usize| *a.add(at) ^ *b.add(at);
        match n {
            16.. => {
                let last = n - 16;
                (wide(0) | wide(last.min(16)) | wide(last.min(32)) | wide(last)) == 0
            }
            8.. => word(0) | word(n - 8) == 0,
            4.. => half(0) | half(n - 4) == 0,
            1.. => byte(0) | byte(n / 2) | byte(n - 1) == 0,
            0 => true,
        }
    }
}

/// Copies `n` bytes without a call. All short lengths take the same path.
#[inline]
unsafe fn copy_bytes(from: *const u8, to: *mut u8, n: usize) {
    // SAFETY: every load and store lies within the first `n` bytes; later stores of the overlap write the same bytes.
    unsafe {
        let wide = |at: usize| {
            to.add(at).cast::<u128>().write_unaligned(from.add(at).cast::<u128>().read_unaligned());
        };
        let word =
            |at: usize| to.add(at).cast::<u64>().write_unaligned(from.add(at).cast::<u64>().read_unaligned());
        let half =
            |at: usize| to.add(at).cast::<u32>().write_unaligned(from.add(at).cast::<u32>().read_unaligned());
        match n {
            16..=SHORT => {
                let last = n - 16;
                wide(0);
                wide(last.min(16));
                wide(last.min(32));
                wide(last);
            }
            8..16 => {
                word(0);
                word(n - 8);
            }
            4..8 => {
                half(0);
                half(n - 4);
            }
            _ => core::ptr::copy_nonoverlapping(from, to, n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_hash_comes_back_from_the_full_one() {
        for kept in [0, 1, 2, 0x8000_0000, 0xdead_beef, u32::MAX] {
            assert_eq!(kept_hash(full_hash(kept)), kept);
        }
    }

    #[test]
    fn short_copies_and_compares_are_whole() {
        let from: [u8; 100] = core::array::from_fn(|i| (i * 7 + 1) as u8);
        for n in 0..=100 {
            let mut to = [0_u8; 101];
            // SAFETY: both arrays have `n` bytes.
            unsafe { copy_bytes(from.as_ptr(), to.as_mut_ptr(), n) };
            assert_eq!((&to[..n], to[n]), (&from[..n], 0), "{n}");
            for flip in 0..n.min(SHORT + 1) * usize::from(n <= SHORT) {
                to[flip] ^= 0x40;
                // SAFETY: both arrays have `n` bytes.
                assert!(!unsafe { same_bytes(from.as_ptr(), to.as_ptr(), n) }, "{n} {flip}");
                to[flip] ^= 0x40;
            }
            if n <= SHORT {
                // SAFETY: both arrays have `n` bytes.
                assert!(unsafe { same_bytes(from.as_ptr(), to.as_ptr(), n) }, "{n}");
            }
        }
    }
}
