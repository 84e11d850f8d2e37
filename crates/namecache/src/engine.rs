//! Questions in, answers and orders out.
//!
//! `ask`, `write` and the `handle_*` methods take what happened and the time; [`Engine::poll_effect`] gives what is to
//! be done about it, one thing after the other. Nothing here waits.
use crate::cache::{Millis, Value};
use crate::config::{Config, Settings};
use crate::lookup::{self, Answer};
use crate::sources::Sources;
use crate::store::{Items, Store, fits, view_prefix};
use namecache_wire::record::Record;
use namecache_wire::{Database, key};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Lookups that one user other than root may have under way.
const MISSES_A_USER: u32 = 64;
/// Lookups under way in all.
const MISSES: usize = 4096;
/// Bytes of a list at most; more is not cached.
const LIST_BYTES: usize = 256 << 20;
/// Milliseconds until a list is given up.
const LIST_TIMEOUT: Millis = 60_000;
/// Milliseconds until a list that failed is tried again.
const LIST_RETRY: Millis = 1_000;
/// Items of a list that a client writes, and users that may have one in a cache.
const WRITTEN_ITEMS: usize = 8192;
const WRITERS: usize = 1024;
/// Times that a lookup is begun anew because its sources changed under it.
const TRIES: u32 = 3;

/// Who asks, as the kernel says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer {
    /// Effective uid when it connected.
    pub uid: u32,
    /// Effective gid when it connected.
    pub gid: u32,
    /// Its process.
    pub pid: i32,
    /// It lives in another network namespace: hosts are not for it.
    pub foreign: bool,
}

impl Peer {
    /// A peer in our own network namespace.
    #[must_use]
    pub fn new(uid: u32, gid: u32, pid: i32) -> Peer {
        Peer { uid, gid, pid, foreign: false }
    }
}

/// Names one cache of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoreId(pub usize);

/// Names who waits for an answer; the caller's own number.
pub type Ticket = u64;

/// What is said to a question in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The answer.
    Found(Value),
    /// There is none.
    Absent,
    /// Not here: ask another source.
    Unserved,
    /// It could not be found out in time: ask another source.
    Busy,
}

/// What is said to a question at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// This.
    Now(Outcome),
    /// An [`Effect::Reply`] will follow.
    Parked,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Have a worker look up, as that user and group where there is one.
    Lookup {
        /// Comes back with the answer.
        id: u64,
        /// Whose rights and environment the lookup has.
        run_as: Option<(u32, u32)>,
        /// Where.
        db: Database,
        /// What.
        key: Box<[u8]>,
    },
    /// Have a worker list a database.
    List {
        /// Comes back with the answer.
        id: u64,
        /// Which.
        db: Database,
    },
    /// Nobody waits for that lookup any more: its worker is stuck.
    Abandon {
        /// Which.
        id: u64,
    },
    /// Answer who waits.
    Reply {
        /// Who.
        ticket: Ticket,
        /// What.
        outcome: Outcome,
    },
    /// Nobody may read that cache's memory from now on.
    Pause(StoreId),
    /// The memory of that cache is to be brought up to date.
    Publish(StoreId),
    /// What single users have mapped of that cache must not be read from now on: that user's view, or everybody's.
    Forget(StoreId, Option<View>),
}

/// Whose view: effective uid and gid.
pub type View = (u32, u32);

struct Lookup {
    store: StoreId,
    /// With the view's prefix, where there is one.
    key: Vec<u8>,
    prefix: usize,
    run_as: Option<(u32, u32)>,
    owner: u32,
    generation: u64,
    deadline: Millis,
    tries: u32,
    waiters: Vec<Ticket>,
    /// `Some` where this is a list.
    parts: Option<(Vec<Value>, usize)>,
}

/// All caches of a daemon.
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
    /// The caches of a configuration; `nsswitch` is the text of nsswitch.conf, `seed` keys the tables' hash.
    /// `initgroups` follows `group` where the configuration does not name it.
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

    /// The cache of that name.
    #[must_use]
    pub fn cache_named(&self, name: &[u8]) -> Option<StoreId> {
        self.stores.iter().position(|s| s.settings.name.as_bytes() == name).map(StoreId)
    }

    /// The cache of that database.
    #[must_use]
    pub fn cache_of(&self, db: Database) -> Option<StoreId> {
        self.by_database[db as usize]
    }

    /// Every cache.
    pub fn ids(&self) -> impl Iterator<Item = StoreId> + use<> {
        (0..self.stores.len()).map(StoreId)
    }

    /// A cache.
    #[must_use]
    pub fn store(&self, id: StoreId) -> &Store {
        &self.stores[id.0]
    }

    /// A cache, to bring its memory up to date.
    pub fn store_mut(&mut self, id: StoreId) -> &mut Store {
        &mut self.stores[id.0]
    }

    /// The next thing to be done.
    pub fn poll_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// Lookups under way.
    #[must_use]
    pub fn under_way(&self) -> usize {
        self.lookups.len()
    }

    /// Lists every database that is to be filled before the daemon is ready. `stamps` says what each source file is
    /// like now.
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

    /// Whether every database that is to be filled beforehand has been, or has been tried.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        !self.stores.iter().any(|s| s.settings.precache && s.listing.is_some() && s.list.is_none())
    }

    fn list(&mut self, now: Millis, id: StoreId) {
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

    fn publish(&mut self, id: StoreId) {
        let s = &mut self.stores[id.0];
        if s.is_common() && !s.publish_asked {
            s.publish_asked = true;
            self.effects.push_back(Effect::Publish(id));
        }
    }

    /// Says what a source file is like now. Where it has changed, memory is not believed any more.
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

    /// Forgets what a cache knows; whoever asks from now on gets an answer that was looked up from now on.
    fn forget(&mut self, now: Millis, id: StoreId) {
        let s = &mut self.stores[id.0];
        if s.settings.precache && s.is_common() {
            // The list is made anew; until then nothing of the old one is answered, and nothing of it is lost.
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

    /// Asks a cache. `stamp` is what the database's source file is like now, `ticket` is named by the reply where one
    /// follows.
    pub fn ask(
        &mut self,
        now: Millis,
        who: Peer,
        id: StoreId,
        key: &[u8],
        stamp: u64,
        ticket: Ticket,
    ) -> Ask {
        if !self.stores[id.0].settings.enabled {
            return Ask::Now(Outcome::Unserved);
        }
        let db = self.stores[id.0].database();
        if (db == Some(Database::Hosts) && who.foreign) || db.is_some_and(|d| !key::is_well_formed(d, key)) {
            return Ask::Now(Outcome::Unserved);
        }
        if db.is_some() {
            self.handle_stamp(now, id, stamp);
        }
        let s = &mut self.stores[id.0];
        let (view, prefix) = match s.is_common() {
            true => (None, 0),
            false => (Some((who.uid, who.gid)), 8),
        };
        let mut full = Vec::with_capacity(prefix + key.len());
        if let Some(view) = view {
            full.extend_from_slice(&view_prefix(view));
        }
        full.extend_from_slice(key);
        if !s.stale {
            if let Some(e) = s.positive.get(now, &full) {
                let value = Arc::clone(&e.value);
                s.counters.hits += 1;
                return Ask::Now(Outcome::Found(value));
            }
            if let Some(e) = s.negative.get(now, &full) {
                s.counters.negative_hits += 1;
                // Asked a second time: worth a place in mapped memory.
                if e.uses == 1 && view.is_none() {
                    s.fresh.push(full.into());
                    self.publish(id);
                }
                return Ask::Now(Outcome::Absent);
            }
            if s.is_complete(now) && view.is_none() {
                s.offer_absence(now, &full, who.uid);
                s.counters.negative_hits += 1;
                return Ask::Now(Outcome::Absent);
            }
        }
        s.counters.misses += 1;
        let Some(db) = db else { return Ask::Now(Outcome::Unserved) };
        self.look_up(now, who, id, db, full, prefix, view, ticket)
    }

    fn look_up(
        &mut self,
        now: Millis,
        who: Peer,
        id: StoreId,
        db: Database,
        full: Vec<u8>,
        prefix: usize,
        run_as: Option<(u32, u32)>,
        ticket: Ticket,
    ) -> Ask {
        let s = &mut self.stores[id.0];
        let slot = (id, full);
        if let Some(lookup) = self.by_key.get(&slot).and_then(|l| self.lookups.get_mut(l)) {
            // One that began before a change cannot answer a question that came after it.
            if lookup.generation == s.generation {
                lookup.waiters.push(ticket);
                s.counters.joined += 1;
                return Ask::Parked;
            }
        }
        let mine = self.misses.entry(who.uid).or_default();
        if self.lookups.len() >= MISSES || (who.uid != 0 && *mine >= MISSES_A_USER) {
            return Ask::Now(Outcome::Busy);
        }
        *mine += 1;
        self.last_id += 1;
        let key: Box<[u8]> = slot.1[prefix..].into();
        let lookup = Lookup {
            store: id,
            key: slot.1.clone(),
            prefix,
            run_as,
            owner: who.uid,
            generation: s.generation,
            deadline: now + self.timeout,
            tries: 1,
            waiters: vec![ticket],
            parts: None,
        };
        self.lookups.insert(self.last_id, lookup);
        self.by_key.insert(slot, self.last_id);
        self.effects.push_back(Effect::Lookup { id: self.last_id, run_as, db, key });
        Ask::Parked
    }

    /// Takes a worker's answer in. `stamp` is what the source file is like now: where it changed while the worker
    /// looked, the lookup begins anew.
    pub fn handle_answer(&mut self, now: Millis, id: u64, answer: Answer<'_>, stamp: u64) {
        if let Some(store) = self.lookups.get(&id).map(|l| l.store) {
            self.handle_stamp(now, store, stamp);
        }
        let Some(lookup) = self.lookups.get_mut(&id) else { return };
        if lookup.parts.is_some() {
            self.handle_list(now, id, answer);
            return;
        }
        let s = &mut self.stores[lookup.store.0];
        let db = s.database().expect("only databases are looked up");
        let current = lookup.generation == s.generation;
        if !current && lookup.tries < TRIES {
            lookup.tries += 1;
            lookup.generation = s.generation;
            let key: Box<[u8]> = lookup.key[lookup.prefix..].into();
            self.effects.push_back(Effect::Lookup { id, run_as: lookup.run_as, db, key });
            return;
        }
        let lookup = self.end(id).expect("it was there a line ago");
        let s = &mut self.stores[lookup.store.0];
        let bare = &lookup.key[lookup.prefix..];
        let cached = current && !s.stale;
        let outcome = match answer {
            Answer::Found(record, ttl) if Record::parse(record).is_some_and(|r| fits(db, bare, &r)) => {
                let value: Value = Arc::from(record);
                if cached {
                    let ttl = (ttl != 0).then(|| Millis::from(ttl) * 1000);
                    s.offer(now, &lookup.key, &value, lookup.owner, ttl);
                }
                Outcome::Found(value)
            }
            Answer::Absent => {
                if cached {
                    s.offer_absence(now, &lookup.key, lookup.owner);
                }
                Outcome::Absent
            }
            Answer::Found(..) | Answer::Failed | Answer::Part(_) => Engine::failed(s, now, &lookup),
        };
        if !s.fresh.is_empty() {
            self.publish(lookup.store);
        }
        self.reply_all(lookup.waiters, &outcome);
    }

    fn failed(s: &mut Store, now: Millis, lookup: &Lookup) -> Outcome {
        s.counters.failures += 1;
        match s.positive.expired_answer(now, &lookup.key) {
            Some(value) if s.settings.serve_stale > 0 => Outcome::Found(Arc::clone(value)),
            _ => Outcome::Busy,
        }
    }

    fn end(&mut self, id: u64) -> Option<Lookup> {
        let lookup = self.lookups.remove(&id)?;
        if lookup.parts.is_none() {
            let slot = (lookup.store, lookup.key.clone());
            if self.by_key.get(&slot) == Some(&id) {
                self.by_key.remove(&slot);
            }
            if let Some(n) = self.misses.get_mut(&lookup.owner) {
                *n = n.saturating_sub(1);
                if *n == 0 {
                    self.misses.remove(&lookup.owner);
                }
            }
        }
        Some(lookup)
    }

    fn handle_list(&mut self, now: Millis, id: u64, answer: Answer<'_>) {
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

    /// A list that cannot be made does not cost us the one that we have.
    fn list_failed(&mut self, now: Millis, id: u64, store: StoreId) {
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

    /// Asks that the list of a database be made, for clients that want to enumerate it. [`Outcome::Found`] (of nothing)
    /// says that it is mapped.
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
            Some(lookup) if lookup.waiters.len() < MISSES => {
                lookup.waiters.push(ticket);
                Ask::Parked
            }
            _ => Ask::Now(Outcome::Busy),
        }
    }

    fn reply_all(&mut self, waiters: Vec<Ticket>, outcome: &Outcome) {
        for ticket in waiters {
            self.effects.push_back(Effect::Reply { ticket, outcome: outcome.clone() });
        }
    }

    /// The cache that a lookup under way is for.
    #[must_use]
    pub fn lookup_store(&self, id: u64) -> Option<StoreId> {
        self.lookups.get(&id).map(|l| l.store)
    }

    /// A client stores a value in its own view. False where the cache is not one that clients write to.
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

    /// A client publishes a list in its own view. False where the cache is not one that clients write to.
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

    /// The list that a client may read: its own where clients write, else what the sources enumerate.
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

    /// Forgets: the caller's own view, or with `everybody`, which is root's to say, all of it. False where it is not.
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

    /// A source file was written in place, which its stamp may be too coarse to show.
    pub fn handle_written(&mut self, now: Millis, id: StoreId, stamp: u64) {
        if self.stores[id.0].settings.check_files && self.stores[id.0].database().is_some() {
            let s = &mut self.stores[id.0];
            s.stamp = Some(stamp);
            s.counters.changes += 1;
            self.forget(now, id);
        }
    }

    /// nsswitch.conf has changed: its new text. Everything is forgotten.
    pub fn handle_nsswitch(&mut self, now: Millis, text: &str) {
        for id in self.ids() {
            if let Some(db) = self.stores[id.0].database() {
                self.stores[id.0].sources = Sources::of(db, text);
                self.forget(now, id);
            }
        }
    }

    /// What the time alone brings: expiry, deadlines, lists to be made anew.
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

    /// When [`handle_time`](Self::handle_time) has something to do next.
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
