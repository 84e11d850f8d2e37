//! RFB, VNC's remote framebuffer protocol (RFC 6143), versions 3.3 to 3.8 and Apple's.
//!
//! Raises the events of the handshake. After it, the client's messages are checked for malformed ones; the server's,
//! which are pixels, are not read.
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use message::{Client, Server};
pub use state::{Rfb, maker};
