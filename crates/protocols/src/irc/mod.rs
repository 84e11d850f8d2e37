//! IRC (RFC 1459, 2812): the lines of clients and servers.
//!
//! Raises the event of each command and reply. Commands and replies without their own event raise `irc_request`,
//! `irc_message` or `irc_reply`. Scripts schedule the analyzer of file transfers over DCC, which is in
//! [`transfer`](crate::transfer).
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
