//! SNMP versions 1, 2c and 3 (RFC 1157, 1901, 3412, 3416).
//!
//! Raises the event of each datagram's message. A header from the responder confirms the protocol. Lists of variables
//! are decoded when a handler reads the event; the analyzer keeps nothing between datagrams.
mod anomaly;
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{Bindings, Content, Header, Problem};
pub use state::{Snmp, maker};
