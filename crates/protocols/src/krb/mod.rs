//! Kerberos 5 over UDP and TCP, and inside GSS-API (RFC 4120, 4121, 4556).
//!
//! Emits `krb_as_request` … `krb_error`. Certificates of the public-key exchange become files. A datagram is a message;
//! a stream has a length of four bytes before each, and none of more than [`MAX_MESSAGE`] bytes is put together. Lists
//! in a message are as long as the message has room for.
mod anomaly;
mod message;
mod padata;
mod report;
mod state;
#[cfg(test)]
mod tests;
mod types;

pub use anomaly::Anomaly;
pub use message::{ApRequest, Error, KdcReply, KdcRequest, Message, Safe};
pub use padata::{Certificate, PaData};
pub use state::{Krb, KrbTcp, maker, tcp_maker};
pub use types::{EncryptedData, HostAddress, Name, Ticket};

/// The longest message of a stream that is put together: tickets with large authorization data have some 64 KB.
pub const MAX_MESSAGE: usize = 1 << 20;
