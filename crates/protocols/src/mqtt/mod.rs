//! MQTT (3.1 and 3.1.1, and the parts of 5.0 that have the same form).
//!
//! Raises an event for each packet. A connect or a message confirms the protocol.
//!
//! Limits: packets of more than 128 KiB are not put together. The beginning of such a message is shown; other packets
//! of that size are skipped with an anomaly.
mod anomaly;
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{Connect, Packet, Publish, Subscriptions, Topics};
pub use state::{Mqtt, maker};
