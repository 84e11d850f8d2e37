//! Walks over a clustered table that changes: entries move, so a walk remembers which ones moved across where it stands.
use super::ClusteredDict;
use crate::{Key, StoredKey};
use alloc::vec::Vec;

/// One walk.
pub(super) struct Walk {
    id: u64,
    /// The next slot, or entry in order.
    next: usize,
    /// Entries that came to lie behind the walk's back before it saw them.
    behind: Vec<StoredKey>,
    /// Entries that it has seen and that came to lie before it.
    seen: Vec<StoredKey>,
}

impl Walk {
    pub(super) fn new(id: u64) -> Self {
        Walk { id, next: 0, behind: Vec::new(), seen: Vec::new() }
    }

    /// Entry number `i` of an ordered table went.
    pub(super) fn moved_up(&mut self, i: usize) {
        self.next -= usize::from(i < self.next);
    }
}

/// Takes a key out of a list; whether it was there.
fn forget(list: &mut Vec<StoredKey>, hash: u32, bytes: &[u8]) -> bool {
    let before = list.len();
    list.retain(|k| !k.is(hash, bytes));
    list.len() < before
}

impl<V> ClusteredDict<V> {
    /// An entry was put at `at`, and entries moved up to `last`.
    ///
    /// (Zeek takes the entry that moved last for the new one here, so that its walks may show that one twice and the new
    /// one never. No script can add entries under such a walk, so the difference cannot be seen.)
    pub(super) fn inserted_under_walks(&mut self, hash: u32, bytes: &[u8], at: usize, last: usize) {
        if !self.is_walked() || self.order.is_some() {
            return;
        }
        let mut walks = self.walks.take();
        for w in walks.iter_mut().flat_map(|w| &mut w.under_way) {
            if at < w.next {
                w.behind.push(StoredKey::new(Key::new(bytes, hash.into())));
                if w.next <= last {
                    // The cluster across the walk's place had its head moved to its end: from seen to unseen slots.
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

    /// The entry at `at` was taken out, and entries moved down from as far as `last`.
    pub(super) fn removed_under_walks(&mut self, hash: u32, bytes: &[u8], at: usize, last: usize) {
        if !self.is_walked() || self.order.is_some() {
            return;
        }
        let mut walks = self.walks.take();
        for w in walks.iter_mut().flat_map(|w| &mut w.under_way) {
            forget(&mut w.behind, hash, bytes);
            forget(&mut w.seen, hash, bytes);
            if at < w.next && w.next <= last {
                // An entry from before the walk fills a hole behind its back.
                let crossed = &self.slots[self.head(w.next - 1).max(at)];
                let crossed = StoredKey::new(Key::new(crossed.bytes(), crossed.hash().into()));
                if !forget(&mut w.seen, crossed.hash(), crossed.bytes()) {
                    w.behind.push(crossed);
                }
            }
        }
        self.walks = walks;
    }

    /// The slot of the next entry of a walk.
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

    /// Forgets a walk, and all that was kept for walks with the last.
    pub(super) fn end_walk(&mut self, id: u64) {
        if let Some(walks) = &mut self.walks {
            walks.under_way.retain(|w| w.id != id);
        }
    }
}
