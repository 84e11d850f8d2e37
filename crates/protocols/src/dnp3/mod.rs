//! DNP3 over TCP and UDP (IEEE 1815).
//!
//! Raises `dnp3_header_block` for the first link frame of a message and an event for the application header, then, for
//! each group of objects, events for the object header, the prefixes and the objects. A link header with a correct
//! checksum confirms the protocol. A wrong checksum or bytes that are not a frame end the analysis.
//!
//! Limits: a frame has at most 292 bytes; a message of more than 64 KiB is an anomaly that ends the analysis.
mod anomaly;
mod link;
mod message;
mod objects;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use link::{Frame, check, crc};
pub use state::{Dnp3, tcp_maker, udp_maker};
