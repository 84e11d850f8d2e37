//! A bounded queue of a node's mail. Senders never block: items that do not fit are dropped and counted.
use crate::carrier::Keep;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The limits of a mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// The number of events.
    pub events: usize,
    /// The size of events and rows in bytes, including [`OVERHEAD`] for each.
    pub bytes: usize,
    /// The number of batches of rows.
    pub rows: usize,
}

impl Caps {
    /// The limits for live traffic: messages beyond them are dropped.
    pub const LIVE: Caps = Caps { events: 10_000, bytes: 64 << 20, rows: 1000 };
    /// The limits for capture files: nothing is dropped below a gibibyte.
    pub const FILE: Caps = Caps { events: usize::MAX, bytes: 1 << 30, rows: usize::MAX };
}

/// The number of bytes counted for an item in addition to its topic and body.
pub const OVERHEAD: usize = 128;

/// The maximum size of notices about subscriptions in bytes, including [`OVERHEAD`] for each.
const NOTICES: usize = 64 << 20;

/// The maximum number of topics with their own counters. Drops for other topics are counted as [`OTHER_TOPICS`].
const COUNTED_TOPICS: usize = 256;

/// The name under which drops for all further topics are counted.
pub const OTHER_TOPICS: &str = "(other topics)";

/// The kind of an item, which selects the limits that apply.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind<'a> {
    Event {
        topic: &'a str,
        bytes: usize,
        keep: Keep,
    },
    Rows {
        bytes: usize,
    },
    /// The beginning or end of a subscription. The limit is so high that only floods reach it.
    Notice {
        bytes: usize,
    },
    /// Links and other small, rare items that are never dropped.
    Control,
}

impl Kind<'_> {
    fn bytes(self) -> usize {
        match self {
            Kind::Event { topic, bytes, .. } => topic.len() + bytes + OVERHEAD,
            Kind::Rows { bytes } | Kind::Notice { bytes } => bytes + OVERHEAD,
            Kind::Control => OVERHEAD,
        }
    }
}

/// A mailbox's counters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// The number of items that were put in.
    pub queued: u64,
    /// The number of items that were taken out.
    pub taken: u64,
    /// The number of dropped events, by topic.
    pub dropped: BTreeMap<Box<str>, u64>,
    /// The number of dropped batches of rows.
    pub dropped_rows: u64,
    /// The number of dropped notices about subscriptions.
    pub dropped_notices: u64,
    /// The maximum number of bytes held at once.
    pub most_bytes: usize,
}

impl Counters {
    /// Adds the counters of another mailbox of the same node.
    pub(crate) fn add(&mut self, other: &Counters) {
        self.queued += other.queued;
        self.taken += other.taken;
        self.dropped_rows += other.dropped_rows;
        self.dropped_notices += other.dropped_notices;
        self.most_bytes = self.most_bytes.max(other.most_bytes);
        for (topic, n) in &other.dropped {
            count(&mut self.dropped, topic, *n);
        }
    }

    /// The number of dropped events, over all topics.
    pub fn dropped_events(&self) -> u64 {
        self.dropped.values().sum()
    }
}

/// Wakes the owner of a mailbox. Called when mail arrives in an empty mailbox.
pub type Wake = Box<dyn Fn() + Send + Sync>;

pub(crate) struct Mailbox<T> {
    state: Mutex<State<T>>,
    wake: Wake,
    /// The number of unhandled items in all mailboxes of the hub.
    in_flight: Arc<AtomicU64>,
}

struct State<T> {
    /// Items, each with its size in bytes and its class.
    queue: VecDeque<(T, usize, Class)>,
    caps: Caps,
    events: usize,
    rows: usize,
    bytes: usize,
    notice_bytes: usize,
    is_closed: bool,
    counters: Counters,
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    Event,
    Rows,
    Notice,
    Control,
}

impl<T> Mailbox<T> {
    pub(crate) fn new(caps: Caps, wake: Wake, in_flight: Arc<AtomicU64>) -> Self {
        let state = State {
            queue: VecDeque::new(),
            caps,
            events: 0,
            rows: 0,
            bytes: 0,
            notice_bytes: 0,
            is_closed: false,
            counters: Counters::default(),
        };
        Mailbox { state: Mutex::new(state), wake, in_flight }
    }

    /// The mutex may be poisoned, but the state is consistent: no code panics while it changes the state.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts an item in. Returns `false` if it was dropped, which is counted. A closed mailbox discards items silently.
    pub(crate) fn put(&self, kind: Kind<'_>, item: impl FnOnce() -> T) -> bool {
        let mut s = self.lock();
        if s.is_closed {
            return true;
        }
        let bytes = kind.bytes();
        if !s.has_room(kind, bytes) {
            s.count_drop(kind);
            return false;
        }
        let class = match kind {
            Kind::Event { .. } => Class::Event,
            Kind::Rows { .. } => Class::Rows,
            Kind::Notice { .. } => Class::Notice,
            Kind::Control => Class::Control,
        };
        s.events += usize::from(class == Class::Event);
        s.rows += usize::from(class == Class::Rows);
        if class == Class::Notice {
            s.notice_bytes += bytes;
        } else {
            s.bytes += bytes;
        }
        s.counters.most_bytes = s.counters.most_bytes.max(s.bytes);
        s.counters.queued += 1;
        // Counted before a receiver can take the item, so that the count is never too low.
        self.in_flight.fetch_add(1, Ordering::AcqRel);
        s.queue.push_back((item(), bytes, class));
        let was_empty = s.queue.len() == 1;
        drop(s);
        if was_empty {
            (self.wake)();
        }
        true
    }

    /// Moves up to `most` items to `into`. Returns the number of items.
    pub(crate) fn take(&self, most: usize, into: &mut VecDeque<T>) -> usize {
        let mut s = self.lock();
        let n = most.min(s.queue.len());
        for _ in 0..n {
            let Some((item, bytes, class)) = s.queue.pop_front() else { break };
            s.events -= usize::from(class == Class::Event);
            s.rows -= usize::from(class == Class::Rows);
            if class == Class::Notice {
                s.notice_bytes -= bytes;
            } else {
                s.bytes -= bytes;
            }
            into.push_back(item);
        }
        s.counters.taken += n as u64;
        // After a burst, release the memory.
        if s.queue.is_empty() && s.queue.capacity() > 4096 {
            s.queue = VecDeque::new();
        }
        n
    }

    /// Changes the limits.
    pub(crate) fn set_caps(&self, caps: Caps) {
        self.lock().caps = caps;
    }

    /// Whether an event was dropped.
    pub(crate) fn has_dropped(&self) -> bool {
        !self.lock().counters.dropped.is_empty()
    }

    /// Whether no mail is waiting.
    pub(crate) fn is_empty(&self) -> bool {
        self.lock().queue.is_empty()
    }

    pub(crate) fn counters(&self) -> Counters {
        self.lock().counters.clone()
    }

    /// Discards all present and future mail.
    pub(crate) fn close(&self) {
        let mut s = self.lock();
        s.is_closed = true;
        let left = std::mem::take(&mut s.queue);
        (s.events, s.rows, s.bytes, s.notice_bytes) = (0, 0, 0, 0);
        drop(s);
        self.in_flight.fetch_sub(left.len() as u64, Ordering::AcqRel);
    }
}

impl<T> State<T> {
    fn has_room(&self, kind: Kind<'_>, bytes: usize) -> bool {
        let total = self.bytes.saturating_add(bytes);
        match kind {
            Kind::Event { keep: Keep::Droppable, .. } => {
                self.events < self.caps.events && total <= self.caps.bytes
            }
            Kind::Event { keep: Keep::Always, .. } => total <= self.caps.bytes.saturating_mul(2),
            Kind::Rows { .. } => self.rows < self.caps.rows && total <= self.caps.bytes,
            Kind::Notice { .. } => self.notice_bytes.saturating_add(bytes) <= NOTICES,
            Kind::Control => true,
        }
    }

    fn count_drop(&mut self, kind: Kind<'_>) {
        match kind {
            Kind::Event { topic, .. } => count(&mut self.counters.dropped, topic, 1),
            Kind::Notice { .. } => self.counters.dropped_notices += 1,
            Kind::Rows { .. } | Kind::Control => self.counters.dropped_rows += 1,
        }
    }
}

/// Adds to a topic's counter, or to [`OTHER_TOPICS`] if too many topics have counters.
fn count(dropped: &mut BTreeMap<Box<str>, u64>, topic: &str, n: u64) {
    if let Some(count) = dropped.get_mut(topic) {
        *count += n;
        return;
    }
    let name = if dropped.len() < COUNTED_TOPICS { topic } else { OTHER_TOPICS };
    *dropped.entry(name.into()).or_default() += n;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mailbox(caps: Caps) -> Mailbox<u32> {
        Mailbox::new(caps, Box::new(|| {}), Arc::default())
    }

    fn event(topic: &str, bytes: usize, keep: Keep) -> Kind<'_> {
        Kind::Event { topic, bytes, keep }
    }

    #[test]
    fn events_beyond_the_count_are_dropped_by_topic() {
        let m = mailbox(Caps { events: 2, ..Caps::LIVE });
        let put = |topic, keep| m.put(event(topic, 1, keep), || 0);
        assert!(put("a", Keep::Droppable) && put("a", Keep::Droppable));
        assert!(!put("a", Keep::Droppable) && !put("b", Keep::Droppable) && !put("b", Keep::Droppable));
        assert!(put("hello", Keep::Always) && m.put(Kind::Control, || 1));
        let counters = m.counters();
        assert_eq!(counters.dropped, BTreeMap::from([("a".into(), 1), ("b".into(), 2)]));
        assert_eq!((counters.queued, counters.dropped_events()), (4, 3));
        m.take(2, &mut VecDeque::new());
        assert!(put("a", Keep::Droppable));
    }

    #[test]
    fn bytes_are_capped_twice_as_high_for_what_is_kept() {
        let m = mailbox(Caps { bytes: 1000, ..Caps::FILE });
        let room = 1000 - OVERHEAD - 1;
        assert!(!m.put(event("t", room + 1, Keep::Droppable), || 0));
        assert!(m.put(event("t", room, Keep::Droppable), || 0));
        assert!(!m.put(Kind::Rows { bytes: 1 }, || 0));
        assert!(m.put(event("t", room, Keep::Always), || 0));
        assert!(!m.put(event("t", 1, Keep::Always), || 0));
        assert_eq!((m.counters().dropped_rows, m.counters().most_bytes), (1, 2000));
    }

    #[test]
    fn a_flood_of_subscriptions_takes_no_room_from_events() {
        let m = mailbox(Caps { bytes: 1000, ..Caps::LIVE });
        let one = (1 << 20) - OVERHEAD;
        assert_eq!((0..1000).filter(|_| m.put(Kind::Notice { bytes: one }, || 0)).count(), NOTICES >> 20);
        assert_eq!(m.counters().dropped_notices, 1000 - (NOTICES >> 20) as u64);
        assert!(m.put(event("t", 1, Keep::Droppable), || 0) && m.put(Kind::Control, || 0));
        m.take(1, &mut VecDeque::new());
        assert!(m.put(Kind::Notice { bytes: one }, || 0) && !m.put(Kind::Notice { bytes: one }, || 0));
    }

    #[test]
    fn topics_without_end_are_counted_together() {
        let m = mailbox(Caps { events: 0, ..Caps::LIVE });
        for n in 0..1000 {
            m.put(event(&format!("t{n}"), 0, Keep::Droppable), || 0);
        }
        let counters = m.counters();
        assert_eq!(counters.dropped.len(), COUNTED_TOPICS + 1);
        assert_eq!(counters.dropped[OTHER_TOPICS], 1000 - COUNTED_TOPICS as u64);
    }
}
