//! The control connection of FTP (RFC 959), with the parts of the security extensions (RFC 2228) that TLS and GSI use.
//!
//! Raises `ftp_request` and `ftp_reply`. Scripts schedule the analyzers of data connections
//! (`Analyzer::schedule_analyzer`). If the server accepts `AUTH TLS`, the stream goes to TLS. Tokens of `AUTH GSSAPI`
//! are decoded and go to TLS if they are TLS records.
mod adat;
mod anomaly;
mod command;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::{AdatAnomaly, Anomaly, Base64Anomaly};
pub use command::{Replies, Reply, ReplyError, Request, RequestError, request};
pub use state::{Config, Ftp, maker};
