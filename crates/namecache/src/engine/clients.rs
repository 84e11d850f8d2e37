//! The changes that clients may make: to entries and lists in their own views, and flushes.
use super::{Engine, Peer, StoreId};
use crate::cache::{Millis, Value};
use crate::store::{Items, fits, view_prefix};
use namecache_wire::key;
use namecache_wire::record::Record;
use std::sync::Arc;

/// The maximum number of items of a list that a client writes.
const WRITTEN_ITEMS: usize = 8192;
/// The maximum number of users that may have a list in one cache.
const WRITERS: usize = 1024;

impl Engine {
    /// Stores a value in the client's own view; an empty value is a negative entry. Returns false if clients may not
    /// write to this cache or the value does not fit the key.
    pub fn write(&mut self, now: Millis, who: Peer, id: StoreId, key: &[u8], value: &[u8]) -> bool {
        let s = &mut self.stores[id.0];
        if !s.settings.enabled || s.settings.actual_lookups || key.is_empty() || key.len() > key::MAX {
            return false;
        }
        if let Some(db) = s.database() {
            let record = Record::parse(value).filter(|r| r.size() == value.len());
            let fits = value.is_empty() || record.is_some_and(|r| fits(db, key, &r));
            if !key::is_well_formed(db, key) || !fits {
                return false;
            }
        }
        let view = (who.uid, who.gid);
        let mut full = view_prefix(view).to_vec();
        full.extend_from_slice(key);
        let known = s.answer(now, &full).is_some();
        if value.is_empty() {
            s.offer_absence(now, &full, who.uid);
        } else {
            s.offer(now, &full, &Arc::from(value), who.uid, None);
        }
        if known {
            self.forget_views(id, Some(view));
        }
        true
    }

    /// Stores a list in the client's own view. Returns false if clients may not write to this cache or the list exceeds
    /// a limit.
    pub fn write_list(&mut self, now: Millis, who: Peer, id: StoreId, items: Vec<Value>) -> bool {
        let s = &mut self.stores[id.0];
        let view = (who.uid, who.gid);
        let room = s.written(now, view).is_some() || s.writers() < WRITERS;
        if !s.settings.enabled || s.settings.actual_lookups || items.len() > WRITTEN_ITEMS || !room {
            return false;
        }
        s.write_list(now, view, items);
        true
    }

    /// Returns the list that a client may read: its own list in a cache that clients write to, else that of the
    /// sources.
    #[must_use]
    pub fn read_list(&self, now: Millis, who: Peer, id: StoreId) -> Option<Items> {
        let s = &self.stores[id.0];
        if !s.settings.enabled {
            return None;
        }
        if s.settings.actual_lookups {
            return s.listed(now).map(|l| Arc::new(l.to_vec()));
        }
        s.written(now, (who.uid, who.gid))
    }

    /// Forgets the client's own view or, with `everybody`, all entries. Returns false if a client other than root
    /// requests `everybody`.
    pub fn flush(&mut self, now: Millis, who: Peer, which: Option<StoreId>, everybody: bool) -> bool {
        if everybody && who.uid != 0 {
            return false;
        }
        for id in self.ids() {
            if which.is_some_and(|w| w != id) {
                continue;
            }
            if everybody {
                self.forget(now, id);
            } else if !self.stores[id.0].settings.actual_lookups {
                self.stores[id.0].clear_view((who.uid, who.gid));
                self.forget_views(id, Some((who.uid, who.gid)));
            }
        }
        true
    }
}
