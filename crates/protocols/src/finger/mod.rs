//! Finger (RFC 1288): a line with a query, and lines with the answer.
//!
//! Raises `finger_request` and `finger_reply`.
mod anomaly;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Finger, Query, maker};
