//! GSS-API tokens: the negotiation of a mechanism (SPNEGO) and the messages of mechanisms (RFC 2743, 4178, 4121).
//!
//! Raises `gssapi_neg_result`. The analyzer passes NTLM and Kerberos messages to its own parsers. The protocol that
//! carries the tokens delivers them complete; the analyzer keeps no parsing state between them.
mod state;
#[cfg(test)]
mod tests;
mod token;

pub use state::{Gssapi, maker};
pub use token::{Kerberos, Token, Tokens};
