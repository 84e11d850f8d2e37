//! Walks over a clustered table that changes. Entries move, so each walk remembers which of them crossed its position.
use super::ClusteredDict;
use crate::{Key, StoredKey};
use alloc::vec::Vec;

/// One walk.
pub(super) struct Walk {
    id: u64,
    /// The next slot, or the next entry in insertion order.
    next: usize,
    /// Entries that moved into the part already walked before they were visited.
    behind: Vec<StoredKey>,
    /// Visited entries that moved into the part still to walk.
    seen: Vec<StoredKey>,
}

impl Walk {
    pub(super) fn new(id: u64) -> Self {
        Walk { id, next: 0, behind: Vec::new(), seen: Vec::new() }
    }

    /// Records that entry number `i` of an ordered table was removed.
    pub(super) fn moved_up(&mut self, i: usize) {
        self.next -= usize::from(i < self.next);
    }
}

/// Removes a key from a list; returns whether it was there.
fn forget(list: &mut Vec<StoredKey>, hash: u32, bytes: &[u8]) -> bool {
    let before = list.len();
    list.retain(|k| !k.is(hash, bytes));
    list.len() < before
}

impl<V> ClusteredDict<V> {
    /// Updates walks after an entry was put at `at` and entries moved up to `last`.
    ///
    /// (Zeek mistakes the entry that moved last for the new one here, so its walks may visit that entry twice and the
    /// new one never. Scripts cannot add entries during such a walk, so the difference is not observable.)
    pub(super) fn inserted_under_walks(&mut self, hash: u32, bytes: &[u8], at: usize, last: usize) {
        if !self.is_walked() || self.order.is_some() {
            return;
        }
        let mut walks = self.walks.take();
        for w in walks.iter_mut().flat_map(|w| &mut w.under_way) {
            if at < w.next {
                w.behind.push(StoredKey::new(Key::new(bytes, hash.into())));
                if w.next <= last {
                    // The head of the cluster across the walk's position moved to its end: from visited to unvisited
                    // slots.
                    let crossed = &self.slots[self.tail(w.next)];
                    let crossed = StoredKey::new(Key::new(crossed.bytes(), crossed.hash().into()));
                    if !forget(&mut w.behind, crossed.hash(), crossed.bytes()) {
                        w.seen.push(crossed);
                    }
                }
            }
        }
        self.walks = walks;
    }

    /// Updates walks after the entry at `at` was removed and entries moved down from slots up to `last`.
    pub(super) fn removed_under_walks(&mut self, hash: u32, bytes: &[u8], at: usize, last: usize) {
        if !self.is_walked() || self.order.is_some() {
            return;
        }
        let mut walks = self.walks.take();
        for w in walks.iter_mut().flat_map(|w| &mut w.under_way) {
            forget(&mut w.behind, hash, bytes);
            forget(&mut w.seen, hash, bytes);
            if at < w.next && w.next <= last {
                // An unvisited entry fills a hole in the visited part.
                let crossed = &self.slots[self.head(w.next - 1).max(at)];
                let crossed = StoredKey::new(Key::new(crossed.bytes(), crossed.hash().into()));
                if !forget(&mut w.seen, crossed.hash(), crossed.bytes()) {
                    w.behind.push(crossed);
                }
            }
        }
        self.walks = walks;
    }

    /// Returns the slot of a walk's next entry.
    pub(super) fn walk_on(&mut self, id: u64) -> Option<usize> {
        let mut walks = self.walks.take();
        let at = walks
            .as_mut()
            .and_then(|w| w.under_way.iter_mut().find(|w| w.id == id))
            .and_then(|w| self.step(w));
        self.walks = walks;
        at
    }

    fn step(&self, w: &mut Walk) -> Option<usize> {
        if let Some(order) = &self.order {
            let k = order.get(w.next)?;
            w.next += 1;
            return self.find(k.hash(), k.bytes()).ok().map(|(at, _)| at);
        }
        if let Some(k) = w.behind.pop() {
            return self.find(k.hash(), k.bytes()).ok().map(|(at, _)| at);
        }
        loop {
            let at = self.taken_from(w.next);
            let slot = self.slots.get(at)?;
            w.next = at + 1;
            if !forget(&mut w.seen, slot.hash(), slot.bytes()) {
                return Some(at);
            }
        }
    }

    /// Ends a walk. The last one to end drops everything that is kept for walks.
    pub(super) fn end_walk(&mut self, id: u64) {
        if let Some(walks) = &mut self.walks {
            walks.under_way.retain(|w| w.id != id);
        }
    }
}
