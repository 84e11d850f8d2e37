//! Protocol analyzers: bytes of a connection in, typed events out.
//!
//! One folder a protocol, always of the same shape: `anomaly.rs` (what can be wrong, as one enum), the parser (bytes
//! in, structs out, no state), the state of a connection, and `tests.rs`. Parsers read through `wire`, never by index,
//! and every list, buffer and depth has a cap with a named anomaly behind it.
pub mod asn1;
mod carried;
pub mod dce_rpc;
pub mod dns;
pub mod gssapi;
pub mod krb;
pub mod files;
pub mod lines;
pub mod mime;
pub mod netbios;
pub mod ntlm;
pub mod registry;
mod settings;
pub mod signature;
pub mod smb;
pub mod utf16;
mod windows;

pub use registry::Protocols;
pub use settings::{Defaults, Maker, Settings};

#[cfg(test)]
extern crate self as protocols;
#[cfg(test)]
#[path = "../tests/rehearsal/mod.rs"]
mod rehearsal;
