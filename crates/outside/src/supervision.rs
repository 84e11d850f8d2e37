//! Nodes that a supervisor keeps running, as a run sees them.
use std::io;
use std::time::Duration;
use supervisor::{Order, Report};

/// The stem: the process whose children the nodes are.
pub trait Keeper {
    /// Gives an order. While the stem is being replaced, its successor gets it.
    ///
    /// # Errors
    /// The stem takes no orders: too many are waiting.
    fn order(&mut self, order: Order) -> io::Result<()>;
    /// The next report. Waits at most `wait` for it.
    fn report(&mut self, wait: Duration) -> Option<Report>;
    /// The stem's process id; `None` while it is being replaced.
    fn stem_pid(&self) -> Option<u32>;
    /// Ends all nodes. Reports continue until they have ended.
    fn stop(&mut self);
    /// Whether all nodes have ended, after [`Keeper::stop`].
    fn is_over(&mut self) -> bool;
}
