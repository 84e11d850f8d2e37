//! Batches of rows that wait for the server.
use cluster::{Body, NodeId};
use std::collections::VecDeque;

/// A batch. Its id stays the same when it is sent again, so the server recognizes the duplicate.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) id: String,
    pub(crate) subject: String,
    pub(crate) from: NodeId,
    pub(crate) body: Body,
}

/// Batches in order, up to a number of bytes.
#[derive(Debug)]
pub(crate) struct Waiting {
    batches: VecDeque<Batch>,
    bytes: usize,
    cap: usize,
    next: u64,
}

impl Waiting {
    pub(crate) fn new(cap: usize) -> Self {
        Waiting { batches: VecDeque::new(), bytes: 0, cap, next: 0 }
    }

    /// Puts a batch at the end; `false` if there is no room.
    pub(crate) fn push(&mut self, from: NodeId, subject: String, body: Body) -> bool {
        if self.bytes + body.len() > self.cap {
            return false;
        }
        self.next += 1;
        let id = format!("{from}:{}", self.next);
        self.bytes += body.len();
        self.batches.push_back(Batch { id, subject, from, body });
        true
    }

    /// Puts back a batch that the server did not acknowledge. It always has room, since it was in the queue before.
    pub(crate) fn put_back(&mut self, batch: Batch) {
        self.bytes += batch.body.len();
        self.batches.push_front(batch);
    }

    pub(crate) fn pop(&mut self) -> Option<Batch> {
        let batch = self.batches.pop_front()?;
        self.bytes -= batch.body.len();
        Some(batch)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_keep_their_ids_and_their_cap() {
        let mut waiting = Waiting::new(10);
        let mut push = |bytes: usize| waiting.push("n".into(), "s".to_owned(), vec![0; bytes].into());
        assert!(push(6) && !push(5) && push(4));
        let first = waiting.pop().unwrap();
        assert_eq!(first.id, "n:1");
        waiting.put_back(first);
        let ids: Vec<String> = std::iter::from_fn(|| waiting.pop()).map(|b| b.id).collect();
        assert_eq!(ids, ["n:1", "n:2"]);
        assert!(waiting.is_empty() && waiting.bytes == 0);
    }
}
