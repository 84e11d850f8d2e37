//! Gnutella 0.6: a handshake of text lines with headers, then binary messages.
//!
//! Limits: `Gnutella::max_line_length` and `Gnutella::max_header_length`; events carry at most [`MAX_PAYLOAD`] bytes of
//! a message's payload.
mod anomaly;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Config, Gnutella, maker};

/// The maximum number of payload bytes that an event carries.
const MAX_PAYLOAD: usize = 1024;
