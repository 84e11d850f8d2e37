//! Timers driven by packet time: adding, cancelling and firing take constant time.
//!
//! A hierarchical wheel of seven levels with 64 slots each, over ticks of 67 ms. Due slots are sorted into a small
//! heap, so timers fire in exact order of their times, and in order of insertion if the times are equal.
use net_types::Timestamp;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const TICK_BITS: u32 = 26;
const SLOT_BITS: u32 = 6;
const SLOTS: usize = 1 << SLOT_BITS;
const LEVELS: usize = 7;
const NONE: u32 = u32::MAX;

/// A pending timer. Valid until it fires or is cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimerId(u32);

impl TimerId {
    /// No timer.
    pub(crate) const NONE: TimerId = TimerId(NONE);
}

impl Default for TimerId {
    fn default() -> Self {
        TimerId::NONE
    }
}

#[derive(Clone, Copy)]
enum Place {
    /// In the list of a slot.
    Slot { level: u8, slot: u8 },
    /// In the heap of timers due within the current tick.
    Near,
    /// In the heap but cancelled; freed when it reaches the top.
    Dead,
    /// In the free list.
    Free,
}

struct Entry<T> {
    at: Timestamp,
    order: u64,
    what: T,
    place: Place,
    prev: u32,
    next: u32,
    /// Next timer in the owner's list.
    sibling: u32,
}

/// The wheel. `T` is the purpose of a timer.
pub(crate) struct Timers<T> {
    entries: Vec<Entry<T>>,
    free: u32,
    heads: [[u32; SLOTS]; LEVELS],
    used: [u64; LEVELS],
    /// Earliest time in each used slot; `None` if that timer was cancelled.
    soonest: [[Option<Timestamp>; SLOTS]; LEVELS],
    near: BinaryHeap<Reverse<(Timestamp, u64, u32)>>,
    /// Ticks up to and including this one are in `near`.
    tick: u64,
    order: u64,
    pending: usize,
}

fn tick_of(at: Timestamp) -> u64 {
    // Times before the epoch belong to the first tick.
    (at.nanos().max(0) as u64) >> TICK_BITS
}

impl<T: Copy> Timers<T> {
    pub(crate) fn new() -> Self {
        Timers {
            entries: Vec::new(),
            free: NONE,
            heads: [[NONE; SLOTS]; LEVELS],
            used: [0; LEVELS],
            soonest: [[None; SLOTS]; LEVELS],
            near: BinaryHeap::new(),
            tick: 0,
            order: 0,
            pending: 0,
        }
    }

    /// Number of pending timers.
    pub(crate) fn len(&self) -> usize {
        self.pending
    }

    /// Adds a timer to the wheel and to its owner's list, whose head is `owner`.
    pub(crate) fn add(&mut self, at: Timestamp, what: T, owner: &mut TimerId) -> TimerId {
        self.order += 1;
        self.pending += 1;
        let entry = Entry {
            at,
            order: self.order,
            what,
            place: Place::Near,
            prev: NONE,
            next: NONE,
            sibling: owner.0,
        };
        let id = if self.free == NONE {
            self.entries.push(entry);
            (self.entries.len() - 1) as u32
        } else {
            let id = self.free;
            if let Some(e) = self.entries.get_mut(id as usize) {
                self.free = e.next;
                *e = entry;
            }
            id
        };
        *owner = TimerId(id);
        self.place(id);
        TimerId(id)
    }

    /// Files an entry by its time.
    fn place(&mut self, id: u32) {
        let Some(e) = self.entries.get_mut(id as usize) else { return };
        let tick = tick_of(e.at);
        if tick <= self.tick {
            e.place = Place::Near;
            self.near.push(Reverse((e.at, e.order, id)));
            return;
        }
        let differ = tick ^ self.tick;
        let level = ((63 - differ.leading_zeros()) / SLOT_BITS).min(LEVELS as u32 - 1);
        let slot = (tick >> (level * SLOT_BITS)) as usize % SLOTS;
        let level = level as usize;
        e.place = Place::Slot { level: level as u8, slot: slot as u8 };
        let Some(head) = self.heads.get_mut(level).and_then(|l| l.get_mut(slot)) else { return };
        let was_empty = *head == NONE;
        if let Some(soonest) = self.soonest.get_mut(level).and_then(|l| l.get_mut(slot)) {
            *soonest = if was_empty { Some(e.at) } else { soonest.map(|s| s.min(e.at)) };
        }
        e.prev = NONE;
        e.next = *head;
        let old = std::mem::replace(head, id);
        if let Some(o) = self.entries.get_mut(old as usize) {
            o.prev = id;
        }
        if let Some(used) = self.used.get_mut(level) {
            *used |= 1 << slot;
        }
    }

    fn unlink(&mut self, id: u32, level: usize, slot: usize) {
        let Some((prev, next, at)) = self.entries.get(id as usize).map(|e| (e.prev, e.next, e.at)) else {
            return;
        };
        if let Some(soonest) = self.soonest.get_mut(level).and_then(|l| l.get_mut(slot))
            && *soonest == Some(at)
        {
            *soonest = None;
        }
        if let Some(n) = self.entries.get_mut(next as usize) {
            n.prev = prev;
        }
        if let Some(p) = self.entries.get_mut(prev as usize) {
            p.next = next;
        } else if let Some(head) = self.heads.get_mut(level).and_then(|l| l.get_mut(slot)) {
            *head = next;
            if next == NONE
                && let Some(used) = self.used.get_mut(level)
            {
                *used &= !(1 << slot);
            }
        }
    }

    fn release(&mut self, id: u32) {
        if let Some(e) = self.entries.get_mut(id as usize) {
            e.place = Place::Free;
            e.next = self.free;
            e.sibling = NONE;
            self.free = id;
        }
    }

    /// Cancels all timers in an owner's list.
    pub(crate) fn cancel_all(&mut self, owner: &mut TimerId) {
        let mut id = std::mem::replace(owner, TimerId::NONE).0;
        while let Some(e) = self.entries.get(id as usize) {
            let next = e.sibling;
            self.cancel_entry(id);
            id = next;
        }
    }

    /// Cancels the timers of an owner that match `which`.
    pub(crate) fn cancel_where(&mut self, owner: &mut TimerId, which: impl Fn(&T) -> bool) {
        let mut id = owner.0;
        while let Some(e) = self.entries.get(id as usize) {
            let next = e.sibling;
            if which(&e.what) {
                self.forget(TimerId(id), owner);
                self.cancel_entry(id);
            }
            id = next;
        }
    }

    fn cancel_entry(&mut self, id: u32) {
        let Some(e) = self.entries.get_mut(id as usize) else { return };
        match e.place {
            Place::Slot { level, slot } => {
                self.unlink(id, level.into(), slot.into());
                self.release(id);
            }
            Place::Near => e.place = Place::Dead,
            Place::Dead | Place::Free => return,
        }
        self.pending -= 1;
    }

    /// Unlinks a timer from its owner's list.
    pub(crate) fn forget(&mut self, id: TimerId, owner: &mut TimerId) {
        let Some(after) = self.entries.get(id.0 as usize).map(|e| e.sibling) else { return };
        if owner.0 == id.0 {
            owner.0 = after;
            return;
        }
        let mut at = owner.0;
        while let Some(e) = self.entries.get_mut(at as usize) {
            if e.sibling == id.0 {
                e.sibling = after;
                return;
            }
            at = e.sibling;
        }
    }

    /// Takes the next timer due at `now`. The caller unlinks it with [`forget`](Self::forget) before
    /// [`finish`](Self::finish) frees the entry.
    pub(crate) fn pop_due(&mut self, now: Timestamp) -> Option<(TimerId, T)> {
        loop {
            let Some(&Reverse((at, _, id))) = self.near.peek() else {
                if tick_of(now) <= self.tick {
                    return None;
                }
                // One tick after the other: the heap stays small, however many timers are due, and those that others
                // cancel meanwhile leave the wheel at no cost.
                self.advance(tick_of(now));
                continue;
            };
            let dead = matches!(self.entries.get(id as usize)?.place, Place::Dead);
            if !dead && at > now {
                return None;
            }
            self.near.pop();
            if dead {
                self.release(id);
                continue;
            }
            self.pending -= 1;
            return Some((TimerId(id), self.entries.get(id as usize)?.what));
        }
    }

    /// True if nothing is due at `now`. Called for every packet.
    pub(crate) fn nothing_due(&self, now: Timestamp) -> bool {
        tick_of(now) <= self.tick && self.near.peek().is_none_or(|Reverse((at, _, _))| *at > now)
    }

    /// The time before which [`nothing_due`](Self::nothing_due) holds. Cheap to query.
    pub(crate) fn not_before(&self) -> Timestamp {
        let next_tick = (self.tick + 1).checked_shl(TICK_BITS).and_then(|n| i64::try_from(n).ok());
        let near = self.near.peek().map(|Reverse((at, _, _))| *at);
        near.into_iter().fold(Timestamp::from_nanos(next_tick.unwrap_or(i64::MAX)), Timestamp::min)
    }

    /// The time of the next timer, for callers that sleep. Scans one slot if that slot's earliest timer was cancelled.
    pub(crate) fn next(&mut self) -> Option<Timestamp> {
        while let Some(&Reverse((at, _, id))) = self.near.peek() {
            match self.entries.get(id as usize)?.place {
                Place::Dead => {
                    self.near.pop();
                    self.release(id);
                }
                _ => return Some(at),
            }
        }
        let first = self.next_used()?;
        let level = self.used.iter().position(|u| *u != 0)?;
        let slot = (first >> (level as u32 * SLOT_BITS)) as usize % SLOTS;
        let known = self.soonest.get_mut(level)?.get_mut(slot)?;
        if known.is_none() {
            let mut id = *self.heads.get(level)?.get(slot)?;
            while let Some(e) = self.entries.get(id as usize) {
                *known = Some(known.map_or(e.at, |s| s.min(e.at)));
                id = e.next;
            }
        }
        *known
    }

    /// Frees a fired timer's entry.
    pub(crate) fn finish(&mut self, id: TimerId) {
        self.release(id.0);
    }

    /// Takes pending timers in order of time, for the end of a run.
    pub(crate) fn pop_any(&mut self) -> Option<(TimerId, T)> {
        self.pop_due(Timestamp::MAX)
    }

    /// Moves to the next tick that may have a timer, at most to `tick`, and fills the heap with its entries.
    fn advance(&mut self, tick: u64) {
        let Some(next) = self.next_used().filter(|n| *n <= tick) else {
            self.tick = tick;
            return;
        };
        let before = self.tick;
        self.tick = next;
        // Empties the levels whose slot changed from the top, so that entries land in lower levels or the heap.
        let top = ((63 - (before ^ next).leading_zeros()) / SLOT_BITS).min(LEVELS as u32 - 1);
        for level in (0..=top as usize).rev() {
            let slot = (next >> (level as u32 * SLOT_BITS)) as usize % SLOTS;
            self.empty_slot(level, slot);
        }
    }

    /// The earliest later tick that may have a timer.
    fn next_used(&self) -> Option<u64> {
        for (level, used) in self.used.iter().enumerate() {
            let shift = level as u32 * SLOT_BITS;
            let at = (self.tick >> shift) % SLOTS as u64;
            // Used slots lie after the current one: an entry's level is the highest digit in which its time differs.
            let later = if at == SLOTS as u64 - 1 { 0 } else { used & (u64::MAX << (at + 1)) };
            if later != 0 {
                let slot = u64::from(later.trailing_zeros());
                let above = self.tick >> (shift + SLOT_BITS) << (shift + SLOT_BITS);
                return Some(above | slot << shift);
            }
        }
        None
    }

    fn empty_slot(&mut self, level: usize, slot: usize) {
        let Some(head) = self.heads.get_mut(level).and_then(|l| l.get_mut(slot)) else { return };
        let mut id = std::mem::replace(head, NONE);
        if let Some(used) = self.used.get_mut(level) {
            *used &= !(1 << slot);
        }
        while let Some(e) = self.entries.get(id as usize) {
            let next = e.next;
            self.place(id);
            id = next;
        }
    }
}

#[cfg(test)]
mod tests;
