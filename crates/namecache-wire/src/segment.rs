//! A segment: the entries of one database. A published segment never changes.
//!
//! ```text
//! 0       8    12      16   24     32     40      44     48        52       56     60
//! | magic | db | flags | id | size | seed | slots | list | slots at | list at | data | 0 |
//! | slots: tag u32, node u32 (0: free), linear probing from hash(seed, key)                |
//! | list: records in the order in which the sources enumerate them, u32 offsets            |
//! | data: nodes {record u32 (0: absent), expires u32, key length u16, key} and records |
//! ```
//!
//! Numbers are little-endian, offsets count from the start of the segment, and nodes and records are aligned to 4
//! bytes. `expires` is in seconds of `CLOCK_MONOTONIC`. Each segment has a random seed for its hash, so an attacker
//! cannot choose names that collide. A reader trusts nothing: on a wrong offset, length or chain it returns `None`, and
//! another source answers.
use crate::bytes::{slice_at, u16_at, u32_at, u64_at};
use crate::record::Record;

/// `EGRTSEG1`.
pub const MAGIC: u64 = u64::from_le_bytes(*b"EGRTSEG1");
/// The size of the header in bytes.
pub const HEADER: usize = 64;
/// The number of bytes of a node before its key.
pub const NODE: usize = 10;
/// The maximum size of a segment in bytes.
pub const MAX: usize = 1 << 30;

/// Offsets into the header.
pub mod field {
    /// `u64`.
    pub const MAGIC: usize = 0;
    /// `u32`, number of the database.
    pub const DATABASE: usize = 8;
    /// `u64`, the id that the root page names.
    pub const ID: usize = 16;
    /// `u64`, the size of the segment in bytes.
    pub const SIZE: usize = 24;
    /// `u64`, the seed of the hash.
    pub const SEED: usize = 32;
    /// `u32`, the number of slots, a power of two.
    pub const SLOTS: usize = 40;
    /// `u32`, the number of records in the list.
    pub const LIST: usize = 44;
    /// `u32`, the offset of the slots.
    pub const SLOTS_AT: usize = 48;
    /// `u32`, the offset of the list.
    pub const LIST_AT: usize = 52;
}

/// The result of looking up a key in a segment.
#[derive(Clone, Copy, Debug)]
pub enum Found<'a> {
    /// The entry.
    Record(Record<'a>),
    /// The entry does not exist.
    Absent,
    /// The segment does not know the key.
    Nothing,
}

/// Hashes a key: a seeded 64-bit multiply-and-fold over words of 8 bytes. The upper half is the tag, the lower half
/// selects the slot.
#[must_use]
pub fn hash(seed: u64, key: &[u8]) -> u64 {
    fn fold(a: u64, b: u64) -> u64 {
        let wide = u128::from(a) * u128::from(b);
        (wide as u64) ^ (wide >> 64) as u64
    }
    const K0: u64 = 0xa076_1d64_78bd_642f;
    const K1: u64 = 0xe703_7ed1_a0b4_28db;
    let mut h = seed ^ K0;
    let mut words = key.chunks_exact(8);
    for w in &mut words {
        let w = w.try_into().map_or(0, u64::from_le_bytes);
        h = fold(h ^ w, K1 ^ seed.rotate_left(17));
    }
    let mut last = 0u64;
    for (i, &b) in words.remainder().iter().enumerate() {
        last |= u64::from(b) << (i * 8);
    }
    fold(h ^ last, K1 ^ (key.len() as u64).wrapping_mul(K0) ^ seed)
}

/// A mapped segment with a valid header.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    bytes: &'a [u8],
    slots: &'a [u8],
    list: &'a [u8],
    seed: u64,
}

impl<'a> Segment<'a> {
    /// Opens memory as segment `id` of database `db`. Returns `None` if its header disagrees.
    #[must_use]
    pub fn open(bytes: &'a [u8], db: crate::Database, id: u64) -> Option<Self> {
        let slots = u32_at(bytes, field::SLOTS)?;
        let right = u64_at(bytes, field::MAGIC)? == MAGIC
            && u32_at(bytes, field::DATABASE)? == db as u32
            && u64_at(bytes, field::ID)? == id
            && u64_at(bytes, field::SIZE)? == bytes.len() as u64
            && bytes.len() <= MAX
            && slots.is_power_of_two();
        if !right {
            return None;
        }
        let slots =
            slice_at(bytes, u32_at(bytes, field::SLOTS_AT)? as usize, (slots as usize).checked_mul(8)?)?;
        let list = u32_at(bytes, field::LIST)? as usize;
        let list = slice_at(bytes, u32_at(bytes, field::LIST_AT)? as usize, list.checked_mul(4)?)?;
        Some(Segment { bytes, slots, list, seed: u64_at(bytes, field::SEED)? })
    }

    /// Looks up a key. `now` is in seconds of `CLOCK_MONOTONIC`; expired entries are ignored.
    #[must_use]
    pub fn find(&self, key: &[u8], now: u32) -> Found<'a> {
        self.probe(key, now).unwrap_or(Found::Nothing)
    }

    fn probe(&self, key: &[u8], now: u32) -> Option<Found<'a>> {
        let h = hash(self.seed, key);
        let tag = (h >> 32) as u32;
        let mask = self.slots.len() / 8 - 1;
        let mut at = h as usize & mask;
        for _ in 0..=mask {
            let node = u32_at(self.slots, at * 8 + 4)? as usize;
            if node == 0 {
                return Some(Found::Nothing);
            }
            if u32_at(self.slots, at * 8)? == tag {
                let len = usize::from(u16_at(self.bytes, node + 8)?);
                if slice_at(self.bytes, node + NODE, len)? == key {
                    if u32_at(self.bytes, node + 4)? <= now {
                        return Some(Found::Nothing);
                    }
                    let record = u32_at(self.bytes, node)? as usize;
                    if record == 0 {
                        return Some(Found::Absent);
                    }
                    return Some(Found::Record(Record::parse(self.bytes.get(record..)?)?));
                }
            }
            at = (at + 1) & mask;
        }
        Some(Found::Nothing)
    }

    /// The number of records in the list.
    #[must_use]
    pub fn list_len(&self) -> usize {
        self.list.len() / 4
    }

    /// Returns record `i` of the list.
    #[must_use]
    pub fn listed(&self, i: usize) -> Option<Record<'a>> {
        let at = u32_at(self.list, i.checked_mul(4)?)? as usize;
        Record::parse(self.bytes.get(at..)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_depends_on_seed_length_and_every_byte() {
        let key = b"a key of some length";
        let base = hash(1, key);
        assert_ne!(base, hash(2, key));
        for i in 0..key.len() {
            let mut other = *key;
            other[i] ^= 1;
            assert_ne!(base, hash(1, &other), "{i}");
            assert_ne!(base, hash(1, &key[..i]), "{i}");
        }
        assert_ne!(hash(1, b"\0"), hash(1, b""));
    }

    #[test]
    fn other_bytes_are_refused() {
        assert!(Segment::open(&[], crate::Database::Passwd, 1).is_none());
        assert!(Segment::open(&[0; 64], crate::Database::Passwd, 0).is_none());
    }
}
