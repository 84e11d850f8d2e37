//! The table that Zeek used until 2020: buckets of small dynamic arrays, with each entry and each key behind a pointer.
//!
//! Preserved as published, as a baseline: a bucket array of prime size (17 at first), each bucket an array of pointers
//! to entries with initial room for ten, three entries per bucket on average, and growth that moves eight entries with
//! each operation. Only entries are ever freed.
use crate::report::{Held, block, retire, retire_events};
use crate::{Bytes, Cursor, Key, Order, Report, Table, table::CursorState};
use alloc::boxed::Box;
use alloc::vec::Vec;
pub use iter::Iter;

mod iter;

const FIRST_BUCKETS: usize = 17;
const ENTRIES_A_BUCKET: usize = 3;
const FIRST_CHAIN: usize = 10;
const MOVES: usize = 8;

struct Entry<V> {
    key: Box<[u8]>,
    hash: u64,
    value: V,
}

// Three hops to a key, as published: bucket, entry, key.
type Chain<V> = Vec<Box<Entry<V>>>;
// A bucket that never contained an entry is a null pointer.
type Buckets<V> = Vec<Option<Box<Chain<V>>>>;

/// The chained table. See the module's documentation for the published design that it preserves.
pub struct ChainedDict<V> {
    /// During growth the old buckets, otherwise all buckets.
    buckets: Buckets<V>,
    /// During growth the new buckets, otherwise empty.
    grown: Buckets<V>,
    /// The number of old buckets that have been moved; they are the first ones.
    moved: usize,
    len: usize,
    peak: usize,
    longest_chain: u32,
    migrations: u32,
    order: Option<Vec<(u64, Box<[u8]>)>>,
    walks: Walks,
    next_walk: u64,
    held: Held,
}

/// The active walks. Growth pauses while there are any.
type Walks = Vec<Walk>;

struct Walk {
    id: u64,
    place: Place,
    /// The keys that were added in the part already walked and that the walk must still visit.
    inserted: Vec<(u64, Box<[u8]>)>,
}

/// The position of an entry in iteration order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    in_grown: bool,
    bucket: usize,
    at: usize,
}

impl<V> Default for ChainedDict<V> {
    fn default() -> Self {
        Self::new(Order::Any)
    }
}

impl<V> ChainedDict<V> {
    fn bucket_of(&self, hash: u64) -> (bool, usize) {
        let b = (hash % self.buckets.len() as u64) as usize;
        if !self.grown.is_empty() && b < self.moved {
            (true, (hash % self.grown.len() as u64) as usize)
        } else {
            (false, b)
        }
    }

    fn chain(&self, in_grown: bool, bucket: usize) -> Option<&Chain<V>> {
        let side = if in_grown { &self.grown } else { &self.buckets };
        side.get(bucket)?.as_deref()
    }

    fn chain_mut(&mut self, in_grown: bool, bucket: usize) -> &mut Option<Box<Chain<V>>> {
        if in_grown { &mut self.grown[bucket] } else { &mut self.buckets[bucket] }
    }

    fn find(&self, hash: u64, bytes: &[u8]) -> Option<Place> {
        if self.len == 0 {
            return None;
        }
        let (in_grown, bucket) = self.bucket_of(hash);
        let chain = self.chain(in_grown, bucket)?;
        let at = chain.iter().position(|e| e.hash == hash && *e.key == *bytes)?;
        Some(Place { in_grown, bucket, at })
    }

    fn entry(&self, p: Place) -> Option<&Entry<V>> {
        self.chain(p.in_grown, p.bucket)?.get(p.at).map(|e| &**e)
    }

    fn entry_mut(&mut self, p: Place) -> Option<&mut Entry<V>> {
        self.chain_mut(p.in_grown, p.bucket).as_mut()?.get_mut(p.at).map(|e| &mut **e)
    }

    /// Adds an entry for a new key.
    fn add(&mut self, key: Key<'_>, value: V) -> Place {
        if self.buckets.is_empty() {
            self.buckets.resize_with(FIRST_BUCKETS, || None);
        }
        let hash = key.hash();
        let (in_grown, bucket) = self.bucket_of(hash);
        let entry = Box::new(Entry { key: key.bytes().into(), hash, value });
        let chain =
            self.chain_mut(in_grown, bucket).get_or_insert_with(|| Box::new(Vec::with_capacity(FIRST_CHAIN)));
        chain.push(entry);
        let depth = chain.len();
        let place = Place { in_grown, bucket, at: depth - 1 };
        self.longest_chain = self.longest_chain.max(depth as u32);
        if let Some(order) = &mut self.order {
            order.push((hash, key.bytes().into()));
        } else {
            for w in self.walks.iter_mut().filter(|w| place < w.place) {
                w.inserted.push((hash, key.bytes().into()));
            }
        }
        self.held.came(key.bytes().len());
        self.len += 1;
        self.peak = self.peak.max(self.len);
        if self.walks.is_empty() && self.grown.is_empty() && self.len > self.buckets.len() * ENTRIES_A_BUCKET
        {
            let n = next_prime(self.buckets.len() * 2 + 1);
            self.grown.resize_with(n, || None);
            self.moved = 0;
            self.migrations += 1;
        }
        place
    }

    /// Moves some chains to the new buckets: eight entries, and the rest of the last chain.
    fn move_on(&mut self) {
        if self.grown.is_empty() || !self.walks.is_empty() {
            return;
        }
        let mut left = MOVES as isize;
        while left > 0 && self.moved < self.buckets.len() {
            let chain = self.buckets[self.moved].take();
            self.moved += 1;
            for e in chain.into_iter().flat_map(|c| *c) {
                let b = (e.hash % self.grown.len() as u64) as usize;
                self.grown[b].get_or_insert_with(|| Box::new(Vec::with_capacity(FIRST_CHAIN))).push(e);
                left -= 1;
            }
        }
        if self.moved == self.buckets.len() {
            self.buckets = core::mem::take(&mut self.grown);
        }
    }

    fn first_at(&self, mut p: Place) -> Option<Place> {
        loop {
            let side = if p.in_grown { &self.grown } else { &self.buckets };
            match side.get(p.bucket) {
                Some(chain) if chain.as_ref().is_some_and(|c| p.at < c.len()) => return Some(p),
                Some(_) => p = Place { bucket: p.bucket + 1, at: 0, ..p },
                None if !p.in_grown => p = Place { in_grown: true, bucket: 0, at: 0 },
                None => return None,
            }
        }
    }

    fn ordered_place(&self, n: usize) -> Option<Place> {
        let (hash, bytes) = self.order.as_ref()?.get(n)?;
        self.find(*hash, bytes)
    }

    /// Returns the memory of the table's blocks at its peak number of entries, without keys: the actual memory, and the
    /// memory with a pointer for each value.
    fn without_keys(&self) -> [usize; 2] {
        let chains = self.buckets.iter().chain(&self.grown).flatten();
        let index = block(size_of::<Self>() - size_of::<Held>())
            + block(self.buckets.capacity() * size_of::<usize>())
            + block(self.grown.capacity() * size_of::<usize>())
            + chains
                .map(|c| block(size_of::<Chain<V>>()) + block(c.capacity() * size_of::<usize>()))
                .sum::<usize>()
            + self.order.as_ref().map_or(0, |o| block(o.capacity() * size_of::<(u64, Box<[u8]>)>()));
        [size_of::<Entry<V>>(), size_of::<Entry<usize>>()].map(|entry| index + self.peak * block(entry))
    }

    fn key_blocks(&self) -> usize {
        let chains = self.buckets.iter().chain(&self.grown).flatten();
        let ordered = self.order.iter().flatten().map(|(_, k)| k);
        chains.flat_map(|c| c.iter().map(|e| &e.key)).chain(ordered).map(|k| block(k.len())).sum()
    }

    /// Returns the next position of a walk in hash order, and advances the walk past it.
    fn advance(&mut self, id: u64) -> Option<Place> {
        let i = self.walks.iter().position(|w| w.id == id)?;
        if let Some((hash, bytes)) = self.walks[i].inserted.pop() {
            return self.find(hash, &bytes);
        }
        let p = self.first_at(self.walks[i].place)?;
        self.walks[i].place = Place { at: p.at + 1, ..p };
        Some(p)
    }
}

fn next_prime(n: usize) -> usize {
    let prime = |n: usize| (3..).step_by(2).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    (n | 1..).step_by(2).find(|&n| prime(n)).unwrap_or(n)
}

impl<V> Table<V> for ChainedDict<V> {
    type Iter<'a>
        = Iter<'a, V>
    where
        V: 'a;

    fn new(order: Order) -> Self {
        ChainedDict {
            buckets: Vec::new(),
            grown: Vec::new(),
            moved: 0,
            len: 0,
            peak: 0,
            longest_chain: 0,
            migrations: 0,
            order: (order == Order::Insertion).then(Vec::new),
            walks: Vec::new(),
            next_walk: 0,
            held: Held::default(),
        }
    }

    fn len(&self) -> usize {
        self.len
    }

    fn get(&self, key: Key<'_>) -> Option<&V> {
        let p = self.find(key.hash(), key.bytes())?;
        self.entry(p).map(|e| &e.value)
    }

    fn get_mut(&mut self, key: Key<'_>) -> Option<&mut V> {
        let p = self.find(key.hash(), key.bytes())?;
        self.entry_mut(p).map(|e| &mut e.value)
    }

    fn insert(&mut self, key: Key<'_>, value: V) -> Option<V> {
        self.move_on();
        if let Some(e) = self.find(key.hash(), key.bytes()).and_then(|p| self.entry_mut(p)) {
            return Some(core::mem::replace(&mut e.value, value));
        }
        self.add(key, value);
        None
    }

    fn find_or_insert_with(&mut self, key: Key<'_>, make: impl FnOnce() -> V) -> (&mut V, bool) {
        self.move_on();
        let found = self.find(key.hash(), key.bytes());
        let place = match found {
            Some(p) => p,
            None => {
                let value = make();
                self.add(key, value)
            }
        };
        let side = if place.in_grown { &mut self.grown } else { &mut self.buckets };
        let chain = side[place.bucket].as_mut().expect("an entry lies in a chain");
        (&mut chain[place.at].value, found.is_none())
    }

    fn remove(&mut self, key: Key<'_>) -> Option<V> {
        self.move_on();
        let (hash, bytes) = (key.hash(), key.bytes());
        let p = self.find(hash, bytes)?;
        let e = self.chain_mut(p.in_grown, p.bucket).as_mut()?.remove(p.at);
        if let Some(order) = &mut self.order {
            if let Some(i) = order.iter().position(|(h, k)| (*h, &**k) == (hash, bytes)) {
                order.remove(i);
                for w in self.walks.iter_mut().filter(|w| w.place.at > i) {
                    w.place.at -= 1;
                }
            }
        } else {
            for w in &mut self.walks {
                if (w.place.in_grown, w.place.bucket) == (p.in_grown, p.bucket) && w.place.at > p.at {
                    w.place.at -= 1;
                }
                w.inserted.retain(|(h, k)| (*h, &**k) != (hash, bytes));
            }
        }
        self.held.went(e.key.len());
        self.len -= 1;
        Some(e.value)
    }

    fn clear(&mut self) {
        let mut held = self.held;
        held.cleared(|| self.without_keys());
        self.held = held;
        self.buckets = Vec::new();
        self.grown = Vec::new();
        self.order = self.order.as_ref().map(|_| Vec::new());
        self.walks = Vec::new();
        self.len = 0;
    }

    fn iter(&self) -> Iter<'_, V> {
        Iter { table: self, place: Place { in_grown: false, bucket: 0, at: 0 } }
    }

    fn nth(&self, n: usize) -> Option<(Key<'_>, &V)> {
        let e = self.entry(self.ordered_place(n)?)?;
        Some((Key::new(&e.key, e.hash), &e.value))
    }

    fn cursor(&mut self) -> Cursor {
        let id = self.next_walk;
        self.next_walk += 1;
        let place = Place { in_grown: false, bucket: 0, at: 0 };
        self.walks.push(Walk { id, place, inserted: Vec::new() });
        Cursor { at: id, stamp: 0, state: CursorState::Out }
    }

    fn next(&mut self, cursor: &mut Cursor) -> Option<(Key<'_>, &mut V)> {
        if cursor.state == CursorState::Done {
            return None;
        }
        let place = if self.order.is_some() {
            // In insertion order, a walk's position is the number of entries before it.
            let i = self.walks.iter().position(|w| w.id == cursor.at);
            i.and_then(|i| {
                let p = self.ordered_place(self.walks[i].place.at)?;
                self.walks[i].place.at += 1;
                Some(p)
            })
        } else {
            self.advance(cursor.at)
        };
        let Some(p) = place else {
            cursor.state = CursorState::Done;
            self.walks.retain(|w| w.id != cursor.at);
            return None;
        };
        self.entry_mut(p).map(|e| (Key::new(&e.key, e.hash), &mut e.value))
    }

    fn finish(&mut self, cursor: Cursor) {
        self.walks.retain(|w| w.id != cursor.at);
    }

    fn prefetch(&self, _hashes: &[u64]) {}

    fn report(&self) -> Report {
        let chains = || self.buckets.iter().chain(&self.grown).flatten();
        let order: usize =
            self.order.iter().flatten().map(|(_, k)| k.len() + size_of::<(u64, Box<[u8]>)>()).sum();
        let bytes = Bytes {
            handle: size_of::<Self>() - size_of::<Held>(),
            small: 0,
            records: self.len * size_of::<Entry<V>>(),
            index: (self.buckets.capacity() + self.grown.capacity()) * size_of::<usize>()
                + chains().map(|c| size_of::<Chain<V>>() + c.capacity() * size_of::<usize>()).sum::<usize>(),
            keys: order + chains().flat_map(|c| c.iter()).map(|e| e.key.len()).sum::<usize>(),
        };
        let [peak_bytes, published_bytes] = self.held.peak(self.key_blocks(), self.without_keys());
        Report {
            len: self.len,
            peak: self.peak,
            bytes,
            peak_bytes,
            published_bytes,
            longest_probe: self.longest_chain,
            migrations: self.migrations,
            compactions: 0,
            rekeys: 0,
        }
    }
}

impl<V> Drop for ChainedDict<V> {
    fn drop(&mut self) {
        retire(self.peak, || self.report());
        if self.migrations > 0 {
            retire_events(self.migrations, 0, 0, self.longest_chain);
        }
    }
}
