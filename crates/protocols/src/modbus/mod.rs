//! Modbus over TCP (Modbus application protocol 1.1b3, Modbus messaging on TCP 1.0b).
//!
//! Raises `modbus_message` at the header of a message, and the event of its function when it is complete. A header
//! that is not one of Modbus is a violation; the next delivery is tried again.
//!
//! Limits: a message has at most 65,541 bytes; one is kept a direction.
mod anomaly;
mod parser;
mod report;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{Body, Header, Problem};
pub use state::{Modbus, maker};
