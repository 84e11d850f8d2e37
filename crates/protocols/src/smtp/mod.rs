//! SMTP (RFC 5321) with pipelining (RFC 2920), chunks (BDAT, RFC 3030) and TLS (RFC 3207).
//!
//! Raises `smtp_request`, `smtp_reply`, `smtp_unexpected`, `smtp_data` and the events of mails ([`mail`](crate::mail)),
//! whose contents go to the files framework. The state machine does not enforce the protocol; it determines which lines
//! belong to a mail, even if the client does not wait for replies.
mod anomaly;
mod bdat;
mod command;
mod state;
mod steps;
#[cfg(test)]
mod tests;

pub use anomaly::{Anomaly, ChunkAnomaly};
pub use bdat::{Chunk, Chunks, chunk};
pub use command::Command;
pub use state::{Config, Smtp, maker};
