//! NTP: time, control and private messages (RFC 5905, 7822, 9327; mode 7 as in ntpd's ntp_request.h).
//!
//! Raises `ntp_message` for each datagram. A server's message from the originator or a client's message from the
//! responder swaps the roles of the connection, at most once per side.
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use parser::{Body, Control, Mac, Message, Private, Standard};
pub use state::{Ntp, maker};
