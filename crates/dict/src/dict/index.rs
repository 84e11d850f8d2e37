//! The index of a large table: tags, each with the place of a record.
//!
//! Slots lie in pages of 1024 (5 KiB): first the places of a page in reverse order, then its tags, so that an
//! unsuccessful lookup reads tags only. A page is the unit that one operation allocates, clears or frees. 32 bits of
//! hash give a key's slot and tag. A search reads windows of sixteen tags; the first begins exactly at the key's slot.
//! With groups at fixed borders a fifth of them would be full in a nearly full table; this way it is one in thirty.
//! Steps between windows grow, and the search ends at the first window with an empty tag. A window does not leave its
//! page: the first sixteen tags are repeated after the last.
#![expect(unsafe_code, reason = "the raw layer")]
use super::group::{DELETED, EMPTY, GROUP, Tags, tag_of};
use crate::hash::sip13;
use alloc::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Slots of a full page. A smaller index has one page of its own size.
const PAGE_SLOTS: usize = 1024;

/// An index with more slots (1.25 MB) does not fit into a processor's private caches.
const FAR_SLOTS: usize = 1 << 18;

/// The index: tags and places.
#[repr(C)]
pub(super) struct Index {
    /// The page of an index with only one; null before it exists and if there are several. Pages are identified by the
    /// address of their first tag.
    page: *mut u8,
    /// Number of slots minus one, and the same for a page. The numbers are powers of two, at least sixteen.
    mask: u32,
    page_mask: u32,
    /// The pages of an index with several.
    pages: Vec<*mut u8>,
    /// If set, the index uses this hash of the key's bytes instead of the caller's.
    sip: Option<Box<[u64; 2]>>,
    /// Empty slots that may still be filled.
    left: u32,
    /// Empty slots filled beyond that limit.
    over: u32,
}

/// A slot of an index: a page and a number within it. Valid while the index keeps its pages.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    page: *mut u8,
    at: usize,
}

impl Slot {
    /// The tags of this slot and the fifteen after it; the first of a page follow its last.
    #[inline(always)]
    fn window(self) -> Tags {
        // SAFETY: sixteen tags can be read from each slot of a page on.
        unsafe { Tags::load16(self.page.wrapping_add(self.at)) }
    }

    #[inline(always)]
    fn place_ptr(self) -> *mut u32 {
        self.page.cast::<u32>().wrapping_sub(self.at + 1)
    }

    /// The place in a slot that has the tag of an entry.
    #[inline(always)]
    fn place(self) -> u32 {
        // SAFETY: a slot with the tag of an entry was filled, so its place was written.
        unsafe { self.place_ptr().read() }
    }
}

/// The end of an unsuccessful search: the first slot that a new entry may take, and the number of windows read.
#[derive(Clone, Copy)]
pub(super) struct Vacancy {
    pub(super) slot: Slot,
    pub(super) probes: u32,
}

/// See [`Index::glance`].
pub(super) enum Glance {
    /// The slot and place of a matching tag; there may be more matches.
    Perhaps(Slot, u32),
    /// No such entry exists; a new one may take this slot.
    Absent(Slot),
    /// The window has neither a match nor an empty tag.
    Further,
}

const fn filled(slots: usize) -> usize {
    slots * 13 / 16
}

impl Index {
    /// An index without pages; all of them must be added before use.
    pub(super) fn bare(groups: usize, sip: Option<[u64; 2]>) -> Self {
        debug_assert!(groups.is_power_of_two());
        let slots = groups * GROUP;
        let page_slots = slots.min(PAGE_SLOTS);
        let pages = slots / page_slots;
        Index {
            page: core::ptr::null_mut(),
            mask: (slots - 1) as u32,
            page_mask: (page_slots - 1) as u32,
            pages: Vec::with_capacity(if pages > 1 { pages } else { 0 }),
            sip: sip.map(Box::new),
            left: filled(slots) as u32,
            over: 0,
        }
    }

    /// An index with all its pages, for few groups.
    pub(super) fn whole(groups: usize, sip: Option<[u64; 2]>) -> Self {
        let mut index = Index::bare(groups, sip);
        while !index.add_page() {}
        index
    }

    /// The smallest number of groups for 1.5 times `entries`.
    pub(super) fn groups_for(entries: usize) -> usize {
        let mut groups = 2;
        while filled(groups * GROUP) < entries + entries / 2 {
            groups *= 2;
        }
        groups
    }

    /// Number of slots divided by sixteen.
    pub(super) fn groups(&self) -> usize {
        self.slots() / GROUP
    }

    #[inline]
    pub(super) fn slots(&self) -> usize {
        self.mask as usize + 1
    }

    /// Number of entries it may hold before it must grow.
    #[inline]
    pub(super) fn fill_limit(&self) -> usize {
        filled(self.slots())
    }

    /// True if a third of the slots reserved as empty are used. Searches end at an empty tag.
    pub(super) fn is_crowded(&self) -> bool {
        self.over as usize > self.slots() / 16
    }

    pub(super) fn is_keyed(&self) -> bool {
        self.sip.is_some()
    }

    /// True if the index should be rebuilt.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.left == 0
    }

    pub(super) fn sip(&self) -> Option<[u64; 2]> {
        self.sip.as_deref().copied()
    }

    /// Size of a page's places in bytes; the tags come after them.
    fn places_bytes(&self) -> usize {
        (self.page_mask as usize + 1) * size_of::<u32>()
    }

    /// Size of a page's tags, including the repeated first ones.
    fn tags_bytes(&self) -> usize {
        self.page_mask as usize + 1 + GROUP
    }

    fn page_layout(&self) -> Layout {
        // SAFETY: a page has some 5 KiB at most; 16 is a power of two.
        unsafe { Layout::from_size_align_unchecked(self.places_bytes() + self.tags_bytes(), GROUP) }
    }

    /// Adds an empty page; true if it was the last one.
    pub(super) fn add_page(&mut self) -> bool {
        let layout = self.page_layout();
        // SAFETY: the layout is not empty and ends with the page's tags. Places are written before they are read.
        unsafe {
            let page = alloc(layout);
            if page.is_null() {
                handle_alloc_error(layout);
            }
            let page = page.add(self.places_bytes());
            page.write_bytes(EMPTY, self.tags_bytes());
            if self.slots() <= PAGE_SLOTS {
                debug_assert!(self.page.is_null());
                self.page = page;
                return true;
            }
            self.pages.push(page);
        }
        self.pages.len() * PAGE_SLOTS == self.slots()
    }

    /// Frees a page; false if none was left. The index must not be searched any more.
    pub(super) fn drop_page(&mut self) -> bool {
        let page = self.pages.pop().unwrap_or(core::mem::replace(&mut self.page, core::ptr::null_mut()));
        if page.is_null() {
            return false;
        }
        // SAFETY: the page was allocated with this layout, and its tags begin behind its places.
        unsafe { dealloc(page.sub(self.places_bytes()), self.page_layout()) };
        true
    }

    pub(super) fn bytes(&self) -> usize {
        let pages = self.pages.len() + usize::from(!self.page.is_null());
        self.pages.capacity() * size_of::<*mut u8>() + pages * self.page_layout().size()
    }

    /// The slot of a number below `mask + 1`.
    #[inline(always)]
    fn slot(&self, number: usize) -> Slot {
        debug_assert!(number < self.slots());
        if (self.mask as usize) < PAGE_SLOTS {
            return Slot { page: self.page, at: number };
        }
        debug_assert!(number / PAGE_SLOTS < self.pages.len());
        // SAFETY: slots are numbered below `mask + 1`, and each lies in one of the pages.
        let page = unsafe { *self.pages.get_unchecked(number / PAGE_SLOTS) };
        Slot { page, at: number % PAGE_SLOTS }
    }

    /// The slot where a search begins.
    #[inline(always)]
    fn first_slot(&self, hash: u32) -> Slot {
        self.slot((hash & self.mask) as usize)
    }

    /// The slot of the tag `i` of a window.
    #[inline(always)]
    fn within(&self, window: Slot, i: usize) -> Slot {
        Slot { page: window.page, at: window.at.wrapping_add(i) & self.page_mask as usize }
    }

    /// The 32 bits that this index uses for a key with the stored hash `kept`.
    #[inline(always)]
    pub(super) fn hash(&self, kept: u32, bytes: &[u8]) -> u32 {
        match &self.sip {
            None => kept,
            Some(key) => keyed(key, bytes),
        }
    }

    /// Prefetches the tags that a search reads first.
    #[inline]
    pub(super) fn prefetch_tags(&self, hash: u32) {
        let first = self.first_slot(hash);
        crate::prefetch::line(first.page.wrapping_add(first.at));
    }

    /// The places of the matches in a search's first window.
    #[inline]
    pub(super) fn first_places(&self, hash: u32) -> impl Iterator<Item = u32> {
        let first = self.first_slot(hash);
        first.window().equal(tag_of(hash)).map(move |i| self.within(first, i).place())
    }

    /// Searches the first window for a hash. Most searches end here, without a loop.
    #[inline(always)]
    pub(super) fn glance(&self, hash: u32) -> Glance {
        let first = self.first_slot(hash);
        if self.mask as usize >= FAR_SLOTS {
            // Loads the place in parallel with the tags, not after them.
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

    /// The slot and place for which `is` returns true.
    #[inline(always)]
    pub(super) fn lookup(&self, hash: u32, is: impl FnMut(u32) -> bool) -> Option<(Slot, u32)> {
        self.find(hash, is).ok()
    }

    /// As `lookup`; if not found, the slot that a new entry may take.
    #[inline(always)]
    pub(super) fn find(&self, hash: u32, mut is: impl FnMut(u32) -> bool) -> Result<(Slot, u32), Vacancy> {
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
        // SAFETY: both tags lie in the page: the first sixteen stand again behind the last, of others it is the same tag.
        unsafe {
            let was = slot.page.add(slot.at).replace(tag);
            *slot.page.add(again) = tag;
            was
        }
    }

    /// Fills a slot that a search returned.
    #[inline]
    pub(super) fn fill(&mut self, slot: Slot, hash: u32, place: u32) {
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
    pub(super) fn add(&mut self, hash: u32, place: u32) {
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
    pub(super) fn erase(&mut self, slot: Slot) {
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
    pub(super) fn moved(&mut self, hash: u32, from: u32, to: u32) {
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

#[cold]
#[inline(never)]
fn keyed(key: &[u64; 2], bytes: &[u8]) -> u32 {
    sip13(*key, bytes) as u32
}

impl Drop for Index {
    fn drop(&mut self) {
        while self.drop_page() {}
    }
}
