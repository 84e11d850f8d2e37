//! Ident (RFC 1413): a query for the user of a connection.
//!
//! Raises `ident_request`, `ident_reply` and `ident_error`.
mod anomaly;
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use message::{Answer, Pair, Reply, reply};
pub use state::{Ident, maker};
