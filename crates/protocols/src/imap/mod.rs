//! IMAP (RFC 3501) up to the login or TLS: the server's capabilities, and STARTTLS.
//!
//! Raises `imap_capabilities` and `imap_starttls`.
mod anomaly;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Imap, Line, maker};
