//! LDAP over TCP and UDP (RFC 4511), with StartTLS and the SASL layers around it (RFC 4513, 4121).
//!
//! Raises the event of a message's operation, if it has one, and then `LDAP::message`. The first complete message
//! confirms the protocol. A successful StartTLS hands the stream to TLS. The message after a successful SASL bind
//! shows whether the rest is plain, signed or sealed: messages signed in Kerberos's wrap tokens are read, sealed ones
//! are skipped.
//!
//! Limits: filters are nested 20 levels deep; a message of more than 1 MiB is skipped with an anomaly.
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
