//! WebSocket (RFC 6455), after an HTTP upgrade.
//!
//! Raises the events of frames and messages. Payload is unmasked and passed in pieces to events and to child analyzers.
//! Limits: control frames are cut at `WebSocket::max_control_frame_size`; apart from frame headers and a piece, only
//! 64 KiB that arrive before the analyzer is configured are buffered.
mod state;
#[cfg(test)]
mod tests;

pub use state::{Below, Config, WebSocket, maker};
