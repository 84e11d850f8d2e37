//! The index of a large table: tags, each with the place of a record.
//!
//! Slots are in pages of 1024 (5 KiB): first the places of a page in reverse order, then its tags, so that an
//! unsuccessful lookup reads only tags. Memory is allocated, cleared and freed page by page. 32 bits of hash determine
//! a key's slot and tag. A search reads windows of sixteen tags; the first begins exactly at the key's slot. With
//! groups at fixed borders, a fifth of them would be full in a nearly full table; this way it is one in thirty. Steps
//! between windows grow, and the search ends at the first window with an empty tag. A window does not leave its page:
//! the first sixteen tags are repeated after the last.
#![expect(unsafe_code, reason = "the raw layer")]
mod search;

pub(super) use search::{Glance, Vacancy};

use super::group::{EMPTY, GROUP, Tags};
use crate::hash::sip13;
use alloc::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The number of slots of a full page. A smaller index has a single page of its own size.
const PAGE_SLOTS: usize = 1024;

/// An index with more slots (1.25 MB) does not fit into a processor's private caches.
const FAR_SLOTS: usize = 1 << 18;

/// The index: tags and places.
#[repr(C)]
pub(super) struct Index {
    /// The page of an index with a single page; null before it exists, and if there are several. Pages are identified
    /// by the address of their first tag.
    page: *mut u8,
    /// The number of slots minus one; the next field is the same for a page. The numbers of slots are powers of two, at
    /// least sixteen.
    mask: u32,
    page_mask: u32,
    /// The pages of an index with several pages.
    pages: Vec<*mut u8>,
    /// If set, the index uses this keyed hash of the key's bytes instead of the caller's hash.
    sip: Option<Box<[u64; 2]>>,
    /// The number of empty slots that may still be filled.
    left: u32,
    /// The number of empty slots that were filled beyond that limit.
    over: u32,
}

/// A slot of an index: a page and a number within it. Valid while the index keeps its pages.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    page: *mut u8,
    at: usize,
}

impl Slot {
    /// Returns the tags of this slot and the fifteen after it; the last tag of a page is followed by its first ones.
    #[inline(always)]
    fn window(self) -> Tags {
        // SAFETY: sixteen tags can be read from each slot of a page on.
        unsafe { Tags::load16(self.page.wrapping_add(self.at)) }
    }

    #[inline(always)]
    fn place_ptr(self) -> *mut u32 {
        self.page.cast::<u32>().wrapping_sub(self.at + 1)
    }

    /// Returns the place in a slot that has the tag of an entry.
    #[inline(always)]
    fn place(self) -> u32 {
        // SAFETY: a slot with the tag of an entry was filled, so its place was written.
        unsafe { self.place_ptr().read() }
    }
}

const fn filled(slots: usize) -> usize {
    slots * 13 / 16
}

impl Index {
    /// Creates an index without pages; all of them must be added before use.
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

    /// Creates an index with all its pages, for few groups.
    pub(super) fn whole(groups: usize, sip: Option<[u64; 2]>) -> Self {
        let mut index = Index::bare(groups, sip);
        while !index.add_page() {}
        index
    }

    /// Returns the smallest number of groups for 1.5 times `entries`.
    pub(super) fn groups_for(entries: usize) -> usize {
        let mut groups = 2;
        while filled(groups * GROUP) < entries + entries / 2 {
            groups *= 2;
        }
        groups
    }

    /// The number of slots divided by sixteen.
    pub(super) fn groups(&self) -> usize {
        self.slots() / GROUP
    }

    #[inline]
    pub(super) fn slots(&self) -> usize {
        self.mask as usize + 1
    }

    /// The number of entries that the index may hold before it must grow.
    #[inline]
    pub(super) fn fill_limit(&self) -> usize {
        filled(self.slots())
    }

    /// Whether a third of the slots reserved as empty are used. Searches end at an empty tag.
    pub(super) fn is_crowded(&self) -> bool {
        self.over as usize > self.slots() / 16
    }

    pub(super) fn is_keyed(&self) -> bool {
        self.sip.is_some()
    }

    /// Whether the index should be rebuilt.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.left == 0
    }

    pub(super) fn sip(&self) -> Option<[u64; 2]> {
        self.sip.as_deref().copied()
    }

    /// The size of a page's places in bytes; the tags come after them.
    fn places_bytes(&self) -> usize {
        (self.page_mask as usize + 1) * size_of::<u32>()
    }

    /// The size of a page's tags in bytes, including the repeated first ones.
    fn tags_bytes(&self) -> usize {
        self.page_mask as usize + 1 + GROUP
    }

    fn page_layout(&self) -> Layout {
        // SAFETY: a page has some 5 KiB at most; 16 is a power of two.
        unsafe { Layout::from_size_align_unchecked(self.places_bytes() + self.tags_bytes(), GROUP) }
    }

    /// Adds an empty page; returns true if it was the last one.
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

    /// Frees a page; returns false if none was left. The index must not be searched any more.
    pub(super) fn drop_page(&mut self) -> bool {
        let page = self.pages.pop().unwrap_or(core::mem::replace(&mut self.page, core::ptr::null_mut()));
        if page.is_null() {
            return false;
        }
        // SAFETY: the page was allocated with this layout, and its tags begin after its places.
        unsafe { dealloc(page.sub(self.places_bytes()), self.page_layout()) };
        true
    }

    pub(super) fn bytes(&self) -> usize {
        let pages = self.pages.len() + usize::from(!self.page.is_null());
        self.pages.capacity() * size_of::<*mut u8>() + pages * self.page_layout().size()
    }

    /// Returns the slot with a number below `mask + 1`.
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

    /// Returns the slot at which a search begins.
    #[inline(always)]
    fn first_slot(&self, hash: u32) -> Slot {
        self.slot((hash & self.mask) as usize)
    }

    /// Returns the slot of tag `i` of a window.
    #[inline(always)]
    fn within(&self, window: Slot, i: usize) -> Slot {
        Slot { page: window.page, at: window.at.wrapping_add(i) & self.page_mask as usize }
    }

    /// Returns the 32 bits that this index uses for a key with the stored hash `kept`.
    #[inline(always)]
    pub(super) fn hash(&self, kept: u32, bytes: &[u8]) -> u32 {
        match &self.sip {
            None => kept,
            Some(key) => keyed(key, bytes),
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
