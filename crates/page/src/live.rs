//! Figures of a run: the run adds samples, the page reads them.
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The most samples: an hour at one per second.
const KEPT: usize = 3600;

/// The figures of a run at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Seconds since the epoch.
    pub ts: f64,
    /// Packets since the start.
    pub packets: u64,
    /// Bytes of packets since the start.
    pub bytes: u64,
    /// Packets that the kernel dropped since the start.
    pub dropped: u64,
    /// Connections that are open.
    pub connections: u64,
    /// Bytes of memory.
    pub memory: u64,
    /// The workers; empty if the run has none.
    pub workers: Vec<Worker>,
}

/// The figures of a worker at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worker {
    /// Packets since the start.
    pub packets: u64,
    /// Connections that are open.
    pub connections: u64,
}

/// The samples of a run. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Live(Arc<Mutex<VecDeque<Sample>>>);

impl Live {
    /// Adds a sample.
    pub fn push(&self, sample: Sample) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= KEPT {
            all.pop_front();
        }
        all.push_back(sample);
    }

    pub(crate) fn samples(&self) -> Vec<Sample> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
