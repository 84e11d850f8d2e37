//! Kerberos 5 over UDP and TCP, and in GSS-API (RFC 4120, 4121, 4556).
//!
//! Raises a `krb_…` event for each message. With the keys of services (`KRB::keytab`), tickets that are shown to these name
//! their client. Certificates in PKINIT become files. A datagram is a message; in a stream
//! each message follows its length.
//!
//! Limits: a stream with a message of more than [`MAX_MESSAGE`] bytes is a violation.
mod anomaly;
mod ap;
mod decrypt;
mod keytab;
mod message;
mod padata;
mod report;
mod state;
#[cfg(test)]
mod tests;
mod types;

pub use anomaly::Anomaly;
pub use ap::ApRequest;
pub use keytab::{Key, Keytab, KeytabError};
pub use message::{Error, KdcReply, KdcRequest, Message, Safe};
pub use padata::{Certificate, PaData};
pub use state::{Krb, KrbTcp, maker, tcp_maker};
pub use types::{EncryptedData, HostAddress, Name, Ticket};

/// The maximum length of a message in a stream, in bytes. Tickets with large authorization data have about 64 KiB.
pub const MAX_MESSAGE: usize = 1 << 20;
