//! NT LAN Manager's challenge and response, inside GSS-API, SMB, DCE/RPC and others ([MS-NLMP]).
//!
//! Raises `ntlm_negotiate`, `ntlm_challenge` and `ntlm_authenticate`. Messages come complete from the protocol around
//! them; nothing is kept between them.
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use message::{Authenticate, Av, AvPairs, Challenge, Message, Negotiate, Version, flag};
pub use state::{Ntlm, maker};

/// The beginning of every message.
pub const SIGNATURE: &[u8; 7] = b"NTLMSSP";
