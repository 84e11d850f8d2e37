//! NATS to other processes: the hub's uplink, on its own thread with its own async runtime.
//!
//! Events use core subjects, `egret.CLUSTER.ev.TOPIC`; those that wait for one topic share a message. Rows go into JetStream's
//! work queue `EGRET_CLUSTER_LOGS` with message ids, so that the server discards duplicates. A batch stays with its sender until the server acknowledges it,
//! and on the server until a logger does ([`cluster::Done`]). Nodes renew their entry in the bucket
//! `EGRET_CLUSTER_nodes` every second and count as down after five seconds without a renewal.
//!
//! Content that must outlive its owner's process is kept in buckets `EGRET_CLUSTER_store_NAME` ([`NatsUplink::keep`]).
//!
//! Files that nodes share, such as feeds of intelligence, are put into the object store `EGRET_CLUSTER_files`
//! ([`put_feed`]). A node that asks for one ([`NatsUplink::feed`]) has a copy in its folder, which is replaced as a whole
//! whenever the store gets another version.
//!
//! With [`Settings::archive`], the server also copies each batch into a second stream as soon as the work queue has it.
//! The copy is not acknowledged: if the server is killed at that moment, the archive may lack the batch.
//!
//! Requires server 2.11 or newer.
//!
//! While the server is unreachable, up to [`Settings::row_bytes`] of batches wait in memory, further ones on disk
//! ([`Settings::spill`]), and a few thousand events; the rest is dropped and counted, with one notice. Batches that still
//! wait at the end are kept on disk for the next run.
#![forbid(unsafe_code)]

mod bucket;
mod feed_store;
mod feeds;
mod headers;
mod login;
mod members;
mod packs;
mod reach;
mod rows;
mod spill;
mod subject;
mod uplink;

pub use bucket::{Bucket, Kept};
pub use feed_store::{Feed, feeds, put_feed, remove_feed};
pub use feeds::Copies;
pub use uplink::NatsUplink;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The servers, and the role of this process in its cluster.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Addresses of servers: `nats://HOST:PORT`, `tls://HOST:PORT`, with a login before the host if needed.
    pub servers: Vec<String>,
    /// The name of the cluster: part of all subjects and streams; letters, digits, `-` and `_`.
    pub cluster: String,
    /// The name of this process in the subjects of its rows.
    pub node: String,
    /// The JetStream domain to use, where leaf servers have domains of their own.
    pub domain: Option<String>,
    /// A file with a JWT and its seed.
    pub credentials: Option<PathBuf>,
    /// Further trusted authorities for the servers' certificates, in PEM; the system's are always trusted.
    pub authorities: Option<PathBuf>,
    /// This process's certificate and key in PEM.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// Topics that are subscribed to as whole tokens: no other topic extends their last token.
    pub whole_topics: Vec<String>,
    /// Whether this process has a logger.
    pub takes_rows: bool,
    /// Bytes of rows that may wait for the server in memory.
    pub row_bytes: usize,
    /// The folder for rows beyond that, which no other process uses, and its most bytes; `None` to drop them.
    pub spill: Option<(PathBuf, u64)>,
    /// Bytes of rows that the server keeps for loggers.
    pub stream_bytes: i64,
    /// On how many servers each batch is stored.
    pub replicas: usize,
    /// A second stream, which keeps batches for other readers; `None` for no such stream.
    pub archive: Option<Archive>,
    /// Where feeds are copied to; `None` if this process may ask for none.
    pub copies: Option<Copies>,
    /// Bytes of feeds that the server keeps.
    pub feeds_bytes: i64,
}

/// The stream `EGRET_CLUSTER_ARCHIVE`: copies of all batches, in subjects `egret.CLUSTER.archive.NODE.STREAM.PATH`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Archive {
    /// How long batches stay; zero for no limit.
    pub age: Duration,
    /// The most bytes; the oldest batches make room.
    pub bytes: i64,
}

impl Settings {
    /// The settings of a process without a logger, with servers at these addresses.
    pub fn new(cluster: &str, node: &str, servers: Vec<String>) -> Self {
        Settings {
            servers,
            cluster: cluster.to_owned(),
            node: node.to_owned(),
            domain: None,
            credentials: None,
            authorities: None,
            certificate: None,
            whole_topics: Vec::new(),
            takes_rows: false,
            row_bytes: 256 << 20,
            spill: None,
            stream_bytes: 8 << 30,
            replicas: 1,
            archive: None,
            copies: None,
            feeds_bytes: 4 << 30,
        }
    }
}

/// Counters of the thread.
#[derive(Debug, Default)]
pub struct Counters {
    /// Connections made.
    pub connections: AtomicU64,
    /// Events dropped because a queue to or from the server was full.
    pub event_drops: AtomicU64,
    /// Batches of rows dropped because the queue was full while the server was unreachable.
    pub row_drops: AtomicU64,
    /// Batches that the server has acknowledged.
    pub rows_stored: AtomicU64,
    /// Batches that were sent again.
    pub rows_repeated: AtomicU64,
    /// Batches delivered to a logger of this process.
    pub rows_taken: AtomicU64,
    /// Feeds, and new versions of them, that were copied.
    pub feeds_fetched: AtomicU64,
    /// Feeds that could not be copied, each time that it was told.
    pub feed_errors: AtomicU64,
    /// Malformed messages.
    pub message_errors: AtomicU64,
}

fn add(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}
