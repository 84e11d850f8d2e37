//! RFB, the remote framebuffer protocol of VNC (RFC 6143), versions 3.3 to 3.8 and Apple's.
//!
//! The handshake becomes events. Behind it the client's messages are followed, to notice what is none; the server's,
//! which are pixels, are not.
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use message::{Client, Server};
pub use state::{Rfb, maker};
