//! SNMP, versions 1, 2c and 3 (RFC 1157, 1901, 3412, 3416).
//!
//! Raises the event of each datagram's message. A header from the responder confirms the protocol. Lists of variables
//! are read again when a handler takes the event; nothing is kept between datagrams.
mod anomaly;
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{Bindings, Content, Header, Problem};
pub use state::{Snmp, maker};
