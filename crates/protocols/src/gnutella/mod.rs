//! Gnutella (version 0.6): a handshake in lines with headers, then binary messages.
//!
//! Limits: `Gnutella::max_line_length` and `Gnutella::max_header_length`; of a message [`MAX_PAYLOAD`] bytes are kept.
mod state;
#[cfg(test)]
mod tests;

pub use state::{Config, Gnutella, maker};

/// How much of a message's content is handed out, in bytes.
const MAX_PAYLOAD: usize = 1024;

wire::anomalies! {
    /// A handshake that cannot be read.
    pub enum Anomaly from "GNUTELLA" {
        /// A line longer than the cap.
        LineTooLong(len: usize) => "exceeded_gnutella_max_line_length", "{len}",
        /// Headers longer than the cap.
        HeadersTooLong(len: usize) => "exceeded_gnutella_max_headers_length", "{len}",
    }
}
