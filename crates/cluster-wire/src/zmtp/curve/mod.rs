//! CURVE (RFC 25 and RFC 26 of ZeroMQ): a handshake of four commands, then boxes around frames.
//!
//! ```text
//! client                                   server
//! HELLO     C', box of zeros (C' to S)  →
//!        ←  WELCOME   box of S' and a cookie (S to C')
//! INITIATE  cookie, box of C, the
//!           vouch for C' and metadata   →
//!           (C' to S')
//!        ←  READY     box of metadata (S' to C')
//! MESSAGE   box of flags and a part    ↔   MESSAGE
//! ```
//!
//! C and S are long-term keys, C' and S' are keys of this connection only.
mod boxes;
mod client;
mod keys;
mod server;

pub(super) use client::Client;
pub use keys::{KeyError, KeyPair, PublicKey};
pub(super) use server::Server;

use super::{Error, command, frame};
use boxes::{Nonce, Shared};

/// The random bytes for a connection: a key, nonces, a cookie. They must never be reused.
#[derive(Clone)]
pub struct Entropy(pub [u8; Entropy::SIZE]);

impl Entropy {
    /// The number of bytes that a connection needs.
    pub const SIZE: usize = 32 + 16 + COOKIE;

    fn key(&self) -> &[u8; 32] {
        self.0.first_chunk().expect("32 of them")
    }

    fn nonce(&self) -> &[u8; 16] {
        self.0[32..].first_chunk().expect("16 of them")
    }

    fn cookie(&self) -> &[u8; COOKIE] {
        self.0[48..].first_chunk().expect("the rest")
    }
}

impl std::fmt::Debug for Entropy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Entropy(…)")
    }
}

/// The length of a cookie in bytes.
const COOKIE: usize = 96;

/// Makes a nonce from a prefix and a counter.
fn counted(prefix: &[u8; 16], counter: u64) -> Nonce {
    let mut nonce = [0; 24];
    nonce[..16].copy_from_slice(prefix);
    nonce[16..].copy_from_slice(&counter.to_be_bytes());
    nonce
}

/// Makes a nonce from a prefix and 16 random bytes.
fn random(prefix: &[u8; 8], bytes: &[u8; 16]) -> Nonce {
    let mut nonce = [0; 24];
    nonce[..8].copy_from_slice(prefix);
    nonce[8..].copy_from_slice(bytes);
    nonce
}

/// Returns the first bytes of a command's content, and the rest.
fn chunk<'a, const N: usize>(
    content: &'a [u8],
    name: &'static str,
) -> Result<(&'a [u8; N], &'a [u8]), Error> {
    content.split_first_chunk().ok_or(Error::Command(name))
}

/// Reads the counter at the beginning of `content`, which must be larger than the last one.
fn counter<'a>(content: &'a [u8], last: &mut u64, name: &'static str) -> Result<(u64, &'a [u8]), Error> {
    let (number, rest) = chunk(content, name)?;
    let number = u64::from_be_bytes(*number);
    if number <= *last {
        return Err(Error::Nonce);
    }
    *last = number;
    Ok((number, rest))
}

const TO_SERVER: &[u8; 16] = b"CurveZMQMESSAGEC";
const TO_CLIENT: &[u8; 16] = b"CurveZMQMESSAGES";

/// Encrypts and decrypts parts after the handshake.
#[derive(Debug)]
pub(super) struct Session {
    shared: Shared,
    is_server: bool,
    sent: u64,
    received: u64,
}

impl Session {
    /// Appends a frame with an encrypted part and its flags.
    pub(super) fn seal(&mut self, flags: u8, part: &[u8], out: &mut Vec<u8>) {
        self.sent += 1;
        let nonce = counted(if self.is_server { TO_CLIENT } else { TO_SERVER }, self.sent);
        frame::write_head(0, 16 + boxes::TAG + 1 + part.len(), out);
        command::write_name("MESSAGE", out);
        out.extend_from_slice(&self.sent.to_be_bytes());
        // In the box, the flags MORE and COMMAND are bits 0 and 1.
        let flags = (flags & frame::MORE) | ((flags & frame::COMMAND) >> 1);
        self.shared.seal(&nonce, &[&[flags], part], out);
    }

    /// Decrypts the body of a frame. Returns its flags and its part.
    pub(super) fn open(&mut self, body: &[u8]) -> Result<(u8, Vec<u8>), Error> {
        let (name, content) = command::split(body)?;
        if name == b"ERROR" {
            return Err(command::refusal(content));
        }
        if name != b"MESSAGE" {
            return Err(Error::Unexpected { expected: "MESSAGE", found: command::shown(name) });
        }
        let (number, sealed) = counter(content, &mut self.received, "MESSAGE")?;
        let nonce = counted(if self.is_server { TO_SERVER } else { TO_CLIENT }, number);
        let mut part = self.shared.open(&nonce, sealed).ok_or(Error::Box("MESSAGE"))?;
        if part.is_empty() {
            return Err(Error::Command("MESSAGE"));
        }
        let flags = part.remove(0);
        Ok((((flags & 1) * frame::MORE) | ((flags >> 1 & 1) * frame::COMMAND), part))
    }
}
