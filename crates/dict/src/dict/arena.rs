//! The records of a large table in insertion order, in segments of 32 KiB.
//!
//! A place counts units: 12 bits number the unit in its segment, the bits above number the segment. Numbers only grow
//! (and wrap, long after the segments concerned have been freed), so places tell which record is older. The first
//! segment starts small and grows; a segment without live records is freed at once, and forgotten when it is at the
//! front.
#![expect(unsafe_code, reason = "the raw layer")]
use super::record::{Record, UNIT};
use alloc::alloc::{Layout, alloc, dealloc, handle_alloc_error, realloc};
use alloc::vec;
use alloc::vec::Vec;
pub(super) use slide::{Moving, Slide};

mod slide;

/// Units per segment.
const SEGMENT: usize = 4096;
const SEGMENT_BITS: u32 = SEGMENT.trailing_zeros();
/// The maximum number of segments: half of what a place can number, so that older and younger places can be told apart.
const MOST_SEGMENTS: usize = 1 << (31 - SEGMENT_BITS);
/// The number of freed segments at the front at which the list forgets them.
const FORGET: usize = 32;

/// A segment. Its first `used` units are records, dead or alive, without a gap. A freed segment has none.
struct Segment {
    ptr: *mut u8,
    used: u16,
    live: u16,
    capacity: u16,
}

/// The segments. Fields that lookups need come first.
#[repr(C)]
pub(super) struct Arena {
    /// The address of place 0 in the only segment, so that lookups skip the list; null if there are several segments.
    only: *mut u8,
    segments: Vec<Segment>,
    /// The number of the first segment.
    base: u32,
    /// Whether records are being compacted; if so, the list of segments must not change.
    sliding: bool,
    /// The number of units in use in all segments, and of units of live records.
    used: usize,
    live: usize,
}

fn layout(units: usize) -> Layout {
    // SAFETY: 32 KiB at most; UNIT is a power of two.
    unsafe { Layout::from_size_align_unchecked(units * UNIT, UNIT) }
}

/// Returns the size of the first segment for this many units: four sizes per doubling, two where moving costs more.
fn roomy(units: usize) -> usize {
    let octave = units.next_power_of_two();
    let step = if octave <= SEGMENT / 4 { octave / 8 } else { octave / 4 };
    units.next_multiple_of(step.max(2)).clamp(2, SEGMENT)
}

impl Segment {
    fn with_room_for(units: usize) -> Self {
        let layout = layout(units);
        // SAFETY: the layout is not empty.
        let ptr = unsafe { alloc(layout) };
        if ptr.is_null() {
            handle_alloc_error(layout);
        }
        Segment { ptr, used: 0, live: 0, capacity: units as u16 }
    }

    /// Returns the record that begins at a unit.
    ///
    /// # Safety
    /// The unit is in use, or will be with the record.
    #[inline(always)]
    unsafe fn record<V>(&self, at: usize) -> Record<V> {
        debug_assert!(at < usize::from(self.capacity));
        // SAFETY: a segment with units in use has memory.
        unsafe { Record::at(self.ptr.wrapping_add(at * UNIT)) }
    }

    fn resize(&mut self, units: usize) {
        // SAFETY: the segment was allocated with this layout; `used` units at least are kept.
        let ptr = unsafe { realloc(self.ptr, layout(self.capacity.into()), units * UNIT) };
        if ptr.is_null() {
            handle_alloc_error(layout(units));
        }
        (self.ptr, self.capacity) = (ptr, units as u16);
    }

    fn free(&mut self) {
        if !self.ptr.is_null() {
            // SAFETY: the segment was allocated with this layout, and is gone after.
            unsafe { dealloc(self.ptr, layout(self.capacity.into())) };
            *self = Segment { ptr: core::ptr::null_mut(), used: 0, live: 0, capacity: 0 };
        }
    }
}

impl Arena {
    /// Returns an empty arena with room for `units` in the first segment.
    pub(super) fn with_room_for(units: usize) -> Self {
        let first = Segment::with_room_for(roomy(units.min(SEGMENT)));
        Arena { only: first.ptr, segments: vec![first], base: 0, sliding: false, used: 0, live: 0 }
    }

    /// Updates `only`. Must be called after the list of segments changes or a segment moves.
    fn look_again(&mut self) {
        self.only = match &*self.segments {
            [only] => only.ptr.wrapping_sub(self.first() as usize * UNIT),
            _ => core::ptr::null_mut(),
        };
    }

    /// The oldest place.
    #[inline]
    pub(super) fn first(&self) -> u32 {
        self.base << SEGMENT_BITS
    }

    /// The place after the last record.
    #[inline]
    pub(super) fn end(&self) -> u32 {
        self.place(self.segments.len() - 1, self.segments.last().map_or(0, |s| s.used.into()))
    }

    #[inline]
    fn place(&self, segment: usize, at: usize) -> u32 {
        // If `at` is the segment's end, the place is the first of the next segment.
        ((self.base.wrapping_add(segment as u32)) << SEGMENT_BITS).wrapping_add(at as u32)
    }

    /// Returns the index of a place's segment in the list.
    #[inline(always)]
    fn segment_of(&self, place: u32) -> usize {
        const NUMBERS: u32 = u32::MAX >> SEGMENT_BITS;
        ((place >> SEGMENT_BITS).wrapping_sub(self.base) & NUMBERS) as usize
    }

    /// Returns the number of units from the oldest place to this one. For a forgotten place the result is larger than
    /// for any other.
    #[inline(always)]
    pub(super) fn age(&self, place: u32) -> u32 {
        place.wrapping_sub(self.first())
    }

    /// Returns the place, or the oldest place if it was forgotten.
    pub(super) fn clamped(&self, place: u32) -> u32 {
        if self.age(place) > self.age(self.end()) { self.first() } else { place }
    }

    /// Returns the record at a place.
    ///
    /// # Safety
    /// A record that was not freed begins there.
    #[inline(always)]
    pub(super) unsafe fn record<V>(&self, place: u32) -> Record<V> {
        if !self.only.is_null() {
            // SAFETY: the place lies in the only segment.
            return unsafe { Record::at(self.only.wrapping_add(place as usize * UNIT)) };
        }
        // SAFETY: the place lies in a segment that is there.
        unsafe { self.segments.get_unchecked(self.segment_of(place)).record(place as usize % SEGMENT) }
    }

    /// Allocates a record of `units` and returns its place. It counts as live from now on.
    /// # Safety
    /// The caller writes a record of `units` there (a live one, or a dead one that it reports with
    /// [`bury`](Arena::bury)) before anything else happens to the arena.
    ///
    /// # Panics
    /// At 16 GiB of records.
    #[inline]
    pub(super) unsafe fn push<V>(&mut self, units: usize) -> (u32, Record<V>) {
        let last = self.segments.len() - 1;
        let s = &mut self.segments[last];
        if usize::from(s.used) + units > usize::from(s.capacity) {
            self.make_room(units);
        }
        let last = self.segments.len() - 1;
        let s = &mut self.segments[last];
        let at = usize::from(s.used);
        s.used += units as u16;
        s.live += 1;
        self.used += units;
        self.live += units;
        // SAFETY: the units were just taken.
        let record = unsafe { s.record(at) };
        (self.place(last, at), record)
    }

    #[cold]
    fn make_room(&mut self, units: usize) {
        let last = self.segments.len() - 1;
        let s = &mut self.segments[last];
        let need = usize::from(s.used) + units;
        if !s.ptr.is_null() && need <= SEGMENT {
            s.resize(roomy(need));
            self.look_again();
            return;
        }
        assert!(self.segments.len() < MOST_SEGMENTS, "a Dict holds 16 GiB of records at most");
        let room = if self.live == 0 { roomy(units) } else { SEGMENT };
        self.segments.push(Segment::with_room_for(room));
        self.look_again();
        if self.segments[last].live == 0 && !self.sliding {
            self.free_segment(last);
        }
    }

    /// Counts a record that was just marked dead. Frees its segment if it was the last live record there.
    #[inline]
    pub(super) fn bury(&mut self, place: u32, units: usize) {
        let segment = self.segment_of(place);
        self.live -= units;
        let s = &mut self.segments[segment];
        s.live -= 1;
        if s.live == 0 && segment + 1 < self.segments.len() && !self.sliding {
            self.free_segment(segment);
        }
    }

    /// Frees a segment of dead records. Forgets freed segments at the front once they are half of the list.
    #[cold]
    fn free_segment(&mut self, segment: usize) {
        self.set_used(segment, 0);
        self.segments[segment].free();
        if self.segments[0].ptr.is_null() && !self.sliding {
            let gone = self.segments.iter().take_while(|s| s.ptr.is_null()).count();
            if gone >= FORGET.max(self.segments.len() / 2) {
                self.segments.drain(..gone);
                self.base = self.base.wrapping_add(gone as u32);
            }
        }
        self.look_again();
    }

    fn set_used(&mut self, segment: usize, units: usize) {
        let s = &mut self.segments[segment];
        self.used = self.used - usize::from(s.used) + units;
        s.used = units as u16;
    }

    /// Returns the first live record at or after a place, with its place and the place after it. Gives up after `dead`
    /// dead records and returns the position.
    ///
    /// # Safety
    /// A record begins at the place, or it is the end of the records, or it was forgotten or freed.
    #[inline]
    pub(super) unsafe fn next_live<V>(&self, place: u32, mut dead: usize) -> Step<V> {
        let age = self.age(self.clamped(place)) as usize;
        let (mut segment, mut at) = (age / SEGMENT, age % SEGMENT);
        while let Some(s) = self.segments.get(segment) {
            while at < usize::from(s.used) {
                // SAFETY: the first `used` units are records without a gap, and `at` is where one begins.
                let (record, (units, alive)) = unsafe {
                    let record = s.record::<V>(at);
                    (record, record.extent())
                };
                if alive {
                    return Step::Live {
                        record,
                        place: self.place(segment, at),
                        behind: self.place(segment, at + units),
                    };
                }
                at += units;
                if dead == 0 {
                    return Step::Tired(self.place(segment, at));
                }
                dead -= 1;
            }
            segment += 1;
            at = 0;
        }
        Step::End
    }

    /// Returns the place after the record at a place, dead or alive; at the end of a segment, returns the place itself.
    ///
    /// # Safety
    /// A record begins at the place, or it is the end of a segment.
    pub(super) unsafe fn behind<V>(&self, place: u32) -> u32 {
        let age = self.age(place) as usize;
        match self.segments.get(age / SEGMENT) {
            // SAFETY: the caller's promise.
            Some(s) if age % SEGMENT < usize::from(s.used) => unsafe {
                place.wrapping_add(self.record::<V>(place).extent().0 as u32)
            },
            _ => place,
        }
    }

    /// Calls `f` with every live record and its place, oldest first.
    #[inline]
    pub(super) fn each_live<V>(&self, mut see: impl FnMut(Record<V>, u32)) {
        for (segment, s) in self.segments.iter().enumerate() {
            let mut at = 0;
            while at < usize::from(s.used) {
                // SAFETY: the first `used` units are records without a gap, and `at` is where one begins.
                let (record, (units, alive)) = unsafe {
                    let record = s.record::<V>(at);
                    (record, record.extent())
                };
                if alive {
                    see(record, self.place(segment, at));
                }
                at += units;
            }
        }
    }

    /// Returns the place of live record number `n`, counted from the oldest.
    pub(super) fn nth<V>(&self, mut n: usize) -> Option<u32> {
        let segment = self.segments.iter().position(|s| {
            let here = n < usize::from(s.live);
            n -= if here { 0 } else { usize::from(s.live) };
            here
        })?;
        let mut place = self.place(segment, 0);
        loop {
            // SAFETY: a segment begins with a record, and `behind` is where the next one does.
            match unsafe { self.next_live::<V>(place, usize::MAX) } {
                Step::Live { place, .. } if n == 0 => return Some(place),
                Step::Live { behind, .. } => (n, place) = (n - 1, behind),
                Step::Tired(_) | Step::End => return None,
            }
        }
    }

    /// The number of units in use, and of units of live records.
    pub(super) fn units(&self) -> (usize, usize) {
        (self.used, self.live)
    }

    pub(super) fn record_bytes(&self) -> usize {
        self.segments.iter().map(|s| usize::from(s.capacity) * UNIT).sum()
    }

    pub(super) fn list_bytes(&self) -> usize {
        self.segments.capacity() * size_of::<Segment>()
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        for s in &mut self.segments {
            s.free();
        }
    }
}

/// The result of a search for a live record.
pub(super) enum Step<V> {
    /// A live record.
    Live { record: Record<V>, place: u32, behind: u32 },
    /// The search met too many dead records; continue here.
    Tired(u32),
    /// No live record is left.
    End,
}
