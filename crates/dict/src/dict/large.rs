//! A table of more than sixteen entries: records in an arena, found by an index.
//!
//! No operation does work in proportion to the table. What is to be done (a larger or smaller index, moving the records
//! together after removals) is done in steps by the operations that follow, `Work` at a time.
#![expect(unsafe_code, reason = "the raw layer")]
use super::arena::{Arena, Moving, Slide, Step};
use super::index::{Glance, Index, Slot, Vacancy};
use super::record::{Record, head_of};
use crate::report::{Bytes, Report, retire_events};
use alloc::boxed::Box;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Live records that one step enters into another index, and dead ones that a step may pass by.
const MOVES: usize = 8;
const SCAN: usize = 64;
/// Pages that one step frees.
const FREED: usize = 2;
/// An index of up to so many groups is built at once: some µs for the 832 entries that it may hold.
const AT_ONCE: usize = 64;
/// The groups of the first index, and of the one after it.
const FIRST: usize = 2;
const SECOND: usize = 8;
/// Windows that an insertion may read before the table takes a hash of its own. By chance this happens to one in 10^10.
const LONG_PROBE: u32 = 16;
/// Records are moved together once three of four units are dead, in steps; and where there are few of them, at once, when
/// seven of eight are: so many units are read in some µs.
const SLIDE_AT: usize = 4;
const PACK_AT: usize = 8;
const FEW_UNITS: usize = 8192;
/// Entries from which a table whose records would be moved together goes back to a small one.
const SMALL_AGAIN: usize = 12;
/// Removals from one look at what they left to the next.
const TIDY_EVERY: u32 = 8;

/// What is being done in steps.
enum Work {
    Nothing,
    /// The next index gets its pages.
    Prepare(Box<Index>),
    /// Records from `from` to `end` are still in the old index; all others are in the current one.
    Move {
        old: Box<Index>,
        from: u32,
        end: u32,
    },
    /// The old index loses its pages.
    Free(Box<Index>),
    /// Records are moved together.
    Slide(Slide),
}

/// A large table. What lookups read lies in front, then what changes with every entry.
#[repr(C)]
pub(super) struct Large<V> {
    index: Index,
    /// Work is under way, or the index is keyed: lookups take the long way.
    unquiet: bool,
    wants_key: bool,
    /// Walks under way. While there are any, no record moves.
    cursors: u32,
    arena: Arena,
    len: usize,
    peak: usize,
    /// The last entry that was asked for by number, and its place: `n << 32 | place`, or all ones.
    finger: AtomicU64,
    longest_probe: u32,
    removals: u32,
    work: Work,
    /// A cursor that was given another stamp knows a place that is good no more.
    stamp: u64,
    migrations: u32,
    compactions: u32,
    rekeys: u32,
    of: PhantomData<V>,
}

/// Where an entry was found.
pub(super) struct Found<V> {
    pub(super) record: Record<V>,
    place: u32,
    slot: Slot,
    in_old: bool,
}

const NO_FINGER: u64 = u64::MAX;

/// The upper half of stamps: one for each large table of the process.
static TABLES: AtomicU32 = AtomicU32::new(1);

impl<V> Large<V> {
    /// An empty table with room for some units of records.
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

    /// The record of a key whose kept hash and bytes these are.
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

    /// As `lookup`, whatever is going on.
    #[cold]
    #[inline(never)]
    fn lookup_far(&self, kept: u32, bytes: &[u8]) -> Option<Record<V>> {
        self.locate(kept, bytes).map(|f| f.record)
    }

    /// Does some work, if there is any, and looks a key up.
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

    /// As `lookup`, whatever is going on, with where it was found.
    fn locate(&self, kept: u32, bytes: &[u8]) -> Option<Found<V>> {
        let head = head_of(kept, bytes);
        // SAFETY: the index in use holds places of live records only.
        let is = |place| unsafe { self.arena.record::<V>(place).is(head, bytes) };
        let found = self.index.lookup(self.index.hash(kept, bytes), is).map(|at| self.found(at, false));
        found.or_else(|| self.lookup_old(kept, bytes))
    }

    /// The entry of a key that the current index does not know.
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

    /// As `locate`; where there is none, where it may be put.
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

    /// As `find`, whatever is going on.
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

    /// Adds an entry for a key that `find` did not find, at the vacancy that it gave.
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

    /// Appends a record that moves in from a small table.
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

    /// Appends a dead record: while cursors are out, their count of records must go on to hold.
    pub(super) fn adopt_dead(&mut self, units: usize) {
        // SAFETY: the record is written, and counted as what it is.
        unsafe {
            let (place, record) = self.arena.push::<V>(units);
            record.write_dead(units);
            self.arena.bury(place, units);
        }
    }

    /// Takes the entry of a key out.
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

    /// As `remove`, whatever is going on.
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

    /// Takes the value out of a record that nothing finds any more, whose key has `len` bytes.
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

    /// Whether it is time to tidy up after removals.
    #[inline(always)]
    pub(super) fn is_due(&self) -> bool {
        self.removals.is_multiple_of(TIDY_EVERY) || self.len <= SMALL_AGAIN
    }

    /// Begins what removals left to do, unless something else is being done; whether a small table would hold what is left.
    #[inline(never)]
    pub(super) fn tidy_after_removals(&mut self) -> bool {
        if (self.is_sparse() || self.is_roomy()) && matches!(self.work, Work::Nothing) {
            self.tidy_now();
        }
        self.is_small()
    }

    /// Does some of the work that is under way.
    #[inline(always)]
    pub(super) fn step(&mut self) {
        if self.unquiet {
            self.work_on();
        }
    }

    #[cold]
    #[inline(never)]
    fn work_on(&mut self) {
        self.do_some();
        self.unquiet = !matches!(self.work, Work::Nothing) || self.index.is_keyed();
    }

    fn do_some(&mut self) {
        match &mut self.work {
            Work::Nothing => {}
            Work::Prepare(next) => {
                if next.add_page()
                    && let Work::Prepare(next) = core::mem::replace(&mut self.work, Work::Nothing)
                {
                    self.take_index(*next);
                }
            }
            Work::Move { .. } => self.move_some(),
            Work::Free(old) => {
                if !(0..FREED).all(|_| old.drop_page()) {
                    self.work = Work::Nothing;
                    self.tidy();
                }
            }
            Work::Slide(slide) => {
                if self.cursors > 0 {
                    return;
                }
                self.stamp += 1;
                *self.finger.get_mut() = NO_FINGER;
                let index = &mut self.index;
                let done = self.arena.slide_on::<V>(slide, SCAN, |moving| {
                    let (Moving::Soon(r) | Moving::Done { record: r, .. }) = moving;
                    // SAFETY: the arena shows live records.
                    let hash = unsafe { index.hash(r.hash(), r.bytes()) };
                    match moving {
                        Moving::Soon(_) => index.prefetch_tags(hash),
                        Moving::Done { from, to, .. } => index.moved(hash, from, to),
                    }
                });
                if done {
                    self.work = Work::Nothing;
                    self.tidy();
                }
            }
        }
    }

    /// The index is full, or a key is wanted.
    #[cold]
    #[inline(never)]
    fn outgrown(&mut self) {
        self.relieve();
        self.unquiet = !matches!(self.work, Work::Nothing) || self.index.is_keyed();
    }

    fn relieve(&mut self) {
        if let Work::Slide(_) = self.work {
            self.arena.stop_slide();
            self.work = Work::Nothing;
        }
        // Other work comes first. It is quicker than the slots that are left fill up, but for a table that is nearly all
        // dead records and cannot be tidied because somebody walks it.
        while !matches!(self.work, Work::Nothing) {
            self.work_on();
            if !self.index.is_crowded() {
                return;
            }
        }
        if self.index.is_full() || self.wants_key {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let groups = self.index.groups();
        // Where removals left half of the slots unused, the same size will do.
        let groups = if self.len * 2 > self.index.fill_limit() { (groups * 2).max(SECOND) } else { groups };
        self.rebuild(groups);
    }

    /// Begins to build another index.
    fn rebuild(&mut self, groups: usize) {
        let sip = if core::mem::take(&mut self.wants_key) && !self.index.is_keyed() {
            self.rekeys += 1;
            Some(crate::hash::table_key(core::ptr::from_ref(self).addr() as u64 ^ self.stamp))
        } else {
            self.index.sip()
        };
        self.migrations += 1;
        self.longest_probe = if sip.is_some() == self.index.is_keyed() { self.longest_probe } else { 0 };
        if groups <= AT_ONCE && self.arena.units().0 <= FEW_UNITS {
            self.index = self.whole_index(groups, sip);
        } else {
            self.work = Work::Prepare(Box::new(Index::bare(groups, sip)));
        }
    }

    /// Puts a new index to use.
    fn take_index(&mut self, next: Index) {
        let old = Box::new(core::mem::replace(&mut self.index, next));
        self.work = Work::Move { old, from: self.arena.first(), end: self.arena.end() };
    }

    /// Moves some records from the old index to the current one, in the order in which they lie.
    fn move_some(&mut self) {
        let Work::Move { from, end, .. } = &mut self.work else { return };
        let end = self.arena.age(*end);
        let mut place = self.arena.clamped(*from);
        let mut batch = [(0, 0); MOVES];
        let mut n = 0;
        let mut over = false;
        while n < MOVES {
            // SAFETY: `place` is where a record begins, or was forgotten.
            match unsafe { self.arena.next_live::<V>(place, SCAN) } {
                Step::Live { record, place: at, behind } if self.arena.age(at) < end => {
                    // SAFETY: the record is alive.
                    let hash = unsafe { self.index.hash(record.hash(), record.bytes()) };
                    self.index.prefetch_tags(hash);
                    batch[n] = (hash, at);
                    n += 1;
                    place = behind;
                }
                Step::Tired(at) if self.arena.age(at) < end => {
                    place = at;
                    break;
                }
                _ => {
                    over = true;
                    break;
                }
            }
        }
        for &(hash, place) in &batch[..n] {
            self.index.add(hash, place);
        }
        *from = place;
        if over && let Work::Move { old, .. } = core::mem::replace(&mut self.work, Work::Nothing) {
            self.work = Work::Free(old);
        }
    }

    /// Begins whatever would make the table smaller, or larger.
    fn tidy(&mut self) {
        if self.index.is_full() || self.wants_key || self.is_sparse() || self.is_roomy() {
            self.tidy_now();
        }
    }

    /// Whether nearly all records are dead.
    #[inline]
    fn is_sparse(&self) -> bool {
        let (used, live) = self.arena.units();
        used > live * if used <= FEW_UNITS { PACK_AT } else { SLIDE_AT }
    }

    /// Whether the index has far more slots than it needs.
    #[inline]
    fn is_roomy(&self) -> bool {
        self.len * 24 < self.index.slots() && self.index.groups() > FIRST
    }

    #[cold]
    #[inline(never)]
    fn tidy_now(&mut self) {
        if self.index.is_full() || self.wants_key {
            self.grow();
        } else if self.is_small() {
            return;
        } else if self.is_sparse() && self.cursors == 0 {
            self.compactions += 1;
            self.finger.store(NO_FINGER, Relaxed);
            if self.arena.units().0 <= FEW_UNITS {
                self.pack();
            } else {
                self.work = Work::Slide(self.arena.begin_slide());
            }
        } else if self.is_roomy() {
            self.rebuild(Index::groups_for(self.len));
        }
        self.unquiet = !matches!(self.work, Work::Nothing) || self.index.is_keyed();
    }

    /// Moves the records together and enters them into a new index, at once.
    fn pack(&mut self) {
        self.stamp += 1;
        self.arena.pack::<V>();
        self.index = self.whole_index(Index::groups_for(self.len), self.index.sip());
    }

    /// An index of all records, at once.
    fn whole_index(&self, groups: usize, sip: Option<[u64; 2]>) -> Index {
        let mut index = Index::whole(groups, sip);
        self.arena.each_live::<V>(|record, place| {
            // SAFETY: the record is alive.
            let hash = unsafe { index.hash(record.hash(), record.bytes()) };
            index.add(hash, place);
        });
        index
    }

    /// Whether so little is left that a small table would hold it, and nothing stands against one.
    #[inline]
    fn is_small(&self) -> bool {
        self.len <= SMALL_AGAIN && self.may_be_small()
    }

    fn may_be_small(&self) -> bool {
        (self.len <= SMALL_AGAIN / 2 || self.is_sparse())
            && self.arena.units().0 <= FEW_UNITS
            && self.cursors == 0
            && matches!(self.work, Work::Nothing)
    }

    /// Units of live records.
    pub(super) fn live_units(&self) -> usize {
        self.arena.units().1
    }

    /// Removes every entry under the cursors that are out: places go on to count.
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

    /// Every live record, from the oldest.
    pub(super) fn records(&self) -> Records<'_, V> {
        Records { arena: &self.arena, place: self.arena.first(), of: PhantomData }
    }

    /// The entry by number; `n` is below `len`.
    pub(super) fn nth(&self, n: usize) -> Option<Record<V>> {
        let finger = self.finger.load(Relaxed);
        let (at, from) = ((finger >> 32) as usize, finger as u32);
        let place = if finger != NO_FINGER && (at..at + 64).contains(&n) {
            let mut place = from;
            let mut left = n - at;
            loop {
                // SAFETY: the finger points at a live record, and `behind` is where the next one begins.
                match unsafe { self.arena.next_live::<V>(place, usize::MAX) } {
                    Step::Live { place, .. } if left == 0 => break Some(place),
                    Step::Live { behind, .. } => (place, left) = (behind, left - 1),
                    Step::Tired(_) | Step::End => break None,
                }
            }
        } else {
            self.arena.nth::<V>(n)
        }?;
        if n < u32::MAX as usize {
            self.finger.store((n as u64) << 32 | u64::from(place), Relaxed);
        }
        // SAFETY: a live record lies at the place.
        Some(unsafe { self.arena.record(place) })
    }

    /// The entry at `place` goes.
    #[inline]
    fn move_finger(&mut self, place: u32) {
        let finger = self.finger.get_mut();
        if *finger != NO_FINGER {
            let at = *finger as u32;
            if place == at {
                *finger = NO_FINGER;
            } else if self.arena.age(place) < self.arena.age(at) {
                *finger -= 1 << 32;
            }
        }
    }

    pub(super) fn cursors(&self) -> u32 {
        self.cursors
    }

    /// Counts cursors that come over from a small table.
    pub(super) fn adopt_cursors(&mut self, n: u32) {
        self.cursors = n;
    }

    /// Counts a new cursor: its place and stamp.
    pub(super) fn cursor(&mut self) -> (u32, u64) {
        self.cursors += 1;
        (self.arena.first(), self.stamp)
    }

    /// Takes a cursor back.
    pub(super) fn finish(&mut self) {
        self.cursors = self.cursors.saturating_sub(1);
    }

    /// The place and stamp of a cursor that knows only how many records of a small table it has seen. Those records are
    /// the first here, dead ones among them.
    pub(super) fn renew(&self, seen: usize) -> (u32, u64) {
        let mut place = self.arena.first();
        if place == 0 {
            for _ in 0..seen {
                // SAFETY: the place is where a record begins; at the end it stays.
                place = unsafe { self.arena.behind::<V>(place) };
            }
        }
        (place, self.stamp)
    }

    /// The next live record of a cursor, and the place behind it. `None` at the end, and for a cursor whose stamp is old.
    pub(super) fn advance(&self, place: u32, stamp: u64) -> Option<(Record<V>, u32)> {
        if stamp != self.stamp {
            return None;
        }
        // SAFETY: no record has moved since the place was given: it is where one begins, or was freed whole.
        match unsafe { self.arena.next_live::<V>(place, usize::MAX) } {
            Step::Live { record, behind, .. } => Some((record, behind)),
            Step::Tired(_) | Step::End => None,
        }
    }

    /// Fetches what looking these up will read: first the tags of all, then the records that the tags point to.
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
    /// Frees the memory, not what the records own.
    fn drop(&mut self) {
        retire_events(self.migrations, self.compactions, self.rekeys, self.longest_probe);
    }
}

/// Live records, from the oldest.
pub(super) struct Records<'a, V> {
    arena: &'a Arena,
    place: u32,
    of: PhantomData<V>,
}

impl<V> Iterator for Records<'_, V> {
    type Item = Record<V>;

    #[inline]
    fn next(&mut self) -> Option<Record<V>> {
        // SAFETY: the arena does not change under the borrow; `behind` is where the next record begins.
        match unsafe { self.arena.next_live(self.place, usize::MAX) } {
            Step::Live { record, behind, .. } => {
                self.place = behind;
                Some(record)
            }
            Step::Tired(_) | Step::End => None,
        }
    }
}
