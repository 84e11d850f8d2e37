//! DHCP, in BOOTP's message format (RFC 2131, 2132, 3046, 4702).
//!
//! Raises `dhcp_message` for each datagram that has the magic cookie and options up to the end option. The analyzer
//! keeps no state between datagrams and copies no data: lists of options are decoded when a handler reads the event.
mod anomaly;
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{Message, Options, Problem};
pub use state::{Dhcp, maker};
