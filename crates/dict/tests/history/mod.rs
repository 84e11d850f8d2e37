//! Runs a history of operations on a table and on a simple model, and compares after every step.
//!
//! A history is a byte string, so that a seeded generator and a fuzzer can produce it.
use dict::{Cursor, Key, Order, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The quality of the hash: good, or as an attacker would choose it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hash {
    /// All 64 bits depend on the whole key.
    Good,
    /// The hash is the same for all keys.
    Equal,
    /// Only the highest byte differs.
    HighByte,
    /// Only the low 16 bits differ, by one from key to key.
    Counting,
}

impl Hash {
    fn of(self, id: u16) -> u64 {
        match self {
            Hash::Good => {
                (u64::from(id) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ 0x5bd1_e995
            }
            Hash::Equal => 42,
            Hash::HighByte => u64::from(id) << 56,
            Hash::Counting => id.into(),
        }
    }
}

/// Returns the key with a number: mostly short keys of all lengths, some of one length, a few long ones.
fn key(id: u16) -> Vec<u8> {
    let len = match id % 8 {
        0..4 => 38,
        4 => 8,
        5 => usize::from(id / 8 % 60),
        6 => 2 + usize::from(id / 8 % 3),
        _ if id % 1024 == 7 => 5000,
        _ => 12,
    };
    let mut k: Vec<u8> = (0..len).map(|i| (i as u8) ^ (id >> (i % 3 * 4)) as u8).collect();
    // The number distinguishes keys of one length; shorter ones differ in length and low bits.
    for (at, byte) in id.to_le_bytes().into_iter().enumerate() {
        if let Some(b) = k.get_mut(at) {
            *b = byte;
        }
    }
    k
}

/// One entry of the model. `born` distinguishes it from an earlier entry with the same key.
struct Entry {
    id: Vec<u8>,
    value: u64,
    born: u64,
}

struct Walk {
    cursor: Cursor,
    seen: BTreeSet<u64>,
    started: u64,
    cleared: bool,
}

struct Model<T> {
    table: T,
    hash: Hash,
    /// Counts values, so that leaks and double drops show at the end.
    counter: Rc<()>,
    entries: Vec<Entry>,
    at: BTreeMap<Vec<u8>, usize>,
    clock: u64,
    walks: Vec<Walk>,
    order: Order,
    in_order: bool,
}

/// A value that owns memory.
#[derive(Clone)]
pub(crate) struct Value(u64, #[allow(dead_code, reason = "counts the values")] Rc<()>);

/// The guarantees of the table under test.
pub(crate) struct Promise {
    /// The requested order.
    pub order: Order,
    /// Whether iteration follows the order of insertion.
    pub in_order: bool,
    /// Whether a walk survives `clear`.
    pub walks_outlive_clear: bool,
}

/// Runs a history. Panics if the table and the model differ.
pub(crate) fn run<T: Table<Value>>(history: &[u8], hash: Hash, promise: &Promise) {
    let counter = Rc::new(());
    let mut m = Model {
        table: T::new(promise.order),
        hash,
        counter: counter.clone(),
        entries: Vec::new(),
        at: BTreeMap::new(),
        clock: 0,
        walks: Vec::new(),
        order: promise.order,
        in_order: promise.in_order,
    };
    let mut bytes = history.iter().copied();
    while let Some(op) = bytes.next() {
        let mut word = || u16::from(bytes.next().unwrap_or(0)) | u16::from(bytes.next().unwrap_or(0)) << 8;
        m.clock += 1;
        match op % 32 {
            0..8 => m.insert(word()),
            8..12 => m.remove(word()),
            12 => {
                // Insert many at once, so that few bytes make large tables.
                let (from, n) = (word(), word() % 512);
                (0..n).for_each(|i| m.insert(from.wrapping_add(i)));
            }
            13 => {
                let (from, n) = (word(), word() % 512);
                (0..n).for_each(|i| m.remove(from.wrapping_add(i)));
            }
            14 => {
                // Remove all but some, oldest or youngest first.
                let (keep, young) = (usize::from(word() % 40), op & 32 != 0);
                while m.entries.len() > keep {
                    let at = if young { m.entries.len() - 1 } else { 0 };
                    let k = m.entries[at].id.clone();
                    m.remove_key(&k, 0);
                }
            }
            15 => {
                // Remove every n-th entry.
                let (stride, from) = (usize::from(word() % 5) + 2, usize::from(word() % 3));
                let keys: Vec<_> =
                    m.entries.iter().skip(from).step_by(stride).map(|e| e.id.clone()).collect();
                keys.iter().for_each(|k| m.remove_key(k, 0));
            }
            16..20 => m.look(word()),
            20 => m.compare(),
            21 => m.nth(word()),
            22 if op & 32 != 0 => m.clear(promise.walks_outlive_clear),
            22 | 23 => m.copy(),
            24 if m.walks.len() < 4 => m.start(),
            24 | 25 => m.end_walk(word()),
            26 => (0..word() % 64).for_each(|i| m.walk_on(i)),
            27 | 28 => m.walk_on(word()),
            29 => m.find_or_insert(word()),
            30 => m.walk_and_remove(),
            _ => m.table.prefetch(&[m.hash.of(word())]),
        }
        assert_eq!(m.table.len(), m.entries.len(), "len");
    }
    m.compare();
    while !m.walks.is_empty() {
        m.walk_on(0);
    }
    m.compare();
    let Model { table, counter: ours, entries, .. } = m;
    assert_eq!(Rc::strong_count(&counter), entries.len() + 2, "values leaked, or dropped twice");
    drop(table);
    assert_eq!(Rc::strong_count(&counter), 2, "values leaked with the table, or dropped twice");
    drop(ours);
}

impl<T: Table<Value>> Model<T> {
    /// Hashes a key. The hash depends on the number in the first bytes, so that removal by key computes it again.
    fn hashed(&self, k: &[u8]) -> u64 {
        let id = u16::from(k.first().copied().unwrap_or(0)) | u16::from(k.get(1).copied().unwrap_or(0)) << 8;
        self.hash.of(id)
    }

    fn value(&self, n: u64) -> Value {
        Value(n, self.counter.clone())
    }

    fn insert(&mut self, id: u16) {
        let k = key(id);
        self.clock += 1;
        let (now, hash) = (self.clock, self.hashed(&k));
        let value = self.value(now);
        let replaced = self.table.insert(Key::new(&k, hash), value).map(|v| v.0);
        match self.at.get(&k) {
            Some(&i) => {
                assert_eq!(
                    replaced,
                    Some(core::mem::replace(&mut self.entries[i].value, now)),
                    "replaced {id}"
                );
            }
            None => {
                assert_eq!(replaced, None, "inserted {id}");
                self.added(k, now);
            }
        }
    }

    fn added(&mut self, k: Vec<u8>, value: u64) {
        self.at.insert(k.clone(), self.entries.len());
        self.entries.push(Entry { id: k, value, born: value });
    }

    fn find_or_insert(&mut self, id: u16) {
        let k = key(id);
        self.clock += 1;
        let (now, hash, fresh) = (self.clock, self.hashed(&k), self.value(self.clock));
        let (v, added) = self.table.find_or_insert_with(Key::new(&k, hash), || fresh);
        assert_eq!(added, !self.at.contains_key(&k));
        let held = v.0;
        match self.at.get(&k) {
            Some(&i) => assert_eq!(held, self.entries[i].value),
            None => self.added(k, now),
        }
    }

    fn remove(&mut self, id: u16) {
        self.remove_key(&key(id), id);
    }

    fn remove_key(&mut self, k: &[u8], id: u16) {
        let hash = self.hashed(k);
        let gone = self.table.remove(Key::new(k, hash)).map(|v| v.0);
        let expected = self.at.remove(k).map(|i| {
            for at in self.at.values_mut().filter(|at| **at > i) {
                *at -= 1;
            }
            self.entries.remove(i).value
        });
        assert_eq!(gone, expected, "removed {id}");
    }

    fn look(&mut self, id: u16) {
        let k = key(id);
        let hash = self.hashed(&k);
        let expected = self.at.get(&k).map(|&i| self.entries[i].value);
        assert_eq!(self.table.get(Key::new(&k, hash)).map(|v| v.0), expected, "get {id}");
        assert_eq!(self.table.get_mut(Key::new(&k, hash)).map(|v| v.0), expected, "get_mut {id}");
    }

    fn compare(&mut self) {
        let mut ours: Vec<_> = self.entries.iter().map(|e| (e.id.clone(), e.value)).collect();
        let mut theirs: Vec<_> = self.table.iter().map(|(k, v)| (k.bytes().to_vec(), v.0)).collect();
        if !self.in_order {
            ours.sort();
            theirs.sort();
        }
        assert!(ours == theirs, "iteration differs: {} and {} entries", ours.len(), theirs.len());
        for e in &self.entries {
            let hash = self.hashed(&e.id);
            assert_eq!(self.table.get(Key::new(&e.id, hash)).map(|v| v.0), Some(e.value));
        }
        let report = self.table.report();
        assert_eq!(report.len, self.entries.len());
        assert!(report.bytes.handle == size_of::<T>());
    }

    fn nth(&mut self, n: u16) {
        let n = usize::from(n) % (self.entries.len() + 2);
        for n in n..n + 3 {
            let got = self.table.nth(n).map(|(k, v)| (k.bytes().to_vec(), v.0));
            let expected = self.entries.get(n).map(|e| (e.id.clone(), e.value));
            if self.in_order {
                assert_eq!(got, expected, "nth {n} of {}", self.entries.len());
            }
        }
    }

    fn clear(&mut self, walks_outlive: bool) {
        self.table.clear();
        self.entries.clear();
        self.at.clear();
        for w in &mut self.walks {
            w.cleared = !walks_outlive;
        }
    }

    /// Copies the table by iteration, with the hashes that it returns.
    fn copy(&mut self) {
        let mut copy = T::new(self.order);
        for (k, v) in self.table.iter() {
            assert!(copy.insert(k, v.clone()).is_none());
        }
        assert_eq!(copy.len(), self.table.len());
        for e in &self.entries {
            let hash = self.hashed(&e.id);
            assert_eq!(copy.get(Key::new(&e.id, hash)).map(|v| v.0), Some(e.value), "in the copy");
        }
        if self.in_order {
            assert!(copy.iter().map(|(k, _)| k).map(Key::bytes).eq(self.entries.iter().map(|e| &*e.id)));
        }
    }

    fn start(&mut self) {
        let cursor = self.table.cursor();
        self.walks.push(Walk { cursor, seen: BTreeSet::new(), started: self.clock, cleared: false });
    }

    fn end_walk(&mut self, which: u16) {
        if !self.walks.is_empty() {
            let w = self.walks.swap_remove(usize::from(which) % self.walks.len());
            self.table.finish(w.cursor);
        }
    }

    fn walk_on(&mut self, which: u16) {
        if self.walks.is_empty() {
            return;
        }
        let i = usize::from(which) % self.walks.len();
        let w = &mut self.walks[i];
        match self.table.next(&mut w.cursor) {
            Some((k, v)) => {
                let at = *self.at.get(k.bytes()).expect("a walk shows an entry that is not there");
                assert_eq!(v.0, self.entries[at].value);
                assert!(w.seen.insert(self.entries[at].born), "a walk shows an entry twice");
            }
            None => {
                let w = self.walks.swap_remove(i);
                let missed = self.entries.iter().filter(|e| !w.seen.contains(&e.born)).count();
                // A walk that began on an empty table may end at once.
                assert!(
                    w.cleared || missed == 0,
                    "a walk since {} ends at {} and missed {missed}",
                    w.started,
                    self.clock
                );
            }
        }
    }

    /// Runs the loop that expires entries: removes half of the entries that a walk visits.
    fn walk_and_remove(&mut self) {
        let mut cursor = self.table.cursor();
        let mut gone = Vec::new();
        let mut n = 0;
        while let Some((k, _)) = self.table.next(&mut cursor) {
            n += 1;
            if n % 2 == 0 {
                gone.push(k.bytes().to_vec());
            }
            if gone.len() == 5 {
                for k in gone.drain(..) {
                    self.remove_key(&k, 0);
                }
            }
        }
        gone.iter().for_each(|k| self.remove_key(k, 0));
        assert!(n >= self.entries.len());
    }
}

/// Generates a history from a seed.
pub(crate) fn generated(seed: u64, len: usize) -> Vec<u8> {
    let mut x = seed ^ 0x2545_f491_4f6c_dd1d;
    let spread = [0xff, 0x0f, 0xff_u16][(seed % 3) as usize];
    let mut out = Vec::with_capacity(len + 4);
    while out.len() < len {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let r = x >> 32;
        out.push(r as u8);
        // Use few different keys in some histories, so that small tables stay small and keys repeat.
        out.extend_from_slice(&((r >> 8) as u16 & (spread << 8 | 0xff) >> (seed % 9)).to_le_bytes());
    }
    out
}
