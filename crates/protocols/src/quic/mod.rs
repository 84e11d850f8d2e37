//! QUIC 1 and 2, drafts 22 to 34 and mvfst (RFC 9000, 9001, 9369).
//!
//! Raises the events of packet headers. Initial packets are decrypted, since their keys derive from the client's first
//! destination connection ID. The TLS hellos in their CRYPTO frames are reassembled and go to TLS, each wrapped in a
//! record. After a side's hello is complete, its packets are no longer decrypted.
//!
//! Limits: a hello has at most [`MAX_HELLO`] bytes and [`MAX_PARTS`] parts with gaps between them; packets of more than
//! [`MAX_PACKET`] bytes are not decrypted.
mod frame;
mod header;
mod hello;
mod protection;
mod state;
#[cfg(test)]
mod tests;

pub use frame::{Frame, FrameError};
pub use header::{Kind, LongHeader, Packet};
pub use protection::decrypted;
pub use state::{Quic, maker};

/// The longest hello, in bytes (RFC 8446, 5.2).
const MAX_HELLO: usize = (1 << 14) + 256;
/// The maximum number of parts of a hello with gaps between them. Some clients send a few parts out of order on
/// purpose.
const MAX_PARTS: usize = 64;
/// The longest packet that is decrypted, in bytes; enough for jumbo frames.
const MAX_PACKET: usize = 10_000;
