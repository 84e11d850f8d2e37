//! GSS-API tokens: the negotiation of a mechanism (SPNEGO), and the messages of mechanisms (RFC 2743, 4178, 4121).
//!
//! Raises `gssapi_neg_result`. Messages of NTLM and Kerberos go to their parsers, which this analyzer holds. Tokens
//! come complete from the protocol around them; nothing is kept between them.
mod state;
#[cfg(test)]
mod tests;
mod token;

pub use state::{Gssapi, maker};
pub use token::{Kerberos, Token, Tokens};
