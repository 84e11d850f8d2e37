//! The work that a large table does in steps: building another index, and compaction.
use super::super::arena::{Moving, Slide, Step};
use super::super::index::Index;
use super::Large;
use super::walk::NO_FINGER;
use alloc::boxed::Box;
use core::sync::atomic::Ordering::Relaxed;

/// The number of live records entered into another index per step, and of dead ones skipped per step.
const MOVES: usize = 8;
const SCAN: usize = 64;
/// The number of pages freed per step.
const FREED: usize = 2;
/// An index of up to this many groups is built at once: for its up to 832 entries, that takes some µs.
const AT_ONCE: usize = 64;
/// The number of groups of the first index, and of the second.
pub(super) const FIRST: usize = 2;
const SECOND: usize = 8;
/// The number of windows that an insertion may read before the table switches to its own hash. By chance, this happens
/// once in 10^10 insertions.
pub(super) const LONG_PROBE: u32 = 16;
/// Records are compacted in steps when three quarters of the units are dead; in small tables, at once when seven
/// eighths are, since reading these units takes some µs.
const SLIDE_AT: usize = 4;
const PACK_AT: usize = 8;
const FEW_UNITS: usize = 8192;
/// A table with at most this many entries becomes small again instead of being compacted.
const SMALL_AGAIN: usize = 12;
/// The number of removals between two checks for such work.
const TIDY_EVERY: u32 = 8;

/// Work that is done in steps.
pub(super) enum Work {
    Nothing,
    /// Allocates the pages of the next index.
    Prepare(Box<Index>),
    /// Moves records to the current index. Records from `from` to `end` are still in the old index; all others are in
    /// the current one.
    Move {
        old: Box<Index>,
        from: u32,
        end: u32,
    },
    /// Frees the pages of the old index.
    Free(Box<Index>),
    /// Compacts records.
    Slide(Slide),
}

impl<V> Large<V> {
    /// Whether removals may have left work.
    #[inline(always)]
    pub(in crate::dict) fn is_due(&self) -> bool {
        self.removals.is_multiple_of(TIDY_EVERY) || self.len <= SMALL_AGAIN
    }

    /// Begins the work that removals left, unless other work is pending. Returns whether a small table would hold the
    /// remaining entries.
    #[inline(never)]
    pub(in crate::dict) fn tidy_after_removals(&mut self) -> bool {
        if (self.is_sparse() || self.is_roomy()) && matches!(self.work, Work::Nothing) {
            self.tidy_now();
        }
        self.is_small()
    }

    /// Does a step of pending work.
    #[inline(always)]
    pub(in crate::dict) fn step(&mut self) {
        if self.unquiet {
            self.work_on();
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn work_on(&mut self) {
        self.do_some();
        self.unquiet = !matches!(self.work, Work::Nothing) || self.index.is_keyed();
    }

    pub(super) fn do_some(&mut self) {
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

    /// Makes room because the index is full, or because the table must switch to its own hash.
    #[cold]
    #[inline(never)]
    pub(super) fn outgrown(&mut self) {
        self.relieve();
        self.unquiet = !matches!(self.work, Work::Nothing) || self.index.is_keyed();
    }

    pub(super) fn relieve(&mut self) {
        if let Work::Slide(_) = self.work {
            self.arena.stop_slide();
            self.work = Work::Nothing;
        }
        // Finish other work first. It ends before the remaining slots fill up, except in a table of nearly all dead
        // records that cannot be compacted because of a walk.
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

    pub(super) fn grow(&mut self) {
        let groups = self.index.groups();
        // If removals left half of the slots unused, the same size suffices.
        let groups = if self.len * 2 > self.index.fill_limit() { (groups * 2).max(SECOND) } else { groups };
        self.rebuild(groups);
    }

    /// Begins to build another index.
    pub(super) fn rebuild(&mut self, groups: usize) {
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

    /// Starts to use a new index.
    pub(super) fn take_index(&mut self, next: Index) {
        let old = Box::new(core::mem::replace(&mut self.index, next));
        self.work = Work::Move { old, from: self.arena.first(), end: self.arena.end() };
    }

    /// Moves some records from the old index to the current one, oldest first.
    pub(super) fn move_some(&mut self) {
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

    /// Begins work that makes the table smaller or larger, if needed.
    pub(super) fn tidy(&mut self) {
        if self.index.is_full() || self.wants_key || self.is_sparse() || self.is_roomy() {
            self.tidy_now();
        }
    }

    /// Whether nearly all records are dead.
    #[inline]
    pub(super) fn is_sparse(&self) -> bool {
        let (used, live) = self.arena.units();
        used > live * if used <= FEW_UNITS { PACK_AT } else { SLIDE_AT }
    }

    /// Whether the index has far more slots than needed.
    #[inline]
    pub(super) fn is_roomy(&self) -> bool {
        self.len * 24 < self.index.slots() && self.index.groups() > FIRST
    }

    #[cold]
    #[inline(never)]
    pub(super) fn tidy_now(&mut self) {
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

    /// Compacts the records and builds a new index at once.
    pub(super) fn pack(&mut self) {
        self.stamp += 1;
        self.arena.pack::<V>();
        self.index = self.whole_index(Index::groups_for(self.len), self.index.sip());
    }

    /// Builds an index of all records at once.
    pub(super) fn whole_index(&self, groups: usize, sip: Option<[u64; 2]>) -> Index {
        let mut index = Index::whole(groups, sip);
        self.arena.each_live::<V>(|record, place| {
            // SAFETY: the record is alive.
            let hash = unsafe { index.hash(record.hash(), record.bytes()) };
            index.add(hash, place);
        });
        index
    }

    /// Whether a small table would hold the remaining entries and nothing prevents it.
    #[inline]
    pub(super) fn is_small(&self) -> bool {
        self.len <= SMALL_AGAIN && self.may_be_small()
    }

    pub(super) fn may_be_small(&self) -> bool {
        (self.len <= SMALL_AGAIN / 2 || self.is_sparse())
            && self.arena.units().0 <= FEW_UNITS
            && self.cursors == 0
            && matches!(self.work, Work::Nothing)
    }
}
