//! IMAP (RFC 3501) up to a login or TLS: what the server can do, and STARTTLS.
mod anomaly;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Imap, Line, maker};
