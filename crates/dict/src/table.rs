//! The trait that all tables answer to.
use crate::{Key, Report};

/// Whether a table must remember the order in which its entries came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Any order will do; which one it is, the table decides. `Dict` gives insertion order all the same.
    #[default]
    Any,
    /// Iteration and [`nth`](Table::nth) follow insertion. Replacing a value does not move its entry.
    Insertion,
}

/// A place in a table that stays good while the table changes.
///
/// Under it every entry that stays is visited once, none that was removed before its turn, and every one that was added
/// while it ran (an entry that is removed and added again counts as added).
///
/// It is not tied to the table by a borrow, so that a script may change the table in the body of a loop over it. It
/// belongs to the table that made it: with another it visits nothing worth having, without harm to memory. Give it back
/// with [`Table::finish`] where the walk ends early: tables put off giving memory back while a cursor is out.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "a cursor that is dropped before its end keeps the table from tidying up: give it to `finish`"]
pub struct Cursor {
    pub(crate) at: u64,
    pub(crate) stamp: u64,
    pub(crate) state: CursorState,
}

/// How far a cursor has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CursorState {
    /// Not known to the table, which was empty.
    Fresh,
    /// Counted by the table.
    Out,
    /// Nothing more comes.
    Done,
}

/// A table from byte keys to values.
///
/// [`get`](Table::get) looks without touching; [`get_mut`](Table::get_mut) may put the table in order on the way, as
/// inserting and removing do. A build that must show Zeek's order of iteration looks up with `get_mut` wherever Zeek
/// would look up, since there lookups move entries while a table grows.
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
    /// The iterator that [`iter`](Table::iter) gives.
    type Iter<'a>: Iterator<Item = (Key<'a>, &'a V)>
    where
        Self: 'a,
        V: 'a;

    /// An empty table. Allocates nothing.
    fn new(order: Order) -> Self;

    /// Entries.
    fn len(&self) -> usize;

    /// Whether there is no entry.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value under `key`.
    fn get(&self, key: Key<'_>) -> Option<&V>;

    /// The value under `key`, to change. Moves a growing table on.
    fn get_mut(&mut self, key: Key<'_>) -> Option<&mut V>;

    /// Puts `value` under `key` and gives back what it replaced. The key is copied.
    ///
    /// # Panics
    /// On a key of 2 GiB or more, or past what the table can address (`Dict`: 16 GiB of records).
    fn insert(&mut self, key: Key<'_>, value: V) -> Option<V>;

    /// The value under `key`, put there by `make` where there was none; whether it was put there now.
    fn find_or_insert_with(&mut self, key: Key<'_>, make: impl FnOnce() -> V) -> (&mut V, bool);

    /// Takes the entry under `key` out.
    fn remove(&mut self, key: Key<'_>) -> Option<V>;

    /// Removes everything and gives the memory back. Walks under way go on with what is added after (`Dict`) or end.
    fn clear(&mut self);

    /// All entries, of a table that stays as it is meanwhile.
    fn iter(&self) -> Self::Iter<'_>;

    /// The entry that `n` entries came before. `None` past the end, and on a table that is not ordered.
    fn nth(&self, n: usize) -> Option<(Key<'_>, &V)>;

    /// Starts a walk that survives changes.
    fn cursor(&mut self) -> Cursor;

    /// The next entry of a walk; after `None` the walk is over and the cursor given back.
    fn next(&mut self, cursor: &mut Cursor) -> Option<(Key<'_>, &mut V)>;

    /// Gives back a cursor whose walk is not over.
    fn finish(&mut self, cursor: Cursor);

    /// Asks the processor to fetch what looking up keys with these hashes will read. Worth it where several keys are
    /// known ahead, as for the packets of one batch: their cache misses are then waited for together.
    fn prefetch(&self, hashes: &[u64]);

    /// What the table holds and how it fares. Costs a walk over its entries where they own memory.
    fn report(&self) -> Report;
}
