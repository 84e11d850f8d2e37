//! One slot of the clustered table: 32 bytes with an 8-byte value.
#![expect(unsafe_code, reason = "the raw layer: a slot contains a value only while it is taken")]
use crate::{Key, StoredKey};
use core::mem::MaybeUninit;

/// The distance that marks an empty slot.
const EMPTY: u16 = u16::MAX;

/// A taken or empty slot.
#[repr(C)]
pub(super) struct Slot<V> {
    /// The distance of the slot from the bucket of its entry's hash.
    distance: u16,
    key: StoredKey,
    value: MaybeUninit<V>,
}

impl<V> Slot<V> {
    #[inline]
    pub(super) const fn empty() -> Self {
        Slot { distance: EMPTY, key: StoredKey::empty(), value: MaybeUninit::uninit() }
    }

    /// Makes a taken slot. `hash` is the key's hash.
    #[inline]
    pub(super) fn new(distance: u16, hash: u32, bytes: &[u8], value: V) -> Self {
        Slot { distance, key: StoredKey::new(Key::new(bytes, hash.into())), value: MaybeUninit::new(value) }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.distance == EMPTY
    }

    /// The distance of a taken slot.
    #[inline]
    pub(super) fn distance(&self) -> usize {
        self.distance.into()
    }

    /// Sets the distance of a taken slot.
    ///
    /// # Panics
    /// If the distance exceeds 16 bits: 65,535 entries in one bucket.
    #[inline]
    pub(super) fn set_distance(&mut self, distance: usize) {
        debug_assert!(!self.is_empty());
        self.distance = Self::reach(distance);
    }

    /// Converts a distance to its stored form.
    #[inline]
    pub(super) fn reach(distance: usize) -> u16 {
        let d = u16::try_from(distance).unwrap_or(EMPTY);
        assert!(d != EMPTY, "a clustered table cannot put an entry {distance} slots from its bucket");
        d
    }

    #[inline]
    pub(super) fn hash(&self) -> u32 {
        self.key.hash()
    }

    /// The key's bytes; empty for an empty slot.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        self.key.bytes()
    }

    #[inline]
    pub(super) fn is(&self, hash: u32, bytes: &[u8]) -> bool {
        self.key.is(hash, bytes)
    }

    /// The value, if the slot is taken.
    #[inline]
    pub(super) fn value(&self) -> Option<&V> {
        // SAFETY: a taken slot has a value.
        (!self.is_empty()).then(|| unsafe { self.value.assume_init_ref() })
    }

    /// The value, if the slot is taken.
    #[inline]
    pub(super) fn value_mut(&mut self) -> Option<&mut V> {
        self.entry_mut().map(|(_, v)| v)
    }

    /// Key and value, if the slot is taken.
    #[inline]
    pub(super) fn entry_mut(&mut self) -> Option<(Key<'_>, &mut V)> {
        // SAFETY: a taken slot has a value.
        (!self.is_empty()).then(|| (self.key.key(), unsafe { self.value.assume_init_mut() }))
    }

    /// Takes the value out and frees the key, if the slot is taken.
    #[inline]
    pub(super) fn take(mut self) -> Option<V> {
        if self.is_empty() {
            return None;
        }
        self.distance = EMPTY;
        // SAFETY: the slot was taken, and is now marked as empty.
        Some(unsafe { self.value.assume_init_read() })
    }

    /// The number of bytes of a key that is stored outside the slot.
    pub(super) fn far_bytes(&self) -> usize {
        self.key.far_bytes()
    }
}

impl<V> Drop for Slot<V> {
    #[inline]
    fn drop(&mut self) {
        if !self.is_empty() {
            // SAFETY: a taken slot has a value, and is never seen again.
            unsafe { self.value.assume_init_drop() };
        }
    }
}
