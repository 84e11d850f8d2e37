//! Connections between processes that scripts make by `Broker::listen` and `Broker::peer`: the hub's uplink on a thread of
//! its own.
//!
//! Two processes tell each other what they subscribed to, and then each sends the other what it wants. An event goes to
//! those who are connected directly; a process passes it on only for prefixes that [`Peering::forward`] names. It speaks
//! ZMTP 3.1 between sockets of the type PEER with messages of this crate, so both ends must be Egret: Broker's own
//! protocol is not spoken.
//!
//! Connections are encrypted unless scripts refuse that ([`Tls`]).
//!
//! Messages have these parts, each of them bytes:
//!
//! | parts | meaning |
//! |---|---|
//! | `+`, prefix | the sender wants what begins so |
//! | `-`, prefix | it does no longer |
//! | `hello`, version, node id | all its subscriptions were sent; the connection counts from now on |
//! | topic, node id, format, body, number | an event or rows; the number tells copies that took another way |
#![expect(clippy::disallowed_methods, reason = "a thread with sockets: it tells the time itself")]
mod door;
mod links;
mod thread;

pub use crate::tls::{BadTls, Tls};
pub use door::Peering;

/// The version in `hello`: peers with another one are refused.
const VERSION: &[u8] = b"egret-peer-1";

/// How peerings are made.
pub struct Options {
    /// What secures all connections; `None` for none.
    pub tls: Option<Tls>,
    /// Events that wait for a peer before more are dropped.
    pub events: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { tls: None, events: 8192 }
    }
}
