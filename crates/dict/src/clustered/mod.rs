//! Zeek's table since version 4.0: clustered hashing.
//!
//! Entries are sorted by the bucket of their hash; the entries of one bucket form a cluster. A new entry goes to the
//! end of its cluster; the head of each cluster in the way moves to that cluster's end. A removal fills the hole with
//! the tail of the next cluster, and so on. A table of 2^n buckets has n more slots than buckets, so that the last
//! cluster can overflow. The table doubles when it is full (up to 11 slots) or 75 % full, when the last cluster
//! overflows the end, or when free slots are too far from the buckets that need them. Doubling moves nothing: entries
//! move to their new buckets from the end of the table downwards, sixteen per insertion, and one when it is looked up;
//! until then, lookups also try the buckets of older sizes.
//!
//! All this determines the order of entries, which scripts can see. So it is reproduced here: for equal hashes and an
//! equal history of calls (with [`get_mut`](crate::Table::get_mut) for lookups) a table iterates in the order of Zeek
//! 8.0's.
use crate::report::{Held, block, retire, retire_events};
use crate::{Key, Order, StoredKey, Table};
use alloc::boxed::Box;
use alloc::vec::Vec;
use growth::Growth;
pub use iter::Iter;
use slot::Slot;
use walk::Walk;

mod growth;
mod iter;
mod slot;
mod table;
#[cfg(test)]
mod tests;
mod walk;

/// 2^64 divided by the golden ratio.
const GOLDEN: u64 = 11_400_714_819_323_198_485;

/// The clustered table; see the module's documentation. It uses the low 32 bits of the caller's hash.
#[expect(
    clippy::box_collection,
    reason = "most tables are unordered, and the handle is most of the cost of an empty one"
)]
pub struct ClusteredDict<V> {
    slots: Vec<Slot<V>>,
    walks: Option<Box<Walks>>,
    order: Option<Box<Vec<StoredKey>>>,
    len: u32,
    peak: u32,
    growth: Growth,
    held: Held,
}

/// The active walks. While there are any, no entry moves to a new bucket.
#[derive(Default)]
struct Walks {
    under_way: Vec<Walk>,
    next: u64,
}

/// Returns the bucket of a hash in a table of 2^bits buckets.
#[inline]
fn bucket(hash: u32, bits: u16) -> usize {
    (u64::from(hash).wrapping_mul(GOLDEN) & ((1 << bits) - 1)) as usize
}

impl<V> ClusteredDict<V> {
    /// Returns the bucket of the entry in a taken slot, by the table size that placed it.
    #[inline]
    fn bucket_at(&self, at: usize) -> usize {
        at - self.slots[at].distance()
    }

    /// Returns the memory of the table's blocks without keys: the actual memory, and the memory with a pointer for each
    /// value.
    fn without_keys(&self) -> [usize; 2] {
        let order = self.order.as_ref();
        let handle = block(size_of::<Self>() - size_of::<Held>())
            + order.map_or(0, |o| block(size_of_val(&**o)) + block(o.capacity() * size_of::<StoredKey>()));
        [size_of::<Slot<V>>(), size_of::<Slot<usize>>()]
            .map(|slot| handle + block(self.slots.capacity() * slot))
    }

    fn key_blocks(&self) -> usize {
        let ordered = self.order.iter().flat_map(|o| o.iter()).map(StoredKey::far_bytes);
        self.slots.iter().map(Slot::far_bytes).chain(ordered).map(block).sum()
    }

    fn is_taken(&self, at: usize) -> bool {
        self.slots.get(at).is_some_and(|s| !s.is_empty())
    }

    fn in_cluster(&self, at: usize, bucket: usize) -> bool {
        self.is_taken(at) && self.bucket_at(at) == bucket
    }

    /// Returns the last slot of a taken slot's cluster.
    fn tail(&self, at: usize) -> usize {
        let bucket = self.bucket_at(at);
        (at + 1..).find(|&i| !self.in_cluster(i, bucket)).map_or(at, |i| i - 1)
    }

    /// Returns the first slot of a taken slot's cluster.
    fn head(&self, at: usize) -> usize {
        let bucket = self.bucket_at(at);
        (bucket..at).rev().find(|&i| !self.in_cluster(i, bucket)).map_or(bucket, |i| i + 1)
    }

    /// Returns the slot after the clusters of all buckets up to this one.
    fn end_of_bucket(&self, bucket: usize) -> usize {
        (bucket..self.slots.len())
            .find(|&i| !self.is_taken(i) || self.bucket_at(i) > bucket)
            .unwrap_or(self.slots.len())
    }

    /// Returns the first taken slot from `at` on, or the number of slots.
    fn taken_from(&self, at: usize) -> usize {
        (at..self.slots.len()).find(|&i| !self.slots[i].is_empty()).unwrap_or(self.slots.len())
    }

    /// Returns the slot of the key's entry in a bucket, among the slots below `end`, or the slot for a new entry.
    #[inline]
    fn search(&self, hash: u32, bytes: &[u8], bucket: usize, end: usize) -> Result<usize, usize> {
        let mut at = bucket;
        for slot in self.slots[..end].iter().skip(bucket) {
            if slot.is_empty() || at > bucket + slot.distance() {
                break;
            }
            if at == bucket + slot.distance() && slot.is(hash, bytes) {
                return Ok(at);
            }
            at += 1;
        }
        Err(at)
    }

    /// Returns the slot of the key's entry, and whether an older size placed it; or the slot for a new entry.
    #[inline]
    fn find(&self, hash: u32, bytes: &[u8]) -> Result<(usize, bool), usize> {
        if self.slots.is_empty() {
            return Err(0);
        }
        let vacancy = match self.search(hash, bytes, bucket(hash, self.growth.bits), self.slots.len()) {
            Ok(at) => return Ok((at, false)),
            Err(vacancy) => vacancy,
        };
        let end = self.growth.stale_end();
        for older in 1..=self.growth.pending() {
            let bucket = bucket(hash, self.growth.bits - older);
            if bucket < end
                && let Ok(at) = self.search(hash, bytes, bucket, end)
            {
                return Ok((at, true));
            }
        }
        Err(vacancy)
    }

    /// Like `find`, but moves an entry that an older size placed to its bucket, unless a walk is active.
    #[inline]
    fn find_and_move(&mut self, hash: u32, bytes: &[u8]) -> Result<usize, usize> {
        match self.find(hash, bytes) {
            Ok((at, true)) if !self.is_walked() => Ok(self.rehome(at).unwrap_or(at)),
            Ok((at, _)) => Ok(at),
            Err(vacancy) => Err(vacancy),
        }
    }

    fn is_walked(&self) -> bool {
        self.walks.as_ref().is_some_and(|w| !w.under_way.is_empty())
    }

    /// Puts an entry into a slot. The entry there moves to the end of its cluster, and so on. Returns the last slot
    /// changed.
    fn put(&mut self, mut entry: Slot<V>, mut at: usize) -> usize {
        loop {
            if at == self.slots.len() {
                self.double();
            }
            if self.slots[at].is_empty() {
                self.slots[at] = entry;
                return at;
            }
            let next = self.tail(at) + 1;
            let mut moved = core::mem::replace(&mut self.slots[at], entry);
            moved.set_distance(moved.distance() + next - at);
            entry = moved;
            at = next;
        }
    }

    /// Takes the entry out of a slot and fills the hole. Returns the last slot changed.
    fn pull(&mut self, mut at: usize) -> (Slot<V>, usize) {
        let entry = core::mem::replace(&mut self.slots[at], Slot::empty());
        while self.is_taken(at + 1) && self.slots[at + 1].distance() > 0 {
            let next = self.tail(at + 1);
            let mut filler = core::mem::replace(&mut self.slots[next], Slot::empty());
            filler.set_distance(filler.distance() - (next - at));
            self.slots[at] = filler;
            at = next;
        }
        (entry, at)
    }

    /// Adds an entry for a new key at the slot that a search returned.
    fn add(&mut self, hash: u32, bytes: &[u8], value: V, vacancy: usize) {
        if self.slots.is_empty() {
            // One bucket: a table starts with 2^0 of them.
            self.slots.reserve_exact(1);
            self.slots.push(Slot::empty());
        }
        let distance = Slot::<V>::reach(vacancy - bucket(hash, self.growth.bits));
        let entry = Slot::new(distance, hash, bytes, value);
        self.held.came(entry.far_bytes());
        if let Some(order) = &mut self.order {
            order.push(StoredKey::new(Key::new(bytes, hash.into())));
        }
        self.len += 1;
        self.peak = self.peak.max(self.len);

        let last = self.put(entry, vacancy);
        self.growth.note(distance, vacancy, last);
        self.inserted_under_walks(hash, bytes, vacancy, last);
        if self.growth.is_due(self.len(), self.slots.len()) {
            self.double();
        }
    }

    fn ordered_slot(&self, n: usize) -> Option<&Slot<V>> {
        let k = self.order.as_ref()?.get(n)?;
        self.find(k.hash(), k.bytes()).ok().map(|(at, _)| &self.slots[at])
    }
}

impl<V> Default for ClusteredDict<V> {
    fn default() -> Self {
        Self::new(Order::Any)
    }
}

impl<V> Drop for ClusteredDict<V> {
    fn drop(&mut self) {
        retire(self.peak as usize, || self.report());
        if self.growth.doublings > 3 {
            retire_events(self.growth.doublings.into(), 0, 0, self.growth.longest_way.into());
        }
    }
}
