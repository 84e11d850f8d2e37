//! Compacts the live records of an arena, a few at a time.
use super::super::record::Record;
use super::{Arena, SEGMENT, Segment, roomy};

/// The number of live records moved per step of compaction.
const SLIDES: usize = 8;

/// The progress of compaction: the read and the write position.
pub(in crate::dict) struct Slide {
    read: (usize, usize),
    write: (usize, usize),
}

/// A notification about compaction.
pub(in crate::dict) enum Moving<V> {
    /// This record is about to move, or to stay.
    Soon(Record<V>),
    /// This record moved from one place to another.
    Done { record: Record<V>, from: u32, to: u32 },
}

impl Arena {
    /// Begins compaction.
    pub(in crate::dict) fn begin_slide(&mut self) -> Slide {
        self.sliding = true;
        Slide { read: (0, 0), write: (0, 0) }
    }

    /// Compacts all live records at once, for few segments.
    pub(in crate::dict) fn pack<V>(&mut self) {
        let mut slide = self.begin_slide();
        while !self.slide_on::<V>(&mut slide, usize::MAX, |_| ()) {}
    }

    /// Moves a few live records towards the front, skipping at most `scan` dead ones. Calls `hear` with the records
    /// about to move, so that their index entries can be prefetched together, then with each record that moved. Returns
    /// true when compaction is complete.
    ///
    /// Between calls, as always, the first `used` units of every segment are records without a gap: the part that was
    /// read but not overwritten is one dead record.
    pub(in crate::dict) fn slide_on<V>(
        &mut self,
        slide: &mut Slide,
        mut scan: usize,
        mut hear: impl FnMut(Moving<V>),
    ) -> bool {
        let mut batch = [(0, 0, 0); SLIDES];
        let mut n = 0;
        let (mut segment, mut at) = slide.read;
        let over = loop {
            let Some(s) = self.segments.get(segment) else { break true };
            while n < SLIDES && scan > 0 && at < usize::from(s.used) {
                // SAFETY: the first `used` units are records without a gap, and `at` is where one begins.
                let (record, (units, alive)) = unsafe {
                    let record = s.record::<V>(at);
                    (record, record.extent())
                };
                if alive {
                    hear(Moving::Soon(record));
                    batch[n] = (segment, at, units);
                    n += 1;
                } else {
                    scan -= 1;
                }
                at += units;
            }
            if n == SLIDES || scan == 0 {
                break false;
            }
            (segment, at) = (segment + 1, 0);
        };
        for &(segment, at, units) in &batch[..n] {
            self.leave(slide, segment);
            self.make_way(slide, units);
            let (to_segment, to_at) = slide.write;
            slide.write.1 += units;
            if (segment, at) == (to_segment, to_at) {
                continue;
            }
            // SAFETY: packing the same records in order never needs a place after their previous one, so the target
            // holds only records that were read already, or this record itself; `make_way` made sure that it fits.
            let to = unsafe {
                let from = self.segments[segment].record::<V>(at);
                let to = self.segments[to_segment].record::<V>(to_at);
                core::ptr::copy(from.ptr().cast::<u64>(), to.ptr().cast::<u64>(), units);
                to
            };
            self.segments[segment].live -= 1;
            self.segments[to_segment].live += 1;
            let (from, place) = (self.place(segment, at), self.place(to_segment, to_at));
            hear(Moving::Done { record: to, from, to: place });
        }
        self.leave(slide, segment);
        if over {
            // End in the same call in which the last segment ended: a push between the two would be lost.
            self.end_slide(slide);
            return true;
        }
        slide.read.1 = at;
        self.close_gap::<V>(slide);
        false
    }

    /// Continues with another segment: the segments that were read are truncated at the write position, or freed.
    fn leave(&mut self, slide: &mut Slide, segment: usize) {
        while slide.read.0 < segment {
            let (left, (to_segment, to_at)) = (slide.read.0, slide.write);
            if to_segment == left {
                self.set_used(left, to_at);
            } else {
                self.free_segment(left);
            }
            slide.read = (left + 1, 0);
        }
    }

    /// Moves the write position to a place with room for `units`.
    fn make_way(&mut self, slide: &mut Slide, units: usize) {
        loop {
            let (segment, at) = slide.write;
            let s = &mut self.segments[segment];
            if s.ptr.is_null() {
                *s = Segment::with_room_for(SEGMENT);
                self.look_again();
                continue;
            }
            if at + units <= usize::from(s.capacity) {
                return;
            }
            self.set_used(segment, at);
            slide.write = (segment + 1, 0);
        }
    }

    /// Turns the part that was read but not overwritten into one dead record.
    fn close_gap<V>(&mut self, slide: &Slide) {
        let ((segment, at), (to_segment, to_at)) = (slide.read, slide.write);
        let mut from = to_at;
        if to_segment < segment {
            self.set_used(to_segment, to_at);
            from = 0;
        }
        let Some(s) = self.segments.get(segment) else { return };
        if from < at {
            // SAFETY: everything between the two positions was read, and moved away or dead.
            unsafe { s.record::<V>(from).write_dead(at - from) };
        }
    }

    /// Aborts compaction. The records are valid between two calls of [`slide_on`](Arena::slide_on).
    pub(in crate::dict) fn stop_slide(&mut self) {
        self.sliding = false;
    }

    fn end_slide(&mut self, slide: &Slide) {
        self.sliding = false;
        let (segment, at) = slide.write;
        let s = &mut self.segments[segment];
        if s.ptr.is_null() {
            *s = Segment::with_room_for(1);
        }
        self.set_used(segment, at);
        self.segments.truncate(segment + 1);
        self.segments.shrink_to(segment + segment / 4 + 1);
        if segment == 0 {
            self.segments[0].resize(roomy(at));
        }
        self.look_again();
    }
}
