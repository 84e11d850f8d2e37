//! RADIUS authentication and accounting (RFC 2865, 2866).
//!
//! Raises `radius_attribute` for each attribute of a datagram, then `radius_message` with all of them. The analyzer
//! keeps nothing between datagrams.
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use parser::{Attributes, Message};
pub use state::{Radius, maker};
