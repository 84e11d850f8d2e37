//! SOCKS 4, 4a and 5 (RFC 1928), with username/password authentication (RFC 1929).
//!
//! Raises the events of requests, replies and logins. After the handshake the connection carries another one, whose
//! protocol is detected as usual.
mod anomaly;
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use message::{Auth, Destination, Error, Greeting, Message, Phase, message};
pub use state::{Socks, maker};
