//! Single keys: from the question, through a worker's lookup, to the answer.
use super::{Ask, Effect, Engine, Lookup, MAX_LOOKUPS, Outcome, Peer, StoreId, Ticket};
use crate::cache::{Millis, Value};
use crate::lookup::Answer;
use crate::store::{Store, fits, view_prefix};
use namecache_wire::record::Record;
use namecache_wire::{Database, key};
use std::sync::Arc;

/// The maximum number of running lookups of each user other than root.
pub(super) const LOOKUPS_PER_USER: u32 = 64;
/// The maximum number of tries of a lookup whose sources keep changing.
const TRIES: u32 = 3;

impl Engine {
    /// Asks a cache. `stamp` is the current stamp of the database's source file; if the reply comes later, it names
    /// `ticket`.
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
                // This is the second question for a missing name, so the entry is worth publishing.
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
            // A lookup that began before a change cannot answer a question that was asked after it.
            if lookup.generation == s.generation {
                lookup.waiters.push(ticket);
                s.counters.joined += 1;
                return Ask::Parked;
            }
        }
        let mine = self.misses.entry(who.uid).or_default();
        if self.lookups.len() >= MAX_LOOKUPS || (who.uid != 0 && *mine >= LOOKUPS_PER_USER) {
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

    /// Handles a worker's answer. `stamp` is the current stamp of the source file; if the file changed during the
    /// lookup, the lookup starts again.
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
        let db = s.database().expect("only caches of databases have lookups");
        let current = lookup.generation == s.generation;
        if !current && lookup.tries < TRIES {
            lookup.tries += 1;
            lookup.generation = s.generation;
            let key: Box<[u8]> = lookup.key[lookup.prefix..].into();
            self.effects.push_back(Effect::Lookup { id, run_as: lookup.run_as, db, key });
            return;
        }
        let lookup = self.end(id).expect("the lookup exists: get_mut found it above");
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

    /// Returns the outcome of a failed lookup: an expired answer, if it may still be served.
    pub(super) fn failed(s: &mut Store, now: Millis, lookup: &Lookup) -> Outcome {
        s.counters.failures += 1;
        match s.positive.expired_answer(now, &lookup.key) {
            Some(value) if s.settings.serve_stale > 0 => Outcome::Found(Arc::clone(value)),
            _ => Outcome::Busy,
        }
    }

    /// Removes a lookup and returns it.
    pub(super) fn end(&mut self, id: u64) -> Option<Lookup> {
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
}
