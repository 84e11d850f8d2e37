//! NetBIOS sessions over TCP and datagrams over UDP (RFC 1001, 1002). SMB over port 139 has its own analyzer; this one
//! reads the messages of the session service.
//!
//! Raises `netbios_session_message` … `netbios_session_keepalive`. A message has at most 64 KB.
mod anomaly;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use state::{NetbiosSsn, maker};
