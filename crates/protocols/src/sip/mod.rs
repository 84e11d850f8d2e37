//! SIP over UDP (RFC 3261): requests, responses, their headers and bodies.
//!
//! The first line, not the direction, shows whether a message is a request or a response: calls go both ways between
//! the same ports. Bodies are not interpreted.
mod anomaly;
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use message::{Error, Field, Lines, Reply, Request, reply, request};
pub use state::{Sip, maker};
