//! The contract of all tables.
use super::{ClusteredDict, Growth, Iter, Slot, Walk, bucket};
use crate::report::Held;
use crate::table::CursorState;
use crate::{Bytes, Cursor, Key, Order, Report, StoredKey, Table};
use alloc::boxed::Box;
use alloc::vec::Vec;

impl<V> Table<V> for ClusteredDict<V> {
    type Iter<'a>
        = Iter<'a, V>
    where
        V: 'a;

    fn new(order: Order) -> Self {
        ClusteredDict {
            slots: Vec::new(),
            walks: None,
            order: (order == Order::Insertion).then(Box::default),
            len: 0,
            peak: 0,
            growth: Growth::default(),
            held: Held::default(),
        }
    }

    #[inline]
    fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    fn get(&self, key: Key<'_>) -> Option<&V> {
        let (at, _) = self.find(key.hash() as u32, key.bytes()).ok()?;
        self.slots[at].value()
    }

    #[inline]
    fn get_mut(&mut self, key: Key<'_>) -> Option<&mut V> {
        let at = self.find_and_move(key.hash() as u32, key.bytes()).ok()?;
        self.slots[at].value_mut()
    }

    #[inline]
    fn insert(&mut self, key: Key<'_>, value: V) -> Option<V> {
        let (hash, bytes) = (key.hash() as u32, key.bytes());
        let replaced = match self.find_and_move(hash, bytes) {
            Ok(at) => self.slots[at].value_mut().map(|v| core::mem::replace(v, value)),
            Err(vacancy) => {
                self.add(hash, bytes, value, vacancy);
                None
            }
        };
        self.rehome_some();
        replaced
    }

    fn find_or_insert_with(&mut self, key: Key<'_>, make: impl FnOnce() -> V) -> (&mut V, bool) {
        let (hash, bytes) = (key.hash() as u32, key.bytes());
        let found = self.find_and_move(hash, bytes).ok();
        if found.is_none() {
            let value = make();
            self.insert(key, value);
        }
        let at = found.or_else(|| self.find(hash, bytes).ok().map(|(at, _)| at));
        let value = at.and_then(|at| self.slots[at].value_mut()).expect("the entry was found or added");
        (value, found.is_none())
    }

    #[inline]
    fn remove(&mut self, key: Key<'_>) -> Option<V> {
        let (hash, bytes) = (key.hash() as u32, key.bytes());
        let at = self.find_and_move(hash, bytes).ok()?;
        let (entry, last) = self.pull(at);
        self.removed_under_walks(hash, bytes, at, last);
        self.held.went(entry.far_bytes());
        self.len -= 1;
        if let Some(order) = &mut self.order
            && let Some(i) = order.iter().position(|k| k.is(hash, bytes))
        {
            order.remove(i);
            for w in self.walks.iter_mut().flat_map(|w| &mut w.under_way) {
                w.moved_up(i);
            }
        }
        entry.take()
    }

    fn clear(&mut self) {
        let mut held = self.held;
        held.cleared(|| self.without_keys());
        self.held = held;
        self.slots = Vec::new();
        if let Some(walks) = &mut self.walks {
            walks.under_way.clear();
        }
        self.order = self.order.as_ref().map(|_| Box::default());
        (self.len, self.growth) = (0, self.growth.cleared());
    }

    fn iter(&self) -> Iter<'_, V> {
        Iter { table: self, at: 0 }
    }

    fn nth(&self, n: usize) -> Option<(Key<'_>, &V)> {
        let s = self.ordered_slot(n)?;
        Some((Key::new(s.bytes(), s.hash().into()), s.value()?))
    }

    fn cursor(&mut self) -> Cursor {
        let walks = self.walks.get_or_insert_default();
        let id = walks.next;
        walks.next += 1;
        walks.under_way.push(Walk::new(id));
        Cursor { at: id, stamp: 0, state: CursorState::Out }
    }

    fn next(&mut self, cursor: &mut Cursor) -> Option<(Key<'_>, &mut V)> {
        if cursor.state == CursorState::Done {
            return None;
        }
        let Some(at) = self.walk_on(cursor.at) else {
            cursor.state = CursorState::Done;
            self.end_walk(cursor.at);
            return None;
        };
        self.slots[at].entry_mut()
    }

    fn finish(&mut self, cursor: Cursor) {
        self.end_walk(cursor.at);
    }

    fn prefetch(&self, hashes: &[u64]) {
        if !self.slots.is_empty() {
            for &h in hashes {
                crate::prefetch::line(
                    core::ptr::from_ref(&self.slots[bucket(h as u32, self.growth.bits)]).cast(),
                );
            }
        }
    }

    fn report(&self) -> Report {
        let order = self.order.as_ref();
        let bytes = Bytes {
            handle: size_of::<Self>() - size_of::<Held>(),
            small: 0,
            records: self.slots.capacity() * size_of::<Slot<V>>(),
            index: order.map_or(0, |o| size_of_val(&**o) + o.capacity() * size_of::<StoredKey>()),
            keys: self.slots.iter().map(Slot::far_bytes).sum::<usize>()
                + order.iter().flat_map(|o| o.iter()).map(StoredKey::far_bytes).sum::<usize>(),
        };
        let [peak_bytes, published_bytes] = self.held.peak(self.key_blocks(), self.without_keys());
        Report {
            len: self.len(),
            peak: self.peak as usize,
            bytes,
            peak_bytes,
            published_bytes,
            longest_probe: self.growth.longest_way.into(),
            migrations: self.growth.doublings.into(),
            compactions: 0,
            rekeys: 0,
        }
    }
}
