//! Rows that no logger has taken, with a cap.
use crate::zmq::peer::Outgoing;
use std::collections::VecDeque;

/// The maximum size in bytes, as for the queue of a peer.
const BYTES: usize = 256 << 20;

/// Batches in the order in which they are to be sent.
pub(super) struct Backlog {
    batches: VecDeque<Outgoing>,
    bytes: usize,
    most: usize,
}

impl Backlog {
    /// A queue for so many batches.
    pub(super) fn new(most: usize) -> Self {
        Backlog { batches: VecDeque::new(), bytes: 0, most }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }

    /// Adds a batch. Returns `false` if there is no room.
    #[must_use]
    pub(super) fn push(&mut self, batch: Outgoing) -> bool {
        let bytes = batch.bytes();
        let has_room = self.batches.len() < self.most && self.bytes + bytes <= BYTES;
        if has_room {
            self.bytes += bytes;
            self.batches.push_back(batch);
        }
        has_room
    }

    /// Puts batches that were not sent before all others. Returns how many of the last ones no longer fit.
    #[must_use]
    pub(super) fn put_back(&mut self, unsent: impl DoubleEndedIterator<Item = Outgoing>) -> u64 {
        for batch in unsent.rev() {
            self.bytes += batch.bytes();
            self.batches.push_front(batch);
        }
        let mut dropped = 0;
        while self.batches.len() > self.most || self.bytes > BYTES {
            let Some(last) = self.batches.pop_back() else { break };
            self.bytes -= last.bytes();
            dropped += 1;
        }
        dropped
    }

    pub(super) fn pop(&mut self) -> Option<Outgoing> {
        let batch = self.batches.pop_front()?;
        self.bytes -= batch.bytes();
        Some(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES, Backlog};
    use crate::Format;
    use crate::zmq::peer::Outgoing;

    fn batch(number: u64, bytes: usize) -> Outgoing {
        let body = vec![0; bytes].into();
        Outgoing::Numbered { topic: "t".into(), from: "n".into(), format: Format::ZeekBin, body, number }
    }

    fn numbers(backlog: &mut Backlog) -> Vec<u64> {
        let number = |batch| match batch {
            Outgoing::Numbered { number, .. } => number,
            _ => 0,
        };
        std::iter::from_fn(|| backlog.pop()).map(number).collect()
    }

    #[test]
    fn the_newest_batches_find_no_room() {
        let mut backlog = Backlog::new(3);
        assert_eq!([1, 2, 3, 4].map(|n| backlog.push(batch(n, 10))), [true, true, true, false]);
        assert_eq!(numbers(&mut backlog), [1, 2, 3]);
        assert!(backlog.push(batch(3, 10)) && backlog.push(batch(4, 10)));
        // What was sent before them and did not arrive comes first.
        assert_eq!(backlog.put_back([batch(1, 10), batch(2, 10)].into_iter()), 1);
        assert_eq!(numbers(&mut backlog), [1, 2, 3]);
        assert!(backlog.is_empty());
    }

    #[test]
    fn bytes_have_a_cap() {
        let mut backlog = Backlog::new(10);
        assert!(backlog.push(batch(2, BYTES / 2)));
        assert!(!backlog.push(batch(3, BYTES / 2)));
        assert_eq!(backlog.put_back([batch(1, BYTES / 2)].into_iter()), 1);
        assert_eq!(numbers(&mut backlog), [1]);
        assert!(backlog.push(batch(1, BYTES / 2)));
    }
}
