//! MQTT (MQTT 3.1 and 3.1.1; of 5.0 what has the same form).
//!
//! Emits an event for each packet. A connect or a message confirms the protocol. A packet may claim 256 MiB; one of more
//! than 128 KiB is not put together: of a message the beginning is shown, everything else that long is passed over with
//! an anomaly.
mod anomaly;
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{Connect, Packet, Publish, Subscriptions, Topics};
pub use state::{Mqtt, maker};
