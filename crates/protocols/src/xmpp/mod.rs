//! XMPP (RFC 6120) up to the login or TLS: the tags of the stream, and STARTTLS.
//!
//! Raises `xmpp_starttls`.
mod anomaly;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Next, Tags, Xmpp, maker};
