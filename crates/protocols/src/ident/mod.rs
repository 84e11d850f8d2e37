//! Ident (RFC 1413): whose connection is it?
mod anomaly;
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use message::{Answer, Pair, Reply, reply};
pub use state::{Ident, maker};
