//! One cache: its positive and negative entries, its list, and whether they are still valid.
use crate::cache::{Cache, Millis, Offered, Value};
use crate::config::Settings;
use crate::sources::Sources;
use namecache_wire::record::Record;
use namecache_wire::{Database, key};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The maximum number of entries that are added to an nscd image in place. If more change at once, a new image is
/// built.
const REBUILD: usize = 1000;

/// The items of a list that a client wrote, in order.
pub type Items = Arc<Vec<Value>>;

/// Counters of one cache.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// The number of questions that were answered from the cache with an entry.
    pub hits: u64,
    /// The number of questions to which the cache answered that the entry does not exist.
    pub negative_hits: u64,
    /// The number of questions that the cache could not answer.
    pub misses: u64,
    /// The number of misses that joined a running lookup.
    pub joined: u64,
    /// The number of lookups that failed or timed out.
    pub failures: u64,
    /// The number of detected changes of the source file.
    pub changes: u64,
    /// The number of completed enumerations.
    pub lists: u64,
}

/// The list that the sources enumerate.
pub struct List {
    /// The records, in the order of the sources.
    pub records: Vec<Value>,
    /// The time at which the list expires.
    pub expires: Millis,
}

/// One cache.
pub struct Store {
    /// Its settings.
    pub settings: Settings,
    /// Its positive entries.
    pub positive: Cache,
    /// Its negative entries.
    pub negative: Cache,
    /// The sources of its database.
    pub sources: Sources,
    /// Its counters.
    pub counters: Counters,
    /// The stamp of the source file when the content was read; `None` before the first question.
    pub(crate) stamp: Option<u64>,
    /// Whether the sources have changed and the list has not been renewed yet; if so, entries are not served.
    pub(crate) stale: bool,
    /// A counter that is incremented whenever the cache is forgotten. A lookup of an earlier generation is not cached.
    pub(crate) generation: u64,
    pub(crate) list: Option<List>,
    /// The id of the running enumeration.
    pub(crate) listing: Option<u64>,
    /// The time at which a failed enumeration is tried again.
    pub(crate) list_again_at: Option<Millis>,
    /// Whether an entry that is not cached is known not to exist.
    pub(crate) complete: bool,
    /// The keys of entries that the nscd image lacks.
    pub(crate) fresh: Vec<Box<[u8]>>,
    /// Whether so much has changed that a new nscd image must be built.
    pub(crate) rebuild: bool,
    /// Whether a publication has been ordered.
    pub(crate) publish_asked: bool,
    /// Whether clients can still read forgotten entries; the next publication must then not be delayed.
    pub(crate) forgotten: bool,
    /// The lists that clients wrote, by view, with their expiry.
    written: BTreeMap<(u32, u32), (Items, Millis)>,
}

impl Store {
    pub(crate) fn new(settings: &Settings, sources: Sources, seed: [u64; 2]) -> Store {
        let cache = |rules| Cache::new(rules, settings.keep_hot_count, settings.serve_stale, seed);
        Store {
            settings: settings.clone(),
            positive: cache(settings.positive),
            negative: cache(settings.negative),
            sources,
            counters: Counters::default(),
            stamp: None,
            stale: false,
            generation: 0,
            list: None,
            listing: None,
            list_again_at: None,
            complete: false,
            fresh: Vec::new(),
            rebuild: false,
            publish_asked: false,
            forgotten: false,
            written: BTreeMap::new(),
        }
    }

    /// Whether all users share its entries, so that they may be mapped by all.
    #[must_use]
    pub fn is_common(&self) -> bool {
        self.settings.actual_lookups && self.settings.database.is_some()
    }

    /// The database that it caches; `None` if clients fill it.
    #[must_use]
    pub fn database(&self) -> Option<Database> {
        self.settings.database
    }

    /// Whether an entry that is not cached is known not to exist.
    #[must_use]
    pub fn is_complete(&self, now: Millis) -> bool {
        self.complete && !self.stale && self.list.as_ref().is_some_and(|l| l.expires > now)
    }

    /// Whether its entries must not be served at the moment.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.stale
    }

    /// The stamp of the source file when the content was read; 0 if unknown.
    #[must_use]
    pub fn stamp(&self) -> u64 {
        self.stamp.unwrap_or(0)
    }

    /// Returns the list that the sources enumerate, if it is known and valid.
    #[must_use]
    pub fn listed(&self, now: Millis) -> Option<&[Value]> {
        self.list.as_ref().filter(|l| !self.stale && l.expires > now).map(|l| l.records.as_slice())
    }

    /// The maximum number of entries of a cache that one user other than root may fill.
    fn share(&self) -> usize {
        match self.settings.keep_hot_count {
            0 => 4096,
            n => (n as usize / 4).max(1),
        }
    }

    pub(crate) fn offer(&mut self, now: Millis, key: &[u8], value: &Value, owner: u32, ttl: Option<Millis>) {
        let share = self.share();
        self.negative.remove(key);
        if owner != 0 && !self.is_common() && self.positive.share(owner) >= share {
            self.positive.evict_of(owner);
        }
        if self.positive.offer(now, key, value, owner, ttl) == Offered::Cached && self.is_common() {
            self.fresh.push(key.into());
        }
    }

    pub(crate) fn offer_absence(&mut self, now: Millis, key: &[u8], owner: u32) {
        let share = self.share();
        self.positive.remove(key);
        if owner != 0 && self.negative.share(owner) >= share {
            self.negative.evict_of(owner);
        }
        self.negative.offer(now, key, &Arc::from(&[][..]), owner, None);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.generation += 1;
        self.positive.clear();
        self.negative.clear();
        self.fresh.clear();
        self.written.clear();
        self.complete = false;
        self.list = None;
    }

    /// Returns the cached value of a key: empty if the entry does not exist, `None` if it is unknown.
    pub(crate) fn answer(&self, now: Millis, key: &[u8]) -> Option<&Value> {
        let known = self.positive.answer(now, key).or_else(|| self.negative.answer(now, key));
        known.map(|e| &e.value)
    }

    /// The entries of one user's view: key, value (empty if the entry does not exist) and expiry.
    pub(crate) fn in_view(
        &self,
        now: Millis,
        view: (u32, u32),
    ) -> impl Iterator<Item = (&[u8], &Value, Millis)> {
        let prefix = view_prefix(view);
        let live = self.positive.live(now).chain(self.negative.live(now));
        live.filter_map(move |e| Some((e.key.strip_prefix(prefix.as_slice())?, &e.value, e.expires)))
    }

    /// Forgets one user's view.
    pub(crate) fn clear_view(&mut self, view: (u32, u32)) {
        let prefix = view_prefix(view);
        self.positive.remove_where(|e| e.key.starts_with(&prefix));
        self.negative.remove_where(|e| e.key.starts_with(&prefix));
        self.written.remove(&view);
        self.generation += 1;
    }

    /// Caches a new list. If the sources enumerate all their entries, entries that are not in the list do not exist.
    pub(crate) fn take_list(&mut self, now: Millis, records: Vec<Value>) {
        let Some(db) = self.settings.database else { return };
        let limit = match self.settings.keep_hot_count {
            0 => usize::MAX,
            n => n as usize,
        };
        let mut keys: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut in_order: Vec<(Vec<u8>, usize)> = Vec::new();
        let mut all = true;
        if !self.sources.merged {
            for (i, value) in records.iter().enumerate() {
                let Some(record) = Record::parse(value) else { continue };
                key::keys_of::<Vec<u8>>(db, &record, |k| {
                    if in_order.len() >= limit {
                        all = false;
                    } else if !keys.contains_key(k) {
                        keys.insert(k.to_vec(), i);
                        in_order.push((k.to_vec(), i));
                    }
                });
            }
        }
        let sure = self.settings.positive.threshold == 1;
        self.complete = all && sure && self.sources.complete && !self.sources.merged;
        if self.stale || self.complete {
            self.positive.remove_where(|e| !keys.contains_key(&*e.key));
        }
        if self.stale {
            self.negative.clear();
        } else {
            self.negative.remove_where(|e| keys.contains_key(&*e.key));
        }
        let first = self.list.is_none();
        self.fresh.clear();
        for (key, i) in &in_order {
            self.offer(now, key, &records[*i], 0, None);
        }
        self.rebuild |= first || self.fresh.len() > REBUILD.max(in_order.len() / 2);
        self.list = Some(List { records, expires: now + self.positive.ttl() });
        self.stale = false;
        self.counters.lists += 1;
    }

    /// The time at which the next enumeration must start: early enough to end before the list expires, or after the
    /// delay that follows a failed enumeration.
    pub(crate) fn next_list(&self) -> Option<Millis> {
        let ttl = self.positive.ttl();
        self.list_again_at.or_else(|| self.list.as_ref().map(|l| l.expires - (ttl / 4).min(10_000)))
    }

    /// Returns the list that a client with this view wrote.
    #[must_use]
    pub fn written(&self, now: Millis, view: (u32, u32)) -> Option<Items> {
        let (items, expires) = self.written.get(&view)?;
        (*expires > now).then(|| Arc::clone(items))
    }

    pub(crate) fn write_list(&mut self, now: Millis, view: (u32, u32), items: Vec<Value>) {
        let ttl = self.positive.ttl();
        self.written.insert(view, (Arc::new(items), now + ttl));
    }

    /// The number of views with a written list.
    pub(crate) fn writers(&self) -> usize {
        self.written.len()
    }

    pub(crate) fn expire(&mut self, now: Millis) -> usize {
        self.written.retain(|_, (_, expires)| *expires > now);
        if self.list.as_ref().is_some_and(|l| l.expires <= now) {
            self.list = None;
            self.complete = false;
        }
        self.positive.expire(now) + self.negative.expire(now)
    }

    pub(crate) fn next_expiry(&self, now: Millis) -> Option<Millis> {
        let written = self.written.values().map(|(_, e)| *e).min();
        let list = self.list.as_ref().map(|l| l.expires);
        [self.positive.next_expiry(now), self.negative.next_expiry(now), written, list]
            .into_iter()
            .flatten()
            .min()
    }
}

/// Returns the prefix of the keys in one user's view.
#[must_use]
pub fn view_prefix((uid, gid): (u32, u32)) -> [u8; 8] {
    let mut prefix = [0; 8];
    prefix[..4].copy_from_slice(&uid.to_le_bytes());
    prefix[4..].copy_from_slice(&gid.to_le_bytes());
    prefix
}

/// Whether a record has the right number of numbers and of strings for a key.
#[must_use]
pub fn fits(db: Database, key: &[u8], record: &Record<'_>) -> bool {
    let kind = key.first().copied().unwrap_or(0);
    let (nums, strings) = (record.num_count(), record.string_count());
    match db {
        Database::Passwd => (nums, strings) == (2, 5),
        Database::Group => nums == 1 && strings >= 2,
        Database::Initgroups => strings == 1,
        Database::Services => nums == 1 && strings >= 2 && record.num(0).is_some_and(|p| p <= 0xffff),
        Database::Protocols | Database::Rpc => nums == 1 && strings >= 1,
        Database::Networks => nums == 2 && strings >= 1,
        Database::Ethers => nums == 6 && strings == 1,
        Database::Netgroup if kind == key::OTHER => (nums, strings) == (1, 0),
        Database::Netgroup => nums == 0 && strings % 3 == 0,
        Database::Hosts if kind == key::OTHER => nums > 0 && nums % 5 == 0 && strings <= 1,
        Database::Hosts => match record.num(0) {
            Some(namecache_wire::nscd::AF_INET) => nums >= 2 && strings >= 1,
            Some(namecache_wire::nscd::AF_INET6) => nums >= 5 && nums % 4 == 1 && strings >= 1,
            _ => false,
        },
    }
}
