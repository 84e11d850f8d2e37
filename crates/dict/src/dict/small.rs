//! Up to sixteen entries in one block. Nearly all tables never need more.
//!
//! ```text
//!  | n live stride wide | cursors peak capacity | tags: 8, or 16 if wide | records |
//! ```
//! Records are in insertion order. While all have the same size (`stride` units), a record is found by its number;
//! otherwise `stride` is 0, and 8 or 16 offsets are between tags and records. A removed entry has the tag `EMPTY`; its
//! room is reclaimed when the block is full, but not while a cursor is open, because a cursor is the number of a
//! record.
#![expect(unsafe_code, reason = "the raw layer")]
mod block;

pub(super) use block::SLOTS;

use super::group::{EMPTY, Hits, Tags};
use super::record::{Record, UNIT};
use alloc::alloc::{alloc, dealloc, handle_alloc_error, realloc};
use block::{Head, NARROW, TAGS_AT, block_units, layout, roomy, roomy_end, start};

/// A pointer to a valid block. Methods keep `Head` consistent with the rest of the block.
pub(super) struct Small<V>(*mut u8, core::marker::PhantomData<*mut V>);

impl<V> Clone for Small<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Small<V> {}

impl<V> Small<V> {
    /// # Safety
    /// `p` came from [`into_ptr`](Small::ptr) of a block of this `V`, not freed since.
    #[inline]
    pub(super) unsafe fn from_ptr(p: *mut u8) -> Self {
        Small(p, core::marker::PhantomData)
    }

    #[inline]
    pub(super) fn ptr(self) -> *mut u8 {
        self.0
    }

    /// Allocates a block with room for one record of `units`.
    pub(super) fn with_room_for(units: usize) -> Self {
        let capacity = block_units(start(false, false) + units);
        let layout = layout(capacity);
        // SAFETY: the layout is not empty; head and 8 tags lie within it.
        unsafe {
            let p = alloc(layout);
            if p.is_null() {
                handle_alloc_error(layout);
            }
            let head = Head {
                n: 0,
                live: 0,
                stride: 0,
                wide: false,
                cursors: 0,
                peak: 0,
                capacity: capacity as u16,
            };
            p.cast::<Head>().write(head);
            p.add(TAGS_AT).write_bytes(EMPTY, NARROW);
            Small(p, core::marker::PhantomData)
        }
    }

    /// Allocates a block with one record of `units`, unless that exceeds the largest stride.
    ///
    /// # Safety
    /// The caller writes a live record of `units` at the pointer before anything else happens to the block.
    #[inline]
    pub(super) unsafe fn with_one(tag: u8, units: usize) -> Option<(Self, Record<V>)> {
        let stride = u8::try_from(units).ok()?;
        let at = start(false, false);
        let capacity = block_units(at + units);
        let layout = layout(capacity);
        // SAFETY: the layout is not empty; head, 8 tags and the record lie within it.
        unsafe {
            let p = alloc(layout);
            if p.is_null() {
                handle_alloc_error(layout);
            }
            let capacity = capacity as u16;
            let head = Head { n: 1, live: 1, stride, wide: false, cursors: 0, peak: 1, capacity };
            p.cast::<Head>().write(head);
            p.add(TAGS_AT).cast::<[u8; NARROW]>().write([tag, 0, 0, 0, 0, 0, 0, 0]);
            Some((Small(p, core::marker::PhantomData), Record::at(p.add(at * UNIT))))
        }
    }

    #[inline]
    pub(super) fn head(self) -> Head {
        // SAFETY: a block begins with its head.
        unsafe { self.0.cast::<Head>().read() }
    }

    #[inline]
    fn set_head(self, head: Head) {
        // SAFETY: a block begins with its head.
        unsafe { self.0.cast::<Head>().write(head) }
    }

    #[inline]
    fn tag(self, i: usize) -> *mut u8 {
        self.0.wrapping_add(TAGS_AT + i)
    }

    #[inline]
    fn matches(self, head: Head, tag: u8) -> Hits {
        // SAFETY: 16 tags follow the head of a wide block, 8 that of another. Tags past `n` are EMPTY.
        let tags = unsafe { if head.wide { Tags::load16(self.tag(0)) } else { Tags::load8(self.tag(0)) } };
        tags.equal(tag)
    }

    /// Returns the offset of record `i` in units. `i` must be below `head.n`.
    #[inline]
    fn offset(self, head: Head, i: usize) -> usize {
        if head.stride != 0 {
            start(head.wide, false) + i * usize::from(head.stride)
        } else {
            let offsets = self.tag(if head.wide { SLOTS } else { NARROW }).cast::<u16>();
            // SAFETY: a block whose records differ has an offset for each, after the tags.
            usize::from(unsafe { offsets.add(i).read() })
        }
    }

    /// Returns record `i`, dead or alive. `i` must be below `n`.
    #[inline]
    fn record(self, head: Head, i: usize) -> Record<V> {
        debug_assert!(i < usize::from(head.n));
        // SAFETY: the record lies within the block.
        unsafe { Record::at(self.0.wrapping_add(self.offset(head, i) * UNIT)) }
    }

    /// Returns record `i` if it exists and is alive.
    #[inline]
    pub(super) fn live_record(self, i: usize) -> Option<Record<V>> {
        let head = self.head();
        // SAFETY: each of the first `n` records has a tag.
        (i < usize::from(head.n) && unsafe { *self.tag(i) } != EMPTY).then(|| self.record(head, i))
    }

    /// Returns record `i`, its units, and whether it is alive; `None` past the last.
    pub(super) fn any_record(self, i: usize) -> Option<(Record<V>, usize, bool)> {
        let head = self.head();
        (i < usize::from(head.n)).then(|| {
            let r = self.record(head, i);
            // SAFETY: each of the first `n` records was written.
            let (units, alive) = unsafe { r.extent() };
            (r, units, alive)
        })
    }

    /// Returns the unit after the last record.
    fn end(self, head: Head) -> usize {
        match usize::from(head.n) {
            0 => start(head.wide, head.stride == 0),
            // SAFETY: the record was written.
            n => self.offset(head, n - 1) + unsafe { self.record(head, n - 1).extent().0 },
        }
    }

    /// Returns the record of a key, and its number.
    #[inline(always)]
    pub(super) fn find(self, key_head: u64, tag: u8, bytes: &[u8]) -> Option<(Record<V>, usize)> {
        let head = self.head();
        if head.n == 1 && head.stride != 0 {
            // For a single record, comparing its head is as good as comparing its tag.
            let record = self.record(head, 0);
            // SAFETY: the record was written; the head of a dead one is no key's.
            return unsafe { record.is(key_head, bytes) }.then_some((record, 0));
        }
        for i in self.matches(head, tag) {
            let record = self.record(head, i);
            // SAFETY: a tag that is not EMPTY belongs to a live record below `n`.
            if unsafe { record.is(key_head, bytes) } {
                return Some((record, i));
            }
        }
        None
    }

    /// Adds a record for a new key. Returns the block (which may have moved) and the record to write, or `None` if the
    /// block has no slot left and the table must become large.
    ///
    /// # Safety
    /// The caller writes a live record of `units` at the pointer before anything else happens to the block.
    pub(super) unsafe fn push(mut self, tag: u8, units: usize) -> Option<(Self, Record<V>)> {
        let mut head = self.head();
        let crowded = |head: Head, block: Self| {
            usize::from(head.n) == if head.wide { SLOTS } else { NARROW }
                || block.end(head) + units > usize::from(head.capacity)
        };
        if head.live < head.n && head.cursors == 0 && crowded(head, self) {
            self.squeeze();
            head = self.head();
        }
        let n = usize::from(head.n);
        if n == SLOTS {
            return None;
        }
        if n == 0 {
            head.stride = u8::try_from(units).unwrap_or(0);
            self.set_head(head);
        }
        let wide = head.wide || n == NARROW;
        let mixed = head.stride == 0 || usize::from(head.stride) != units;
        let (old_start, new_start) = (start(head.wide, head.stride == 0), start(wide, mixed));
        let end = if n == 0 { old_start } else { self.end(head) };
        let shift = new_start - old_start;
        let need = end + shift + units;
        let mut offsets = [0_u16; SLOTS];
        if mixed {
            for (i, o) in offsets.iter_mut().enumerate().take(n) {
                *o = (self.offset(head, i) + shift) as u16;
            }
            offsets[n] = (end + shift) as u16;
        }
        if need > usize::from(head.capacity) {
            let roomy = new_start + roomy(n + 1, need - new_start);
            self = self.resized(block_units(roomy));
            head.capacity = block_units(roomy) as u16;
        }
        // SAFETY: the block now has `need` units. Records move up first, then tags and offsets take what they left.
        unsafe {
            if shift > 0 {
                let from = self.0.add(old_start * UNIT);
                core::ptr::copy(from, self.0.add(new_start * UNIT), (end - old_start) * UNIT);
                if wide && !head.wide {
                    self.tag(NARROW).write_bytes(EMPTY, SLOTS - NARROW);
                }
            }
            if mixed {
                let tags = if wide { SLOTS } else { NARROW };
                core::ptr::copy_nonoverlapping(offsets.as_ptr(), self.tag(tags).cast::<u16>(), tags);
            }
            *self.tag(n) = tag;
        }
        head.wide = wide;
        head.stride = if mixed { 0 } else { head.stride };
        head.n += 1;
        head.live += 1;
        head.peak = head.peak.max(head.live);
        self.set_head(head);
        Some((self, self.record(head, n)))
    }

    /// Removes a record that `find` or `live_record` returned, by its number. The block remains, even if empty.
    #[inline]
    pub(super) fn remove(self, record: Record<V>, i: usize) -> V {
        let mut head = self.head();
        // SAFETY: the record is alive, and not any more once its tag is gone.
        let (value, _) = unsafe {
            *self.tag(i) = EMPTY;
            record.take(record.bytes().len())
        };
        head.live -= 1;
        if head.cursors == 0 && i + 1 == usize::from(head.n) {
            head.n -= 1;
        }
        self.set_head(head);
        value
    }

    /// Removes the only record and frees the block. Returns the peak number of entries.
    ///
    /// # Safety
    /// The record is the only live one, no cursor is out, and the block is not used again.
    #[inline]
    pub(super) unsafe fn take_last(self, record: Record<V>) -> (V, usize) {
        let peak = self.head().peak.into();
        // SAFETY: the record is alive, and gone with its block.
        unsafe {
            let value = record.value().read();
            record.free_key();
            self.free();
            (value, peak)
        }
    }

    /// Shrinks the block if most of it is dead. No cursor may be open.
    pub(super) fn shrunk(self) -> Self {
        self.squeeze();
        let head = self.head();
        let units = block_units(roomy_end(self.end(head), usize::from(head.n)));
        if units * 2 > usize::from(head.capacity) {
            return self;
        }
        let block = self.resized(units);
        block.set_head(Head { capacity: units as u16, ..head });
        block
    }

    /// Compacts the live records.
    fn squeeze(self) {
        let mut head = self.head();
        let tags = if head.wide { SLOTS } else { NARROW };
        let mut to = start(head.wide, head.stride == 0);
        let mut kept = 0;
        for i in 0..usize::from(head.n) {
            let record = self.record(head, i);
            // SAFETY: records only move towards the front, over dead ones or themselves, tags and offsets with them.
            unsafe {
                let tag = *self.tag(i);
                if tag == EMPTY {
                    continue;
                }
                let (units, _) = record.extent();
                core::ptr::copy(record.ptr(), self.0.add(to * UNIT), units * UNIT);
                *self.tag(kept) = tag;
                if head.stride == 0 {
                    self.tag(tags).cast::<u16>().add(kept).write(to as u16);
                }
                to += units;
                kept += 1;
            }
        }
        // SAFETY: the tags lie within the block.
        unsafe { self.tag(kept).write_bytes(EMPTY, usize::from(head.n) - kept) };
        head.n = kept as u8;
        self.set_head(head);
    }

    fn resized(self, units: usize) -> Self {
        let old = layout(usize::from(self.head().capacity));
        // SAFETY: the block was allocated with this layout.
        unsafe {
            let p = realloc(self.0, old, units * UNIT);
            if p.is_null() {
                handle_alloc_error(layout(units));
            }
            Small(p, core::marker::PhantomData)
        }
    }

    #[inline]
    pub(super) fn set_cursors(self, cursors: u8) {
        self.set_head(Head { cursors, ..self.head() });
    }

    /// Raises the recorded peak number of entries.
    pub(super) fn raise_peak(self, peak: usize) {
        let head = self.head();
        self.set_head(Head { peak: head.peak.max(u8::try_from(peak).unwrap_or(u8::MAX)), ..head });
    }

    /// Size of the block in bytes.
    pub(super) fn bytes(self) -> usize {
        usize::from(self.head().capacity) * UNIT
    }

    /// Frees the block, but not what its records own.
    ///
    /// # Safety
    /// The block is not used again.
    #[inline]
    pub(super) unsafe fn free(self) {
        // SAFETY: the block was allocated with this layout.
        unsafe { dealloc(self.0, layout(usize::from(self.head().capacity))) }
    }
}
