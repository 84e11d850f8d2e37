//! How a clustered table grows: when it doubles, and how its entries come to lie by the new size.
//!
//! A doubling only appends empty slots, so all entries lie by the old size, in buckets that are the old number of bits of
//! their hashes. Those entries are stale. Each insertion looks at the table from the end of the stale slots downwards and
//! takes up to [`MOVES`] stale entries out and puts them where they belong; what comes to lie at a slot when its entry
//! has left is looked at again. A table that doubles again before this is done has entries by several sizes.
use super::slot::Slot;
use super::{ClusteredDict, bucket};

/// Entries that an insertion moves.
const MOVES: usize = 16;
/// Tables of up to so many slots (2^3 buckets and 3 slots more) fill up before they grow …
const SMALL: usize = (1 << 3) + 3;
/// … and larger ones to this part in percent.
const LOAD: usize = 75;
/// Mean way from where an entry is put to the free slot that this uses up, past which the table doubles …
const FAR: u64 = 32;
/// … if more insertions than this say so …
const SAMPLES: u32 = 128;
/// … and more than this percentage of the slots is taken.
const LEAST_LOAD: usize = 25;

/// What decides about the next doubling, and what is left to do of those before.
#[derive(Clone, Copy, Default)]
pub(super) struct Growth {
    /// Sum and number of the ways that insertions had to a free slot since the table last doubled.
    ways: u64,
    samples: u32,
    /// Entries from this slot on lie by the size of today.
    stale_end: u32,
    /// Doublings whose entries have not all moved.
    pending: u16,
    /// Buckets are 2 to this.
    pub(super) bits: u16,
    /// Doublings of the table's whole life.
    pub(super) doublings: u16,
    /// The farthest that an entry was put from its bucket.
    pub(super) longest_way: u16,
}

impl Growth {
    #[inline]
    pub(super) fn stale_end(&self) -> usize {
        self.stale_end as usize
    }

    #[inline]
    pub(super) fn pending(&self) -> u16 {
        self.pending
    }

    /// The state of a table that was cleared.
    pub(super) fn cleared(self) -> Self {
        Growth { doublings: self.doublings, longest_way: self.longest_way, ..Growth::default() }
    }

    /// An entry was put at slot `at`, `distance` from its bucket, which changed the slots up to `last`.
    #[inline]
    pub(super) fn note(&mut self, distance: u16, at: usize, last: usize) {
        self.longest_way = self.longest_way.max(distance);
        self.ways += (last - at) as u64;
        self.samples += 1;
        if at < self.stale_end() {
            // A stale entry may have been pushed out of the stale part.
            self.stale_end = self.stale_end.max(last as u32 + 1);
        }
    }

    /// True if a table with so many entries and slots has to double.
    #[inline]
    pub(super) fn is_due(&self, len: usize, slots: usize) -> bool {
        let full = if slots <= SMALL { slots } else { slots * LOAD / 100 };
        let crowded = self.samples > SAMPLES && self.ways > u64::from(self.samples) * FAR;
        len > full || crowded && len > slots * LEAST_LOAD / 100
    }
}

impl<V> ClusteredDict<V> {
    /// Doubles the buckets. Nothing moves yet.
    pub(super) fn double(&mut self) {
        let before = self.slots.len();
        let bits = self.growth.bits + 1;
        let after = (1 << bits) + usize::from(bits);
        self.slots.reserve_exact(after - before);
        self.slots.resize_with(after, Slot::empty);
        self.growth = Growth {
            // The entry that made a full table double comes to lie in the first of the new slots, by the old size.
            stale_end: before as u32 + 1,
            pending: self.growth.pending + 1,
            bits,
            doublings: self.growth.doublings + 1,
            ..self.growth.cleared()
        };
    }

    /// Moves the entry at a taken slot to its bucket by the size of today. Returns its new slot, or `None` if it lies
    /// there already.
    pub(super) fn rehome(&mut self, at: usize) -> Option<usize> {
        let home = bucket(self.slots[at].hash(), self.growth.bits);
        if at == home + self.slots[at].distance() {
            return None;
        }
        let (mut entry, _) = self.pull(at);
        let slot = self.end_of_bucket(home);
        entry.set_distance(slot - home);
        self.put(entry, slot);
        Some(slot)
    }

    /// Moves some stale entries, unless a walk is under way.
    #[inline]
    pub(super) fn rehome_some(&mut self) {
        if self.growth.pending > 0 && !self.is_walked() {
            self.rehome_up_to(MOVES);
        }
    }

    fn rehome_up_to(&mut self, moves: usize) {
        let mut moved = 0;
        while moved < moves {
            // Read anew each time: a move may double the table.
            let Some(at) = self.growth.stale_end().checked_sub(1) else {
                self.growth.pending = 0;
                return;
            };
            if !self.slots[at].is_empty() && self.rehome(at).is_some() {
                moved += 1;
            } else {
                self.growth.stale_end -= 1;
            }
        }
    }
}
