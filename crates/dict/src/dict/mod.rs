//! The default table: a null pointer, or a pointer to a small block or a large table.
#![expect(unsafe_code, reason = "the interface of the raw layer: it knows what the pointer points to")]
use crate::report::retire;
use crate::table::CursorState;
use crate::{Cursor, Key, Order, Report, Table};
use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;
use group::tag_of;
use large::{Large, Records};
use record::{Record, head_of, kept_hash};
use small::Small;

mod arena;
mod group;
mod index;
mod large;
mod record;
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
/// Growing, shrinking and compacting a large table is spread over the following operations: each allocates a page,
/// moves eight records or frees two pages. [`get`](Table::get) does none of it. Memory is returned as entries are
/// removed: empty segments at once; records compacted when three quarters are dead (in tables of up to 64 KiB: seven
/// eighths, and then at once); a smaller index; the small block again at six entries, or at twelve instead of
/// compaction. While a cursor is open nothing is compacted, so a cursor is just a number.
///
/// 32 bits of the caller's hash are kept. If an insertion probes more than 16 groups (256 entries), which does not
/// happen by chance, the table switches to SipHash-1-3 of the keys' bytes with its own key
/// ([`seed_tables`](crate::seed_tables)), in the same steps.
///
/// Values have an alignment of at most 8 bytes and a size of at most 8 KiB; larger ones fail to compile and should be
/// boxed.
pub struct Dict<V> {
    /// Null, or tagged in its lowest two bits: see `shape`.
    handle: *mut u8,
    of: PhantomData<V>,
}

const LARGE: usize = 1;
/// No pointer; the bits above are the peak number of entries.
const EMPTIED: usize = 2;

enum Shape<V> {
    Empty,
    Small(Small<V>),
    Large(*mut Large<V>),
}

// SAFETY: the table owns what it points at and shares it with nobody; what shared borrows change (the finger) is atomic.
unsafe impl<V: Send> Send for Dict<V> {}
// SAFETY: as above; shared borrows give out shared borrows of values only.
unsafe impl<V: Sync> Sync for Dict<V> {}

impl<V> Dict<V> {
    /// An empty table. Allocates nothing.
    #[inline]
    pub const fn empty() -> Self {
        Dict { handle: core::ptr::null_mut(), of: PhantomData }
    }

    #[inline]
    fn shape(&self) -> Shape<V> {
        let addr = self.handle.addr();
        if addr & LARGE != 0 {
            return Shape::Large(self.handle.wrapping_sub(LARGE).cast());
        }
        if addr == 0 || addr & EMPTIED != 0 {
            return Shape::Empty;
        }
        // SAFETY: an untagged pointer is that of a small block.
        Shape::Small(unsafe { Small::from_ptr(self.handle) })
    }

    #[inline]
    fn set_small(&mut self, block: Small<V>) {
        self.handle = block.ptr();
    }

    fn set_large(&mut self, table: Box<Large<V>>) {
        self.handle = Box::into_raw(table).cast::<u8>().map_addr(|a| a | LARGE);
    }

    #[inline]
    fn set_emptied(&mut self, peak: usize) {
        self.handle = core::ptr::without_provenance_mut(peak.min(usize::MAX >> 2) << 2 | EMPTIED);
    }

    /// The record of a key in a small table. A separate function, so that small and large lookups do not spill each
    /// other's registers.
    #[inline(never)]
    fn find_small(block: Small<V>, kept: u32, bytes: &[u8]) -> Option<Record<V>> {
        block.find(head_of(kept, bytes), tag_of(kept), bytes).map(|(r, _)| r)
    }

    /// Adds an entry for a new key.
    #[inline]
    fn add_small(&mut self, block: Small<V>, kept: u32, bytes: &[u8], value: V) -> Record<V> {
        // SAFETY: the record is written at once.
        unsafe {
            if let Some((block, record)) = block.push(tag_of(kept), Record::<V>::units_for(bytes.len())) {
                self.set_small(block);
                record.write(head_of(kept, bytes), bytes, value);
                return record;
            }
        }
        let t = self.enlarge(block);
        match t.find(kept, bytes) {
            Err(vacancy) => t.insert(vacancy, kept, bytes, value),
            Ok(found) => found.record,
        }
    }

    #[inline]
    fn add_first(&mut self, kept: u32, bytes: &[u8], value: V) -> Record<V> {
        assert!(bytes.len() < KEY_LIMIT, "a key of {} bytes; a Dict takes less than 2 GiB", bytes.len());
        let peak = self.handle.addr() >> 2;
        let units = Record::<V>::units_for(bytes.len());
        // SAFETY: the record is written at once.
        let record = unsafe {
            if let Some((block, record)) = Small::with_one(tag_of(kept), units) {
                self.set_small(block);
                record.write(head_of(kept, bytes), bytes, value);
                record
            } else {
                self.add_small(Small::with_room_for(units), kept, bytes, value)
            }
        };
        if let (Shape::Small(b), true) = (self.shape(), peak > 1) {
            b.raise_peak(peak);
        }
        record
    }

    #[cold]
    #[inline(never)]
    fn enlarge(&mut self, block: Small<V>) -> &mut Large<V> {
        let head = block.head();
        let mut t = Large::new(block.bytes() / record::UNIT + block.bytes() / 32, head.peak.into());
        let mut i = 0;
        while let Some((record, units, alive)) = block.any_record(i) {
            if alive {
                // SAFETY: the block is freed below, and its records with it.
                unsafe { t.adopt(record) };
            } else if head.cursors > 0 {
                t.adopt_dead(units);
            }
            i += 1;
        }
        t.adopt_cursors(head.cursors.into());
        // SAFETY: nothing points at the block any more once the handle does not.
        unsafe { block.free() };
        self.set_large(t);
        let Shape::Large(t) = self.shape() else { unreachable!("it was just made large") };
        // SAFETY: the table lives as long as the handle, which is borrowed.
        unsafe { &mut *t }
    }

    /// Goes back to a small block, or to none.
    #[cold]
    #[inline(never)]
    fn diminish(&mut self, t: *mut Large<V>) {
        // SAFETY: the handle owned the table and forgets it here.
        let t = unsafe { Box::from_raw(t) };
        self.set_emptied(t.peak());
        let mut block: Option<Small<V>> = None;
        for from in t.records() {
            // SAFETY: the record is copied whole into room that was made for it; the old one is freed with its table.
            unsafe {
                let (units, _) = from.extent();
                let b = block.unwrap_or_else(|| Small::with_room_for(t.live_units()));
                let tag = tag_of(from.hash());
                if let Some((b, to)) = b.push(tag, units) {
                    core::ptr::copy_nonoverlapping(from.ptr().cast::<u64>(), to.ptr().cast::<u64>(), units);
                    block = Some(b);
                }
            }
        }
        if let Some(b) = block {
            b.raise_peak(t.peak());
            self.set_small(b);
        }
    }

    /// Drops all entries and their memory.
    fn release(&mut self) {
        let shape = self.shape();
        // The handle is reset first: if dropping a value panics, the rest is leaked, not dropped twice.
        self.set_emptied(self.peak());
        let end = |r: Record<V>| {
            // SAFETY: the record is alive, and nobody sees it again.
            unsafe {
                r.free_key();
                r.value().drop_in_place();
            }
        };
        match shape {
            Shape::Empty => {}
            Shape::Small(b) => {
                (0..small::SLOTS).filter_map(|i| b.live_record(i)).for_each(end);
                // SAFETY: nothing points at the block any more.
                unsafe { b.free() };
            }
            Shape::Large(t) => {
                // SAFETY: the handle owned the table and has forgotten it.
                let t = unsafe { Box::from_raw(t) };
                t.records().for_each(end);
            }
        }
    }

    fn peak(&self) -> usize {
        match self.shape() {
            Shape::Empty => self.handle.addr() >> 2,
            Shape::Small(b) => b.head().peak.into(),
            // SAFETY: the table lives as long as the handle; nobody else borrows it.
            Shape::Large(t) => unsafe { (*t).peak() },
        }
    }

    /// Cleans up a small block after an entry was removed or a cursor closed.
    #[inline]
    fn tidy_small(&mut self, block: Small<V>) {
        let head = block.head();
        if head.cursors > 0 {
            return;
        }
        if head.live == 0 {
            self.set_emptied(head.peak.into());
            // SAFETY: nothing points at the block any more.
            unsafe { block.free() };
        } else if head.n >= 8 && head.live * 4 <= head.n {
            self.set_small(block.shrunk());
        }
    }

    fn tidy_large(&mut self, t: *mut Large<V>) {
        // SAFETY: the table lives as long as the handle; nobody else borrows it.
        if unsafe { (*t).tidy_after_removals() } {
            self.diminish(t);
        }
    }
}

/// Keys must be shorter than this.
const KEY_LIMIT: usize = 1 << 31;

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
            // SAFETY: the table lives as long as the handle; nobody else borrows it.
            Shape::Large(t) => unsafe { (*t).len() },
        }
    }

    #[inline]
    fn get(&self, key: Key<'_>) -> Option<&V> {
        let (kept, bytes) = (kept_hash(key.hash()), key.bytes());
        let record = match self.shape() {
            Shape::Empty => None,
            Shape::Small(b) => Self::find_small(b, kept, bytes),
            // SAFETY: the table lives as long as the handle; nobody else borrows it.
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
            // SAFETY: the table lives as long as the handle; nobody else borrows it.
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
                // SAFETY: the table lives as long as the handle; nobody else borrows it.
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
                    // SAFETY: it is the only entry, nobody walks, and the handle forgets the block.
                    let (value, peak) = unsafe { b.take_last(r) };
                    self.set_emptied(peak);
                    return Some(value);
                }
                let value = b.remove(r, i);
                self.tidy_small(b);
                Some(value)
            }
            Shape::Large(t) => {
                // SAFETY: the table lives as long as the handle; nobody else borrows it.
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
            // SAFETY: the table lives as long as the handle; nobody else borrows it.
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
            // SAFETY: the table lives as long as the handle; nobody else borrows it.
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
                // SAFETY: the table lives as long as the handle; nobody else borrows it.
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
            // SAFETY: the table lives as long as the handle; nobody else borrows it.
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
            // SAFETY: the table lives as long as the handle; nobody else borrows it.
            Shape::Large(t) => unsafe { (*t).report() },
        };
        report.peak = self.peak();
        report.bytes.handle = size_of::<Self>();
        report.peak_bytes = report.bytes.total();
        report.published_bytes = report.peak_bytes;
        report
    }
}

impl<V> Dict<V> {
    /// Registers a cursor with the table, unless the table is empty.
    fn register(&mut self, cursor: &mut Cursor) {
        match self.shape() {
            Shape::Empty => return,
            Shape::Small(b) => b.set_cursors(b.head().cursors.saturating_add(1)),
            Shape::Large(t) => {
                // SAFETY: the table lives as long as the handle; nobody else borrows it.
                let (place, stamp) = unsafe { (*t).cursor() };
                (cursor.at, cursor.stamp) = (place.into(), stamp);
            }
        }
        cursor.state = CursorState::Out;
    }

    /// Unregisters a cursor.
    fn unregister(&mut self, cursor: &mut Cursor) {
        if core::mem::replace(&mut cursor.state, CursorState::Done) != CursorState::Out {
            return;
        }
        match self.shape() {
            Shape::Empty => {}
            Shape::Small(b) => {
                let cursors = b.head().cursors;
                b.set_cursors(if cursors == u8::MAX { cursors } else { cursors.saturating_sub(1) });
                self.tidy_small(b);
            }
            Shape::Large(t) => {
                // SAFETY: the table lives as long as the handle; nobody else borrows it.
                unsafe { (*t).finish() };
                self.tidy_large(t);
            }
        }
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
    /// A table with the same entries in the same order. Hashes nothing.
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

/// Iterates a [`Dict`] in insertion order.
pub struct Iter<'a, V> {
    from: Source<'a, V>,
    left: usize,
    of: PhantomData<&'a V>,
}

enum Source<'a, V> {
    Nothing,
    Small(Small<V>, usize),
    Large(Records<'a, V>),
}

impl<'a, V> Iterator for Iter<'a, V> {
    type Item = (Key<'a>, &'a V);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let record = match &mut self.from {
            Source::Nothing => None,
            Source::Small(b, at) => {
                let found = (*at..small::SLOTS).find_map(|i| b.live_record(i).map(|r| (r, i)));
                found.map(|(r, i)| {
                    *at = i + 1;
                    r
                })
            }
            Source::Large(records) => records.next(),
        }?;
        self.left -= 1;
        // SAFETY: key and value live until the table is changed, which the borrow forbids.
        Some(unsafe { (record.key(), &*record.value()) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<V> ExactSizeIterator for Iter<'_, V> {}
