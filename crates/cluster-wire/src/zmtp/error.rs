//! The reasons why a connection ends.
use super::SocketType;
use thiserror::Error;

/// A peer's error that ends the connection.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The peer's first bytes are not a ZMTP greeting.
    #[error("the peer does not speak ZMTP: its greeting does not begin with ff … 7f")]
    Signature,
    /// A ZMTP version before 3.
    #[error("the peer speaks ZMTP {0}, expected 3")]
    Version(u8),
    /// The two ends use different mechanisms.
    #[error("the peer's security mechanism is {theirs:?}, ours is {ours}")]
    Mechanism {
        /// The mechanism in the peer's greeting.
        theirs: String,
        /// This end's mechanism.
        ours: &'static str,
    },
    /// Both ends of a CURVE connection are clients, or both servers.
    #[error("both ends are CURVE {0}s")]
    SameRole(&'static str),
    /// A frame with unknown or contradictory flags.
    #[error("frame flags {0:#04x}")]
    Flags(u8),
    /// A message larger than [`super::Limits::message`], or a command larger than [`super::Limits::command`].
    #[error("{0} bytes in a message or command, at most {1} are accepted")]
    Size(u64, usize),
    /// More parts than [`super::Limits::parts`].
    #[error("more than {0} parts in a message")]
    Parts(usize),
    /// A malformed command.
    #[error("a malformed {0} command")]
    Command(&'static str),
    /// A command other than the expected one.
    #[error("{expected} expected, found {found:?}")]
    Unexpected {
        /// The expected command.
        expected: &'static str,
        /// The actual command's name, or a description.
        found: String,
    },
    /// The peer sent an ERROR.
    #[error("the peer refused the connection: {0:?}")]
    Refused(String),
    /// A socket type that is unknown, or incompatible with ours.
    #[error("the peer is a {theirs} socket, which does not fit {}", ours.name())]
    Socket {
        /// The peer's socket type.
        theirs: String,
        /// This end's socket type.
        ours: SocketType,
    },
    /// A box that cannot be opened because the key differs or bytes were changed.
    #[error("the peer's {0} does not open with the keys of this connection")]
    Box(&'static str),
    /// The client's key is not among the accepted ones.
    #[error("the client's public key is not among those that are allowed")]
    Stranger,
    /// A reused nonce.
    #[error("a nonce that is not larger than the one before")]
    Nonce,
}
