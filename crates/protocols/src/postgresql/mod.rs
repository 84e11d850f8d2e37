//! PostgreSQL's frontend/backend protocol, version 3 (<https://www.postgresql.org/docs/current/protocol.html>).
//!
//! The client's first message shows whether it requests TLS. Until that message and the server's answer to it have
//! arrived, other bytes are buffered. The part of a message beyond [`MAX_MESSAGE`] bytes is skipped.
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use message::{Backend, Frontend, MessageError, Startup};
pub use state::{Postgres, maker};

/// The maximum number of bytes of a message that are read.
const MAX_MESSAGE: usize = 1 << 18;
/// The longest first message, in bytes; PostgreSQL refuses longer ones.
const MAX_STARTUP: usize = 10_000;
/// The maximum number of deliveries that are buffered until the other side's message arrives.
const MAX_WAITING: u32 = 4;
