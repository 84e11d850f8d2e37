//! SIP over UDP (RFC 3261): requests, responses, their headers.
//!
//! Who asks and who answers is told by the first line, not by who began: calls go both ways between the same ports. A
//! body goes through unseen.
mod anomaly;
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use message::{Error, Field, Lines, Reply, Request, reply, request};
pub use state::{Sip, maker};
