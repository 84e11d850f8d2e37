//! SSH, versions 1 and 2: first lines, what both sides can do, exchange of keys; a guess at authentication behind it.
//!
//! Behind the exchange all is encrypted and only lengths are looked at. A first line has at most [`MAX_LINE`] bytes;
//! packets and strings are capped by `SSH::max_packet_length` and `SSH::max_string_length`.
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
