//! The NetBIOS session service over TCP and datagram service over UDP (RFC 1001, 1002). SMB over port 139 has its own
//! analyzer.
//!
//! Raises a `netbios_session_…` event for each message. A message has at most 64 KiB.
mod anomaly;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{NetbiosSsn, maker};
