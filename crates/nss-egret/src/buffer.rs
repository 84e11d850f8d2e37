//! The caller's buffer. All pointers in a result point into it.
use core::ffi::c_char;
use core::mem::size_of;
use core::ptr::null_mut;
use namecache_wire::record::Record;

/// A NULL-terminated array of pointers to strings, as in libc's structs.
pub(crate) type Strings = *mut *mut c_char;

/// The unused rest of the caller's buffer. Methods return `None` if it is too small; the caller then retries with a
/// larger buffer.
pub(crate) struct Buffer {
    at: *mut u8,
    left: usize,
}

impl Buffer {
    /// # Safety
    /// `at` points to `len` bytes that only this value writes while it exists.
    pub(crate) unsafe fn new(at: *mut c_char, len: usize) -> Buffer {
        Buffer { at: at.cast(), left: if at.is_null() { 0 } else { len } }
    }

    fn take(&mut self, len: usize) -> Option<*mut u8> {
        let left = self.left.checked_sub(len)?;
        let here = self.at;
        // SAFETY: `len` bytes are left from `at` on; a pointer one past the end is valid.
        self.at = unsafe { self.at.add(len) };
        self.left = left;
        Some(here)
    }

    /// Copies bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Option<*mut c_char> {
        let to = self.take(bytes.len())?;
        // SAFETY: `take` returned that many bytes of the caller's buffer, and mappings of this module do not overlap
        // it.
        unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
        Some(to.cast())
    }

    /// Reserves `count` consecutive `T`s; `T` needs no stricter alignment than a pointer.
    pub(crate) fn reserve<T>(&mut self, count: usize) -> Option<*mut T> {
        const { assert!(align_of::<T>() <= size_of::<*mut c_char>()) }
        let skew = (self.at as usize).wrapping_neg() % size_of::<*mut c_char>();
        self.take(skew)?;
        Some(self.take(count.checked_mul(size_of::<T>())?)?.cast())
    }

    /// Reserves an array of `count` pointers and a terminating NULL; all are NULL at first.
    fn pointers(&mut self, count: usize) -> Option<Strings> {
        let n = count.checked_add(1)?;
        let array: Strings = self.reserve::<*mut c_char>(n)?;
        for i in 0..n {
            // SAFETY: aligned, and within what `reserve` has reserved.
            unsafe { array.add(i).write(null_mut()) };
        }
        Some(array)
    }

    /// Copies all strings of a record. Returns pointers to the first `N`, and an array of pointers to the rest.
    pub(crate) fn strings<const N: usize>(
        &mut self,
        record: &Record<'_>,
    ) -> Option<([*mut c_char; N], Strings)> {
        let rest = record.string_count().checked_sub(N)?;
        let array = self.pointers(rest)?;
        let mut at = self.bytes(record.blob())?;
        let mut first = [null_mut(); N];
        for i in 0..record.string_count() {
            match first.get_mut(i) {
                Some(p) => *p = at,
                // SAFETY: `i - N` is below the length of the array.
                None => unsafe { array.add(i.wrapping_sub(N)).write(at) },
            }
            // SAFETY: the lengths of a checked record add up to its blob, all of which has been copied.
            at = unsafe { at.add(record.string_len(i)?) };
        }
        Some((first, array))
    }

    /// Copies all strings of a record and returns pointers to the first `N`.
    pub(crate) fn plain<const N: usize>(&mut self, record: &Record<'_>) -> Option<[*mut c_char; N]> {
        let mut at = self.bytes(record.blob())?;
        let mut first = [null_mut(); N];
        for (i, p) in first.iter_mut().enumerate() {
            *p = at;
            // SAFETY: as in `strings`.
            at = unsafe { at.add(record.string_len(i)?) };
        }
        Some(first)
    }

    /// Copies the addresses of a host, which begin at number `from` of the record and take `words` numbers each (1 or
    /// 4).
    pub(crate) fn addresses(&mut self, record: &Record<'_>, from: usize, words: usize) -> Option<Strings> {
        let count = record.num_count().checked_sub(from)?.checked_div(words)?;
        let array = self.pointers(count)?;
        for i in 0..count {
            let mut address = [0u8; 16];
            for (w, chunk) in address.as_chunks_mut::<4>().0.iter_mut().take(words).enumerate() {
                let at = from.wrapping_add(i.wrapping_mul(words)).wrapping_add(w);
                *chunk = record.num(at)?.to_le_bytes();
            }
            let p = self.bytes(address.get(..words.wrapping_mul(4))?)?;
            // SAFETY: `i` is below the length of the array.
            unsafe { array.add(i).write(p) };
        }
        Some(array)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use namecache_wire::record::encode;
    use std::ffi::CStr;

    #[test]
    fn strings_and_pointers_stay_inside_the_buffer() {
        let mut bytes = Vec::new();
        encode(&[5], &[b"wheel", b"x", b"ida", b"ada"], &mut bytes).unwrap();
        let record = Record::parse(&bytes).unwrap();
        let mut smallest = None;
        for len in 0..100 {
            for skew in 0..8 {
                let mut buffer = vec![0xaau8; skew + len + 16];
                // SAFETY: the buffer is longer than `skew + len`.
                let mut free = unsafe { Buffer::new(buffer.as_mut_ptr().add(skew).cast(), len) };
                let Some((first, rest)) = free.strings::<2>(&record) else { continue };
                smallest.get_or_insert(len);
                let range = buffer.as_ptr_range();
                let text = |p: *mut c_char| {
                    assert!(range.contains(&p.cast_const().cast()));
                    // SAFETY: lies in the buffer (checked), and the strings of a record end with NUL.
                    unsafe { CStr::from_ptr(p) }.to_bytes().to_vec()
                };
                assert_eq!(text(first[0]), b"wheel");
                assert_eq!(text(first[1]), b"x");
                // SAFETY: an array of two pointers and a NULL.
                let members = unsafe { [*rest, *rest.add(1), *rest.add(2)] };
                assert_eq!(text(members[0]), b"ida");
                assert_eq!(text(members[1]), b"ada");
                assert!(members[2].is_null());
                assert!(buffer[skew + len..].iter().all(|b| *b == 0xaa), "a byte past the end was written");
            }
        }
        assert!(smallest.is_some_and(|s| s >= 16 + 24));
    }
}
