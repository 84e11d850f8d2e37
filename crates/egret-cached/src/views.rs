//! The mapped views of single users ([`namecache_wire::view`]). A view is built when its user asks, sent only to that
//! user's processes, and invalidated by a single store when one of its entries is forgotten.
use crate::sys::clock;
use crate::sys::memory::{Mapping, sealed};
use namecache::Peer;
use namecache::cache::Millis;
use namecache::engine::{Engine, StoreId, View};
use namecache::image::Memory;
use namecache::publish;
use namecache_wire::view::{self, field};
use std::collections::BTreeMap;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// The maximum number of views at a time. The least recently requested view is invalidated first.
const VIEWS: usize = 256;
/// The minimum time between building two views, in milliseconds, so that one user cannot slow down the others.
const PAUSE: Millis = 10;
/// The time after which a view that is no longer requested is invalidated, in milliseconds.
const IDLE: Millis = 600_000;

struct Mapped {
    id: u64,
    memory: Mapping,
    fd: OwnedFd,
    used: Millis,
}

impl Drop for Mapped {
    fn drop(&mut self) {
        self.memory.store(field::VALID, 0);
    }
}

/// All mapped views.
pub(crate) struct Views {
    instance: u64,
    mapped: BTreeMap<(StoreId, View), Mapped>,
    next: Millis,
}

impl Views {
    /// Creates an empty set. `instance` is that of the root page.
    pub(crate) fn new(instance: u64) -> Views {
        Views { instance, mapped: BTreeMap::new(), next: 0 }
    }

    /// Returns the id and descriptor of the client's view, if it has entries that the view with id `have` lacks. Called
    /// when the cache knows the key that the client's view lacked.
    pub(crate) fn hand_out(
        &mut self,
        engine: &Engine,
        id: StoreId,
        who: Peer,
        have: u64,
        now: Millis,
    ) -> Option<(u64, BorrowedFd<'_>)> {
        let slot = (id, (who.uid, who.gid));
        if self.mapped.get(&slot).is_none_or(|m| m.id == have) {
            if now < self.next {
                return None;
            }
            self.next = now + PAUSE;
            match self.make(engine, id, slot.1, now) {
                Ok(made) => self.mapped.insert(slot, made?),
                Err(e) => {
                    // The answer is still sent over the socket.
                    eprintln!("egret-cached: {}: cannot map a view: {e}", engine.store(id).settings.name);
                    return None;
                }
            };
            if self.mapped.len() > VIEWS {
                let oldest = self.mapped.iter().min_by_key(|(_, m)| m.used).map(|(slot, _)| *slot);
                oldest.and_then(|slot| self.mapped.remove(&slot));
            }
        }
        let m = self.mapped.get_mut(&slot)?;
        m.used = now;
        Some((m.id, m.fd.as_fd()))
    }

    fn make(&self, engine: &Engine, id: StoreId, of: View, now: Millis) -> io::Result<Option<Mapped>> {
        let store = engine.store(id);
        let max = (store.settings.max_db_size as usize).min(view::MAX) - view::HEADER;
        let number = clock::random() | 1;
        let segment = publish::view_segment(store, now, of, number, clock::random(), max);
        let Some(segment) = segment.filter(|_| store.settings.shared) else { return Ok(None) };
        let (mut memory, fd) = sealed("egret-cached-view", view::HEADER + segment.len())?;
        memory.write(field::UID, &of.0.to_le_bytes());
        memory.write(field::GID, &of.1.to_le_bytes());
        memory.write(field::INSTANCE, &self.instance.to_le_bytes());
        memory.write(field::ID, &number.to_le_bytes());
        memory.write(view::HEADER, &segment);
        memory.store(field::VALID, 1);
        Ok(Some(Mapped { id: number, memory, fd, used: now }))
    }

    /// Invalidates one view of a cache, or all of them.
    pub(crate) fn forget(&mut self, id: StoreId, of: Option<View>) {
        self.mapped.retain(|(s, view), _| *s != id || of.is_some_and(|of| of != *view));
    }

    /// Invalidates views that are no longer requested.
    pub(crate) fn handle_time(&mut self, now: Millis) {
        self.mapped.retain(|_, m| m.used + IDLE > now);
    }

    /// The time at which [`handle_time`](Self::handle_time) must be called next.
    pub(crate) fn next_time(&self) -> Option<Millis> {
        self.mapped.values().map(|m| m.used + IDLE).min()
    }
}
