//! Syslog over UDP (RFC 3164, 5424, 5426).
//!
//! Raises `syslog_message` for each datagram: facility and severity from the `<number>` at its front, and the rest as
//! it is. A message that begins otherwise has neither; one with a malformed priority is a violation. The protocol has
//! no recognizable form, so it is never confirmed.
mod state;
#[cfg(test)]
mod tests;

pub use state::{Problem, Syslog, maker, priority};
