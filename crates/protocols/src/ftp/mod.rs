//! FTP's control connection (RFC 959), its security extensions (RFC 2228) as far as TLS and GSI go, and the connections
//! that carry its files.
//!
//! Commands and replies become `ftp_request` and `ftp_reply`; which connections carry data is for scripts to say
//! (`Analyzer::schedule_analyzer`). `AUTH TLS` hands the stream to TLS once the server agreed; the tokens of
//! `AUTH GSSAPI` are taken out of their base64 and given to TLS where they are that.
mod adat;
mod anomaly;
mod command;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use command::{Replies, Reply, ReplyError, Request, RequestError, request};
pub use state::{Config, Ftp, maker};
