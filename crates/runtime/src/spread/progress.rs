//! The number of frame buffers that each worker has processed: the thread of manager and proxy follows the slowest worker,
//! and the fastest one determines how far ahead frames are read.
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The counts of all workers.
#[derive(Clone)]
pub(super) struct Progress(Arc<Shared>);

struct Shared {
    counts: Mutex<Vec<u64>>,
    /// Notified when the least count has changed.
    slowest: Condvar,
    /// Notified when the greatest count has changed.
    fastest: Condvar,
}

impl Progress {
    pub(super) fn of(workers: usize) -> Self {
        let (slowest, fastest) = (Condvar::new(), Condvar::new());
        Progress(Arc::new(Shared { counts: Mutex::new(vec![0; workers]), slowest, fastest }))
    }

    /// Returns the handle through which a worker reports.
    pub(super) fn report(&self, worker: usize) -> Report {
        Report { progress: self.clone(), worker }
    }

    /// Waits until every worker has processed this many buffers or has ended.
    pub(super) fn wait_for(&self, buffers: u64) {
        let behind = |counts: &mut Vec<u64>| counts.iter().any(|n| *n < buffers);
        let waited = self.0.slowest.wait_while(self.counts(), behind);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Waits until a worker has processed this many buffers or has ended.
    pub(super) fn wait_for_fastest(&self, buffers: u64) {
        let behind = |counts: &mut Vec<u64>| counts.iter().all(|n| *n < buffers);
        let waited = self.0.fastest.wait_while(self.counts(), behind);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    fn counts(&self) -> MutexGuard<'_, Vec<u64>> {
        self.0.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, worker: usize, change: impl FnOnce(u64) -> u64) {
        let mut counts = self.counts();
        let ends = |counts: &[u64]| (counts.iter().min().copied(), counts.iter().max().copied());
        let before = ends(&counts);
        if let Some(n) = counts.get_mut(worker) {
            *n = change(*n);
        }
        let after = ends(&counts);
        drop(counts);
        if after.0 > before.0 {
            self.0.slowest.notify_all();
        }
        if after.1 > before.1 {
            self.0.fastest.notify_all();
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{RecvTimeoutError, channel};
    use std::time::Duration;

    #[test]
    fn who_waits_waits_for_the_slowest_worker() {
        let progress = Progress::of(2);
        let (fast, slow) = (progress.report(0), progress.report(1));
        let (tell, told) = channel();
        let waiter = std::thread::spawn(move || {
            for buffers in 1..=3 {
                progress.wait_for(buffers);
                tell.send(buffers).unwrap();
            }
        });
        fast.done();
        fast.done();
        assert_eq!(told.recv_timeout(Duration::from_millis(20)), Err(RecvTimeoutError::Timeout));
        slow.done();
        assert_eq!(told.recv(), Ok(1));
        slow.done();
        assert_eq!(told.recv(), Ok(2));
        // A worker that has ended holds up nobody.
        drop(slow);
        fast.done();
        assert_eq!(told.recv(), Ok(3));
        waiter.join().unwrap();
    }

    #[test]
    fn frames_are_read_ahead_of_the_fastest_worker() {
        let progress = Progress::of(2);
        let (fast, slow) = (progress.report(0), progress.report(1));
        let (tell, told) = channel();
        let waiter = std::thread::spawn(move || {
            for buffers in 1..=3 {
                progress.wait_for_fastest(buffers);
                tell.send(buffers).unwrap();
            }
        });
        assert_eq!(told.recv_timeout(Duration::from_millis(20)), Err(RecvTimeoutError::Timeout));
        fast.done();
        assert_eq!(told.recv(), Ok(1));
        slow.done();
        assert_eq!(told.recv_timeout(Duration::from_millis(20)), Err(RecvTimeoutError::Timeout));
        fast.done();
        assert_eq!(told.recv(), Ok(2));
        // The error of a worker that has ended shows when it is sent frames.
        drop(slow);
        assert_eq!(told.recv(), Ok(3));
        waiter.join().unwrap();
    }
}
