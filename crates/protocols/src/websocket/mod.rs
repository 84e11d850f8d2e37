//! WebSocket (RFC 6455) behind an upgrade of HTTP: frames and messages.
//!
//! Raises the events of frames and messages. Payload is unmasked and handed on in pieces, to events and to child
//! analyzers; control frames are cut at a size that scripts set. Only the header of a frame is kept, and the bytes
//! that come before the analyzer is configured.
mod state;
#[cfg(test)]
mod tests;

pub use state::{Below, Config, WebSocket, maker};
