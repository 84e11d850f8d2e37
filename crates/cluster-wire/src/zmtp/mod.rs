//! ZeroMQ's protocol, ZMTP 3.1 (RFC 37 of ZeroMQ), as a state machine that takes bytes and returns bytes.
//!
//! A [`Connection`] is one end of one TCP connection: it writes its greeting at once, negotiates NULL or CURVE (RFC
//! 25), and then turns frames into messages, subscriptions and commands. It speaks with peers of versions 3.0 and 3.1
//! and refuses older ones. It sends subscriptions as messages (`1 TOPIC`, `0 TOPIC`), which both versions understand,
//! and reads both forms. It answers PINGs automatically.
//!
//! The caller handles sockets, messaging patterns (which peer gets which message), high-water marks and timeouts.
//! [`Connection::output`] shows how much output is waiting.
mod command;
mod connection;
pub mod curve;
mod error;
mod frame;
mod greeting;

pub use connection::{Config, Connection, Event, Message, Security};
pub use error::Error;

/// The socket types that clusters use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SocketType {
    /// Sends to subscribers.
    Pub,
    /// Receives the topics that it subscribed to.
    Sub,
    /// A [`SocketType::Pub`] whose owner sees subscriptions.
    XPub,
    /// A [`SocketType::Sub`] that forwards subscriptions.
    XSub,
    /// Sends to one of its peers.
    Push,
    /// Receives from all of its peers.
    Pull,
    /// Sends to and receives from any of its peers (a draft of libzmq).
    Peer,
}

impl SocketType {
    const ALL: [(SocketType, &'static str); 7] = [
        (SocketType::Pub, "PUB"),
        (SocketType::Sub, "SUB"),
        (SocketType::XPub, "XPUB"),
        (SocketType::XSub, "XSUB"),
        (SocketType::Push, "PUSH"),
        (SocketType::Pull, "PULL"),
        (SocketType::Peer, "PEER"),
    ];

    /// Returns the name on the wire.
    pub fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    fn named(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, n)| n.as_bytes() == name).map(|(kind, _)| kind)
    }

    /// Whether such a socket receives subscriptions.
    pub fn publishes(self) -> bool {
        matches!(self, SocketType::Pub | SocketType::XPub)
    }

    /// Whether two socket types are compatible (RFC 37, "The Socket-Type Property").
    pub fn fits(self, peer: SocketType) -> bool {
        use SocketType::{Peer, Pub, Pull, Push, Sub, XPub, XSub};
        match self {
            Pub | XPub => matches!(peer, Sub | XSub),
            Sub | XSub => matches!(peer, Pub | XPub),
            Push => peer == Pull,
            Pull => peer == Push,
            Peer => peer == Peer,
        }
    }
}

/// Limits on messages from a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes in a message, over all parts.
    pub message: usize,
    /// The most parts in a message.
    pub parts: usize,
    /// The most bytes in a command.
    pub command: usize,
}

impl Limits {
    /// Limits that allow a batch of rows, or an event of any size that scripts make.
    pub const DEFAULT: Limits = Limits { message: 256 << 20, parts: 16, command: 64 << 10 };
}
