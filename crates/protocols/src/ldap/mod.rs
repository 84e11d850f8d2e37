//! LDAP over TCP and UDP (RFC 4511), with StartTLS and SASL security layers (RFC 4513, 4121).
//!
//! Raises the event of a message's operation, if it has one, then `LDAP::message`. The first complete message confirms
//! the protocol. After a successful StartTLS the stream goes to TLS. The first byte after a successful SASL bind shows
//! whether the rest is plain or in a security layer. In the layer, messages in signed Kerberos wrap tokens are read and
//! encrypted ones are skipped.
//!
//! Limits: filters nest at most 20 levels; a message of more than 1 MiB is skipped with an anomaly.
mod anomaly;
mod filter;
mod message;
mod names;
mod problem;
mod report;
mod state;
#[cfg(test)]
mod tests;
mod wrap;

pub use anomaly::Anomaly;
pub use message::{Bind, Message, Operation, Outcome, Search};
pub use problem::Problem;
pub use state::{Ldap, tcp_maker, udp_maker};
