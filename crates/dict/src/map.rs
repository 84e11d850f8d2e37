//! Tables with typed keys, hashed here.
use crate::{Chosen, ChosenHash, Cursor, Key, KeyHash, Order, Table, TableKey};
use core::marker::PhantomData;

/// An encoded and hashed key of type `K`, for repeated use.
pub struct Hashed<B> {
    bytes: B,
    hash: u64,
}

impl<B: AsRef<[u8]>> Hashed<B> {
    /// The key as tables take it.
    #[inline]
    pub fn key(&self) -> Key<'_> {
        Key::new(self.bytes.as_ref(), self.hash)
    }
}

/// A table from `K` to `V` over any of the byte-key tables.
///
/// ```
/// use dict::{Dict, FoldHash, Map, Order};
///
/// let mut ports: Map<u16, &str, Dict<&str>, FoldHash> = Map::new(Order::Insertion, [1, 2]); // entropy comes from the caller
/// ports.insert(&53, "dns");
/// let batch = [53, 80].map(|p| ports.hashed(&p).key().hash());
/// ports.prefetch(&batch);
/// assert_eq!(ports.get(&53), Some(&"dns"));
/// assert_eq!(ports.iter().next(), Some((53, &"dns")));
/// ```
pub struct Map<K, V, T = Chosen<V>, H = ChosenHash> {
    table: T,
    hash: H,
    of: PhantomData<fn(K) -> (K, V)>,
}

impl<K: TableKey, V, T: Table<V>, H: KeyHash> Map<K, V, T, H> {
    /// Creates an empty map whose hash is keyed by `seed`.
    pub fn new(order: Order, seed: [u64; 2]) -> Self {
        Map { table: T::new(order), hash: H::keyed(seed), of: PhantomData }
    }

    /// Encodes and hashes a key once, for repeated use with the [`table`](Map::table_mut).
    #[inline]
    pub fn hashed<'k>(&self, key: &'k K) -> Hashed<K::Bytes<'k>> {
        let bytes = key.write();
        let hash = self.hash.hash(bytes.as_ref());
        Hashed { bytes, hash }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether the map is empty.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// Returns the value under `key`.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&V> {
        let h = self.hashed(key);
        self.table.get(h.key())
    }

    /// Returns the value under `key`, mutably.
    #[inline]
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let h = self.hashed(key);
        self.table.get_mut(h.key())
    }

    /// Sets the value under `key` and returns the old one.
    #[inline]
    pub fn insert(&mut self, key: &K, value: V) -> Option<V> {
        let h = self.hashed(key);
        self.table.insert(h.key(), value)
    }

    /// Returns the value under `key`, and true if it was missing; `make` then supplied it.
    #[inline]
    pub fn find_or_insert_with(&mut self, key: &K, make: impl FnOnce() -> V) -> (&mut V, bool) {
        let h = self.hashed(key);
        self.table.find_or_insert_with(h.key(), make)
    }

    /// Removes the entry under `key` and returns its value.
    #[inline]
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let h = self.hashed(key);
        self.table.remove(h.key())
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Iterates all entries.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.table.iter().map(|(k, v)| (K::read(k.bytes()), v))
    }

    /// Starts a walk that tolerates changes.
    pub fn cursor(&mut self) -> Cursor {
        self.table.cursor()
    }

    /// Returns the next entry of a walk.
    pub fn next(&mut self, cursor: &mut Cursor) -> Option<(K, &mut V)> {
        self.table.next(cursor).map(|(k, v)| (K::read(k.bytes()), v))
    }

    /// Ends a walk early.
    pub fn finish(&mut self, cursor: Cursor) {
        self.table.finish(cursor);
    }

    /// Prefetches the memory that lookups of these hashes will read. Call it for a batch before the first lookup.
    #[inline]
    pub fn prefetch(&self, hashes: &[u64]) {
        self.table.prefetch(hashes);
    }

    /// The underlying table, for keys that are already encoded and hashed.
    pub fn table(&self) -> &T {
        &self.table
    }

    /// The underlying table, mutably.
    pub fn table_mut(&mut self) -> &mut T {
        &mut self.table
    }
}
