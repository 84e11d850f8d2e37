//! POP3 (RFC 1939) with CAPA (RFC 2449), AUTH (RFC 5034) and STLS (RFC 2595).
//!
//! Raises `pop3_request`, `pop3_reply`, the events of logins, and those of mails ([`mail`](crate::mail)). Clients may
//! pipeline commands: a command takes effect when its reply arrives.
mod anomaly;
mod command;
mod login;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use command::{Word, tokens};
pub use state::{Config, Pop3, maker};
