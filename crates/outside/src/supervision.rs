//! The interface to nodes that a supervisor keeps running.
use std::io;
use std::time::Duration;
use supervisor::{Order, Report};

/// The stem: the parent process of the nodes.
pub trait Keeper {
    /// Gives the stem an order. If the stem is being replaced, its successor receives the order.
    ///
    /// # Errors
    /// The stem takes no more orders because too many are waiting.
    fn order(&mut self, order: Order) -> io::Result<()>;
    /// Returns the next report. Waits at most `wait` for it.
    fn report(&mut self, wait: Duration) -> Option<Report>;
    /// Returns the stem's process id; `None` while the stem is being replaced.
    fn stem_pid(&self) -> Option<u32>;
    /// Ends all nodes. Reports arrive until they have ended.
    fn stop(&mut self);
    /// Whether all nodes have ended, after [`Keeper::stop`].
    fn is_over(&mut self) -> bool;
}
