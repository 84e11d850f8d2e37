//! Connections between processes that scripts make by `Broker::listen` and `Broker::peer`: an uplink of the hub on its
//! own thread.
//!
//! Two processes tell each other their subscriptions, and each sends the other the events that match. An event goes to
//! direct peers; a process forwards it only for prefixes that [`Peering::forward`] names. The wire protocol is
//! ZMTP 3.1 between sockets of type PEER, with messages of this crate, so both ends must be Egret: Broker's own
//! protocol is not supported.
//!
//! In a cluster with loggers ([`Options::rows`]), rows that no peer takes wait for one, and so do those that were in the
//! queue of a peer that is gone. Rows that were on their way to it are lost: peers acknowledge nothing.
//!
//! Connections are encrypted unless scripts refuse that ([`Tls`]).
//!
//! Messages have these parts, each of them bytes:
//!
//! | parts | meaning |
//! |---|---|
//! | `+`, prefix | the sender subscribes to topics with this prefix |
//! | `-`, prefix | the sender unsubscribes from the prefix |
//! | `hello`, version, node id | the sender has sent all its subscriptions; the peering is established |
//! | topic, node id, format, body, number | an event or rows; the number identifies copies over another peering |
#![expect(clippy::disallowed_methods, reason = "a thread with sockets: it tells the time itself")]
mod backlog;
mod door;
mod links;
mod queues;
mod thread;

pub use crate::tls::{BadTls, Tls};
pub use door::Peering;
pub use queues::Queue;

use std::time::Duration;

/// The version in `hello`: peers with another one are refused.
const VERSION: &[u8] = b"egret-peer-1";

/// How peerings are made.
pub struct Options {
    /// What secures all connections; `None` for none.
    pub tls: Option<Tls>,
    /// Events that wait for a peer before more are dropped.
    pub events: usize,
    /// How rows wait for a logger; `None` if nobody may want them.
    pub rows: Option<WaitingRows>,
    /// The interval whose maximum of waiting messages is told.
    pub recently: Duration,
}

/// Rows that no peer takes.
pub struct WaitingRows {
    /// Batches that wait before more are dropped, with a notice.
    pub batches: usize,
    /// The topic that any logger takes, if nobody takes the topic of the rows.
    pub any_logger: String,
}

impl Default for Options {
    fn default() -> Self {
        Options { tls: None, events: 8192, rows: None, recently: Duration::from_secs(60) }
    }
}
