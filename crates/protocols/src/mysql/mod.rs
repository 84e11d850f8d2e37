//! The client/server protocol of MySQL, versions 9 and 10.
//!
//! Raises `mysql_handshake`, `mysql_command_request` and the events of replies. Packets do not state their type; the
//! type of a reply depends on the command before it. When the client requests TLS, the stream goes to TLS. After a gap
//! the rest of the connection is ignored.
mod anomaly;
mod attributes;
mod handshake;
mod packet;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use handshake::{ChangeUser, Greeting, Login, Response, capability, change_user};
pub use packet::{length_encoded, packet_length};
pub use state::{MySql, maker};
