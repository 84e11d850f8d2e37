//! A table of more than sixteen entries: records in an arena, found by an index.
//!
//! No operation takes time in proportion to the table. Longer work (another index, compaction after removals) is spread
//! over the following operations, one step of `Work` each.
#![expect(unsafe_code, reason = "the raw layer")]
use super::arena::{Arena, Step};
use super::index::{Glance, Index, Slot, Vacancy};
use super::record::{Record, head_of};
use crate::report::{Bytes, Report, retire_events};
use alloc::boxed::Box;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use walk::NO_FINGER;
use work::{FIRST, LONG_PROBE, Work};

mod walk;
mod work;

pub(super) use walk::Records;

/// A large table. Fields that lookups read come first, then those that change with every entry.
#[repr(C)]
pub(super) struct Large<V> {
    index: Index,
    /// Whether work is pending or the index has its own hash; if so, lookups take the slow path.
    unquiet: bool,
    wants_key: bool,
    /// The number of active walks. While there are any, no record moves.
    cursors: u32,
    arena: Arena,
    len: usize,
    peak: usize,
    /// The last entry requested by number, and its place: `n << 32 | place`, or all ones.
    finger: AtomicU64,
    longest_probe: u32,
    removals: u32,
    work: Work,
    /// The stamp of valid cursors; a cursor with another stamp has an invalid place.
    stamp: u64,
    migrations: u32,
    compactions: u32,
    rekeys: u32,
    of: PhantomData<V>,
}

/// A found entry.
pub(super) struct Found<V> {
    pub(super) record: Record<V>,
    place: u32,
    slot: Slot,
    in_old: bool,
}

/// The upper half of stamps: a number for each large table of the process.
static TABLES: AtomicU32 = AtomicU32::new(1);

impl<V> Large<V> {
    /// Creates an empty table with room for `units` of records.
    pub(super) fn new(units: usize, peak: usize) -> Box<Self> {
        Box::new(Large {
            index: Index::whole(FIRST, None),
            arena: Arena::with_room_for(units),
            work: Work::Nothing,
            len: 0,
            cursors: 0,
            stamp: u64::from(TABLES.fetch_add(1, Relaxed)) << 32,
            finger: AtomicU64::new(NO_FINGER),
            wants_key: false,
            unquiet: false,
            peak,
            longest_probe: 0,
            removals: 0,
            migrations: 0,
            compactions: 0,
            rekeys: 0,
            of: PhantomData,
        })
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn peak(&self) -> usize {
        self.peak
    }

    /// Returns the record of a key with this stored hash and these bytes.
    #[inline(always)]
    pub(super) fn lookup(&self, kept: u32, bytes: &[u8]) -> Option<Record<V>> {
        if !self.unquiet {
            match self.index.glance(kept) {
                Glance::Absent(_) => return None,
                Glance::Perhaps(_, place) => {
                    // SAFETY: the index in use holds places of live records only.
                    unsafe {
                        let record = self.arena.record::<V>(place);
                        if record.is(head_of(kept, bytes), bytes) {
                            return Some(record);
                        }
                    }
                }
                Glance::Further => {}
            }
        }
        self.lookup_far(kept, bytes)
    }

    /// Like `lookup`, in any state of pending work.
    #[cold]
    #[inline(never)]
    fn lookup_far(&self, kept: u32, bytes: &[u8]) -> Option<Record<V>> {
        self.locate(kept, bytes).map(|f| f.record)
    }

    /// Does a step of pending work, then looks up a key.
    #[inline(always)]
    pub(super) fn step_and_lookup(&mut self, kept: u32, bytes: &[u8]) -> Option<Record<V>> {
        if self.unquiet {
            return self.work_and_lookup(kept, bytes);
        }
        self.lookup(kept, bytes)
    }

    #[cold]
    #[inline(never)]
    fn work_and_lookup(&mut self, kept: u32, bytes: &[u8]) -> Option<Record<V>> {
        self.work_on();
        self.lookup_far(kept, bytes)
    }

    /// Like `lookup`, in any state of pending work; also returns where the entry was found.
    fn locate(&self, kept: u32, bytes: &[u8]) -> Option<Found<V>> {
        let head = head_of(kept, bytes);
        // SAFETY: the index in use holds places of live records only.
        let is = |place| unsafe { self.arena.record::<V>(place).is(head, bytes) };
        let found = self.index.lookup(self.index.hash(kept, bytes), is).map(|at| self.found(at, false));
        found.or_else(|| self.lookup_old(kept, bytes))
    }

    /// Returns the entry of a key that only the old index contains.
    #[cold]
    #[inline(never)]
    fn lookup_old(&self, kept: u32, bytes: &[u8]) -> Option<Found<V>> {
        let Work::Move { old, from, end } = &self.work else { return None };
        let head = head_of(kept, bytes);
        let (from, end) = (self.arena.age(self.arena.clamped(*from)), self.arena.age(*end));
        let is = |place| {
            (from..end).contains(&self.arena.age(place))
                // SAFETY: places that were moved or forgotten lie outside; the others leave the old index with their
                // record.
                && unsafe { self.arena.record::<V>(place).is(head, bytes) }
        };
        old.lookup(old.hash(kept, bytes), is).map(|at| self.found(at, true))
    }

    /// Like `locate`; if there is no entry, returns the slot for a new one.
    #[inline(always)]
    pub(super) fn find(&self, kept: u32, bytes: &[u8]) -> Result<Found<V>, Vacancy> {
        if !self.unquiet {
            match self.index.glance(kept) {
                Glance::Absent(slot) => return Err(Vacancy { slot, probes: 1 }),
                Glance::Perhaps(slot, place) => {
                    let found = self.found((slot, place), false);
                    // SAFETY: the index in use holds places of live records only.
                    if unsafe { found.record.is(head_of(kept, bytes), bytes) } {
                        return Ok(found);
                    }
                }
                Glance::Further => {}
            }
        }
        self.find_far(kept, bytes)
    }

    /// Like `find`, in any state of pending work.
    #[cold]
    #[inline(never)]
    fn find_far(&self, kept: u32, bytes: &[u8]) -> Result<Found<V>, Vacancy> {
        let head = head_of(kept, bytes);
        // SAFETY: the index in use holds places of live records only.
        let is = |place| unsafe { self.arena.record::<V>(place).is(head, bytes) };
        match self.index.find(self.index.hash(kept, bytes), is) {
            Ok(at) => Ok(self.found(at, false)),
            Err(vacancy) => self.lookup_old(kept, bytes).ok_or(vacancy),
        }
    }

    #[inline(always)]
    fn found(&self, (slot, place): (Slot, u32), in_old: bool) -> Found<V> {
        // SAFETY: the slot's place is that of a live record.
        Found { record: unsafe { self.arena.record(place) }, place, slot, in_old }
    }

    /// Adds an entry for a key that `find` did not find, at the vacancy that it returned.
    #[inline]
    pub(super) fn insert(&mut self, vacancy: Vacancy, kept: u32, bytes: &[u8], value: V) -> Record<V> {
        // SAFETY: the record is written at once.
        let (place, record) = unsafe {
            let (place, record) = self.arena.push::<V>(Record::<V>::units_for(bytes.len()));
            record.write(head_of(kept, bytes), bytes, value);
            (place, record)
        };
        self.index.fill(vacancy.slot, self.index.hash(kept, bytes), place);
        self.len += 1;
        self.peak = self.peak.max(self.len);
        if vacancy.probes > self.longest_probe {
            self.longest_probe = vacancy.probes;
            self.wants_key |= vacancy.probes > LONG_PROBE && !self.index.is_keyed();
        }
        if self.index.is_full() || self.wants_key {
            self.outgrown();
        }
        record
    }

    /// Appends a record that moves here from a small table.
    ///
    /// # Safety
    /// `from` is a live record that is forgotten after; its key is not in the table.
    pub(super) unsafe fn adopt(&mut self, from: Record<V>) {
        // SAFETY: the record is copied whole into room that was made for it.
        unsafe {
            let (units, _) = from.extent();
            let (place, record) = self.arena.push::<V>(units);
            core::ptr::copy_nonoverlapping(from.ptr().cast::<u64>(), record.ptr().cast::<u64>(), units);
            self.index.add(self.index.hash(record.hash(), record.bytes()), place);
        }
        self.len += 1;
        self.peak = self.peak.max(self.len);
    }

    /// Appends a dead record, so that open cursors' counts of records stay valid.
    pub(super) fn adopt_dead(&mut self, units: usize) {
        // SAFETY: the record is written as a dead one and counted as such.
        unsafe {
            let (place, record) = self.arena.push::<V>(units);
            record.write_dead(units);
            self.arena.bury(place, units);
        }
    }

    /// Removes the entry of a key.
    #[inline(always)]
    pub(super) fn remove(&mut self, kept: u32, bytes: &[u8]) -> Option<V> {
        if !self.unquiet {
            match self.index.glance(kept) {
                Glance::Absent(_) => return None,
                Glance::Perhaps(slot, place) => {
                    // SAFETY: the index in use holds places of live records only.
                    let record = unsafe { self.arena.record::<V>(place) };
                    // SAFETY: as above.
                    if unsafe { record.is(head_of(kept, bytes), bytes) } {
                        self.index.erase(slot);
                        return Some(self.take_out(record, place, bytes.len()));
                    }
                }
                Glance::Further => {}
            }
        }
        self.remove_far(kept, bytes)
    }

    /// Like `remove`, in any state of pending work.
    #[cold]
    #[inline(never)]
    fn remove_far(&mut self, kept: u32, bytes: &[u8]) -> Option<V> {
        let Found { record, place, slot, in_old } = self.locate(kept, bytes)?;
        match &mut self.work {
            Work::Move { old, .. } if in_old => old.erase(slot),
            _ => self.index.erase(slot),
        }
        Some(self.take_out(record, place, bytes.len()))
    }

    /// Takes the value out of a record that is no longer indexed and whose key has `len` bytes.
    #[inline(always)]
    fn take_out(&mut self, record: Record<V>, place: u32, len: usize) -> V {
        // SAFETY: the record is alive, and nothing finds it any more.
        let (value, units) = unsafe { record.take(len) };
        self.move_finger(place);
        self.arena.bury(place, units);
        self.len -= 1;
        self.removals = self.removals.wrapping_add(1);
        value
    }

    /// The number of units of live records.
    pub(super) fn live_units(&self) -> usize {
        self.arena.units().1
    }

    /// Removes all entries while cursors are open, so places stay valid.
    pub(super) fn wipe(&mut self) {
        self.index = Index::whole(FIRST, self.index.sip());
        self.work = Work::Nothing;
        self.unquiet = self.index.is_keyed();
        self.arena.stop_slide();
        self.len = 0;
        *self.finger.get_mut() = NO_FINGER;
        let mut place = self.arena.first();
        while let Step::Live { record, place: at, behind } =
            // SAFETY: `behind` is where the next record begins.
            unsafe { self.arena.next_live::<V>(place, usize::MAX) }
        {
            // SAFETY: the record is alive, and dead after.
            let (value, units) = unsafe { record.take(record.bytes().len()) };
            self.arena.bury(at, units);
            drop(value);
            place = behind;
        }
    }

    /// Prefetches what lookups of these hashes will read: first all tags, then the records that the tags point to.
    pub(super) fn prefetch(&self, kept: impl Iterator<Item = u32> + Clone) {
        if self.index.is_keyed() {
            return;
        }
        for h in kept.clone() {
            self.index.prefetch_tags(h);
        }
        for h in kept {
            for place in self.index.first_places(h) {
                // SAFETY: the index in use holds places of live records only.
                crate::prefetch::line(unsafe { self.arena.record::<V>(place).ptr() });
            }
        }
    }

    pub(super) fn report(&self) -> Report {
        let work = match &self.work {
            Work::Prepare(i) | Work::Move { old: i, .. } | Work::Free(i) => i.bytes(),
            Work::Nothing | Work::Slide(_) => 0,
        };
        Report {
            len: self.len,
            peak: self.peak,
            bytes: Bytes {
                records: self.arena.record_bytes(),
                index: size_of::<Self>() + self.arena.list_bytes() + self.index.bytes() + work,
                // SAFETY: these are live records.
                keys: self.records().map(|r| unsafe { r.far_bytes() }).sum(),
                ..Bytes::default()
            },
            longest_probe: self.longest_probe,
            migrations: self.migrations,
            compactions: self.compactions,
            rekeys: self.rekeys,
            ..Report::default()
        }
    }
}

impl<V> Drop for Large<V> {
    /// Frees the memory, but not what the records own.
    fn drop(&mut self) {
        retire_events(self.migrations, self.compactions, self.rekeys, self.longest_probe);
    }
}
