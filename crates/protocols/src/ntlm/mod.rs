//! NT LAN Manager's challenge and response, inside GSS-API, SMB, DCE/RPC and others ([MS-NLMP]).
//!
//! Emits `ntlm_negotiate`, `ntlm_challenge` and `ntlm_authenticate`. It keeps nothing between messages: each comes whole
//! from whoever carries it, and its size is the only limit of what is read.
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use message::{Authenticate, Av, AvPairs, Challenge, Message, Negotiate, Version, flag};
pub use state::{Ntlm, maker};

/// What every message begins with.
pub const SIGNATURE: &[u8; 7] = b"NTLMSSP";
