//! DNP3 over TCP and UDP (IEEE 1815).
//!
//! Raises `dnp3_header_block` for the first link frame of a message, then an event for the application header, and for
//! each group of objects events for its header, its prefixes and its objects. A link header with a correct checksum
//! confirms the protocol. A wrong checksum, or bytes that are not a frame, end the analysis.
//!
//! Limits: a frame has at most 292 bytes; a message of more than 64 KiB is dropped with an anomaly.
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
