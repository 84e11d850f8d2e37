//! RADIUS: access and accounting (RFC 2865, 2866).
//!
//! Raises `radius_attribute` for each attribute of a datagram, and then `radius_message` with all of them. Nothing is
//! kept between datagrams.
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use parser::{Attributes, Message};
pub use state::{Radius, maker};
