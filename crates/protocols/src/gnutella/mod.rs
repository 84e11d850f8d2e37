//! Gnutella 0.6: a handshake of text lines with headers, then binary messages.
//!
//! Limits: `Gnutella::max_line_length` and `Gnutella::max_header_length`; [`MAX_PAYLOAD`] bytes of a message's payload.
mod state;
#[cfg(test)]
mod tests;

pub use state::{Config, Gnutella, maker};

/// The most bytes of a message's payload that events show.
const MAX_PAYLOAD: usize = 1024;

wire::anomalies! {
    /// A handshake that exceeds a limit.
    pub enum Anomaly from "GNUTELLA" {
        /// A line longer than `Gnutella::max_line_length`.
        LineTooLong(len: usize) => "exceeded_gnutella_max_line_length", "{len}",
        /// Headers longer than `Gnutella::max_header_length`.
        HeadersTooLong(len: usize) => "exceeded_gnutella_max_headers_length", "{len}",
    }
}
