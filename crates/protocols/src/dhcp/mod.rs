//! DHCP and BOOTP's frame around it (RFC 2131, 2132, 3046, 4702).
//!
//! Emits `dhcp_message` for each datagram that has the magic cookie and options up to the end option. Nothing is kept
//! between datagrams and nothing is copied: lists of options are walked again when somebody takes the event.
mod anomaly;
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{Message, Options, Problem};
pub use state::{Dhcp, maker};
