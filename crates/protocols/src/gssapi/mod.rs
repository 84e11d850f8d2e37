//! GSS-API tokens: the negotiation of a mechanism (SPNEGO) and the mechanisms' own messages (RFC 2743, 4178, 4121).
//!
//! Raises `gssapi_neg_result`. Messages of NTLM and Kerberos go to their parsers, which this analyzer owns. The
//! protocol that carries the tokens delivers them complete; nothing is kept between them.
mod state;
#[cfg(test)]
mod tests;
mod token;

pub use state::{Gssapi, maker};
pub use token::{Kerberos, Token, Tokens};
