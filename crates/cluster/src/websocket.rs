//! A server for WebSocket clients, which take part in a cluster as JSON (`cluster_wire::json`, `/v1/messages/json`).
//!
//! Each client is a node of the hub that nobody counts and nobody greets. One thread serves all clients. What they
//! publish is judged by the run before the hub gets it ([`Told::Event`], [`Server::judge`]), since only the run knows which
//! events there are; at most [`Options::queue`] events wait for that, and then clients wait. A client that takes its own
//! events too slowly loses its connection, as does one that does not answer pings.
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

/// Clients at a time.
pub const MAX_CLIENTS: usize = 100;

/// What a server needs to know.
#[derive(Clone)]
pub struct Options {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The node whose server it is; ids of clients begin with it.
    pub node: NodeId,
    /// The version that clients are told.
    pub version: String,
    /// How often clients are asked for a sign of life; never if zero.
    pub ping: Duration,
    /// Events of clients that wait to be judged.
    pub queue: usize,
    /// Certificate and key, if connections are secured.
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

/// What happened at a server.
#[derive(Clone, Debug)]
pub enum Told {
    /// A client subscribed, and hears from now on.
    Added {
        /// The client.
        client: Endpoint,
        /// What it subscribed to, each once, sorted.
        subscriptions: Vec<String>,
    },
    /// A client is gone.
    Lost {
        /// The client.
        client: Endpoint,
        /// The code of RFC 6455, section 7.4.
        code: u16,
        /// The reason; may be empty.
        reason: String,
    },
    /// A client wants to publish an event: answer with [`Server::judge`].
    Event {
        /// The number of the client.
        client: u64,
        /// The event.
        event: Event<'static>,
    },
}
