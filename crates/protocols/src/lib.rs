//! Protocol analyzers: bytes of a connection in, typed events out.
//!
//! One folder a protocol, always of the same shape: `anomaly.rs` (what can be wrong, as one enum), the parser (bytes
//! in, structs out, no state), the state of a connection, and `tests.rs`. Parsers read through `wire`, never by index,
//! and every list, buffer and depth has a cap with a named anomaly behind it.
pub mod asn1;
mod carried;
pub mod dce_rpc;
pub mod dhcp;
pub mod dnp3;
pub mod dns;
pub mod files;
pub mod frames;
pub mod gssapi;
pub mod krb;
pub mod lines;
pub mod mime;
pub mod modbus;
pub mod mqtt;
pub mod netbios;
pub mod ntlm;
pub mod ntp;
pub mod pe;
pub mod radius;
pub mod registry;
mod settings;
pub mod signature;
pub mod smb;
pub mod snmp;
pub mod syslog;
pub mod utf16;
mod windows;

pub use registry::Protocols;
pub use settings::{Defaults, Maker, Settings};

#[cfg(test)]
extern crate self as protocols;
#[cfg(test)]
#[path = "../tests/rehearsal/mod.rs"]
mod rehearsal;
