//! POP3 (RFC 1939) with CAPA (RFC 2449), AUTH (RFC 5034) and STLS (RFC 2595).
//!
//! Commands, replies and logins become events; mails go through [`mime`](crate::mime) as with SMTP. Clients may send
//! commands without waiting: each is judged when its reply comes.
mod anomaly;
mod command;
mod login;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use command::{Word, tokens};
pub use state::{Config, Pop3, maker};
