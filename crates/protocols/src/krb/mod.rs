//! Kerberos 5 over UDP and TCP, and inside GSS-API (RFC 4120, 4121, 4556).
//!
//! Raises `krb_as_request` … `krb_error`. Certificates of the public-key exchange become files. A datagram is a
//! message; in a stream each message follows its length.
//!
//! Limits: messages of more than [`MAX_MESSAGE`] bytes are not put together.
mod anomaly;
mod ap;
mod message;
mod padata;
mod report;
mod state;
#[cfg(test)]
mod tests;
mod types;

pub use anomaly::Anomaly;
pub use ap::ApRequest;
pub use message::{Error, KdcReply, KdcRequest, Message, Safe};
pub use padata::{Certificate, PaData};
pub use state::{Krb, KrbTcp, maker, tcp_maker};
pub use types::{EncryptedData, HostAddress, Name, Ticket};

/// The longest message of a stream that is put together: tickets with large authorization data have some 64 KB.
pub const MAX_MESSAGE: usize = 1 << 20;
