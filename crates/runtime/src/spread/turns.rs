//! The order in which nodes load their scripts: as many at a time as there are processors.
//!
//! All nodes wait until each has loaded its scripts. Manager and proxy load theirs one after the other, on one thread:
//! they begin at once, and one processor is left to them. If all threads began at once, workers would be ready early
//! and leave processors idle while manager and proxy still load.
use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::available_parallelism;

/// Hands out turns.
pub(super) struct Turns {
    /// How many workers may load at the same time.
    at_once: usize,
    /// The channels of workers that no later worker waits for yet.
    loading: VecDeque<Receiver<()>>,
}

/// A node's turn to load its scripts. The channels never carry messages: they are disconnected when scripts are loaded.
#[derive(Default)]
pub(super) struct Turn {
    /// Disconnected when an earlier worker has loaded its scripts; `None` if this node need not wait.
    earlier: Option<Receiver<()>>,
    /// Dropped when this node has loaded its scripts.
    loads: Cell<Option<Sender<()>>>,
}

impl Turns {
    pub(super) fn new() -> Self {
        let processors = available_parallelism().map_or(1, usize::from);
        Turns { at_once: processors.saturating_sub(1).max(1), loading: VecDeque::new() }
    }

    /// Returns the turn of the next worker.
    pub(super) fn next(&mut self) -> Turn {
        let earlier = if self.loading.len() < self.at_once { None } else { self.loading.pop_front() };
        let (loads, loaded) = channel();
        self.loading.push_back(loaded);
        Turn { earlier, loads: Cell::new(Some(loads)) }
    }
}

impl Turn {
    /// Waits until the node may load its scripts.
    pub(super) fn begin(&self) {
        if let Some(earlier) = &self.earlier {
            let _ = earlier.recv();
        }
    }

    /// Records that the node has loaded its scripts.
    pub(super) fn end(&self) {
        self.loads.set(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::TryRecvError;

    fn may_begin(turn: &Turn) -> bool {
        turn.earlier.as_ref().is_none_or(|e| e.try_recv() == Err(TryRecvError::Disconnected))
    }

    #[test]
    fn a_worker_waits_for_one_before_it() {
        let mut turns = Turns { at_once: 2, loading: VecDeque::new() };
        let mut all: VecDeque<Turn> = (0..5).map(|_| turns.next()).collect();
        assert!(all.iter().map(may_begin).eq([true, true, false, false, false]));
        all[1].end();
        assert!(all.iter().map(may_begin).eq([true, true, false, true, false]));
        // A worker that fails to load holds up nobody.
        all.pop_front();
        assert!(all.iter().map(may_begin).eq([true, true, true, false]));
        all[1].begin();
    }

    #[test]
    fn manager_and_proxy_need_not_wait() {
        Turn::default().begin();
    }
}
