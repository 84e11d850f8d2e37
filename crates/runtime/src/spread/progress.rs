//! The number of frame buffers that each worker has processed, for the thread of manager and proxy.
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The counts of all workers.
#[derive(Clone)]
pub(super) struct Progress(Arc<(Mutex<Vec<u64>>, Condvar)>);

impl Progress {
    pub(super) fn of(workers: usize) -> Self {
        Progress(Arc::new((Mutex::new(vec![0; workers]), Condvar::new())))
    }

    /// Returns the handle through which a worker reports.
    pub(super) fn report(&self, worker: usize) -> Report {
        Report { progress: self.clone(), worker }
    }

    /// Waits until every worker has processed this many buffers or has ended.
    pub(super) fn wait_for(&self, buffers: u64) {
        let (counts, changed) = &*self.0;
        let counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
        let behind = |counts: &mut Vec<u64>| counts.iter().any(|n| *n < buffers);
        drop(changed.wait_while(counts, behind).unwrap_or_else(PoisonError::into_inner));
    }

    fn change(&self, worker: usize, change: impl FnOnce(u64) -> u64) {
        let (counts, changed) = &*self.0;
        if let Some(n) = counts.lock().unwrap_or_else(PoisonError::into_inner).get_mut(worker) {
            *n = change(*n);
        }
        changed.notify_all();
    }
}

/// A worker's handle. It is dropped when the worker ends.
pub(super) struct Report {
    progress: Progress,
    worker: usize,
}

impl Report {
    /// Reports one more processed buffer.
    pub(super) fn done(&self) {
        self.progress.change(self.worker, |n| n.saturating_add(1));
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        self.progress.change(self.worker, |_| u64::MAX);
    }
}
