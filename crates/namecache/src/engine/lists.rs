//! Whole databases: a worker enumerates them before the daemon is ready, after a change, and for clients.
use super::{Ask, Effect, Engine, Lookup, MAX_LOOKUPS, Outcome, StoreId, Ticket};
use crate::cache::Millis;
use crate::lookup::{self, Answer};
use namecache_wire::Database;
use std::sync::Arc;

/// The maximum size of a list in bytes; a larger list is not cached.
const LIST_BYTES: usize = 256 << 20;
/// The time until an enumeration times out, in milliseconds.
const LIST_TIMEOUT: Millis = 60_000;
/// The time until a failed enumeration is tried again, in milliseconds.
const LIST_RETRY: Millis = 1_000;

impl Engine {
    pub(super) fn list(&mut self, now: Millis, id: StoreId) {
        let s = &mut self.stores[id.0];
        let Some(db) = s.database() else { return };
        if s.listing.is_some() {
            return;
        }
        self.last_id += 1;
        s.listing = Some(self.last_id);
        s.list_again_at = None;
        let lookup = Lookup {
            store: id,
            key: Vec::new(),
            prefix: 0,
            run_as: None,
            owner: 0,
            generation: s.generation,
            deadline: now + LIST_TIMEOUT,
            tries: 0,
            waiters: Vec::new(),
            parts: Some((Vec::new(), 0)),
        };
        self.lookups.insert(self.last_id, lookup);
        self.effects.push_back(Effect::List { id: self.last_id, db });
    }

    pub(super) fn handle_list(&mut self, now: Millis, id: u64, answer: Answer<'_>) {
        let Some(lookup) = self.lookups.get_mut(&id) else { return };
        let store = lookup.store;
        let Some((records, bytes)) = &mut lookup.parts else { return };
        match answer {
            Answer::Part(part) => {
                *bytes += part.len();
                let too_much = *bytes > LIST_BYTES;
                for record in lookup::parts(part) {
                    match record {
                        Ok(r) if !too_much => records.push(Arc::from(r)),
                        _ => return self.list_failed(now, id, store),
                    }
                }
            }
            Answer::Absent => {
                let current = lookup.generation == self.stores[store.0].generation;
                let records = std::mem::take(records);
                let waiters = self.end(id).map(|l| l.waiters).unwrap_or_default();
                let s = &mut self.stores[store.0];
                s.listing = None;
                if current {
                    s.take_list(now, records);
                    self.publish(store);
                    self.reply_all(waiters, &Outcome::Found(Arc::from(&[][..])));
                } else {
                    self.list(now, store);
                    self.reply_all(waiters, &Outcome::Busy);
                }
            }
            Answer::Failed | Answer::Found(..) => self.list_failed(now, id, store),
        }
    }

    /// Handles a failed enumeration. The previous list stays valid.
    pub(super) fn list_failed(&mut self, now: Millis, id: u64, store: StoreId) {
        let waiters = self.end(id).map(|l| l.waiters).unwrap_or_default();
        let s = &mut self.stores[store.0];
        s.listing = None;
        s.counters.failures += 1;
        s.list_again_at = Some(now + LIST_RETRY);
        if s.stale && s.list.is_some() {
            s.stale = false;
            self.publish(store);
        }
        self.reply_all(waiters, &Outcome::Busy);
    }

    /// Starts the enumeration of a database for clients that want its list. [`Outcome::Found`], with an empty value,
    /// means that the list has been published.
    pub fn want_list(&mut self, now: Millis, id: StoreId, stamp: u64, ticket: Ticket) -> Ask {
        let s = &self.stores[id.0];
        if !s.settings.enabled || !s.is_common() || !s.database().is_some_and(Database::can_be_listed) {
            return Ask::Now(Outcome::Unserved);
        }
        self.handle_stamp(now, id, stamp);
        let s = &self.stores[id.0];
        if s.listed(now).is_some() {
            return Ask::Now(Outcome::Found(Arc::from(&[][..])));
        }
        if s.listing.is_none() {
            if s.list_again_at.is_some_and(|at| at > now) {
                return Ask::Now(Outcome::Busy);
            }
            self.list(now, id);
        }
        match self.stores[id.0].listing.and_then(|l| self.lookups.get_mut(&l)) {
            Some(lookup) if lookup.waiters.len() < MAX_LOOKUPS => {
                lookup.waiters.push(ticket);
                Ask::Parked
            }
            _ => Ask::Now(Outcome::Busy),
        }
    }

    /// Starts to enumerate every database with `precache`. `stamps` returns the current stamp of a source file.
    pub fn precache(&mut self, now: Millis, stamps: impl Fn(Database) -> u64) {
        for id in self.ids() {
            let s = &self.stores[id.0];
            if let (true, true, Some(db)) =
                (s.settings.enabled && s.settings.precache, s.is_common(), s.database())
            {
                self.stores[id.0].stamp = Some(stamps(db));
                self.list(now, id);
            }
        }
    }

    /// Whether every database with `precache` has been enumerated, or the attempt has failed.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        !self.stores.iter().any(|s| s.settings.precache && s.listing.is_some() && s.list.is_none())
    }
}
