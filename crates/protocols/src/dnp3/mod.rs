//! DNP3 over TCP and UDP (IEEE 1815).
//!
//! Raises `dnp3_header_block` for the first link frame of a message, then the header of the request or response, and
//! for each group of objects its header, its prefixes and its objects. A link header with a correct checksum confirms
//! the protocol. A wrong checksum, or bytes that are no frame, end the analysis.
//!
//! Limits: a frame has at most 292 bytes; a message of more than 64 KiB is given up with an anomaly.
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
