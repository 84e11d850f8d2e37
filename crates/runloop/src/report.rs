//! The reports of a loop: its counters, and the error that ended it.
use std::io;

/// Counters of a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoopStats {
    /// The number of rounds: timeouts, ready sources, packets, poller.
    pub rounds: u64,
    /// The number of calls of the poller.
    pub polls: u64,
    /// The number of calls of the poller that were allowed to sleep.
    pub sleeps: u64,
    /// The number of turns of sources.
    pub turns: u64,
    /// The number of items that sources counted during turns.
    pub items: u64,
}

/// The error that ended a loop, with the source's name.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {error}")]
pub struct LoopError {
    /// The source's name; "poller" for the poller.
    pub name: String,
    /// Its error.
    #[source]
    pub error: io::Error,
}
