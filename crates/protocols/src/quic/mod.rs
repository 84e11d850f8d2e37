//! QUIC 1 and 2, drafts 22 to 34 and mvfst (RFC 9000, 9001, 9369).
//!
//! Raises the events of packets' headers. Initial packets are decrypted: their keys follow from the client's first
//! connection identifier. The TLS hellos in their CRYPTO frames are put in order and go to TLS, each wrapped in a
//! record. When the hello of a side is complete, nothing more of that side is decrypted.
//!
//! Limits: a hello has at most [`MAX_HELLO`] bytes, and [`MAX_PARTS`] parts that wait for others; a packet that is
//! decrypted has at most [`MAX_PACKET`] bytes.
mod frame;
mod header;
mod hello;
mod protection;
mod state;
#[cfg(test)]
mod tests;

pub use frame::{Frame, FrameError};
pub use header::{Kind, LongHeader, Packet};
pub use state::{Quic, maker};

/// The longest hello, in bytes (RFC 8446, 5.1).
const MAX_HELLO: usize = (1 << 14) + 256;
/// The most parts of a hello with gaps between them: clients mix up a few on purpose.
const MAX_PARTS: usize = 64;
/// The longest packet that is decrypted, in bytes: what jumbo frames hold.
const MAX_PACKET: usize = 10_000;
