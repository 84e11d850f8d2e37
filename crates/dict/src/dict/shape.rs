//! The three representations of a table, and the changes from one to another.
#![expect(unsafe_code, reason = "the interface of the raw layer: it knows what the pointer points to")]
use super::Dict;
use super::group::tag_of;
use super::large::Large;
use super::record::{self, Record, head_of};
use super::small::{self, Small};
use alloc::boxed::Box;

const LARGE: usize = 1;
/// The tag of a handle that is not a pointer; the bits above are the peak number of entries.
const EMPTIED: usize = 2;

/// A representation with the pointer to it.
pub(super) enum Shape<V> {
    Empty,
    Small(Small<V>),
    Large(*mut Large<V>),
}

/// The length that keys must stay below.
pub(super) const KEY_LIMIT: usize = 1 << 31;

impl<V> Dict<V> {
    #[inline]
    pub(super) fn shape(&self) -> Shape<V> {
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
    pub(super) fn set_small(&mut self, block: Small<V>) {
        self.handle = block.ptr();
    }

    pub(super) fn set_large(&mut self, table: Box<Large<V>>) {
        self.handle = Box::into_raw(table).cast::<u8>().map_addr(|a| a | LARGE);
    }

    #[inline]
    pub(super) fn set_emptied(&mut self, peak: usize) {
        self.handle = core::ptr::without_provenance_mut(peak.min(usize::MAX >> 2) << 2 | EMPTIED);
    }

    /// Returns the record of a key in a small table. A separate function, so that small and large lookups do not spill
    /// each other's registers.
    #[inline(never)]
    pub(super) fn find_small(block: Small<V>, kept: u32, bytes: &[u8]) -> Option<Record<V>> {
        block.find(head_of(kept, bytes), tag_of(kept), bytes).map(|(r, _)| r)
    }

    /// Adds an entry for a new key.
    #[inline]
    pub(super) fn add_small(&mut self, block: Small<V>, kept: u32, bytes: &[u8], value: V) -> Record<V> {
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
    pub(super) fn add_first(&mut self, kept: u32, bytes: &[u8], value: V) -> Record<V> {
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
    pub(super) fn enlarge(&mut self, block: Small<V>) -> &mut Large<V> {
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

    /// Converts a large table back to a small block, or to none.
    #[cold]
    #[inline(never)]
    pub(super) fn diminish(&mut self, t: *mut Large<V>) {
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
    pub(super) fn release(&mut self) {
        let shape = self.shape();
        // The handle is reset first: if dropping a value panics, the rest is leaked, not dropped twice.
        self.set_emptied(self.peak());
        let end = |r: Record<V>| {
            // SAFETY: the record is alive, and it is not used again.
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

    pub(super) fn peak(&self) -> usize {
        match self.shape() {
            Shape::Empty => self.handle.addr() >> 2,
            Shape::Small(b) => b.head().peak.into(),
            // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
            Shape::Large(t) => unsafe { (*t).peak() },
        }
    }

    /// Shrinks or frees a small block after an entry was removed or a cursor closed.
    #[inline]
    pub(super) fn tidy_small(&mut self, block: Small<V>) {
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

    pub(super) fn tidy_large(&mut self, t: *mut Large<V>) {
        // SAFETY: the table lives as long as the handle, and there is no other borrow of it.
        if unsafe { (*t).tidy_after_removals() } {
            self.diminish(t);
        }
    }
}
