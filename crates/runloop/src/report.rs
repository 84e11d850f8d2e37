//! What a loop reports: its counters, and the error that ended it.
use std::io;

/// Counters of a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoopStats {
    /// Rounds: timeouts, ready sources, packets, poller.
    pub rounds: u64,
    /// Calls of the poller.
    pub polls: u64,
    /// Calls of the poller that were allowed to sleep.
    pub sleeps: u64,
    /// Turns of sources.
    pub turns: u64,
    /// Items that sources counted during turns.
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
