//! MQTT 3.1 and 3.1.1, and the parts of 5.0 with the same format.
//!
//! Raises an event for each packet. CONNECT and PUBLISH confirm the protocol.
//!
//! Limits: at most 128 KiB of a packet are reassembled. A longer PUBLISH is reported with the beginning of its payload;
//! other longer packets are skipped with an anomaly.
mod anomaly;
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{Connect, Packet, Publish, Subscriptions, Topics};
pub use state::{Mqtt, maker};
