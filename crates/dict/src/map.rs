//! The typed face: keys that are not bytes, hashed here.
use crate::{Chosen, ChosenHash, Cursor, Key, KeyHash, Order, Table, TableKey};
use core::marker::PhantomData;

/// A key of type `K` written as bytes and hashed, to be used several times.
pub struct Hashed<B> {
    bytes: B,
    hash: u64,
}

impl<B: AsRef<[u8]>> Hashed<B> {
    /// As the table takes it.
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
    /// An empty map whose hash is keyed by `seed`.
    pub fn new(order: Order, seed: [u64; 2]) -> Self {
        Map { table: T::new(order), hash: H::keyed(seed), of: PhantomData }
    }

    /// Writes and hashes a key once; the methods of the [`table`](Map::table_mut) take it as often as wanted.
    #[inline]
    pub fn hashed<'k>(&self, key: &'k K) -> Hashed<K::Bytes<'k>> {
        let bytes = key.write();
        let hash = self.hash.hash(bytes.as_ref());
        Hashed { bytes, hash }
    }

    /// Entries.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The value under `key`.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&V> {
        let h = self.hashed(key);
        self.table.get(h.key())
    }

    /// The value under `key`, to change.
    #[inline]
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let h = self.hashed(key);
        self.table.get_mut(h.key())
    }

    /// Puts `value` under `key` and gives back what it replaced.
    #[inline]
    pub fn insert(&mut self, key: &K, value: V) -> Option<V> {
        let h = self.hashed(key);
        self.table.insert(h.key(), value)
    }

    /// The value under `key`, put there by `make` where there was none; whether it was put there now.
    #[inline]
    pub fn find_or_insert_with(&mut self, key: &K, make: impl FnOnce() -> V) -> (&mut V, bool) {
        let h = self.hashed(key);
        self.table.find_or_insert_with(h.key(), make)
    }

    /// Takes the entry under `key` out.
    #[inline]
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let h = self.hashed(key);
        self.table.remove(h.key())
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// All entries, of a map that stays as it is meanwhile.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.table.iter().map(|(k, v)| (K::read(k.bytes()), v))
    }

    /// Starts a walk that survives changes.
    pub fn cursor(&mut self) -> Cursor {
        self.table.cursor()
    }

    /// The next entry of a walk.
    pub fn next(&mut self, cursor: &mut Cursor) -> Option<(K, &mut V)> {
        self.table.next(cursor).map(|(k, v)| (K::read(k.bytes()), v))
    }

    /// Gives back a cursor whose walk is not over.
    pub fn finish(&mut self, cursor: Cursor) {
        self.table.finish(cursor);
    }

    /// Fetches what looking up keys with these hashes will read: of a batch, before the first lookup.
    #[inline]
    pub fn prefetch(&self, hashes: &[u64]) {
        self.table.prefetch(hashes);
    }

    /// The table beneath, for keys that are already bytes and hashed.
    pub fn table(&self) -> &T {
        &self.table
    }

    /// The table beneath, to change.
    pub fn table_mut(&mut self) -> &mut T {
        &mut self.table
    }
}
