//! What finds a record of a large table: tags in groups of sixteen, and a place in the records for each.
//!
//! Groups lie in pages of 64 (5 KiB): first all tags of a page, then all places, so that a lookup that finds nothing
//! reads tags only. A page is what one operation allocates, clears or frees. A key's group and tag come from 32 bits of
//! hash; where a group is full, the search goes on by growing steps, and it ends at the first group with an empty tag.
#![expect(unsafe_code, reason = "the raw layer")]
use super::group::{DELETED, EMPTY, GROUP, Tags, tag_of};
use crate::hash::sip13;
use alloc::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Groups of a full page; an index with fewer has one page of just these.
const PAGE_GROUPS: usize = 64;
/// A group's tags and places.
const GROUP_BYTES: usize = GROUP + GROUP * size_of::<u32>();

/// Tags and places.
pub(super) struct Index {
    /// The page of an index that has one only; null before it is there, and in an index of several.
    page: *mut u8,
    /// Groups less one; groups are a power of two.
    mask: usize,
    /// The pages of an index of several.
    pages: Vec<*mut u8>,
    /// Where set, the index goes by this hash of the key's bytes, not by the one that the caller computes.
    sip: Option<Box<[u64; 2]>>,
    /// Groups of a page.
    page_groups: u32,
    /// Empty slots that may still be filled.
    left: u32,
    /// Empty slots that were filled when none was left to.
    over: u32,
}

/// Where a search ended that found nothing: the first slot that an entry may take, and the groups that were read.
#[derive(Clone, Copy)]
pub(super) struct Vacancy {
    pub(super) slot: usize,
    pub(super) probes: u32,
}

/// See [`Index::glance`].
pub(super) enum Glance {
    /// This slot and place have the right tag; others may have it too.
    Perhaps(usize, u32),
    /// There is no such entry; this slot may take it.
    Absent(usize),
    /// The group is full of others.
    Further,
}

const fn filled(slots: usize) -> usize {
    slots * 13 / 16
}

impl Index {
    /// An index without pages; it must get all of them before it is used.
    pub(super) fn bare(groups: usize, sip: Option<[u64; 2]>) -> Self {
        debug_assert!(groups.is_power_of_two());
        let page_groups = groups.min(PAGE_GROUPS);
        let pages = groups / page_groups;
        Index {
            page: core::ptr::null_mut(),
            mask: groups - 1,
            pages: Vec::with_capacity(if pages > 1 { pages } else { 0 }),
            sip: sip.map(Box::new),
            page_groups: page_groups as u32,
            left: filled(groups * GROUP) as u32,
            over: 0,
        }
    }

    /// An index with all its pages: for few groups.
    pub(super) fn whole(groups: usize, sip: Option<[u64; 2]>) -> Self {
        let mut index = Index::bare(groups, sip);
        while !index.add_page() {}
        index
    }

    /// The fewest groups that take `entries`, and half of these again.
    pub(super) fn groups_for(entries: usize) -> usize {
        let mut groups = 2;
        while filled(groups * GROUP) < entries + entries / 2 {
            groups *= 2;
        }
        groups
    }

    pub(super) fn groups(&self) -> usize {
        self.mask + 1
    }

    pub(super) fn slots(&self) -> usize {
        self.groups() * GROUP
    }

    /// Entries that it may hold before it must grow.
    pub(super) fn fill_limit(&self) -> usize {
        filled(self.slots())
    }

    /// Whether a third of the slots that must stay empty are not. Searches end at an empty tag.
    pub(super) fn is_crowded(&self) -> bool {
        self.over as usize > self.slots() / 16
    }

    pub(super) fn is_keyed(&self) -> bool {
        self.sip.is_some()
    }

    /// Whether it should be rebuilt.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.left == 0
    }

    pub(super) fn sip(&self) -> Option<[u64; 2]> {
        self.sip.as_deref().copied()
    }

    fn page_layout(&self) -> Layout {
        // SAFETY: a page has 5 KiB at most; 16 is a power of two.
        unsafe { Layout::from_size_align_unchecked(self.page_groups as usize * GROUP_BYTES, GROUP) }
    }

    /// Adds an empty page; whether it was the last.
    pub(super) fn add_page(&mut self) -> bool {
        let layout = self.page_layout();
        // SAFETY: the layout is not empty and begins with the page's tags. Places are written before they are read.
        unsafe {
            let page = alloc(layout);
            if page.is_null() {
                handle_alloc_error(layout);
            }
            page.write_bytes(EMPTY, self.page_groups as usize * GROUP);
            if self.mask < PAGE_GROUPS {
                debug_assert!(self.page.is_null());
                self.page = page;
                return true;
            }
            self.pages.push(page);
        }
        self.pages.len() * PAGE_GROUPS == self.groups()
    }

    /// Frees a page; whether there was one left. The index must not be searched any more.
    pub(super) fn drop_page(&mut self) -> bool {
        let layout = self.page_layout();
        let page = self.pages.pop().unwrap_or(core::mem::replace(&mut self.page, core::ptr::null_mut()));
        if page.is_null() {
            return false;
        }
        // SAFETY: the page was allocated with this layout.
        unsafe { dealloc(page, layout) };
        true
    }

    pub(super) fn bytes(&self) -> usize {
        let pages = self.pages.len() + usize::from(!self.page.is_null());
        self.pages.capacity() * size_of::<*mut u8>() + pages * self.page_layout().size()
    }

    #[inline(always)]
    fn page_of(&self, group: usize) -> (*mut u8, usize) {
        debug_assert!(group <= self.mask);
        if self.mask < PAGE_GROUPS {
            return (self.page, group);
        }
        debug_assert!(group / PAGE_GROUPS < self.pages.len());
        // SAFETY: groups are numbered below `mask + 1`, and each lies in one of the pages.
        (unsafe { *self.pages.get_unchecked(group / PAGE_GROUPS) }, group % PAGE_GROUPS)
    }

    #[inline]
    fn tags(&self, group: usize) -> *mut u8 {
        let (page, at) = self.page_of(group);
        page.wrapping_add(at * GROUP)
    }

    /// The places of a page, behind its tags.
    #[inline(always)]
    fn places(&self, page: *mut u8) -> *mut u32 {
        page.wrapping_add(self.page_groups as usize * GROUP).cast()
    }

    #[inline]
    fn place_ptr(&self, slot: usize) -> *mut u32 {
        let (page, at) = self.page_of(slot / GROUP);
        self.places(page).wrapping_add(at * GROUP + slot % GROUP)
    }

    /// The place that a filled slot holds.
    #[inline]
    pub(super) fn place(&self, slot: usize) -> u32 {
        // SAFETY: the slot was filled, so its place was written.
        unsafe { self.place_ptr(slot).read() }
    }

    /// The 32 bits that this index goes by, for a key whose kept hash is `kept`.
    #[inline(always)]
    pub(super) fn hash(&self, kept: u32, bytes: &[u8]) -> u32 {
        match &self.sip {
            None => kept,
            Some(key) => keyed(key, bytes),
        }
    }

    /// Asks for the tags that a search will read first.
    #[inline]
    pub(super) fn prefetch_tags(&self, hash: u32) {
        crate::prefetch::line(self.tags(hash as usize & self.mask));
    }

    /// The places that a search would look at in its first group.
    #[inline]
    pub(super) fn first_places(&self, hash: u32) -> impl Iterator<Item = u32> {
        let group = hash as usize & self.mask;
        // SAFETY: a group has 16 tags.
        let tags = unsafe { Tags::load16(self.tags(group)) };
        tags.equal(tag_of(hash)).map(move |i| self.place(group * GROUP + i))
    }

    /// What the first group says of a hash. Most searches end here, without a loop.
    #[inline(always)]
    pub(super) fn glance(&self, hash: u32) -> Glance {
        let group = hash as usize & self.mask;
        let (page, at) = self.page_of(group);
        // SAFETY: a group has 16 tags.
        let tags = unsafe { Tags::load16(page.wrapping_add(at * GROUP)) };
        if let Some(i) = tags.equal(tag_of(hash)).first() {
            // SAFETY: a slot whose tag matches is filled, so its place was written.
            return Glance::Perhaps(group * GROUP + i, unsafe {
                self.places(page).add(at * GROUP + i).read()
            });
        }
        tags.equal(EMPTY).first().map_or(Glance::Further, |i| Glance::Absent(group * GROUP + i))
    }

    /// The slot whose place `is` the right one, and the place.
    #[inline(always)]
    pub(super) fn lookup(&self, hash: u32, mut is: impl FnMut(u32) -> bool) -> Option<(usize, u32)> {
        let tag = tag_of(hash);
        let mut group = hash as usize & self.mask;
        let mut probes = 0;
        loop {
            let (page, at) = self.page_of(group);
            // SAFETY: a group has 16 tags.
            let tags = unsafe { Tags::load16(page.wrapping_add(at * GROUP)) };
            for i in tags.equal(tag) {
                // SAFETY: a slot whose tag matches is filled, so its place was written.
                let place = unsafe { self.places(page).add(at * GROUP + i).read() };
                if is(place) {
                    return Some((group * GROUP + i, place));
                }
            }
            // An index is never without an empty tag, so the search ends.
            if tags.equal(EMPTY).first().is_some() {
                return None;
            }
            probes += 1;
            group = (group + probes) & self.mask;
        }
    }

    /// As `lookup`; where there is none, the slot that an entry may take.
    #[inline(always)]
    pub(super) fn find(&self, hash: u32, mut is: impl FnMut(u32) -> bool) -> Result<(usize, u32), Vacancy> {
        let tag = tag_of(hash);
        let mut group = hash as usize & self.mask;
        let mut free = None;
        let mut probes = 0;
        loop {
            let (page, at) = self.page_of(group);
            // SAFETY: a group has 16 tags.
            let tags = unsafe { Tags::load16(page.wrapping_add(at * GROUP)) };
            for i in tags.equal(tag) {
                // SAFETY: a slot whose tag matches is filled, so its place was written.
                let place = unsafe { self.places(page).add(at * GROUP + i).read() };
                if is(place) {
                    return Ok((group * GROUP + i, place));
                }
            }
            probes += 1;
            let empty = tags.equal(EMPTY).first();
            // An index is never without an empty tag, so the search ends. A group with an empty tag never was full, and so
            // has no deleted one.
            if let Some(i) = empty {
                return Err(Vacancy { slot: free.unwrap_or(group * GROUP + i), probes });
            }
            if free.is_none() {
                free = tags.equal(DELETED).first().map(|i| group * GROUP + i);
            }
            group = (group + probes as usize) & self.mask;
        }
    }

    /// Fills a slot that a search gave.
    #[inline]
    pub(super) fn fill(&mut self, slot: usize, hash: u32, place: u32) {
        // SAFETY: the slot lies within its page.
        unsafe {
            let tag = self.tags(slot / GROUP).add(slot % GROUP);
            if *tag == EMPTY {
                if self.left == 0 {
                    self.over += 1;
                } else {
                    self.left -= 1;
                }
            }
            *tag = tag_of(hash);
            self.place_ptr(slot).write(place);
        }
    }

    /// Fills a slot for a record that is not in the index. Gives the groups that were read.
    #[inline]
    pub(super) fn add(&mut self, hash: u32, place: u32) -> u32 {
        let mut group = hash as usize & self.mask;
        let mut probes = 1;
        loop {
            // SAFETY: a group has 16 tags.
            let tags = unsafe { Tags::load16(self.tags(group)) };
            if let Some(i) = tags.equal(EMPTY).first() {
                self.fill(group * GROUP + i, hash, place);
                return probes;
            }
            group = (group + probes as usize) & self.mask;
            probes += 1;
        }
    }

    /// Empties a slot.
    #[inline]
    pub(super) fn erase(&mut self, slot: usize) {
        let tags = self.tags(slot / GROUP);
        // SAFETY: a group has 16 tags. One that still has an empty tag never was full, so no search ever went past it.
        unsafe {
            if Tags::load16(tags).equal(EMPTY).first().is_some() {
                *tags.add(slot % GROUP) = EMPTY;
                if self.over == 0 {
                    self.left += 1;
                } else {
                    self.over -= 1;
                }
            } else {
                *tags.add(slot % GROUP) = DELETED;
            }
        }
    }

    /// Says that a record moved.
    #[inline]
    pub(super) fn moved(&mut self, hash: u32, from: u32, to: u32) {
        if let Some((slot, _)) = self.lookup(hash, |place| place == from) {
            // SAFETY: the slot lies within its page.
            unsafe { self.place_ptr(slot).write(to) }
        }
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
