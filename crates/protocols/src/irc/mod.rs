//! IRC (RFC 1459, 2812): lines of clients and servers, and the direct connections on which clients agree.
//!
//! Raises the event of a command or a reply; those without one raise `irc_message` or `irc_reply`. Scripts announce
//! the connection of a file transfer, which [`transfer`](crate::transfer) follows.
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
