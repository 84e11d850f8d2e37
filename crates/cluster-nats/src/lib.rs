//! NATS to other processes: the hub's uplink on a thread of its own, with its own runtime.
//!
//! Events go over core subjects, `egret.CLUSTER.ev.TOPIC`. Rows go into the work queue `EGRET_CLUSTER_LOGS` of JetStream
//! under ids by which the server knows repetitions; a batch stays with its sender until the server has acknowledged it,
//! and with the server until a logger has: [`cluster::Done`]. Nodes renew their entry in the bucket
//! `EGRET_CLUSTER_nodes` every second, and are gone after five without.
//!
//! Servers of 2.11 and newer are spoken to.
//!
//! While the bus is away, batches wait up to [`Settings::row_bytes`] and events up to a few thousand; what is more is
//! dropped and counted, with one notice. Nothing is written to disk here: a leaf server on the same machine does that.
#![forbid(unsafe_code)]

mod headers;
mod members;
mod repeats;
mod rows;
mod subject;
mod uplink;

pub use uplink::NatsUplink;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where the servers are, and what this process is to its cluster.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Addresses of servers: `nats://HOST:PORT`, `tls://HOST:PORT`.
    pub servers: Vec<String>,
    /// The name of the cluster: part of all subjects and streams; letters, digits, `-` and `_`.
    pub cluster: String,
    /// The name of this process in the subjects of its rows.
    pub node: String,
    /// A file with a JWT and its seed.
    pub credentials: Option<PathBuf>,
    /// Certificates of the authorities that the servers' come from, in PEM, besides those of the system.
    pub authorities: Option<PathBuf>,
    /// This process's certificate and key in PEM.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// Topics that are subscribed to as whole tokens: no other topic begins with them in the middle of a token.
    pub whole_topics: Vec<String>,
    /// Whether this process has a logger.
    pub takes_rows: bool,
    /// Bytes of rows that wait for the server.
    pub row_bytes: usize,
    /// Bytes that the server keeps of rows that no logger has taken.
    pub stream_bytes: i64,
    /// How many servers keep each batch.
    pub replicas: usize,
}

impl Settings {
    /// A process of a cluster, with servers at these addresses and no logger.
    pub fn new(cluster: &str, node: &str, servers: Vec<String>) -> Self {
        Settings {
            servers,
            cluster: cluster.to_owned(),
            node: node.to_owned(),
            credentials: None,
            authorities: None,
            certificate: None,
            whole_topics: Vec::new(),
            takes_rows: false,
            row_bytes: 256 << 20,
            stream_bytes: 8 << 30,
            replicas: 1,
        }
    }
}

/// What the thread counted.
#[derive(Debug, Default)]
pub struct Counters {
    /// Connections that were made.
    pub connections: AtomicU64,
    /// Events that found no room on the way to the server, or from it.
    pub event_drops: AtomicU64,
    /// Batches of rows that found no room while the server was away.
    pub row_drops: AtomicU64,
    /// Batches that the server has acknowledged.
    pub rows_stored: AtomicU64,
    /// Batches that were sent again.
    pub rows_repeated: AtomicU64,
    /// Batches that a logger of this process got.
    pub rows_taken: AtomicU64,
    /// Messages of another form than they should have.
    pub message_errors: AtomicU64,
}

fn add(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}
