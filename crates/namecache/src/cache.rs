//! The positive or the negative entries of one cache, with an exact limit, an eviction policy and times to live.
//! Entries expire on time even if they are never read again.
//!
//! A policy orders entries by rank; the entry with the lowest rank is evicted first. The rank is the time of arrival
//! under fifo, the time of the last use under lru, and the number of uses, then the time of the last use, under lfu.
//! One ordered set holds the ranks, so all three policies are exact, at logarithmic cost.
use crate::config::{Polarity, Policy};
use dict::{Dict, FoldHash, Key, KeyHash, Order, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Milliseconds of the caller's monotonic clock.
pub type Millis = u64;

/// A record; empty for a negative entry.
pub type Value = Arc<[u8]>;

/// An entry of a cache.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its key.
    pub key: Box<[u8]>,
    /// Its value.
    pub value: Value,
    /// The uid of the user who caused the entry; it counts against that user's share.
    pub owner: u32,
    /// The time at which it expires.
    pub expires: Millis,
    /// The offset of its answer in the nscd image; 0 if the image lacks it.
    pub packet: u32,
    rank: (u64, u64),
    /// The number of times that it was used.
    pub uses: u64,
    /// The number of equal results in a row so far.
    confidence: u32,
}

/// The effect of offering a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// The value is now the answer.
    Cached,
    /// The value was already the answer; its expiry was renewed.
    Renewed,
    /// This many more equal results are needed before the value becomes the answer.
    Unsure(u32),
}

/// The positive or the negative entries of one cache.
pub struct Cache {
    rules: Polarity,
    limit: usize,
    /// The time in milliseconds for which an expired entry may still be served if lookups fail.
    grace: Millis,
    hash: FoldHash,
    table: Dict<u32>,
    entries: Vec<Option<Entry>>,
    free: Vec<u32>,
    order: BTreeSet<((u64, u64), u32)>,
    expiry: BTreeSet<(Millis, u32)>,
    /// The offsets of answers in the nscd image that are no longer valid.
    departed: Vec<u32>,
    /// The number of entries of each owner.
    shares: BTreeMap<u32, u32>,
    /// A counter of uses and arrivals, to order them.
    clock: u64,
    evicted: u64,
}

impl Cache {
    /// Creates an empty cache. A `limit` of 0 means no limit; `grace` is in seconds; `seed` keys the hash.
    #[must_use]
    pub fn new(rules: Polarity, limit: u32, grace: u32, seed: [u64; 2]) -> Cache {
        Cache {
            rules,
            limit: if limit == 0 { usize::MAX } else { limit as usize },
            grace: Millis::from(grace) * 1000,
            hash: FoldHash::keyed(seed),
            table: Dict::new(Order::Any),
            entries: Vec::new(),
            free: Vec::new(),
            order: BTreeSet::new(),
            expiry: BTreeSet::new(),
            departed: Vec::new(),
            shares: BTreeMap::new(),
            clock: 0,
            evicted: 0,
        }
    }

    /// The number of entries, including those below the confidence threshold.
    #[must_use]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether the cache has no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The number of evictions since the start.
    #[must_use]
    pub fn evicted(&self) -> u64 {
        self.evicted
    }

    /// The default time to live, in milliseconds.
    #[must_use]
    pub fn ttl(&self) -> Millis {
        Millis::from(self.rules.ttl) * 1000
    }

    fn find(&self, key: &[u8]) -> Option<u32> {
        self.table.get(Key::new(key, self.hash.hash(key))).copied()
    }

    fn entry(&mut self, at: u32) -> &mut Entry {
        self.entries[at as usize].as_mut().expect("the table and the orders hold indices of entries only")
    }

    /// Returns the answer for `key`. Counts as a use.
    pub fn get(&mut self, now: Millis, key: &[u8]) -> Option<&mut Entry> {
        let at = self.find(key)?;
        let threshold = self.rules.threshold;
        let e = self.entry(at);
        if e.expires <= now || e.confidence < threshold {
            return None;
        }
        self.clock += 1;
        let (clock, policy) = (self.clock, self.rules.policy);
        let e = self.entry(at);
        e.uses += 1;
        let (old, new) = match policy {
            Policy::Fifo => (e.rank, e.rank),
            Policy::Lru => (e.rank, (clock, 0)),
            Policy::Lfu => (e.rank, (e.uses, clock)),
        };
        e.rank = new;
        if old != new {
            self.order.remove(&(old, at));
            self.order.insert((new, at));
        }
        Some(self.entry(at))
    }

    /// Returns the answer for `key`. Does not count as a use.
    #[must_use]
    pub fn answer(&self, now: Millis, key: &[u8]) -> Option<&Entry> {
        let e = self.entries[self.find(key)? as usize].as_ref()?;
        (e.expires > now && e.confidence >= self.rules.threshold).then_some(e)
    }

    /// All entries, including expired ones and those below the confidence threshold.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().flatten()
    }

    /// Records the offset of the answer for `key` in the nscd image.
    pub fn set_packet(&mut self, key: &[u8], packet: u32) {
        if let Some(at) = self.find(key) {
            self.entry(at).packet = packet;
        }
    }

    /// Returns the answer for `key`, if it is valid or has expired within the grace period.
    #[must_use]
    pub fn expired_answer(&self, now: Millis, key: &[u8]) -> Option<&Value> {
        let e = self.entries[self.find(key)? as usize].as_ref()?;
        let sure = e.confidence >= self.rules.threshold;
        (sure && e.expires + self.grace > now).then_some(&e.value)
    }

    /// Offers a result for `key`, for `ttl` or the default time to live. A different value replaces the previous one;
    /// an equal value renews its expiry. If the cache is full, first evicts an entry.
    pub fn offer(
        &mut self,
        now: Millis,
        key: &[u8],
        value: &Value,
        owner: u32,
        ttl: Option<Millis>,
    ) -> Offered {
        let expires = now + ttl.unwrap_or_else(|| self.ttl());
        if let Some(at) = self.find(key) {
            let threshold = self.rules.threshold;
            let e = self.entry(at);
            let old = e.expires;
            e.expires = expires;
            let same = e.value == *value;
            let was_sure = e.confidence >= threshold;
            if same {
                e.confidence = e.confidence.saturating_add(1);
            } else {
                e.value = Arc::clone(value);
                e.confidence = 1;
            }
            let (confidence, packet) = (e.confidence, e.packet);
            if !same && packet != 0 {
                e.packet = 0;
                self.departed.push(packet);
            }
            self.expiry.remove(&(old, at));
            self.expiry.insert((expires, at));
            return match threshold.checked_sub(confidence) {
                Some(more) if more > 0 => Offered::Unsure(more),
                _ if same && was_sure => Offered::Renewed,
                _ => Offered::Cached,
            };
        }
        while self.order.len() >= self.limit {
            let Some(&(_, first)) = self.order.first() else { break };
            self.remove_at(first);
            self.evicted += 1;
        }
        self.clock += 1;
        let rank = match self.rules.policy {
            Policy::Fifo | Policy::Lru => (self.clock, 0),
            Policy::Lfu => (0, self.clock),
        };
        let entry = Entry {
            key: key.into(),
            value: Arc::clone(value),
            owner,
            expires,
            packet: 0,
            rank,
            uses: 0,
            confidence: 1,
        };
        let at = match self.free.pop() {
            Some(at) => {
                self.entries[at as usize] = Some(entry);
                at
            }
            None => {
                self.entries.push(Some(entry));
                self.entries.len() as u32 - 1
            }
        };
        self.table.insert(Key::new(key, self.hash.hash(key)), at);
        self.order.insert((rank, at));
        self.expiry.insert((expires, at));
        *self.shares.entry(owner).or_default() += 1;
        match self.rules.threshold {
            0 | 1 => Offered::Cached,
            n => Offered::Unsure(n - 1),
        }
    }

    fn remove_at(&mut self, at: u32) -> Option<Entry> {
        let e = self.entries.get_mut(at as usize)?.take()?;
        self.table.remove(Key::new(&e.key, self.hash.hash(&e.key)));
        self.order.remove(&(e.rank, at));
        self.expiry.remove(&(e.expires, at));
        self.free.push(at);
        if let Some(share) = self.shares.get_mut(&e.owner) {
            *share -= 1;
            if *share == 0 {
                self.shares.remove(&e.owner);
            }
        }
        if e.packet != 0 {
            self.departed.push(e.packet);
        }
        Some(e)
    }

    /// Removes the entry for `key`.
    pub fn remove(&mut self, key: &[u8]) -> Option<Entry> {
        let at = self.find(key)?;
        self.remove_at(at)
    }

    /// Removes expired entries and returns their number. An entry within its grace period stays, but its answer is
    /// removed from the nscd image.
    pub fn expire(&mut self, now: Millis) -> usize {
        let mut count = 0;
        while let Some(&(expires, at)) = self.expiry.first() {
            if expires + self.grace > now {
                break;
            }
            self.remove_at(at);
            count += 1;
        }
        if self.grace > 0 {
            let due: Vec<u32> = self.expiry.range(..=(now, u32::MAX)).map(|&(_, at)| at).collect();
            for at in due {
                let packet = std::mem::take(&mut self.entry(at).packet);
                if packet != 0 {
                    self.departed.push(packet);
                    count += 1;
                }
            }
        }
        count
    }

    /// Returns the time at which [`expire`](Self::expire) must be called next.
    #[must_use]
    pub fn next_expiry(&self, now: Millis) -> Option<Millis> {
        let stale = self.expiry.first().map(|&(e, _)| e + self.grace);
        let fresh = self.expiry.range((now + 1, 0)..).next().map(|&(e, _)| e);
        [stale, fresh].into_iter().flatten().min()
    }

    /// Removes the entries for which `doomed` returns true, and returns their number.
    pub fn remove_where(&mut self, mut doomed: impl FnMut(&Entry) -> bool) -> usize {
        let all: Vec<u32> = self
            .entries
            .iter()
            .enumerate()
            .filter(|(_, e)| e.as_ref().is_some_and(&mut doomed))
            .map(|(i, _)| i as u32)
            .collect();
        for &at in &all {
            self.remove_at(at);
        }
        all.len()
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.departed.extend(self.entries.iter().flatten().map(|e| e.packet).filter(|p| *p != 0));
        self.table.clear();
        self.entries.clear();
        self.free.clear();
        self.order.clear();
        self.shares.clear();
        self.expiry.clear();
    }

    /// Returns the number of entries of an owner.
    #[must_use]
    pub fn share(&self, owner: u32) -> usize {
        self.shares.get(&owner).map_or(0, |n| *n as usize)
    }

    /// Evicts the entry of an owner that the policy puts first.
    pub fn evict_of(&mut self, owner: u32) {
        let mine = |at: &u32| self.entries[*at as usize].as_ref().is_some_and(|e| e.owner == owner);
        let first = self.order.iter().map(|&(_, at)| at).find(mine);
        if let Some(at) = first {
            self.remove_at(at);
            self.evicted += 1;
        }
    }

    /// Returns all entries that are answers at `now`, mutable.
    pub fn answers(&mut self, now: Millis) -> impl Iterator<Item = &mut Entry> {
        let threshold = self.rules.threshold;
        self.entries.iter_mut().flatten().filter(move |e| e.expires > now && e.confidence >= threshold)
    }

    /// Returns all entries that are answers at `now`.
    pub fn live(&self, now: Millis) -> impl Iterator<Item = &Entry> {
        let threshold = self.rules.threshold;
        self.entries().filter(move |e| e.expires > now && e.confidence >= threshold)
    }

    /// Returns, once, the offsets of answers in the nscd image that have become invalid.
    pub fn departed(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.departed)
    }
}

#[cfg(test)]
mod tests;
