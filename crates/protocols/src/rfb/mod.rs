//! RFB, the remote framebuffer protocol of VNC (RFC 6143), versions 3.3 to 3.8 and Apple's.
//!
//! Raises the events of the handshake. After it the client's messages are followed to notice malformed ones; those of
//! the server, which are pixels, are not read.
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use message::{Client, Server};
pub use state::{Rfb, maker};
