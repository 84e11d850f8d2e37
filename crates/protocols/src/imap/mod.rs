//! IMAP (RFC 3501) up to a login or TLS: the capabilities of the server, and STARTTLS.
//!
//! Raises `imap_capabilities` and `imap_starttls`.
mod anomaly;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Imap, Line, maker};
