//! Protocol analyzers: bytes of a connection in, typed events out.
//!
//! One folder a protocol, always of the same shape: `protocol.toml` (its declaration; CONTRIBUTING.md, "Add a protocol"), `anomaly.rs` (what can be wrong, as one enum), the parser (bytes
//! in, structs out, no state), the state of a connection, and `tests.rs`. Parsers read through `wire`, never by index,
//! and every list, buffer and depth has a cap with a named anomaly behind it.
pub mod asn1;
mod broken;
mod carried;
pub mod files;
pub mod frames;
mod gather;
pub mod lines;
pub mod mail;
pub mod mime;
pub mod nvt;
pub mod pe;
pub mod registry;
mod settings;
pub mod signature;
pub mod utf16;
mod windows;
mod words;
pub mod x509;

// generated: protocols
pub mod bittorrent;
pub mod dce_rpc;
pub mod dhcp;
pub mod dnp3;
pub mod dns;
pub mod finger;
pub mod ftp;
pub mod gnutella;
pub mod gssapi;
pub mod http;
pub mod ident;
pub mod imap;
pub mod irc;
pub mod krb;
pub mod ldap;
pub mod login;
pub mod modbus;
pub mod mqtt;
pub mod mysql;
pub mod ncp;
pub mod netbios;
pub mod ntlm;
pub mod ntp;
pub mod pop3;
pub mod postgresql;
pub mod quic;
pub mod radius;
pub mod rdp;
pub mod rdpeudp;
pub mod redis;
pub mod rfb;
pub mod rpc;
pub mod sip;
pub mod smb;
pub mod smtp;
pub mod snmp;
pub mod socks;
pub mod ssh;
pub mod ssl;
pub mod stream_event;
pub mod syslog;
pub mod transfer;
pub mod websocket;
pub mod xmpp;
// end of generated: protocols

pub use registry::Protocols;
pub use settings::{Defaults, Maker, Settings};

#[cfg(test)]
extern crate self as protocols;
#[cfg(test)]
#[path = "../tests/rehearsal/mod.rs"]
mod rehearsal;
