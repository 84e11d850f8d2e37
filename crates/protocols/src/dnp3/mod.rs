//! DNP3 over TCP and UDP (IEEE 1815).
//!
//! Emits `dnp3_header_block` for the first link frame of a message, then the head of the request or response, and for
//! each group of objects its head, the prefixes and what the objects hold. A link header whose check is right confirms
//! the protocol; a wrong check, or bytes that are no frame, end the analysis of the connection. A frame has at most 292
//! bytes; a message of more than 64 KiB is given up with an anomaly.
mod anomaly;
mod link;
mod message;
mod objects;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use link::{Frame, check, crc};
pub use state::{Dnp3, maker};
