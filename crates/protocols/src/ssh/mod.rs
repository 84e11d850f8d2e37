//! SSH, versions 1 and 2: version lines, capabilities, key exchange, and a guess at the result of the authentication.
//!
//! Behind the key exchange everything is encrypted, and only lengths are used.
//!
//! Limits: a version line has at most [`MAX_LINE`] bytes; `SSH::max_packet_length` and `SSH::max_string_length` bound
//! packets and strings.
mod anomaly;
mod guess;
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{Config, Ssh, maker};

/// The longest line before the exchange of keys, in bytes (RFC 4253, 4.2, has 255).
const MAX_LINE: usize = 16 * 1024;
