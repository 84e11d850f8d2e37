//! Finger (RFC 1288): a line that asks, lines that answer.
mod anomaly;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Finger, Query, maker};
