//! Searching the index, and filling and emptying the slots that a search finds.
#![expect(unsafe_code, reason = "the raw layer")]
use super::{FAR_SLOTS, Index, Slot};
use crate::dict::group::{DELETED, EMPTY, GROUP, tag_of};

/// The end of an unsuccessful search: the first slot that a new entry may take, and the number of windows read.
#[derive(Clone, Copy)]
pub(in crate::dict) struct Vacancy {
    pub(in crate::dict) slot: Slot,
    pub(in crate::dict) probes: u32,
}

/// The result of [`Index::glance`].
pub(in crate::dict) enum Glance {
    /// The slot and place of a matching tag; there may be more matches.
    Perhaps(Slot, u32),
    /// No such entry exists; a new one may take this slot.
    Absent(Slot),
    /// The window has neither a match nor an empty tag.
    Further,
}

impl Index {
    /// Prefetches the tags that a search reads first.
    #[inline]
    pub(in crate::dict) fn prefetch_tags(&self, hash: u32) {
        let first = self.first_slot(hash);
        crate::prefetch::line(first.page.wrapping_add(first.at));
    }

    /// Returns the places of the matches in a search's first window.
    #[inline]
    pub(in crate::dict) fn first_places(&self, hash: u32) -> impl Iterator<Item = u32> {
        let first = self.first_slot(hash);
        first.window().equal(tag_of(hash)).map(move |i| self.within(first, i).place())
    }

    /// Searches the first window for a hash. Most searches end here, without a loop.
    #[inline(always)]
    pub(in crate::dict) fn glance(&self, hash: u32) -> Glance {
        let first = self.first_slot(hash);
        if self.mask as usize >= FAR_SLOTS {
            // Load the place in parallel with the tags, not after them.
            crate::prefetch::line(first.place_ptr().cast());
        }
        let tags = first.window();
        if let Some(i) = tags.equal(tag_of(hash)).first() {
            let slot = self.within(first, i);
            return Glance::Perhaps(slot, slot.place());
        }
        if tags.equal(EMPTY).first().is_none() {
            return Glance::Further;
        }
        Glance::Absent(self.within(first, tags.free().none_before()))
    }

    /// Returns the slot and place for which `is` returns true.
    #[inline(always)]
    pub(in crate::dict) fn lookup(&self, hash: u32, is: impl FnMut(u32) -> bool) -> Option<(Slot, u32)> {
        self.find(hash, is).ok()
    }

    /// Like `lookup`; if there is none, returns the slot for a new entry.
    #[inline(always)]
    pub(in crate::dict) fn find(
        &self,
        hash: u32,
        mut is: impl FnMut(u32) -> bool,
    ) -> Result<(Slot, u32), Vacancy> {
        let tag = tag_of(hash);
        let mut walk = Walk::new(hash);
        let mut free = None;
        loop {
            let window = walk.next(self);
            let tags = window.window();
            for i in tags.equal(tag) {
                let slot = self.within(window, i);
                let place = slot.place();
                if is(place) {
                    return Ok((slot, place));
                }
            }
            free = free.or_else(|| tags.free().first().map(|i| self.within(window, i)));
            // An index always has an empty tag, and a search visits all tags, so it ends.
            if let (Some(slot), Some(_)) = (free, tags.equal(EMPTY).first()) {
                return Err(Vacancy { slot, probes: walk.probes });
            }
        }
    }

    /// Writes a tag and returns the old one.
    #[inline]
    fn set_tag(&mut self, slot: Slot, tag: u8) -> u8 {
        let again = (slot.at.wrapping_sub(GROUP) & self.page_mask as usize) + GROUP;
        // SAFETY: both tags lie in the page: the first sixteen are repeated after the last; for other tags both are the
        // same.
        unsafe {
            let was = slot.page.add(slot.at).replace(tag);
            *slot.page.add(again) = tag;
            was
        }
    }

    /// Fills a slot that a search returned.
    #[inline]
    pub(in crate::dict) fn fill(&mut self, slot: Slot, hash: u32, place: u32) {
        if self.set_tag(slot, tag_of(hash)) == EMPTY {
            if self.left == 0 {
                self.over += 1;
            } else {
                self.left -= 1;
            }
        }
        // SAFETY: the slot lies within its page.
        unsafe { slot.place_ptr().write(place) }
    }

    /// Fills a slot for a record that is not in the index yet.
    #[inline]
    pub(in crate::dict) fn add(&mut self, hash: u32, place: u32) {
        let mut walk = Walk::new(hash);
        loop {
            let window = walk.next(self);
            if let Some(i) = window.window().free().first() {
                return self.fill(self.within(window, i), hash, place);
            }
        }
    }

    /// Empties a slot.
    #[inline]
    pub(in crate::dict) fn erase(&mut self, slot: Slot) {
        let before = self.within(slot, GROUP.wrapping_neg()).window().equal(EMPTY).none_behind();
        let behind = slot.window().equal(EMPTY).none_before();
        // If every window with this slot contains an empty tag, no search ever continued past it.
        let never_passed = before + behind < GROUP;
        self.set_tag(slot, if never_passed { EMPTY } else { DELETED });
        if self.over == 0 {
            self.left += u32::from(never_passed);
        } else {
            self.over -= u32::from(never_passed);
        }
    }

    /// Records that an entry's record moved.
    #[inline]
    pub(in crate::dict) fn moved(&mut self, hash: u32, from: u32, to: u32) {
        if let Some((slot, _)) = self.lookup(hash, |place| place == from) {
            // SAFETY: the slot lies within its page.
            unsafe { slot.place_ptr().write(to) }
        }
    }
}

/// The windows of a search. The steps between them grow by sixteen, so the search visits every position with the same
/// remainder modulo sixteen as the first. Together these windows cover all slots.
struct Walk {
    number: usize,
    probes: u32,
}

impl Walk {
    #[inline(always)]
    fn new(hash: u32) -> Self {
        Walk { number: hash as usize, probes: 0 }
    }

    #[inline(always)]
    fn next(&mut self, index: &Index) -> Slot {
        self.number = self.number.wrapping_add(self.probes as usize * GROUP) & index.mask as usize;
        self.probes += 1;
        index.slot(self.number)
    }
}
