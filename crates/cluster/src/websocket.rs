//! A server for WebSocket clients, which exchange JSON with a cluster (`cluster_wire::json`, `/v1/messages/json`).
//!
//! Each client is a guest of the hub: a node that is not expected and never announced. One thread serves all clients. Before the
//! hub gets their events, the run checks them ([`Report::Event`], [`Server::judge`]), since only the run knows which
//! events are declared. At most [`Options::queue`] events wait for that check; then the server stops reading from
//! clients. A client is disconnected if it takes its own events too slowly or does not answer pings.
#![expect(clippy::disallowed_methods, reason = "a thread with sockets: it tells the time itself")]
mod client;
mod handshake;
mod server;
mod stream;

pub use server::Server;
pub use stream::{BadTls, tls};

use crate::carrier::NodeId;
use cluster_wire::Event;
use rustls::ServerConfig;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// The most clients at a time.
pub const MAX_CLIENTS: usize = 100;

/// The options of a server.
#[derive(Clone)]
pub struct Options {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The node that runs the server; clients' ids begin with its id.
    pub node: NodeId,
    /// The version that is reported to clients.
    pub version: String,
    /// How often clients are pinged; zero disables pings.
    pub ping: Duration,
    /// The most events that wait for the run's check.
    pub queue: usize,
    /// Certificate and key, if connections use TLS.
    pub tls: Option<Arc<ServerConfig>>,
}

/// A client, as scripts see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// Its id, `NODEID-websocket-N`.
    pub id: NodeId,
    /// Where it connected from.
    pub address: SocketAddr,
    /// Its header `X-Application-Name`.
    pub application: Option<String>,
}

/// What the server reports to the run.
#[derive(Clone, Debug)]
pub enum Report {
    /// A client's subscriptions are in effect.
    Added {
        /// The client.
        client: Endpoint,
        /// Its subscriptions, each once, sorted.
        subscriptions: Vec<String>,
    },
    /// A client disconnected.
    Lost {
        /// The client.
        client: Endpoint,
        /// The code of RFC 6455, section 7.4.
        code: u16,
        /// The reason; may be empty.
        reason: String,
    },
    /// A client publishes an event: answer with [`Server::judge`].
    Event {
        /// The number of the client.
        client: u64,
        /// The event.
        event: Event<'static>,
    },
}
