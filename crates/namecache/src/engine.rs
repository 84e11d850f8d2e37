//! All caches, and the running lookups: takes questions, returns answers and effects.
//!
//! `ask`, `write` and the `handle_*` methods take an event and its time. [`Engine::poll_effect`] returns what the
//! daemon must do in response, one effect at a time. Nothing here blocks.
use crate::cache::{Millis, Value};
use crate::config::{Config, Settings};
use crate::sources::Sources;
use crate::store::Store;
use namecache_wire::Database;
use std::collections::{BTreeMap, VecDeque};

mod clients;
mod interface;
mod lists;
mod lookups;

pub use interface::{Ask, Effect, Outcome, Peer, StoreId, Ticket, View};

/// The maximum number of running lookups of all users, and of clients that wait for one list.
const MAX_LOOKUPS: usize = 4096;

/// A running lookup or enumeration.
struct Lookup {
    store: StoreId,
    /// The key, after the prefix of the view if there is one.
    key: Vec<u8>,
    prefix: usize,
    run_as: Option<(u32, u32)>,
    owner: u32,
    generation: u64,
    deadline: Millis,
    tries: u32,
    waiters: Vec<Ticket>,
    /// The records of an enumeration so far, and their size in bytes; `None` for the lookup of a key.
    parts: Option<(Vec<Value>, usize)>,
}

/// All caches of a daemon, and the lookups that run for them.
pub struct Engine {
    stores: Vec<Store>,
    by_database: [Option<StoreId>; Database::COUNT],
    lookups: BTreeMap<u64, Lookup>,
    by_key: BTreeMap<(StoreId, Vec<u8>), u64>,
    misses: BTreeMap<u32, u32>,
    effects: VecDeque<Effect>,
    last_id: u64,
    timeout: Millis,
}

impl Engine {
    /// Creates the caches of a configuration. `nsswitch` is the text of nsswitch.conf; `seed` keys the hash of the
    /// tables. If `initgroups` has no settings, it gets those of `group`.
    #[must_use]
    pub fn new(config: &Config, nsswitch: &str, seed: [u64; 2]) -> Engine {
        let mut settings = config.caches.clone();
        if let (Some(group), None) = (config.cache("group"), config.cache("initgroups")) {
            settings.push(Settings {
                name: "initgroups".into(),
                database: Some(Database::Initgroups),
                precache: false,
                ..group.clone()
            });
        }
        let mut by_database = [None; Database::COUNT];
        let mut stores = Vec::new();
        for (i, s) in settings.iter().enumerate() {
            let sources = match s.database {
                Some(db) => {
                    by_database[db as usize] = Some(StoreId(i));
                    Sources::of(db, nsswitch)
                }
                None => Sources::of(Database::Passwd, ""),
            };
            stores.push(Store::new(s, sources, seed));
        }
        Engine {
            stores,
            by_database,
            lookups: BTreeMap::new(),
            by_key: BTreeMap::new(),
            misses: BTreeMap::new(),
            effects: VecDeque::new(),
            last_id: 0,
            timeout: Millis::from(config.lookup_timeout) * 1000,
        }
    }

    /// Returns the cache with this name.
    #[must_use]
    pub fn cache_named(&self, name: &[u8]) -> Option<StoreId> {
        self.stores.iter().position(|s| s.settings.name.as_bytes() == name).map(StoreId)
    }

    /// Returns the cache of this database.
    #[must_use]
    pub fn cache_of(&self, db: Database) -> Option<StoreId> {
        self.by_database[db as usize]
    }

    /// The ids of all caches.
    pub fn ids(&self) -> impl Iterator<Item = StoreId> + use<> {
        (0..self.stores.len()).map(StoreId)
    }

    /// Returns the cache with this id.
    #[must_use]
    pub fn store(&self, id: StoreId) -> &Store {
        &self.stores[id.0]
    }

    /// Like [`store`](Self::store), but mutable, for publishing it.
    pub fn store_mut(&mut self, id: StoreId) -> &mut Store {
        &mut self.stores[id.0]
    }

    /// Returns the next effect to execute.
    pub fn poll_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// The number of running lookups.
    #[must_use]
    pub fn under_way(&self) -> usize {
        self.lookups.len()
    }

    fn publish(&mut self, id: StoreId) {
        let s = &mut self.stores[id.0];
        if s.is_common() && !s.publish_asked {
            s.publish_asked = true;
            self.effects.push_back(Effect::Publish(id));
        }
    }

    /// Handles the current stamp of a source file. If it differs from the last one, the cache is forgotten.
    pub fn handle_stamp(&mut self, now: Millis, id: StoreId, stamp: u64) {
        let s = &mut self.stores[id.0];
        if s.stamp == Some(stamp) || !s.settings.check_files {
            return;
        }
        if s.stamp.replace(stamp).is_none() {
            return;
        }
        s.counters.changes += 1;
        self.forget(now, id);
    }

    /// Forgets a cache: every later answer comes from a lookup that begins later.
    fn forget(&mut self, now: Millis, id: StoreId) {
        let s = &mut self.stores[id.0];
        if s.settings.precache && s.is_common() {
            // The list is renewed. Until that has succeeded, the old list is kept but not used.
            s.generation += 1;
            if !s.stale {
                s.stale = true;
                self.effects.push_back(Effect::Pause(id));
            }
            self.list(now, id);
        } else {
            s.clear();
            s.forgotten = true;
            self.publish(id);
            self.forget_views(id, None);
        }
    }

    fn forget_views(&mut self, id: StoreId, of: Option<View>) {
        let s = &self.stores[id.0];
        if s.database().is_some() && !s.is_common() {
            self.effects.push_back(Effect::Forget(id, of));
        }
    }

    fn reply_all(&mut self, waiters: Vec<Ticket>, outcome: &Outcome) {
        for ticket in waiters {
            self.effects.push_back(Effect::Reply { ticket, outcome: outcome.clone() });
        }
    }

    /// Returns the cache of a running lookup.
    #[must_use]
    pub fn lookup_store(&self, id: u64) -> Option<StoreId> {
        self.lookups.get(&id).map(|l| l.store)
    }

    /// Handles a source file that was written in place. Its timestamps may be too coarse to show that.
    pub fn handle_written(&mut self, now: Millis, id: StoreId, stamp: u64) {
        if self.stores[id.0].settings.check_files && self.stores[id.0].database().is_some() {
            let s = &mut self.stores[id.0];
            s.stamp = Some(stamp);
            s.counters.changes += 1;
            self.forget(now, id);
        }
    }

    /// Handles a changed nsswitch.conf: forgets everything. `text` is its new content.
    pub fn handle_nsswitch(&mut self, now: Millis, text: &str) {
        for id in self.ids() {
            if let Some(db) = self.stores[id.0].database() {
                self.stores[id.0].sources = Sources::of(db, text);
                self.forget(now, id);
            }
        }
    }

    /// Handles everything that is due at `now`: expired entries, lookups past their deadline, lists to renew.
    pub fn handle_time(&mut self, now: Millis) {
        for id in self.ids() {
            let s = &mut self.stores[id.0];
            if s.expire(now) > 0 {
                self.publish(id);
            }
            let s = &self.stores[id.0];
            if s.listing.is_none() && s.settings.precache && s.next_list().is_some_and(|at| at <= now) {
                self.list(now, id);
            }
        }
        let late: Vec<u64> =
            self.lookups.iter().filter(|(_, l)| l.deadline <= now).map(|(id, _)| *id).collect();
        for id in late {
            self.effects.push_back(Effect::Abandon { id });
            let (store, is_list) = match self.lookups.get(&id) {
                Some(l) => (l.store, l.parts.is_some()),
                None => continue,
            };
            if is_list {
                self.list_failed(now, id, store);
            } else if let Some(lookup) = self.end(id) {
                let outcome = Engine::failed(&mut self.stores[store.0], now, &lookup);
                self.reply_all(lookup.waiters, &outcome);
            }
        }
    }

    /// Returns the time at which [`handle_time`](Self::handle_time) must be called next.
    #[must_use]
    pub fn next_time(&self, now: Millis) -> Option<Millis> {
        let deadline = self.lookups.values().map(|l| l.deadline).min();
        let stores = self.stores.iter().flat_map(|s| {
            let list = if s.settings.precache && s.listing.is_none() { s.next_list() } else { None };
            [s.next_expiry(now), list]
        });
        stores.chain([deadline]).flatten().min()
    }
}

#[cfg(test)]
mod tests;
