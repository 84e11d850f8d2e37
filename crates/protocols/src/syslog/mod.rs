//! Syslog over UDP (RFC 3164, 5424, 5426).
//!
//! Emits `syslog_message` for each datagram: facility and severity from `<number>` at its front, and the rest as it
//! came. A message that begins otherwise has neither; one with a broken priority is a violation. The protocol has
//! nothing to be known by, so it is never confirmed.
mod state;
#[cfg(test)]
mod tests;

pub use state::{Problem, Syslog, maker, priority};
