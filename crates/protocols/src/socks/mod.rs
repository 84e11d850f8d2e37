//! SOCKS 4, 4a and 5 (RFC 1928), with user names and passwords (RFC 1929).
//!
//! Requests, replies and logins become events. Once both sides are through, what they send is another connection's
//! stream: protocols are found in it as in any other.
mod anomaly;
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use message::{Auth, Destination, Error, Greeting, Message, Phase, message};
pub use state::{Socks, maker};
