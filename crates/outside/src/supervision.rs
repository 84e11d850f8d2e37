//! Nodes that a supervisor keeps running.
use std::io;
use std::time::Duration;
use supervisor::{Order, Report};

/// The process below a supervisor that nodes are children of.
pub trait Keeper {
    /// Gives an order. While that process is being replaced, its successor gets it.
    ///
    /// # Errors
    /// The process does not take orders: so many wait that something is wrong with it.
    fn order(&mut self, order: Order) -> io::Result<()>;
    /// The next report. Waits for it no longer than `wait`.
    fn report(&mut self, wait: Duration) -> Option<Report>;
    /// The id of that process; `None` while it is being replaced.
    fn stem_pid(&self) -> Option<u32>;
    /// Ends all nodes. They go on reporting until they have ended.
    fn stop(&mut self);
    /// Whether all nodes have ended, after [`Keeper::stop`].
    fn is_over(&mut self) -> bool;
}
