//! IMAP (RFC 3501) until the client logs in or TLS begins: the server's capabilities, and STARTTLS.
//!
//! Raises `imap_capabilities` and `imap_starttls`.
mod anomaly;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Imap, Line, maker};
