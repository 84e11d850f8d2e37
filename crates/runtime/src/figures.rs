//! What a run says of itself while it runs, and how threads of workers show theirs to the thread that reads.
use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A run so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Connections that are open now.
    pub connections: u64,
    /// Events whose handlers ran.
    pub events: u64,
    /// Rows of notice.log.
    pub notices: u64,
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Self) {
        self.connections += other.connections;
        self.events += other.events;
        self.notices += other.notices;
    }
}

/// The figures of a thread, shared with the thread that shows them. The three numbers need not be of the same moment.
#[derive(Clone, Default)]
pub(crate) struct Board(Arc<[AtomicU64; 3]>);

impl Board {
    pub(crate) fn show(&self, figures: Figures) {
        let [connections, events, notices] = &*self.0;
        connections.store(figures.connections, Relaxed);
        events.store(figures.events, Relaxed);
        notices.store(figures.notices, Relaxed);
    }

    pub(crate) fn read(&self) -> Figures {
        let [connections, events, notices] = &*self.0;
        Figures {
            connections: connections.load(Relaxed),
            events: events.load(Relaxed),
            notices: notices.load(Relaxed),
        }
    }
}
