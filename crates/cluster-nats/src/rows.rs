//! Batches of rows that wait for the server: in memory, then on disk.
use crate::spill::Spill;
use cluster::{Body, NodeId};
use std::collections::VecDeque;
use std::io;

/// A batch. Its id stays the same when it is sent again, so the server recognizes the duplicate.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) id: String,
    pub(crate) subject: String,
    pub(crate) from: NodeId,
    pub(crate) body: Body,
    /// The file of the spill that it was read from.
    pub(crate) file: Option<u64>,
}

/// Batches in order, up to a number of bytes in memory and then up to another on disk.
pub(crate) struct Waiting {
    batches: VecDeque<Batch>,
    bytes: usize,
    cap: usize,
    /// The number of the last batch.
    number: u64,
    spill: Option<Spill>,
}

impl Waiting {
    /// `begins` is the number before that of the first batch. No two runs may begin with the same one: the server would
    /// take the batches of the second for repetitions if scripts gave both nodes the same id.
    pub(crate) fn new(cap: usize, begins: u64, spill: Option<Spill>) -> Self {
        Waiting { batches: VecDeque::new(), bytes: 0, cap, number: begins, spill }
    }

    /// Puts a batch at the end; `false` if there is no room.
    ///
    /// # Errors
    /// The system's error, if it was to wait on disk.
    pub(crate) fn push(&mut self, from: NodeId, subject: String, body: Body) -> io::Result<bool> {
        self.number += 1;
        let batch = Batch { id: format!("{from}:{}", self.number), subject, from, body, file: None };
        // Once batches wait on disk, later ones wait behind them.
        let is_behind = self.spill.as_ref().is_some_and(|spill| !spill.is_empty());
        if !is_behind && self.bytes + batch.body.len() <= self.cap {
            self.bytes += batch.body.len();
            self.batches.push_back(batch);
            return Ok(true);
        }
        self.spill.as_mut().map_or(Ok(false), |spill| spill.push(&batch))
    }

    /// Puts back a batch that the server did not acknowledge. It always has room, since it was in the queue before.
    pub(crate) fn put_back(&mut self, batch: Batch) {
        self.bytes += batch.body.len();
        self.batches.push_front(batch);
    }

    pub(crate) fn pop(&mut self) -> Option<Batch> {
        if let Some(batch) = self.batches.pop_front() {
            self.bytes -= batch.body.len();
            return Some(batch);
        }
        let (batch, file) = self.spill.as_mut()?.pop()?;
        Some(Batch { file: Some(file), ..batch })
    }

    /// The server has this batch.
    pub(crate) fn stored(&mut self, batch: &Batch) {
        if let (Some(spill), Some(file)) = (&mut self.spill, batch.file) {
            spill.acknowledged(file);
        }
    }

    /// Moves what waits in memory, and `more`, to the disk for the next run. Returns how many batches found no room.
    pub(crate) fn keep(&mut self, more: Vec<Batch>) -> u64 {
        self.bytes = 0;
        let all = more.into_iter().chain(std::mem::take(&mut self.batches));
        let Some(spill) = &mut self.spill else { return all.count() as u64 };
        // Those that were read from the disk are there still.
        all.filter(|batch| batch.file.is_none() && !matches!(spill.push(batch), Ok(true))).count() as u64
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.batches.is_empty() && self.spill.as_ref().is_none_or(Spill::is_empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(waiting: &mut Waiting) -> Vec<String> {
        std::iter::from_fn(|| waiting.pop()).map(|b| b.id).collect()
    }

    fn push(waiting: &mut Waiting, bytes: usize) -> bool {
        waiting.push("n".into(), "s".to_owned(), vec![0; bytes].into()).unwrap()
    }

    #[test]
    fn batches_keep_their_ids_and_their_cap() {
        let mut waiting = Waiting::new(10, 0, None);
        assert!(push(&mut waiting, 6) && !push(&mut waiting, 5) && push(&mut waiting, 4));
        let first = waiting.pop().unwrap();
        assert_eq!(first.id, "n:1");
        waiting.put_back(first);
        assert_eq!(ids(&mut waiting), ["n:1", "n:3"]);
        assert!(waiting.is_empty() && waiting.bytes == 0);
    }

    #[test]
    fn what_does_not_fit_into_memory_waits_on_disk() {
        let dir = tempfile::tempdir().unwrap();
        let open = || Some(Spill::open(dir.path(), 100).unwrap());
        let mut waiting = Waiting::new(10, 0, open());
        // Memory, disk, disk although memory has room, and no room at all.
        assert!(
            push(&mut waiting, 8)
                && push(&mut waiting, 20)
                && push(&mut waiting, 1)
                && !push(&mut waiting, 60)
        );
        let sent = waiting.pop().unwrap();
        assert_eq!(waiting.keep(vec![sent]), 0);
        drop(waiting);
        let mut next = Waiting::new(10, 0, open());
        assert!(!next.is_empty());
        assert_eq!(ids(&mut next), ["n:2", "n:3", "n:1"]);
    }
}
