//! GSS-API tokens: the negotiation of a mechanism (SPNEGO), and what the mechanisms say (RFC 2743, 4178, 4121).
//!
//! Emits `gssapi_neg_result`; NTLM and Kerberos inside a token go to their analyzers, which this one carries. It keeps
//! nothing between tokens: each comes whole from whoever carries it.
mod state;
#[cfg(test)]
mod tests;
mod token;

pub use state::{Gssapi, maker};
pub use token::{Kerberos, Token, Tokens};
