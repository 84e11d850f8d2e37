//! Protocol analyzers: bytes of a connection in, typed events out.
//!
//! Each protocol has a folder. `mod.rs` documents its events, limits and specifications; `protocol.toml` declares its
//! analyzers (CONTRIBUTING.md, "Add a protocol"); `state.rs` has the analyzer with the state of a connection, and
//! `tests.rs` tests it. Parsers take bytes and keep no state; they are in `parser.rs` or in files named after the
//! messages that they parse. `anomaly.rs` declares the weirds of the protocol, if it has any. Files beside the folders
//! have the code that protocols share; each declares its own weirds.
//!
//! Parsers read with `wire`'s `Reader` or with slice patterns, never by index. Every list, buffer and depth has a cap.
#![cfg_attr(not(test), deny(clippy::indexing_slicing, clippy::string_slice))]

mod ascii;
pub mod asn1;
mod embedded;
pub mod files;
pub mod frames;
mod hex;
mod line_reader;
pub mod lines;
pub mod mail;
pub mod mime;
pub mod names;
pub mod nvt;
mod out_of_bound;
pub mod pe;
pub mod registry;
mod settings;
mod sides;
pub mod signature;
mod starttls;
mod tags;
mod units;
pub mod utf16;
mod windows;
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
pub mod tftp;
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
