//! Finger (RFC 1288): the client sends a line with a query, and the server answers in lines.
//!
//! Raises `finger_request` and `finger_reply`.
mod anomaly;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Finger, Query, maker};
