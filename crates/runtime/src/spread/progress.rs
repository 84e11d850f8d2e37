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
        let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
        let before = counts.iter().min().copied();
        if let Some(n) = counts.get_mut(worker) {
            *n = change(*n);
        }
        // Who waits does so for the slowest worker.
        if counts.iter().min().copied() > before {
            drop(counts);
            changed.notify_all();
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
}
