//! Growth of a clustered table: when it doubles, and how its entries move to their new positions.
//!
//! Doubling only appends empty slots, so the entries stay where the old size put them, in buckets by fewer bits of
//! their hashes. These entries are stale. Each insertion scans downwards from the end of the stale slots, takes out up
//! to [`MOVES`] stale entries and puts them into their buckets of the current size. The entry that fills a vacated slot
//! is examined, too. If a table doubles again before all entries have moved, its entries are placed by several sizes.
use super::slot::Slot;
use super::{ClusteredDict, bucket};

/// The number of entries moved per insertion.
const MOVES: usize = 16;
/// Tables of up to this many slots (2^3 buckets and 3 more slots) fill up completely before they grow …
const SMALL: usize = (1 << 3) + 3;
/// … and larger ones to this percentage.
const LOAD: usize = 75;
/// If the mean distance from an insertion's bucket to the free slot that it uses up exceeds this, the table doubles …
const FAR: u64 = 32;
/// … after more insertions than this …
const SAMPLES: u32 = 128;
/// … and only above this load in percent.
const LEAST_LOAD: usize = 25;

/// State for the decision to double, and for moving entries after doublings.
#[derive(Clone, Copy, Default)]
pub(super) struct Growth {
    /// The sum and the number of the distances from insertions' buckets to their free slots since the last doubling.
    ways: u64,
    samples: u32,
    /// The end of the stale slots: entries from this slot on are placed by the current size.
    stale_end: u32,
    /// The number of doublings whose entries have not all moved.
    pending: u16,
    /// log2 of the number of buckets.
    pub(super) bits: u16,
    /// The number of doublings in the table's life.
    pub(super) doublings: u16,
    /// The largest distance of an entry from its bucket.
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

    /// Returns the state after the table is cleared.
    pub(super) fn cleared(self) -> Self {
        Growth { doublings: self.doublings, longest_way: self.longest_way, ..Growth::default() }
    }

    /// Records that an entry was put into slot `at`, `distance` from its bucket, which changed the slots up to `last`.
    #[inline]
    pub(super) fn note(&mut self, distance: u16, at: usize, last: usize) {
        self.longest_way = self.longest_way.max(distance);
        self.ways += (last - at) as u64;
        self.samples += 1;
        if at < self.stale_end() {
            // The insertion may have pushed a stale entry out of the stale part.
            self.stale_end = self.stale_end.max(last as u32 + 1);
        }
    }

    /// Whether a table with this many entries and slots must double.
    #[inline]
    pub(super) fn is_due(&self, len: usize, slots: usize) -> bool {
        let full = if slots <= SMALL { slots } else { slots * LOAD / 100 };
        let crowded = self.samples > SAMPLES && self.ways > u64::from(self.samples) * FAR;
        len > full || crowded && len > slots * LEAST_LOAD / 100
    }
}

impl<V> ClusteredDict<V> {
    /// Doubles the number of buckets without moving entries.
    pub(super) fn double(&mut self) {
        let before = self.slots.len();
        let bits = self.growth.bits + 1;
        let after = (1 << bits) + usize::from(bits);
        self.slots.reserve_exact(after - before);
        self.slots.resize_with(after, Slot::empty);
        self.growth = Growth {
            // The entry that made the table double goes into the first new slot, placed by the old size.
            stale_end: before as u32 + 1,
            pending: self.growth.pending + 1,
            bits,
            doublings: self.growth.doublings + 1,
            ..self.growth.cleared()
        };
    }

    /// Moves the entry in a taken slot to its bucket of the current size. Returns the new slot, or `None` if it did not
    /// move.
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

    /// Moves some stale entries, unless a walk is active.
    #[inline]
    pub(super) fn rehome_some(&mut self) {
        if self.growth.pending > 0 && !self.is_walked() {
            self.rehome_up_to(MOVES);
        }
    }

    fn rehome_up_to(&mut self, moves: usize) {
        let mut moved = 0;
        while moved < moves {
            // Read the end again each time, because a move may double the table.
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
