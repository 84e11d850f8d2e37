//! PostgreSQL: its frontend/backend protocol, version 3 (<https://www.postgresql.org/docs/current/protocol.html>).
//!
//! The client's first message tells whether it would like TLS; until it has come, and the server's answer to it, what the
//! other side sends waits. Of messages that are longer than [`MAX_MESSAGE`] the rest is passed over.
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use message::{Backend, Frontend, MessageError, Startup};
pub use state::{Postgres, maker};

/// How much of a message is looked at, in bytes.
const MAX_MESSAGE: usize = 1 << 18;
/// The longest first message: servers take no longer one.
const MAX_STARTUP: usize = 10_000;
/// More deliveries than this do not wait for the other side.
const MAX_WAITING: u32 = 4;
