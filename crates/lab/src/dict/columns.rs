//! The measured tables. All have the same hash, the same copies of keys, and 8-byte values.
use dict::{ChainedDict, ClusteredDict, Dict, Key, Order, StoredKey, Table};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use std::borrow::Borrow;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// The operations to measure.
pub(super) trait Column {
    fn new() -> Self;
    fn insert(&mut self, key: Key<'_>, value: u64);
    fn has(&mut self, key: Key<'_>) -> bool;
    fn remove(&mut self, key: Key<'_>) -> bool;
    /// Creates a second table, filled in the iteration order of this one.
    fn copy(&self) -> Self;
}

/// The names of the columns.
pub(super) const NAMES: [&str; 7] =
    ["chained", "clustered", "Dict", "hashbrown", "std", "indexmap", "griddle"];

/// Calls a generic function with the column that has this name.
macro_rules! with_column {
    ($name:expr, $f:ident ( $($arg:expr),* )) => {
        match $name {
            "chained" => $f::<dict::ChainedDict<u64>>($($arg),*),
            "clustered" => $f::<dict::ClusteredDict<u64>>($($arg),*),
            "Dict" => $f::<dict::Dict<u64>>($($arg),*),
            "hashbrown" => $f::<columns::Hashbrown>($($arg),*),
            "std" => $f::<columns::Std>($($arg),*),
            "indexmap" => $f::<columns::Indexmap>($($arg),*),
            "griddle" => $f::<columns::Griddle>($($arg),*),
            other => anyhow::bail!("no column `{other}`; there are {}", columns::NAMES.join(", ")),
        }
    };
}
pub(super) use with_column;

macro_rules! ours {
    ($($t:ty),*) => {$(
        impl Column for $t {
            fn new() -> Self {
                <$t as Table<u64>>::new(Order::Any)
            }

            #[inline]
            fn insert(&mut self, key: Key<'_>, value: u64) {
                Table::insert(self, key, value);
            }

            #[inline]
            fn has(&mut self, key: Key<'_>) -> bool {
                self.get_mut(key).is_some()
            }

            #[inline]
            fn remove(&mut self, key: Key<'_>) -> bool {
                Table::remove(self, key).is_some()
            }

            fn copy(&self) -> Self {
                let mut copy = <Self as Column>::new();
                for (k, v) in self.iter() {
                    Table::insert(&mut copy, k, *v);
                }
                copy
            }
        }
    )*};
}
ours!(ChainedDict<u64>, ClusteredDict<u64>, Dict<u64>);

/// Returns the 64-bit hash for the other tables, made from the 32 bits that are stored with a key.
#[inline]
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// hashbrown's table of 24-byte entries: a stored key and a value.
pub(super) struct Hashbrown(HashTable<(StoredKey, u64)>);

impl Column for Hashbrown {
    fn new() -> Self {
        Hashbrown(HashTable::new())
    }

    #[inline]
    fn insert(&mut self, key: Key<'_>, value: u64) {
        let hash = key.hash() as u32;
        match self.0.entry(spread(hash), |e| e.0.is(hash, key.bytes()), |e| spread(e.0.hash())) {
            Entry::Occupied(mut e) => e.get_mut().1 = value,
            Entry::Vacant(e) => drop(e.insert((StoredKey::new(key), value))),
        }
    }

    #[inline]
    fn has(&mut self, key: Key<'_>) -> bool {
        let hash = key.hash() as u32;
        self.0.find_mut(spread(hash), |e| e.0.is(hash, key.bytes())).is_some()
    }

    #[inline]
    fn remove(&mut self, key: Key<'_>) -> bool {
        let hash = key.hash() as u32;
        self.0.find_entry(spread(hash), |e| e.0.is(hash, key.bytes())).map(|e| e.remove()).is_ok()
    }

    fn copy(&self) -> Self {
        let mut copy = Hashbrown::new();
        for (k, v) in &self.0 {
            copy.insert(k.key(), *v);
        }
        copy
    }
}

/// A stored key that carries its hash, for maps that call a hasher themselves.
#[derive(PartialEq, Eq)]
struct Kept(StoredKey);

/// A key in a map's lookup, stored or borrowed.
trait Probe {
    fn key(&self) -> Key<'_>;
}

impl Probe for Kept {
    fn key(&self) -> Key<'_> {
        self.0.key()
    }
}

impl Probe for Key<'_> {
    fn key(&self) -> Key<'_> {
        *self
    }
}

impl Hash for dyn Probe + '_ {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(spread(self.key().hash() as u32));
    }
}

impl PartialEq for dyn Probe + '_ {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (self.key(), other.key());
        a.hash() as u32 == b.hash() as u32 && a.bytes() == b.bytes()
    }
}

impl Eq for dyn Probe + '_ {}

impl<'a> Borrow<dyn Probe + 'a> for Kept {
    fn borrow(&self) -> &(dyn Probe + 'a) {
        self
    }
}

impl Hash for Kept {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(spread(self.0.hash()));
    }
}

/// A hasher that returns the hash that was written to it.
#[derive(Default)]
pub(super) struct Carried(u64);

impl Hasher for Carried {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys write their hash as one u64");
    }

    #[inline]
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

type Carry = BuildHasherDefault<Carried>;

macro_rules! maps {
    ($($name:ident = $t:ty, $remove:ident;)*) => {$(
        pub(super) struct $name($t);

        impl Column for $name {
            fn new() -> Self {
                $name(<$t>::default())
            }

            #[inline]
            fn insert(&mut self, key: Key<'_>, value: u64) {
                // As in the other tables, the key is copied only if it is new.
                match self.0.get_mut(&key as &dyn Probe) {
                    Some(v) => *v = value,
                    None => drop(self.0.insert(Kept(StoredKey::new(key)), value)),
                }
            }

            #[inline]
            fn has(&mut self, key: Key<'_>) -> bool {
                self.0.get_mut(&key as &dyn Probe).is_some()
            }

            #[inline]
            fn remove(&mut self, key: Key<'_>) -> bool {
                self.0.$remove(&key as &dyn Probe).is_some()
            }

            fn copy(&self) -> Self {
                let mut copy = Self::new();
                for (k, v) in self.0.iter() {
                    copy.insert(k.0.key(), *v);
                }
                copy
            }
        }
    )*};
}
maps! {
    Std = std::collections::HashMap<Kept, u64, Carry>, remove;
    Indexmap = indexmap::IndexMap<Kept, u64, Carry>, swap_remove;
    Griddle = griddle::HashMap<Kept, u64, Carry>, remove;
}

#[cfg(test)]
mod tests {
    use super::super::columns;
    use super::*;

    fn works<C: Column>() -> anyhow::Result<()> {
        let keys: Vec<String> = (0..500).map(|i| format!("key number {i}")).collect();
        let key = |i: usize| Key::new(keys[i].as_bytes(), (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut t = C::new();
        (0..400).for_each(|i| t.insert(key(i), i as u64));
        (0..400).for_each(|i| t.insert(key(i), i as u64));
        assert!((0..500).all(|i| t.has(key(i)) == (i < 400)));
        let mut copy = t.copy();
        assert!((0..500).all(|i| t.remove(key(i)) == (i < 400)));
        assert!((0..500).all(|i| !t.has(key(i)) && copy.has(key(i)) == (i < 400)));
        Ok(())
    }

    #[test]
    fn every_column_is_a_table() {
        let run = |name: &str| -> anyhow::Result<()> { with_column!(name, works()) };
        for name in NAMES {
            run(name).unwrap();
        }
        assert!(run("treap").is_err());
    }
}
