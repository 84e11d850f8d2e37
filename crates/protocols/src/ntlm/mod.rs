//! The challenge/response authentication of NTLM in GSS-API, SMB, DCE/RPC and others ([MS-NLMP]).
//!
//! Raises `ntlm_negotiate`, `ntlm_challenge` and `ntlm_authenticate`. The protocol that carries the messages delivers
//! them complete; the analyzer keeps no state between them.
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use message::{Authenticate, Av, AvPairs, Challenge, Message, Negotiate, Version, flag};
pub use state::{Ntlm, maker};

/// The first bytes of every message.
pub const SIGNATURE: &[u8; 7] = b"NTLMSSP";
