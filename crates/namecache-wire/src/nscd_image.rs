//! The image that glibc's client maps, DB version 2: header, bucket heads, then a heap of entries and answers.
//!
//! Numbers are in native byte order. A reference is a byte offset into the heap; `0xffff_ffff` ends a chain. The client
//! checks that `header_size` is 120 and that `120 + round16(4 * buckets) + data_size` bytes are mapped, walks the chain
//! of `hash(key) % buckets`, compares type, length and key, skips answers whose `usable` is 0, and copies the answer.
//! It fetches the image again as soon as `data_size` exceeds the size that it has mapped, and uses the socket while
//! `gc_cycle` is odd. If `timestamp` and `running` are both 0, it requests a new image at once.
//!
//! [`Image`] reads an image as that client does, for tests and checks.
use crate::bytes::slice_at;

/// The version of the database format.
pub const VERSION: i32 = 2;
/// The size of the header in bytes.
pub const HEADER: usize = 120;
/// The reference that ends a chain.
pub const END: u32 = u32::MAX;
/// The number of bytes of an entry that the client reads. (In nscd's own images, a private pointer follows.)
pub const ENTRY: usize = 24;
/// The number of bytes before an answer.
pub const ANSWER_HEAD: usize = 24;

/// Offsets into the header.
pub mod field {
    /// `i32`, 2.
    pub const VERSION: usize = 0;
    /// `i32`, 120.
    pub const HEADER_SIZE: usize = 4;
    /// `i32`. While it is odd, clients use the socket.
    pub const GC_CYCLE: usize = 8;
    /// `i32`. 0 if the daemon has ended.
    pub const RUNNING: usize = 12;
    /// `i64`, seconds. If it is older than 5 minutes and the daemon does not run, clients fetch the image again.
    pub const TIMESTAMP: usize = 16;
    /// `u32`, the number of buckets.
    pub const BUCKETS: usize = 40;
    /// `u32`, bytes of the heap.
    pub const DATA_SIZE: usize = 44;
    /// `u32`, the offset of the heap's unused part.
    pub const FIRST_FREE: usize = 48;
    /// `u32`, the number of entries.
    pub const ENTRIES: usize = 52;
}

/// Offsets into an entry: type (`u8`), key length, key, owner, next, answer.
pub mod entry {
    /// `u8`, the request type.
    pub const TYPE: usize = 0;
    /// `u8`, 1.
    pub const FIRST: usize = 1;
    /// `u32`, bytes of the key with its NUL.
    pub const LEN: usize = 4;
    /// The reference of the key.
    pub const KEY: usize = 8;
    /// The reference of the next entry in the bucket.
    pub const NEXT: usize = 16;
    /// The reference of the answer.
    pub const PACKET: usize = 20;
}

/// Offsets into the head of an answer.
pub mod answer {
    /// `i32`, bytes of the head, the answer and its extra keys.
    pub const ALLOC_SIZE: usize = 0;
    /// `i32`, bytes of the answer after the head.
    pub const REC_SIZE: usize = 4;
    /// `i64`, the expiry. The client ignores it.
    pub const TIMEOUT: usize = 8;
    /// `u8`s: not found, reloads, usable, unused.
    pub const FLAGS: usize = 16;
    /// `u32`, seconds to live.
    pub const TTL: usize = 20;
}

/// Returns the flags word (native) of an answer.
#[must_use]
pub fn flags(found: bool, usable: bool) -> u32 {
    u32::from_ne_bytes([u8::from(!found), 0, u8::from(usable), 0])
}

/// Computes glibc's hash of a key: sdbm over the key and its NUL.
#[must_use]
pub fn hash(key: &[u8]) -> u32 {
    key.iter().fold(0u32, |h, &c| u32::from(c).wrapping_add(h.wrapping_mul(65599)))
}

/// Returns the size of the bucket heads in bytes.
#[must_use]
pub fn bucket_bytes(buckets: u32) -> usize {
    (buckets as usize * 4).next_multiple_of(16)
}

/// A mapped image, read as glibc's client reads it.
#[derive(Clone, Copy, Debug)]
pub struct Image<'a> {
    bytes: &'a [u8],
    heads: &'a [u8],
    heap: &'a [u8],
    buckets: u32,
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(slice_at(bytes, at, 4)?.try_into().ok()?))
}

impl<'a> Image<'a> {
    /// Opens an image. Returns `None` if the client would refuse it.
    #[must_use]
    pub fn open(bytes: &'a [u8]) -> Option<Self> {
        let buckets = u32_at(bytes, field::BUCKETS)?;
        let right = u32_at(bytes, field::VERSION)? == VERSION.cast_unsigned()
            && u32_at(bytes, field::HEADER_SIZE)? as usize == HEADER
            && buckets != 0
            && buckets < 1 << 28;
        if !right {
            return None;
        }
        let heads = slice_at(bytes, HEADER, bucket_bytes(buckets))?;
        let heap = slice_at(bytes, HEADER + heads.len(), u32_at(bytes, field::DATA_SIZE)? as usize)?;
        Some(Image { bytes, heads, heap, buckets })
    }

    /// Whether the client would read the image at the moment.
    #[must_use]
    pub fn is_live(&self) -> bool {
        u32_at(self.bytes, field::RUNNING) == Some(1)
            && u32_at(self.bytes, field::GC_CYCLE).is_some_and(|c| c & 1 == 0)
    }

    /// Returns the answer to a request, beginning with its header; `None` if the client would use the socket.
    #[must_use]
    pub fn search(&self, kind: super::nscd::RequestType, key: &[u8]) -> Option<&'a [u8]> {
        let bucket = hash(key) % self.buckets;
        let mut at = u32_at(self.heads, bucket as usize * 4)?;
        // A chain cannot be longer than the number of entries that fit into the heap.
        for _ in 0..self.heap.len() / ENTRY + 1 {
            if at == END {
                return None;
            }
            let here = slice_at(self.heap, at as usize, ENTRY)?;
            if let Some(found) = self.matches(here, kind, key) {
                return Some(found);
            }
            at = u32_at(here, entry::NEXT)?;
        }
        None
    }

    fn matches(&self, here: &[u8], kind: super::nscd::RequestType, key: &[u8]) -> Option<&'a [u8]> {
        if i32::from(*here.first()?) != kind as i32 || u32_at(here, entry::LEN)? as usize != key.len() {
            return None;
        }
        if slice_at(self.heap, u32_at(here, entry::KEY)? as usize, key.len())? != key {
            return None;
        }
        let packet = u32_at(here, entry::PACKET)? as usize;
        let head = slice_at(self.heap, packet, ANSWER_HEAD)?;
        let usable = *head.get(answer::FLAGS + 2)? != 0;
        slice_at(self.heap, packet, u32_at(head, answer::ALLOC_SIZE)? as usize)?;
        let body = slice_at(self.heap, packet + ANSWER_HEAD, u32_at(head, answer::REC_SIZE)? as usize)?;
        usable.then_some(body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_is_glibcs() {
        // One byte hashes to itself, two bytes to the first times 65599 plus the second.
        assert_eq!(hash(b"a"), 97);
        assert_eq!(hash(b"ab"), 97 * 65599 + 98);
        assert_eq!(hash(b"\xff"), 255);
    }

    #[test]
    fn other_bytes_are_refused() {
        assert!(Image::open(&[]).is_none());
        assert!(Image::open(&[0; 120]).is_none());
        let mut head = vec![0u8; HEADER + 16];
        head[0] = 2;
        head[4] = 120;
        head[40] = 1;
        assert!(Image::open(&head).is_some());
        head[44] = 1;
        assert!(Image::open(&head).is_none(), "more heap than memory");
    }
}
