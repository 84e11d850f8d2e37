//! The control connection of FTP (RFC 959), with the parts of its security extensions (RFC 2228) that TLS and GSI use.
//!
//! Raises `ftp_request` and `ftp_reply`. Scripts announce the connections that carry files
//! (`Analyzer::schedule_analyzer`). `AUTH TLS` hands the stream to TLS once the server agrees; the tokens of `AUTH
//! GSSAPI` are decoded and go to TLS if they are its records.
mod adat;
mod anomaly;
mod command;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::{AdatAnomaly, Anomaly, Base64Anomaly};
pub use command::{Replies, Reply, ReplyError, Request, RequestError, request};
pub use state::{Config, Ftp, maker};
