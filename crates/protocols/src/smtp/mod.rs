//! SMTP (RFC 5321) with its pipelining (RFC 2920), chunks (BDAT, RFC 3030) and TLS (RFC 3207).
//!
//! Commands, replies and what is unexpected become events. The state that is kept does not judge the dialog: it only has
//! to know when lines are those of a mail, even with clients that do not wait for replies. A mail goes through
//! [`mime`](crate::mime), and what its entities hold through the files framework.
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
