//! Syslog over UDP (RFC 3164, 5424, 5426).
//!
//! Raises `syslog_message` for each datagram, with facility and severity from the priority `<number>` and the rest as
//! it is. Without a priority, facility and severity are 999; a malformed priority is a violation. The protocol is never
//! confirmed, since any text may be a message.
mod state;
#[cfg(test)]
mod tests;

pub use state::{Problem, Syslog, maker, priority};
