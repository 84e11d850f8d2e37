//! The default table: a null pointer, or a pointer to a small block or a large table.
#![expect(unsafe_code, reason = "the interface of the raw layer: it knows what the pointer points to")]
use crate::report::retire;
use crate::table::CursorState;
use crate::{Cursor, Key, Order, Report, Table};
use core::fmt;
use core::marker::PhantomData;
use group::tag_of;
pub use iter::Iter;
use iter::Source;
use record::{head_of, kept_hash};
use shape::{KEY_LIMIT, Shape};

mod arena;
mod cursors;
mod group;
mod index;
mod iter;
mod large;
mod record;
mod shape;
mod small;
#[cfg(test)]
mod tests;

/// The default table. It iterates in insertion order for every [`Order`], at no cost.
///
/// | entries | representation |
/// |---|---|
/// | 0 | a null pointer; after removals, a number that is no pointer. No heap |
/// | 1 to 16 | one block: tags, compared by one SIMD instruction, and records |
/// | more | records (hash, length, value, key) in 32 KiB segments in insertion order, and an index of tags and places in 5 KiB pages |
///
/// The work of growing, shrinking and compacting a large table is spread over the following operations: each allocates
/// a page, moves eight records or frees two pages. [`get`](Table::get) does none of it. Memory is returned as entries
/// are removed: empty segments at once; dead records by compaction when three quarters are dead (in tables of up to 64
/// KiB when seven eighths are, and then at once); the index by switching to a smaller one; the large table by switching
/// to a small block at six entries, or at twelve instead of compaction. While a cursor is open nothing is compacted, so
/// a cursor is just a number.
///
/// The table keeps 32 bits of the caller's hash. If an insertion probes more than 16 groups (256 entries), which does
/// not happen by chance, the table switches to SipHash-1-3 of the keys' bytes with its own key
/// ([`seed_tables`](crate::seed_tables)), in the same steps.
///
/// Values have an alignment of at most 8 bytes and a size of at most 8 KiB; larger ones fail to compile and should be
/// boxed.
pub struct Dict<V> {
    /// Null, or tagged in its lowest two bits: see `shape`.
    handle: *mut u8,
    of: PhantomData<V>,
}

// SAFETY: the table owns its memory and shares it with no other value. The one field that shared borrows change is
// atomic.
unsafe impl<V: Send> Send for Dict<V> {}
// SAFETY: as above; shared borrows give out shared borrows of values only.
unsafe impl<V: Sync> Sync for Dict<V> {}

impl<V> Dict<V> {
    /// Creates an empty table. Allocates nothing.
    #[inline]
    pub const fn empty() -> Self {
        Dict { handle: core::ptr::null_mut(), of: PhantomData }
    }
}

impl<V> Table<V> for Dict<V> {
    type Iter<'a>
        = Iter<'a, V>
    where
        V: 'a;

    #[inline]
    fn new(_order: Order) -> Self {
        Dict::empty()
    }

    #[inline]
    fn len(&self) -> usize {
        match self.shape() {
            Shape::Empty => 0,
            Shape::Small(b) => b.head().live.into(),
            // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
            Shape::Large(t) => unsafe { (*t).len() },
        }
    }

    #[inline]
    fn get(&self, key: Key<'_>) -> Option<&V> {
        let (kept, bytes) = (kept_hash(key.hash()), key.bytes());
        let record = match self.shape() {
            Shape::Empty => None,
            Shape::Small(b) => Self::find_small(b, kept, bytes),
            // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
            Shape::Large(t) => unsafe { (*t).lookup(kept, bytes) },
        };
        // SAFETY: the value lives until the table is changed, which the borrow forbids.
        record.map(|r| unsafe { &*r.value() })
    }

    #[inline]
    fn get_mut(&mut self, key: Key<'_>) -> Option<&mut V> {
        let (kept, bytes) = (kept_hash(key.hash()), key.bytes());
        let record = match self.shape() {
            Shape::Empty => None,
            Shape::Small(b) => Self::find_small(b, kept, bytes),
            // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
            Shape::Large(t) => unsafe { (*t).step_and_lookup(kept, bytes) },
        };
        // SAFETY: the value lives until the table is changed, which the borrow forbids.
        record.map(|r| unsafe { &mut *r.value() })
    }

    #[inline]
    fn insert(&mut self, key: Key<'_>, value: V) -> Option<V> {
        let mut value = Some(value);
        let (there, added) = self.find_or_insert_with(key, || value.take().expect("made once"));
        if added { None } else { value.take().map(|value| core::mem::replace(there, value)) }
    }

    #[inline]
    fn find_or_insert_with(&mut self, key: Key<'_>, make: impl FnOnce() -> V) -> (&mut V, bool) {
        let (kept, bytes) = (kept_hash(key.hash()), key.bytes());
        let (record, added) = match self.shape() {
            Shape::Empty => (self.add_first(kept, bytes, make()), true),
            Shape::Small(b) => {
                assert!(
                    bytes.len() < KEY_LIMIT,
                    "a key of {} bytes; a Dict takes less than 2 GiB",
                    bytes.len()
                );
                match b.find(head_of(kept, bytes), tag_of(kept), bytes) {
                    Some((r, _)) => (r, false),
                    None => (self.add_small(b, kept, bytes, make()), true),
                }
            }
            Shape::Large(t) => {
                assert!(
                    bytes.len() < KEY_LIMIT,
                    "a key of {} bytes; a Dict takes less than 2 GiB",
                    bytes.len()
                );
                // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
                let t = unsafe { &mut *t };
                t.step();
                match t.find(kept, bytes) {
                    Ok(f) => (f.record, false),
                    Err(vacancy) => (t.insert(vacancy, kept, bytes, make()), true),
                }
            }
        };
        // SAFETY: the value lives until the table is changed, which the borrow forbids.
        (unsafe { &mut *record.value() }, added)
    }

    #[inline]
    fn remove(&mut self, key: Key<'_>) -> Option<V> {
        let (kept, bytes) = (kept_hash(key.hash()), key.bytes());
        match self.shape() {
            Shape::Empty => None,
            Shape::Small(b) => {
                let (r, i) = b.find(head_of(kept, bytes), tag_of(kept), bytes)?;
                let head = b.head();
                if head.live == 1 && head.cursors == 0 {
                    // SAFETY: it is the only entry, no walk is active, and the handle forgets the block.
                    let (value, peak) = unsafe { b.take_last(r) };
                    self.set_emptied(peak);
                    return Some(value);
                }
                let value = b.remove(r, i);
                self.tidy_small(b);
                Some(value)
            }
            Shape::Large(t) => {
                // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
                let table = unsafe { &mut *t };
                table.step();
                let value = table.remove(kept, bytes)?;
                if table.is_due() {
                    self.tidy_large(t);
                }
                Some(value)
            }
        }
    }

    fn clear(&mut self) {
        match self.shape() {
            Shape::Small(b) if b.head().cursors > 0 => {
                for i in 0..small::SLOTS {
                    if let Some(r) = b.live_record(i) {
                        drop(b.remove(r, i));
                    }
                }
            }
            // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
            Shape::Large(t) if unsafe { (*t).cursors() } > 0 => unsafe { (*t).wipe() },
            _ => self.release(),
        }
    }

    fn iter(&self) -> Iter<'_, V> {
        let from = match self.shape() {
            Shape::Empty => Source::Nothing,
            Shape::Small(b) => Source::Small(b, 0),
            // SAFETY: the table lives as long as the handle, which is borrowed.
            Shape::Large(t) => Source::Large(unsafe { (*t).records() }),
        };
        Iter { from, left: self.len(), of: PhantomData }
    }

    fn nth(&self, n: usize) -> Option<(Key<'_>, &V)> {
        if n >= self.len() {
            return None;
        }
        let record = match self.shape() {
            Shape::Empty => None,
            Shape::Small(b) => (0..small::SLOTS).filter_map(|i| b.live_record(i)).nth(n),
            // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
            Shape::Large(t) => unsafe { (*t).nth(n) },
        };
        // SAFETY: key and value live until the table is changed, which the borrow forbids.
        record.map(|r| unsafe { (r.key(), &*r.value()) })
    }

    fn cursor(&mut self) -> Cursor {
        let mut cursor = Cursor { at: 0, stamp: 0, state: CursorState::Fresh };
        self.register(&mut cursor);
        cursor
    }

    fn next(&mut self, cursor: &mut Cursor) -> Option<(Key<'_>, &mut V)> {
        match cursor.state {
            CursorState::Done => return None,
            CursorState::Fresh => self.register(cursor),
            CursorState::Out => {}
        }
        let record = match self.shape() {
            Shape::Empty => None,
            Shape::Small(b) => {
                let from = usize::try_from(cursor.at).unwrap_or(usize::MAX);
                (from..small::SLOTS).find_map(|i| b.live_record(i).map(|r| (r, i))).map(|(r, i)| {
                    cursor.at = i as u64 + 1;
                    r
                })
            }
            Shape::Large(t) => {
                // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
                let t = unsafe { &*t };
                if cursor.stamp == 0 {
                    let (place, stamp) = t.renew(cursor.at as usize);
                    (cursor.at, cursor.stamp) = (place.into(), stamp);
                }
                t.advance(cursor.at as u32, cursor.stamp).map(|(r, behind)| {
                    cursor.at = behind.into();
                    r
                })
            }
        };
        match record {
            // SAFETY: key and value live until the table is changed, which the borrow forbids.
            Some(r) => Some(unsafe { (r.key(), &mut *r.value()) }),
            None => {
                self.unregister(cursor);
                None
            }
        }
    }

    fn finish(&mut self, mut cursor: Cursor) {
        self.unregister(&mut cursor);
    }

    #[inline]
    fn prefetch(&self, hashes: &[u64]) {
        match self.shape() {
            Shape::Empty => {}
            Shape::Small(b) => crate::prefetch::line(b.ptr()),
            // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
            Shape::Large(t) => unsafe { (*t).prefetch(hashes.iter().map(|&h| kept_hash(h))) },
        }
    }

    fn report(&self) -> Report {
        let mut report = match self.shape() {
            Shape::Empty => Report::default(),
            Shape::Small(b) => {
                let mut r = Report { len: self.len(), ..Report::default() };
                r.bytes.small = b.bytes();
                // SAFETY: the records are alive.
                r.bytes.keys = (0..small::SLOTS)
                    .filter_map(|i| b.live_record(i))
                    .map(|r| unsafe { r.far_bytes() })
                    .sum();
                r
            }
            // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
            Shape::Large(t) => unsafe { (*t).report() },
        };
        report.peak = self.peak();
        report.bytes.handle = size_of::<Self>();
        report.peak_bytes = report.bytes.total();
        report.published_bytes = report.peak_bytes;
        report
    }
}

impl<V> Default for Dict<V> {
    #[inline]
    fn default() -> Self {
        Dict::empty()
    }
}

impl<V> Drop for Dict<V> {
    #[inline]
    fn drop(&mut self) {
        if !self.handle.is_null() {
            retire(self.peak(), || self.report());
            return self.release();
        }
        retire(0, || self.report());
    }
}

impl<V: Clone> Clone for Dict<V> {
    /// Copies the entries in their order, without hashing anything.
    fn clone(&self) -> Self {
        let mut copy = Dict::empty();
        for (key, value) in self.iter() {
            copy.insert(key, value.clone());
        }
        copy
    }
}

impl<V> fmt::Debug for Dict<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dict").field("len", &self.len()).finish_non_exhaustive()
    }
}
