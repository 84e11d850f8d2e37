//! Writes the entries of the caches into the memory that clients map.
use crate::cache::Millis;
use crate::engine::{Engine, StoreId, View};
use crate::image::{self, Answer, Memory, NscdImage};
use crate::segment::SegmentBuilder;
use crate::store::Store;
use namecache_wire::nscd::{self, RequestType};
use namecache_wire::record::Record;
use namecache_wire::{Database, nscd_image, root::flag};
use std::collections::HashMap;

/// Returns the databases that one nscd image contains.
#[must_use]
pub fn image_databases(image: Database) -> &'static [Database] {
    match image {
        Database::Passwd => &[Database::Passwd],
        Database::Group => &[Database::Group, Database::Initgroups],
        Database::Services => &[Database::Services],
        Database::Netgroup => &[Database::Netgroup],
        Database::Hosts => &[Database::Hosts],
        _ => &[],
    }
}

/// Returns the nscd image that contains a database, if any.
#[must_use]
pub fn image_of(db: Database) -> Option<Database> {
    match db {
        Database::Initgroups => Some(Database::Group),
        _ => (!image_databases(db).is_empty()).then_some(db),
    }
}

/// An answer, converted for an image.
struct Ready {
    keys: Vec<(RequestType, Vec<u8>)>,
    body: Vec<u8>,
    found: bool,
    expires: Millis,
}

impl Ready {
    /// Converts an entry; an empty `value` means that it does not exist. Returns `None` if glibc's client has no such
    /// request.
    fn new(db: Database, key: &[u8], value: &[u8], expires: Millis) -> Option<Ready> {
        let mut client_key = Vec::new();
        let kind = nscd::client_key(db, key, &mut client_key)?;
        if client_key.len() > nscd::MAX_KEY {
            return None;
        }
        let mut body = Vec::new();
        if value.is_empty() {
            nscd::absent(kind, &mut body);
        } else {
            nscd::found(kind, &Record::parse(value)?, &mut body)?;
        }
        Some(Ready { keys: vec![(kind, client_key)], body, found: !value.is_empty(), expires })
    }

    fn with<R>(&self, now: Millis, wall: i64, f: impl FnOnce(&Answer<'_>) -> R) -> R {
        let ttl = (self.expires.saturating_sub(now) / 1000) as u32;
        let keys: Vec<(RequestType, &[u8])> = self.keys.iter().map(|(t, k)| (*t, k.as_slice())).collect();
        let timeout = wall + i64::from(ttl);
        f(&Answer { keys: &keys, body: &self.body, found: self.found, ttl, timeout })
    }
}

/// An answer, its cache, and its keys in that cache.
type Owned = (StoreId, Vec<Box<[u8]>>, Ready);

/// The content of an image, collected before its memory is allocated.
pub struct Gathered {
    answers: Vec<Owned>,
    /// The number of keys.
    pub keys: usize,
    /// The size of the answers in the heap in bytes.
    pub heap: usize,
    /// The alignment of answers ([`image::alignment`]).
    pub align: usize,
}

impl Gathered {
    /// The hashes of all keys.
    #[must_use]
    pub fn hashes(&self) -> Vec<u32> {
        self.answers.iter().flat_map(|(_, _, one)| &one.keys).map(|(_, key)| nscd_image::hash(key)).collect()
    }
}

/// Collects the content of one nscd image, up to `max` bytes.
pub fn gather(engine: &mut Engine, image: Database, now: Millis, max: usize) -> Gathered {
    let dbs = image_databases(image);
    let stores = || dbs.iter().filter_map(|db| engine.cache_of(*db)).map(|id| engine.store(id));
    let align = image::alignment(stores().map(|s| s.positive.len() + s.negative.len()).sum());
    // Reserve space, since alignment may move the first answer.
    let mut all = Gathered { answers: Vec::new(), keys: 0, heap: 8 + align, align };
    for db in dbs {
        let Some(id) = engine.cache_of(*db) else { continue };
        let store = engine.store_mut(id);
        store.fresh.clear();
        store.rebuild = false;
        store.positive.departed();
        store.negative.departed();
        if !store.is_common() || !store.settings.shared || !store.settings.enabled {
            continue;
        }
        let mut by_value: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut ready: Vec<Owned> = Vec::new();
        for e in store.positive.answers(now) {
            e.packet = 0;
            let Some(one) = Ready::new(*db, &e.key, &e.value, e.expires) else { continue };
            // Keys of the same record share one answer if its layout is the same for both.
            let slot = (one.body.clone(), ready.len());
            match by_value.get(&slot.0) {
                Some(&i) => {
                    ready[i].1.push(e.key.clone());
                    ready[i].2.keys.extend(one.keys);
                }
                None => {
                    by_value.insert(slot.0, slot.1);
                    ready.push((id, vec![e.key.clone()], one));
                }
            }
        }
        for e in store.negative.answers(now) {
            e.packet = 0;
            if e.uses > 0
                && let Some(one) = Ready::new(*db, &e.key, &[], e.expires)
            {
                ready.push((id, vec![e.key.clone()], one));
            }
        }
        for (id, keys, one) in ready {
            let size = one.with(now, 0, |a| a.size(align));
            if image::size(2 * (all.keys + keys.len()) as u32, all.heap + size) > max {
                break;
            }
            all.heap += size;
            all.keys += keys.len();
            all.answers.push((id, keys, one));
        }
    }
    all
}

/// Writes the collected content into a new image. `wall` is the wall-clock time in seconds.
pub fn fill<M: Memory>(engine: &mut Engine, g: &Gathered, image: &mut NscdImage<M>, now: Millis, wall: i64) {
    for (id, keys, one) in &g.answers {
        let Some(packet) = one.with(now, wall, |a| image.append(a)) else { return };
        let store = engine.store_mut(*id);
        for key in keys {
            let cache = if one.found { &mut store.positive } else { &mut store.negative };
            cache.set_packet(key, packet);
        }
    }
}

/// Updates an image in place. Returns false if it is full, or if so much has changed that a new image must be built.
pub fn update<M: Memory>(
    engine: &mut Engine,
    image: &mut NscdImage<M>,
    which: Database,
    now: Millis,
    wall: i64,
) -> bool {
    for db in image_databases(which) {
        let Some(id) = engine.cache_of(*db) else { continue };
        let store = engine.store_mut(id);
        for packet in store.positive.departed().into_iter().chain(store.negative.departed()) {
            image.remove(packet);
        }
        if std::mem::take(&mut store.rebuild) {
            return false;
        }
        for key in std::mem::take(&mut store.fresh) {
            let (found, ready) = match (store.positive.answer(now, &key), store.negative.answer(now, &key)) {
                (Some(e), _) if e.packet == 0 => (true, Ready::new(*db, &key, &e.value, e.expires)),
                (None, Some(e)) if e.packet == 0 => (false, Ready::new(*db, &key, &[], e.expires)),
                _ => continue,
            };
            let Some(ready) = ready else { continue };
            let Some(packet) = ready.with(now, wall, |a| image.append(a)) else { return false };
            let cache = if found { &mut store.positive } else { &mut store.negative };
            cache.set_packet(&key, packet);
        }
    }
    true
}

/// Returns the flags of a database's slot in the root page.
#[must_use]
pub fn slot_flags(store: &Store, now: Millis) -> u32 {
    let mut flags = 0;
    if !store.settings.enabled {
        return 0;
    }
    let mut set = |bit, on: bool| flags |= if on { bit } else { 0 };
    set(flag::SERVED, true);
    set(flag::PER_USER, !store.is_common());
    set(flag::STALE, store.is_stale());
    set(flag::COMPLETE, store.is_complete(now));
    set(flag::LISTED, store.listed(now).is_some());
    set(flag::LAST, store.sources.last);
    set(flag::STAMPED, store.settings.check_files);
    flags
}

/// Builds the segment of a database, of at most `max-db-size` bytes.
pub fn segment(
    engine: &mut Engine,
    db: Database,
    now: Millis,
    segment_id: u64,
    seed: u64,
) -> Option<Vec<u8>> {
    let id = engine.cache_of(db)?;
    let store = engine.store_mut(id);
    let max = store.settings.max_db_size as usize;
    let list: Vec<_> = store.listed(now).unwrap_or_default().to_vec();
    let mut b = SegmentBuilder::new(db, segment_id, seed, store.positive.len() + store.negative.len());
    let seconds = |expires: Millis| u32::try_from(expires / 1000).unwrap_or(u32::MAX);
    let mut at: HashMap<&[u8], u32> = HashMap::with_capacity(list.len());
    let mut whole = true;
    for value in &list {
        if b.size() + value.len() > max {
            whole = false;
            break;
        }
        let offset = *at.entry(value).or_insert_with(|| b.record(value));
        b.list(offset);
    }
    for e in store.positive.answers(now) {
        if b.size() + e.value.len() + e.key.len() + 64 > max {
            whole = false;
            break;
        }
        let offset = match at.get(&*e.value) {
            Some(&offset) => offset,
            None => b.record(&e.value),
        };
        b.key(&e.key, offset, seconds(e.expires));
    }
    if !store.is_complete(now) {
        for e in store.negative.answers(now).filter(|e| e.uses > 0) {
            if b.size() + e.key.len() + 64 > max {
                break;
            }
            b.key(&e.key, 0, seconds(e.expires));
        }
    }
    // Some entries were left out, so a missing entry may exist.
    if !whole {
        store.complete = false;
    }
    Some(b.finish())
}

/// Builds the segment of one user's view, of at most `max` bytes. Returns `None` if the view is empty.
#[must_use]
pub fn view_segment(
    store: &Store,
    now: Millis,
    view: View,
    id: u64,
    seed: u64,
    max: usize,
) -> Option<Vec<u8>> {
    let mut b = SegmentBuilder::new(store.database()?, id, seed, 16);
    let mut any = false;
    for (key, value, expires) in store.in_view(now, view) {
        if b.size() + value.len() + key.len() + 64 > max {
            break;
        }
        let record = if value.is_empty() { 0 } else { b.record(value) };
        b.key(key, record, u32::try_from(expires / 1000).unwrap_or(u32::MAX));
        any = true;
    }
    any.then(|| b.finish())
}

impl Engine {
    /// Begins to publish a cache. Returns true if clients can still read forgotten entries; the publication must then
    /// not be delayed.
    pub fn publishing(&mut self, id: StoreId) -> bool {
        let s = self.store_mut(id);
        s.publish_asked = false;
        std::mem::take(&mut s.forgotten)
    }
}
