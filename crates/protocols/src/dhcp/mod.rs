//! DHCP and the frame of BOOTP around it (RFC 2131, 2132, 3046, 4702).
//!
//! Raises `dhcp_message` for each datagram that has the magic cookie and options up to the end option. Nothing is kept
//! between datagrams and nothing is copied: lists of options are read again when a handler takes the event.
mod anomaly;
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{Message, Options, Problem};
pub use state::{Dhcp, maker};
