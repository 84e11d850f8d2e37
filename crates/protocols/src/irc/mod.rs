//! IRC (RFC 1459, 2812): lines of clients and servers, and the direct connections that clients agree on over it.
//!
//! Commands and replies that have an event of their own become that; the rest is shown as it is. The connection of a
//! file transfer is for scripts to expect; [`transfer`](crate::transfer) follows it.
mod anomaly;
mod command;
mod line;
mod numeric;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use line::{Error, Kind, Line, words};
pub use state::{Irc, maker};
