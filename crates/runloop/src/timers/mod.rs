//! Timers by the million: O(1) to set and cancel, fired in exact order of their times.
//!
//! A hierarchical wheel with ticks of a millisecond (2^20 ns). A timer's level is the highest base-256 digit in which
//! its tick differs from the current one, so its slot depends only on its time and the current tick, and a timer moves
//! down at most once per level. Slots hold entries in chunks. Cancelling does not touch the entries: it increments the
//! timer's generation, so that the entry and the key, which carry the old generation, become stale. A cancellation
//! therefore touches one cache line instead of the three of a linked list; at a million timers that is the whole cost,
//! and the generations, four bytes per timer, are the only memory accessed at random.
//!
//! Stale entries are bounded: when they outnumber the timers, every cancellation sweeps one chunk.
//!
//! Within the current tick, entries are sorted by time, and those with equal times fire in the order in which they were
//! set. Slots and cascades preserve that order, because a timer can enter a slot directly only after everything from
//! above has been moved down into it.
mod slots;
#[cfg(test)]
mod tests;

use crate::time::Time;
use slots::{DIGIT, Entry, LEVELS, Slots};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// log2 of a tick in nanoseconds.
const TICK_BITS: u32 = 20;
/// The number of stale entries that are not worth a sweep.
const SLACK: usize = 1024;
const NONE: u32 = u32::MAX;

/// Identifies a timer. Cancelling it after it fired, or twice, does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimerKey {
    index: u32,
    generation: u32,
}

/// A timer of the current tick that was set during that tick. The earliest timer compares as the greatest, for the
/// heap.
struct Fresh<T> {
    /// The time and, for equal times, the order in which the timers were set.
    order: Reverse<(u64, u64)>,
    entry: Entry<T>,
}

impl<T> PartialEq for Fresh<T> {
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order
    }
}

impl<T> Eq for Fresh<T> {}

impl<T> PartialOrd for Fresh<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Fresh<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order.cmp(&other.order)
    }
}

/// A set of timers, each with a small copyable value that is returned when it fires, such as an id.
///
/// Reads no clock: the caller passes the time. Times may be in the past; such a timer fires at the next
/// [`pop`](Timers::pop).
///
/// ```
/// use runloop::{Time, Timers};
/// let mut timers = Timers::new(Time::ZERO);
/// let at = Time::from_nanos;
/// timers.set(at(300), "late");
/// let gone = timers.set(at(200), "cancelled");
/// timers.set(at(100), "early");
/// assert!(timers.cancel(gone));
/// assert_eq!(timers.earliest(), Some(at(100)));
/// assert_eq!(timers.pop(at(50)), None);
/// assert_eq!(timers.pop(at(1000)), Some((at(100), "early")));
/// assert_eq!(timers.pop(at(1000)), Some((at(300), "late")));
/// assert_eq!(timers.pop(at(1000)), None);
/// ```
pub struct Timers<T> {
    /// For each index, how often it was used; entries and keys with another count are stale.
    generations: Vec<u32>,
    /// The unused indices, with the last used one on top.
    free: Vec<u32>,
    /// Timers with ticks up to this one are in `due` or `fresh`, later ones in `slots`.
    tick: u64,
    slots: Slots<T>,
    /// The entries of the current tick, the next to fire last.
    due: Vec<Entry<T>>,
    fresh: BinaryHeap<Fresh<T>>,
    fresh_set: u64,
    /// The exact earliest time and the index of its timer, if known.
    earliest: Option<(u64, u32)>,
    /// A time before which no timer fires; maintained without scanning.
    floor: u64,
}

impl<T: Copy> Timers<T> {
    /// Creates an empty set of timers, at time `now`.
    #[must_use]
    pub fn new(now: Time) -> Self {
        Timers {
            generations: Vec::new(),
            free: Vec::new(),
            tick: now.nanos() >> TICK_BITS,
            slots: Slots::new(),
            due: Vec::new(),
            fresh: BinaryHeap::new(),
            fresh_set: 0,
            earliest: None,
            floor: u64::MAX,
        }
    }

    /// The number of timers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.generations.len() - self.free.len()
    }

    /// Whether no timer is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sets a timer.
    ///
    /// # Panics
    /// If 2^32 - 1 timers are set.
    pub fn set(&mut self, when: Time, value: T) -> TimerKey {
        let when = when.nanos();
        let index = self.free.pop().unwrap_or_else(|| {
            let index = u32::try_from(self.generations.len()).ok().filter(|&i| i != NONE);
            self.generations.push(0);
            index.expect("fewer than 2^32 - 1 timers")
        });
        let generation = self.generations[index as usize];
        let entry = Entry::new(when, index, generation, value);
        self.floor = self.floor.min(when);
        if self.len() == 1 || self.earliest.is_some_and(|(e, _)| when < e) {
            self.earliest = Some((when, index));
        }
        let tick = when >> TICK_BITS;
        if tick <= self.tick {
            self.fresh_set += 1;
            self.fresh.push(Fresh { order: Reverse((when, self.fresh_set)), entry });
        } else {
            self.slots.push(self.tick, tick, entry);
        }
        TimerKey { index, generation }
    }

    /// Cancels a timer; returns false if it has fired or was cancelled before.
    pub fn cancel(&mut self, key: TimerKey) -> bool {
        if self.generations.get(key.index as usize) != Some(&key.generation) {
            return false;
        }
        self.release(key.index);
        if self.earliest.is_some_and(|(_, index)| index == key.index) {
            self.earliest = None;
        }
        let live = self.len();
        if live == 0 {
            self.forget();
        } else if self.slots.stored() > 2 * live + SLACK {
            let generations = &self.generations;
            self.slots.sweep(|e| is_alive(generations, e));
        } else if self.fresh.len() > 2 * live + SLACK {
            let generations = &self.generations;
            self.fresh.retain(|f| is_alive(generations, &f.entry));
        }
        true
    }

    /// Returns the next timer due at `now`, as time and value. Call it until it returns `None`.
    pub fn pop(&mut self, now: Time) -> Option<(Time, T)> {
        let now = now.nanos();
        if now < self.floor {
            return None;
        }
        loop {
            if let Some(&head) = self.head() {
                if head.when > now {
                    self.earliest = Some((head.when, head.index()));
                    self.floor = head.when;
                    return None;
                }
                self.drop_head();
                self.release(head.index());
                self.earliest = None;
                if self.is_empty() {
                    self.forget();
                }
                return Some((Time::from_nanos(head.when), head.value));
            }
            if !self.advance(now >> TICK_BITS) {
                self.floor = self.slots.floor(self.tick).map_or(u64::MAX, |tick| tick << TICK_BITS);
                return None;
            }
        }
    }

    /// A time before which no timer fires. Free to query, so busy callers compare with it before they call
    /// [`pop`](Timers::pop). [`Time::NEVER`] if there are no timers.
    #[inline]
    #[must_use]
    pub fn not_before(&self) -> Time {
        Time::from_nanos(self.floor)
    }

    /// The exact time of the next timer, for callers that sleep. May scan the entries of one slot; the answer is
    /// cached.
    pub fn earliest(&mut self) -> Option<Time> {
        if self.is_empty() {
            return None;
        }
        let found = match self.earliest {
            Some(known) => known,
            None => match self.head() {
                Some(head) => (head.when, head.index()),
                None => {
                    let generations = &self.generations;
                    self.slots.earliest(self.tick, |e| is_alive(generations, e))?
                }
            },
        };
        self.earliest = Some(found);
        self.floor = found.0;
        Some(Time::from_nanos(found.0))
    }

    /// Returns the next live entry of the current tick.
    fn head(&mut self) -> Option<&Entry<T>> {
        while self.due.last().is_some_and(|e| !is_alive(&self.generations, e)) {
            self.due.pop();
        }
        while self.fresh.peek().is_some_and(|f| !is_alive(&self.generations, &f.entry)) {
            self.fresh.pop();
        }
        match (self.due.last(), self.fresh.peek()) {
            (Some(d), Some(f)) if f.entry.when < d.when => Some(&f.entry),
            (Some(d), _) => Some(d),
            (None, f) => f.map(|f| &f.entry),
        }
    }

    /// Removes the entry that [`head`](Self::head) returned.
    fn drop_head(&mut self) {
        match (self.due.last(), self.fresh.peek()) {
            (Some(d), Some(f)) if f.entry.when < d.when => drop(self.fresh.pop()),
            (Some(_), _) => drop(self.due.pop()),
            (None, _) => drop(self.fresh.pop()),
        }
    }

    /// Moves to the next tick that may have timers, at most to `limit`. Returns false if there is none before that.
    /// Called only when the current tick is empty.
    fn advance(&mut self, limit: u64) -> bool {
        match self.slots.floor(self.tick) {
            Some(start) if start <= limit => {
                self.tick = start;
                let generations = &self.generations;
                self.slots.take(start, &mut self.due, TICK_BITS, |e| is_alive(generations, e));
                // Sort stably, then reverse: of equal times, the first is popped first.
                self.due.sort_by_key(|e| e.when);
                self.due.reverse();
                true
            }
            _ => {
                self.tick = self.tick.max(limit);
                false
            }
        }
    }

    /// Frees a timer's index, which makes all its keys and entries stale.
    fn release(&mut self, index: u32) {
        let generation = &mut self.generations[index as usize];
        *generation = generation.wrapping_add(1);
        self.free.push(index);
    }

    /// Drops all entries, which are stale because no timer is set, and their memory if it was large. Keeps the
    /// generations, which make old keys stale.
    fn forget(&mut self) {
        self.slots.clear();
        self.due.clear();
        self.fresh.clear();
        self.floor = u64::MAX;
        self.earliest = None;
    }
}

fn is_alive<T>(generations: &[u32], e: &Entry<T>) -> bool {
    generations[e.index() as usize] == e.generation()
}

/// Together, all levels span the ticks of a `u64` of nanoseconds, so every time has a slot.
const _: () = assert!(LEVELS as u32 * DIGIT + TICK_BITS >= 64);
