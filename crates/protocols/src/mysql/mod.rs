//! MySQL's client and server protocol, versions 9 and 10.
//!
//! Greeting, login, commands and what becomes of them turn into events; what a reply is depends on the command before
//! it, as packets do not say. TLS is handed on when the client asks for it. After a gap nothing is read any more.
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
