//! Walks over the records of a large table: by number, by cursor, and from the oldest on.
use super::super::arena::{Arena, Step};
use super::super::record::Record;
use super::Large;
use core::marker::PhantomData;
use core::sync::atomic::Ordering::Relaxed;

pub(super) const NO_FINGER: u64 = u64::MAX;

impl<V> Large<V> {
    /// Returns all live records, oldest first.
    pub(in crate::dict) fn records(&self) -> Records<'_, V> {
        Records { arena: &self.arena, place: self.arena.first(), of: PhantomData }
    }

    /// Returns entry number `n`, which must be below `len`.
    pub(in crate::dict) fn nth(&self, n: usize) -> Option<Record<V>> {
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

    /// Updates the finger when the entry at `place` is removed.
    #[inline]
    pub(super) fn move_finger(&mut self, place: u32) {
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

    pub(in crate::dict) fn cursors(&self) -> u32 {
        self.cursors
    }

    /// Takes over the open cursors of a small table.
    pub(in crate::dict) fn adopt_cursors(&mut self, n: u32) {
        self.cursors = n;
    }

    /// Registers a cursor; returns its place and stamp.
    pub(in crate::dict) fn cursor(&mut self) -> (u32, u64) {
        self.cursors += 1;
        (self.arena.first(), self.stamp)
    }

    /// Unregisters a cursor.
    pub(in crate::dict) fn finish(&mut self) {
        self.cursors = self.cursors.saturating_sub(1);
    }

    /// Returns the place and stamp for a cursor that has seen `seen` records of a small table. Those records are the
    /// first ones here, dead ones included.
    pub(in crate::dict) fn renew(&self, seen: usize) -> (u32, u64) {
        let mut place = self.arena.first();
        if place == 0 {
            for _ in 0..seen {
                // SAFETY: the place is where a record begins; at the end it stays.
                place = unsafe { self.arena.behind::<V>(place) };
            }
        }
        (place, self.stamp)
    }

    /// Returns the next live record of a cursor, and the place after it; `None` at the end, and for a cursor with an
    /// old stamp.
    pub(in crate::dict) fn advance(&self, place: u32, stamp: u64) -> Option<(Record<V>, u32)> {
        if stamp != self.stamp {
            return None;
        }
        // SAFETY: no record has moved since the place was given: it is where one begins, or was freed whole.
        match unsafe { self.arena.next_live::<V>(place, usize::MAX) } {
            Step::Live { record, behind, .. } => Some((record, behind)),
            Step::Tired(_) | Step::End => None,
        }
    }
}

/// Iterates live records, oldest first.
pub(in crate::dict) struct Records<'a, V> {
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
