//! The caller's buffer: everything that a result points to lies in it.
use core::ffi::c_char;
use core::mem::size_of;
use core::ptr::null_mut;
use namecache_wire::record::Record;

/// An array of pointers to strings with a NULL at its end, as libc's structs have it.
pub(crate) type Strings = *mut *mut c_char;

/// What is left of the caller's buffer. Whatever does not fit gives `None`: the caller comes back with more.
pub(crate) struct Room {
    at: *mut u8,
    left: usize,
}

impl Room {
    /// # Safety
    /// `at` points to `len` bytes that are the callee's to write until it returns.
    pub(crate) unsafe fn new(at: *mut c_char, len: usize) -> Room {
        Room { at: at.cast(), left: if at.is_null() { 0 } else { len } }
    }

    fn take(&mut self, len: usize) -> Option<*mut u8> {
        let left = self.left.checked_sub(len)?;
        let here = self.at;
        // SAFETY: `len` bytes are left from `at` on; one past the end is still a place in the same buffer.
        self.at = unsafe { self.at.add(len) };
        self.left = left;
        Some(here)
    }

    /// Copies bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Option<*mut c_char> {
        let to = self.take(bytes.len())?;
        // SAFETY: `take` has given that many bytes of the caller's buffer, which no mapping of ours overlaps.
        unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
        Some(to.cast())
    }

    /// A place for `count` of a struct that is aligned as pointers are.
    pub(crate) fn places<T>(&mut self, count: usize) -> Option<*mut T> {
        const { assert!(align_of::<T>() <= size_of::<*mut c_char>()) }
        let skew = (self.at as usize).wrapping_neg() % size_of::<*mut c_char>();
        self.take(skew)?;
        Some(self.take(count.checked_mul(size_of::<T>())?)?.cast())
    }

    /// An array of pointers with a NULL at its end, all NULL so far.
    fn pointers(&mut self, count: usize) -> Option<Strings> {
        let n = count.checked_add(1)?;
        let array: Strings = self.places::<*mut c_char>(n)?;
        for i in 0..n {
            // SAFETY: aligned (skipped to above), within what `take` has given.
            unsafe { array.add(i).write(null_mut()) };
        }
        Some(array)
    }

    /// Copies all strings of a record: where the first `N` went, and an array of pointers to the rest.
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
                // SAFETY: `i - N` is below the count that the array was made for.
                None => unsafe { array.add(i.wrapping_sub(N)).write(at) },
            }
            // SAFETY: the lengths of a checked record add up to its blob, all of which has been copied.
            at = unsafe { at.add(record.string_len(i)?) };
        }
        Some((first, array))
    }

    /// Copies all strings of a record: where the first `N` went.
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

    /// Copies the addresses of a host: words from `from` on, `words` (1 or 4) to an address.
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
            // SAFETY: `i` is below the count that the array was made for.
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
    fn strings_and_pointers_lie_in_the_buffer_and_only_there() {
        let mut bytes = Vec::new();
        encode(&[5], &[b"wheel", b"x", b"ida", b"ada"], &mut bytes).unwrap();
        let record = Record::parse(&bytes).unwrap();
        let mut smallest = None;
        for len in 0..100 {
            for skew in 0..8 {
                let mut buffer = vec![0xaau8; skew + len + 16];
                // SAFETY: the buffer is longer than said.
                let mut room = unsafe { Room::new(buffer.as_mut_ptr().add(skew).cast(), len) };
                let Some((first, rest)) = room.strings::<2>(&record) else { continue };
                smallest.get_or_insert(len);
                let range = buffer.as_ptr_range();
                let text = |p: *mut c_char| {
                    assert!(range.contains(&p.cast_const().cast()));
                    // SAFETY: checked to lie in the buffer, and a record's strings end with NUL.
                    unsafe { CStr::from_ptr(p) }.to_bytes().to_vec()
                };
                assert_eq!(text(first[0]), b"wheel");
                assert_eq!(text(first[1]), b"x");
                // SAFETY: an array of two and a NULL.
                let members = unsafe { [*rest, *rest.add(1), *rest.add(2)] };
                assert_eq!(text(members[0]), b"ida");
                assert_eq!(text(members[1]), b"ada");
                assert!(members[2].is_null());
                assert!(buffer[skew + len..].iter().all(|b| *b == 0xaa), "nothing behind the end");
            }
        }
        assert!(smallest.is_some_and(|s| s >= 16 + 24));
    }
}
