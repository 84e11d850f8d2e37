//! Modbus over TCP (Modbus application protocol 1.1b3, Modbus messaging on TCP 1.0b).
//!
//! Emits `modbus_message` when a message's head has come, then the event of its function when all of it has. A message
//! has at most 65,541 bytes, by its length field; no more than one is kept a direction. What begins with a head that
//! cannot be Modbus is a violation, and the next delivery is tried again.
mod anomaly;
mod parser;
mod report;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{Body, Header, Problem};
pub use state::{Modbus, maker};
