//! How many messages wait for each peer: the thread of the connections counts them, and scripts read the numbers.
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The messages that wait for a peer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// The number of messages that wait.
    pub waiting: u64,
    /// The maximum number since the interval [`Options::recently`](super::Options::recently) began.
    pub most: u64,
    /// The number of messages that found no room.
    pub dropped: u64,
}

/// Queues by the ids of the peers, each with the beginning of its interval.
type Watched = BTreeMap<Arc<str>, (Queue, Instant)>;

/// The queues of all peers. Clones share them.
#[derive(Clone)]
pub(super) struct Queues {
    all: Arc<Mutex<Watched>>,
    recently: Duration,
}

impl Queues {
    pub(super) fn new(recently: Duration) -> Self {
        Queues { all: Arc::default(), recently }
    }

    /// The mutex may be poisoned, but the numbers are consistent.
    fn lock(&self) -> MutexGuard<'_, Watched> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in the lengths of the queues of all peers. Peers that are not among them are forgotten.
    pub(super) fn update(&self, now: Instant, lengths: &BTreeMap<Arc<str>, u64>) {
        let mut all = self.lock();
        all.retain(|id, _| lengths.contains_key(id));
        for (id, &waiting) in lengths {
            let (queue, since) = all.entry(Arc::clone(id)).or_insert((Queue::default(), now));
            if now.saturating_duration_since(*since) >= self.recently {
                (queue.most, *since) = (0, now);
            }
            queue.waiting = waiting;
            queue.most = queue.most.max(waiting);
        }
    }

    /// Counts a message that found no room.
    pub(super) fn dropped(&self, id: &str) {
        if let Some((queue, _)) = self.lock().get_mut(id) {
            queue.dropped += 1;
        }
    }

    pub(super) fn all(&self) -> BTreeMap<Arc<str>, Queue> {
        self.lock().iter().map(|(id, (queue, _))| (Arc::clone(id), *queue)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Queue, Queues};
    use std::collections::BTreeMap;
    use std::time::{Duration, Instant};

    #[test]
    fn the_most_is_that_of_an_interval() {
        let (queues, start) = (Queues::new(Duration::from_secs(10)), Instant::now());
        let see = |second, waiting| {
            queues.update(start + Duration::from_secs(second), &BTreeMap::from([("a".into(), waiting)]));
            queues.all()["a"]
        };
        assert_eq!(see(0, 5), Queue { waiting: 5, most: 5, dropped: 0 });
        queues.dropped("a");
        queues.dropped("unknown");
        assert_eq!(see(9, 2), Queue { waiting: 2, most: 5, dropped: 1 });
        assert_eq!(see(10, 3), Queue { waiting: 3, most: 3, dropped: 1 });
        queues.update(start, &BTreeMap::new());
        assert!(queues.all().is_empty());
    }
}
