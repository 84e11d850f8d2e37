//! Rows that no logger has taken, with a cap.
use crate::zmq::peer::Outgoing;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The maximum size in bytes, as for the queue of a peer.
const BYTES: usize = 256 << 20;

/// Batches by topic, each topic's in the order in which they are to be sent. A topic that nobody takes holds up no other.
pub(super) struct Backlog {
    topics: BTreeMap<Arc<str>, VecDeque<Outgoing>>,
    batches: usize,
    bytes: usize,
    most: usize,
}

impl Backlog {
    /// A queue for so many batches.
    pub(super) fn new(most: usize) -> Self {
        Backlog { topics: BTreeMap::new(), batches: 0, bytes: 0, most }
    }

    pub(super) fn len(&self) -> usize {
        self.batches
    }

    /// Adds a batch. Returns `false` if there is no room.
    #[must_use]
    pub(super) fn push(&mut self, topic: &Arc<str>, batch: Outgoing) -> bool {
        let has_room = self.batches < self.most && self.bytes + batch.bytes() <= BYTES;
        if has_room {
            self.take_in(topic, batch, VecDeque::push_back);
        }
        has_room
    }

    /// Puts batches that were not sent before all others of their topics; other messages are ignored. Returns how many of
    /// the last batches no longer fit.
    #[must_use]
    pub(super) fn put_back(&mut self, unsent: impl DoubleEndedIterator<Item = Outgoing>) -> u64 {
        for message in unsent.rev() {
            if let Some(topic) = message.topic_of_rows().map(Arc::clone) {
                self.take_in(&topic, message, VecDeque::push_front);
            }
        }
        let mut dropped = 0;
        while self.batches > self.most || self.bytes > BYTES {
            let number = |queue: &VecDeque<Outgoing>| queue.back().map_or(0, Outgoing::number);
            let Some(newest) = self.topics.values_mut().max_by_key(|queue| number(queue)) else { break };
            let Some(batch) = newest.pop_back() else { break };
            self.let_out(&batch);
            self.topics.retain(|_, queue| !queue.is_empty());
            dropped += 1;
        }
        dropped
    }

    /// Offers the batches of each topic in order, until one of them is not taken.
    pub(super) fn offer(&mut self, mut takes: impl FnMut(&str, &Outgoing) -> bool) {
        let mut topics = std::mem::take(&mut self.topics);
        topics.retain(|topic, queue| {
            while let Some(batch) = queue.front() {
                if !takes(topic, batch) {
                    return true;
                }
                self.let_out(batch);
                queue.pop_front();
            }
            false
        });
        self.topics = topics;
    }

    fn take_in(&mut self, topic: &Arc<str>, batch: Outgoing, put: fn(&mut VecDeque<Outgoing>, Outgoing)) {
        self.batches += 1;
        self.bytes += batch.bytes();
        put(self.topics.entry(Arc::clone(topic)).or_default(), batch);
    }

    fn let_out(&mut self, batch: &Outgoing) {
        self.batches -= 1;
        self.bytes -= batch.bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES, Backlog};
    use crate::Format;
    use crate::zmq::peer::Outgoing;
    use std::sync::Arc;

    fn batch(topic: &str, number: u64, bytes: usize) -> Outgoing {
        let body = vec![0; bytes].into();
        Outgoing::Numbered { topic: topic.into(), from: "n".into(), format: Format::ZeekBin, body, number }
    }

    fn push(backlog: &mut Backlog, topic: &str, number: u64, bytes: usize) -> bool {
        backlog.push(&Arc::from(topic), batch(topic, number, bytes))
    }

    /// The numbers of the batches that are taken, if those of a topic are not.
    fn numbers(backlog: &mut Backlog, refused: &str) -> Vec<u64> {
        let mut taken = Vec::new();
        backlog.offer(|topic, batch| {
            let takes = topic != refused;
            taken.extend(takes.then(|| batch.number()));
            takes
        });
        taken
    }

    #[test]
    fn the_newest_batches_find_no_room() {
        let mut backlog = Backlog::new(3);
        assert_eq!([1, 2, 3, 4].map(|n| push(&mut backlog, "t", n, 10)), [true, true, true, false]);
        assert_eq!(numbers(&mut backlog, ""), [1, 2, 3]);
        assert!(push(&mut backlog, "t", 3, 10) && push(&mut backlog, "a", 4, 10));
        // What was sent before them and did not arrive comes first.
        assert_eq!(backlog.put_back([batch("t", 1, 10), batch("t", 2, 10)].into_iter()), 1);
        assert_eq!(numbers(&mut backlog, ""), [1, 2, 3]);
        assert_eq!((backlog.len(), backlog.bytes), (0, 0));
    }

    #[test]
    fn a_topic_that_nobody_takes_holds_up_no_other() {
        let mut backlog = Backlog::new(10);
        for (number, topic) in [(1, "slow"), (2, "fast"), (3, "slow"), (4, "fast")] {
            assert!(push(&mut backlog, topic, number, 10));
        }
        assert_eq!(numbers(&mut backlog, "slow"), [2, 4]);
        assert_eq!(backlog.len(), 2);
        assert_eq!(numbers(&mut backlog, ""), [1, 3]);
    }

    #[test]
    fn bytes_have_a_cap() {
        let mut backlog = Backlog::new(10);
        assert!(push(&mut backlog, "t", 2, BYTES / 2));
        assert!(!push(&mut backlog, "t", 3, BYTES / 2));
        assert_eq!(backlog.put_back([batch("t", 1, BYTES / 2)].into_iter()), 1);
        assert_eq!(numbers(&mut backlog, ""), [1]);
        assert!(push(&mut backlog, "t", 1, BYTES / 2));
    }
}
