//! Modbus over TCP (Modbus application protocol 1.1b3, Modbus messaging on TCP 1.0b).
//!
//! Raises `modbus_message` once the header of a message is complete, and the event of its function once the message is
//! complete. An invalid header is a violation; parsing resumes with the next delivery.
//!
//! Limits: a message has at most 65,541 bytes; one message per direction is buffered.
mod anomaly;
mod parser;
mod report;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{Body, Header, Problem};
pub use state::{Modbus, maker};
