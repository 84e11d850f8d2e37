//! A stored key: up to 8 bytes are inline, longer keys behind a pointer. Takes sixteen bytes including its hash.
#![expect(unsafe_code, reason = "the raw layer: the same eight bytes are a key or a pointer to one")]
use crate::Key;
use alloc::boxed::Box;
use core::fmt;

/// The maximum length of a key that is stored inline.
const INSIDE: usize = 8;

union Word {
    inside: [u8; INSIDE],
    apart: *mut u8,
}

/// A copy of a key with the low 32 bits of its hash, as the clustered table stores it. All tables may use it, so that a
/// comparison of tables does not become one of their key storage.
#[repr(C)]
pub struct StoredKey {
    len: u32,
    hash: u32,
    word: Word,
}

// SAFETY: it owns its bytes as a `Box<[u8]>` would.
unsafe impl Send for StoredKey {}
// SAFETY: as above; shared borrows only read.
unsafe impl Sync for StoredKey {}

impl StoredKey {
    /// Copies the bytes.
    ///
    /// # Panics
    /// On a key of 4 GiB.
    #[inline]
    pub fn new(key: Key<'_>) -> Self {
        let bytes = key.bytes();
        let len = u32::try_from(bytes.len()).expect("a key shorter than 4 GiB");
        let word = if bytes.len() <= INSIDE {
            let mut inside = [0; INSIDE];
            inside[..bytes.len()].copy_from_slice(bytes);
            Word { inside }
        } else {
            Word { apart: Box::into_raw(Box::<[u8]>::from(bytes)).cast() }
        };
        StoredKey { len, hash: key.hash() as u32, word }
    }

    /// Returns the empty key with hash 0.
    pub const fn empty() -> Self {
        StoredKey { len: 0, hash: 0, word: Word { inside: [0; INSIDE] } }
    }

    /// The low 32 bits of the hash.
    #[inline]
    pub fn hash(&self) -> u32 {
        self.hash
    }

    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        let len = self.len as usize;
        // SAFETY: the length says which of the two the word is.
        unsafe {
            if len <= INSIDE {
                self.word.inside.get_unchecked(..len)
            } else {
                core::slice::from_raw_parts(self.word.apart, len)
            }
        }
    }

    /// The key as tables take it.
    #[inline]
    pub fn key(&self) -> Key<'_> {
        Key::new(self.bytes(), self.hash.into())
    }

    /// Whether this is a copy of the given key.
    #[inline]
    pub fn is(&self, hash: u32, bytes: &[u8]) -> bool {
        self.hash == hash && self.bytes() == bytes
    }

    /// The number of bytes stored outside.
    pub fn far_bytes(&self) -> usize {
        let len = self.len as usize;
        if len > INSIDE { len } else { 0 }
    }
}

impl Drop for StoredKey {
    #[inline]
    fn drop(&mut self) {
        let len = self.len as usize;
        if len > INSIDE {
            // SAFETY: the pointer came from a box of this length, and is never seen again.
            drop(unsafe { Box::from_raw(core::ptr::slice_from_raw_parts_mut(self.word.apart, len)) });
        }
    }
}

impl PartialEq for StoredKey {
    fn eq(&self, other: &Self) -> bool {
        self.is(other.hash, other.bytes())
    }
}

impl Eq for StoredKey {}

impl fmt::Debug for StoredKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key().fmt(f)
    }
}
