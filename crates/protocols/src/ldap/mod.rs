//! LDAP over TCP and UDP (RFC 4511), with StartTLS and the SASL layers that wrap it (RFC 4513, 4121).
//!
//! Emits the event of a message's kind, where it has one, and then `LDAP::message`. The first whole message confirms the
//! protocol. After a StartTLS that succeeds the stream goes to a child for TLS. After a SASL bind that succeeds the
//! next message tells whether the rest is plain, signed or sealed: what is signed in Kerberos's wrap tokens is read,
//! what is sealed is passed over. Filters nest 20 deep; a message of more than 1 MiB is passed over with an anomaly.
mod anomaly;
mod filter;
mod message;
mod names;
mod report;
mod state;
#[cfg(test)]
mod tests;
mod wrap;

pub use anomaly::Anomaly;
pub use message::{Bind, Message, Operation, Outcome, Problem, Search};
pub use state::{Ldap, tcp_maker, udp_maker};
