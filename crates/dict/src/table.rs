//! The trait of all tables.
use crate::{Key, Report};

/// Whether a table must preserve the order of insertion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The table may choose the order of iteration. `Dict` iterates in insertion order anyway.
    #[default]
    Any,
    /// Iteration and [`nth`](Table::nth) follow the order of insertion. Replacing a value does not move its entry.
    Insertion,
}

/// A position in a table that stays valid while the table changes.
///
/// A walk visits every entry that remains exactly once, no entry that is removed before its turn, and every entry added
/// during the walk (an entry that is removed and added again counts as added).
///
/// It does not borrow the table, so a script may change the table in the body of a loop over it. It is valid only for
/// the table that made it; with another it visits arbitrary entries, memory-safely. Pass it to [`Table::finish`] if the
/// walk ends early, because tables defer returning memory while a cursor is open.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "a cursor that is dropped before its end keeps the table from tidying up: give it to `finish`"]
pub struct Cursor {
    pub(crate) at: u64,
    pub(crate) stamp: u64,
    pub(crate) state: CursorState,
}

/// The state of a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CursorState {
    /// Not registered, because the table was empty.
    Fresh,
    /// Registered with the table.
    Out,
    /// The walk is over.
    Done,
}

/// A table from byte keys to values.
///
/// [`get`](Table::get) never changes the table; [`get_mut`](Table::get_mut) may do pending work, as inserting and
/// removing do. A build that must reproduce Zeek's order of iteration calls `get_mut` wherever Zeek looks up, because
/// there lookups move entries while a table grows.
///
/// ```
/// use dict::{Dict, Key, Order, Table};
///
/// let mut t: Dict<u32> = Dict::new(Order::Any);
/// let key = Key::new(b"10.0.0.1", 0x5d41_402a_bc4b_2a76); // the hash comes from a `KeyHash`, once
/// assert_eq!(t.insert(key, 80), None);
/// *t.get_mut(key).unwrap() += 1;
/// let mut walk = t.cursor();
/// while let Some((k, v)) = t.next(&mut walk) {
///     assert_eq!((k.bytes(), *v), (&b"10.0.0.1"[..], 81));
///     t.remove(key); // changing the table while walking is what a cursor is for
/// }
/// assert!(t.is_empty());
/// ```
pub trait Table<V>: Default {
    /// The iterator of [`iter`](Table::iter).
    type Iter<'a>: Iterator<Item = (Key<'a>, &'a V)>
    where
        Self: 'a,
        V: 'a;

    /// Creates an empty table. Allocates nothing.
    fn new(order: Order) -> Self;

    /// The number of entries.
    fn len(&self) -> usize;

    /// Whether the table is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value under `key`.
    fn get(&self, key: Key<'_>) -> Option<&V>;

    /// Returns the value under `key`, mutably. Does pending work of a growing table.
    fn get_mut(&mut self, key: Key<'_>) -> Option<&mut V>;

    /// Sets the value under `key` and returns the old one. Copies the key.
    ///
    /// # Panics
    /// On a key of 2 GiB or more, or beyond the table's capacity (`Dict`: 16 GiB of records).
    fn insert(&mut self, key: Key<'_>, value: V) -> Option<V>;

    /// Returns the value under `key`, and true if it was missing; `make` then supplied it.
    fn find_or_insert_with(&mut self, key: Key<'_>, make: impl FnOnce() -> V) -> (&mut V, bool);

    /// Removes the entry under `key` and returns its value.
    fn remove(&mut self, key: Key<'_>) -> Option<V>;

    /// Removes all entries and frees the memory. Active walks continue with entries added later (`Dict`) or end.
    fn clear(&mut self);

    /// Iterates all entries.
    fn iter(&self) -> Self::Iter<'_>;

    /// Returns entry number `n`, counted from 0; `None` past the end, and for unordered tables.
    fn nth(&self, n: usize) -> Option<(Key<'_>, &V)>;

    /// Starts a walk that tolerates changes.
    fn cursor(&mut self) -> Cursor;

    /// Returns the next entry of a walk; `None` ends the walk and the cursor.
    fn next(&mut self, cursor: &mut Cursor) -> Option<(Key<'_>, &mut V)>;

    /// Ends a walk early.
    fn finish(&mut self, cursor: Cursor);

    /// Prefetches the memory that lookups of these hashes will read. This pays off if several keys are known ahead, as
    /// for a batch of packets, because their cache misses then overlap.
    fn prefetch(&self, hashes: &[u64]);

    /// The table's statistics. Collecting them costs a walk over entries that own memory.
    fn report(&self) -> Report;
}
