//! ZeroMQ connections to other processes, compatible with Zeek 8: the hub's uplink, on its own thread, and the proxy
//! that a manager runs.
//!
//! Each process connects an XPUB socket to the proxy's XSUB and an XSUB socket to the proxy's XPUB; rows are sent by
//! PUSH to the PULL sockets of loggers. Events have four parts (topic, node id, format, body), and so do rows, with
//! `log-write` instead of the topic. Beyond a peer's high-water mark, messages are dropped and counted; nothing blocks.
//! A peer that exceeds its share of resources (subscriptions, incomplete messages) is disconnected.
//!
//! Lost connections are retried after 100 ms, doubling up to 5 s. Names are resolved again each time.
#![expect(clippy::disallowed_methods, reason = "threads with sockets: they tell the time themselves")]
mod dial;
mod life;
pub(crate) mod net;
pub(crate) mod peer;
mod proxy;
mod uplink;
mod wire;

pub use proxy::Proxy;
pub use uplink::ZmqUplink;

use cluster_wire::zmtp;
use cluster_wire::zmtp::curve::{Entropy, KeyPair, PublicKey};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};

/// The first part of a message with rows.
pub const LOG_WRITE: &str = "log-write";

/// The CURVE keys of a process.
#[derive(Clone, Debug)]
pub struct Curve {
    /// This process's keys, as a client and as a server.
    pub keys: KeyPair,
    /// The public key of the servers to which it connects.
    pub server: PublicKey,
    /// The public keys of the clients that its own servers accept; all clients if `None`.
    pub clients: Option<Vec<PublicKey>>,
}

/// The addresses to which a process connects and on which it listens.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// `HOST:PORT` of the proxy's XSUB socket, 5556 by default, to which events are sent.
    pub publish_to: String,
    /// `HOST:PORT` of the proxy's XPUB socket, 5555 by default, from which events are received.
    pub subscribe_at: String,
    /// `HOST:PORT` of the loggers of other processes.
    pub loggers: Vec<String>,
    /// The address for incoming rows, if this process has a logger.
    pub pull: Option<SocketAddr>,
    /// The CURVE keys, if connections use CURVE.
    pub curve: Option<Curve>,
    /// High-water marks.
    pub marks: Marks,
}

/// The maximum numbers of messages that wait for a peer. Further messages are dropped.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    /// The number of events for the proxy, or from the proxy for each of its peers.
    pub events: usize,
    /// The number of batches of rows.
    pub rows: usize,
}

impl Default for Marks {
    fn default() -> Self {
        Marks { events: 1000, rows: 1000 }
    }
}

/// What nodes are told of batches of rows that waited when the thread ended.
pub(crate) fn lost_at_the_end(batches: usize) -> String {
    match batches {
        1 => "1 batch of rows is dropped: no logger took it before this process ended".to_owned(),
        n => format!("{n} batches of rows are dropped: no logger took them before this process ended"),
    }
}

/// The counters of a thread.
#[derive(Debug, Default)]
pub struct Counters {
    /// The number of events dropped at a peer's high-water mark.
    pub event_drops: AtomicU64,
    /// The number of batches of rows for which no logger had room.
    pub row_drops: AtomicU64,
    /// The number of events and batches of rows for which the mailbox of a local node had no room.
    pub full_mailboxes: AtomicU64,
    /// The number of messages with unexpected parts.
    pub message_errors: AtomicU64,
    /// The number of connections ended because of an error of the peer.
    pub refused_peers: AtomicU64,
    /// The number of connections ended because the peer was silent.
    pub silent_peers: AtomicU64,
    /// The number of subscriptions of other processes that were ignored at the cap.
    pub ignored_subscriptions: AtomicU64,
    /// The number of connections that were made.
    pub connections: AtomicU64,
}

pub(crate) fn add(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Returns the security mechanism of a connection, as client or as server.
fn security(curve: Option<&Curve>, is_server: bool) -> zmtp::Security {
    let Some(curve) = curve else { return zmtp::Security::Null };
    let mut entropy = Entropy([0; Entropy::SIZE]);
    rand::fill(&mut entropy.0);
    let keys = curve.keys.clone();
    if is_server {
        zmtp::Security::CurveServer { keys, clients: curve.clients.clone(), entropy }
    } else {
        zmtp::Security::CurveClient { keys, server: curve.server, entropy }
    }
}
