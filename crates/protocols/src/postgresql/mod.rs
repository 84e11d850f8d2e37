//! PostgreSQL's frontend/backend protocol, version 3 (<https://www.postgresql.org/docs/current/protocol.html>).
//!
//! The first message of the client shows whether it asks for TLS. Bytes of the other side wait until that and the
//! server's answer have come. The part of a message beyond [`MAX_MESSAGE`] bytes is skipped.
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
