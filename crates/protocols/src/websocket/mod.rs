//! WebSocket (RFC 6455) behind an upgrade of HTTP: frames, messages, and what they carry.
//!
//! Payload is unmasked and handed on in pieces, to events and to children; frames of control are cut at a size that
//! scripts set. Nothing is kept but a frame's header, and the bytes that come before the analyzer is configured.
mod state;
#[cfg(test)]
mod tests;

pub use state::{Below, Config, WebSocket, maker};
