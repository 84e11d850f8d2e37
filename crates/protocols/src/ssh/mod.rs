//! SSH versions 1 and 2: identification strings, algorithms, key exchange, and the inferred result of the
//! authentication (RFC 4251 to 4254).
//!
//! After the key exchange everything is encrypted; only lengths are used.
//!
//! Limits: an identification string has at most [`MAX_LINE`] bytes; `SSH::max_packet_length` and
//! `SSH::max_string_length` bound packets and strings.
mod anomaly;
mod guess;
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Config, Ssh, maker};

/// The longest line before the key exchange, in bytes. RFC 4253, 4.2, allows 255.
const MAX_LINE: usize = 16 * 1024;
