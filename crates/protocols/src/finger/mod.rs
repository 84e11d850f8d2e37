//! Finger (RFC 1288): the client sends one line with a query, the server answers in lines.
//!
//! Raises `finger_request` and `finger_reply`.
mod anomaly;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Finger, Query, maker};
