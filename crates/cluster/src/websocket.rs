//! A server for WebSocket clients, which exchange JSON with a cluster (`cluster_wire::json`, `/v1/messages/json`).
//!
//! Each client is a guest of the hub: a node that is not expected and never announced. One thread serves all clients.
//! Before their events reach the hub, the run checks them ([`Report::Event`], [`Server::judge`]), since only the run
//! knows which events are declared. At most [`Options::queue`] events wait for that check; at the limit, the server
//! stops reading from clients. A client is disconnected if it reads its own events too slowly or does not answer pings.
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

/// The maximum number of clients at a time.
pub const MAX_CLIENTS: usize = 100;

/// The options of a server.
#[derive(Clone)]
pub struct Options {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The id of the node that runs the server. The ids of clients begin with it.
    pub node: NodeId,
    /// The version reported to clients.
    pub version: String,
    /// The interval between pings of a client. Zero disables pings.
    pub ping: Duration,
    /// The maximum number of events that wait for the run's check.
    pub queue: usize,
    /// The certificate and key, if connections use TLS.
    pub tls: Option<Arc<ServerConfig>>,
}

/// A client, as scripts see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The client's id, `NODEID-websocket-N`.
    pub id: NodeId,
    /// The address from which the client connected.
    pub address: SocketAddr,
    /// The header `X-Application-Name`.
    pub application: Option<String>,
}

/// A report from the server to the run.
#[derive(Clone, Debug)]
pub enum Report {
    /// A client's subscriptions are in effect.
    Added {
        /// The client.
        client: Endpoint,
        /// The subscriptions, sorted and without duplicates.
        subscriptions: Vec<String>,
    },
    /// A client disconnected.
    Lost {
        /// The client.
        client: Endpoint,
        /// The status code (RFC 6455, 7.4).
        code: u16,
        /// The reason; may be empty.
        reason: String,
    },
    /// A client publishes an event. The answer is [`Server::judge`].
    Event {
        /// The number of the client.
        client: u64,
        /// The event.
        event: Event<'static>,
    },
}
