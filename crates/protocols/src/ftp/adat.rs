//! The security exchange after `AUTH GSSAPI` (RFC 2228): tokens in base64, which with GSI are TLS records.
//!
//! Other commands and replies may occur during the exchange. This module considers only `ADAT`, `AUTH`, and the replies
//! that carry a token or end the exchange.
use super::anomaly::{AdatAnomaly, Base64Anomaly};
use crate::ascii::{reply_code, skip_blanks, word};
use crate::mime::Base64;
use session::Role;

/// The meaning of a line for the exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line<'a> {
    /// An encoded token. The `last` token ends the exchange.
    Token { base64: &'a [u8], last: bool },
    /// The end of the exchange: accepted, rejected or restarted.
    Over,
    /// A line that does not belong to the exchange.
    Unrelated,
}

impl<'a> Line<'a> {
    /// Classifies a command (RFC 2228, 3).
    fn of_client(line: &'a [u8]) -> Self {
        match word(skip_blanks(line)) {
            (b"ADAT", argument) => Line::Token { base64: skip_blanks(argument), last: false },
            (b"AUTH", _) => Line::Over,
            _ => Line::Unrelated,
        }
    }

    /// Classifies a reply by its code (RFC 2228, 5).
    fn of_server(line: &'a [u8]) -> Self {
        let text = line.get(3..).unwrap_or_default();
        let text = skip_blanks(text.strip_prefix(b"-").unwrap_or(text));
        let token = text.strip_prefix(b"ADAT=");
        match (reply_code(line), token) {
            // 335: the server needs more data. 334: the same, for AUTH.
            (Some(334 | 335), Some(base64)) => Line::Token { base64, last: false },
            // The exchange is complete.
            (Some(235), Some(base64)) => Line::Token { base64, last: true },
            (Some(232 | 234 | 235), _) => Line::Over,
            // The mechanism, the token or the command was refused.
            (Some(421 | 431 | 500 | 501 | 503 | 535), _) => Line::Over,
            // Protected replies come after the end of the exchange.
            (Some(631..=633), _) => Line::Over,
            _ => Line::Unrelated,
        }
    }
}

/// The result of a line.
#[derive(Default, PartialEq, Eq, Debug)]
pub(super) struct Outcome {
    /// The decoded token.
    pub(super) token: Option<Vec<u8>>,
    /// Whether the exchange is over.
    pub(super) over: bool,
    /// The error in the token's encoding, if any.
    pub(super) encoding: Option<Base64Anomaly>,
    /// The violation of the exchange, if any.
    pub(super) anomaly: Option<AdatAnomaly>,
}

/// The exchange of a connection.
#[derive(Default)]
pub(super) struct Exchange {
    /// Whether the client's first token has arrived.
    begun: bool,
}

impl Exchange {
    pub(super) fn line(&mut self, from: Role, line: &[u8]) -> Outcome {
        let line = if from.is_orig() { Line::of_client(line) } else { Line::of_server(line) };
        match line {
            Line::Unrelated => Outcome::default(),
            Line::Over => Outcome { over: true, ..Outcome::default() },
            Line::Token { base64, last } => {
                let (token, encoding) = decode(base64);
                let outcome = Outcome { token, over: last, encoding, anomaly: None };
                let first = from.is_orig() && !std::mem::replace(&mut self.begun, true);
                if first { outcome.only_tls() } else { outcome }
            }
        }
    }
}

impl Outcome {
    /// Ends an exchange whose first token is not a TLS record, because its mechanism is not GSI. Other mechanisms frame
    /// their first token (RFC 2743, 3.1); GSI does not.
    fn only_tls(self) -> Self {
        match self.token {
            Some(ref token) if is_handshake(token) => self,
            Some(_) => Outcome { token: None, over: true, ..self },
            None => Outcome { over: true, anomaly: Some(AdatAnomaly::FirstToken), ..self },
        }
    }
}

/// Decodes base64. Also reports an error: the first byte outside the alphabet, or an incomplete group at the end. CR
/// and LF are reported but do not prevent decoding.
fn decode(base64: &[u8]) -> (Option<Vec<u8>>, Option<Base64Anomaly>) {
    let foreign = |b: &&u8| !(b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='));
    let foreign = base64.iter().find(foreign).map(|b| Base64Anomaly::Byte(b.cast_signed()));
    match Base64::whole(base64) {
        Some(token) => (Some(token), foreign),
        None => (None, foreign.or(Some(Base64Anomaly::Incomplete))),
    }
}

/// Whether the bytes are exactly one TLS record of type handshake (RFC 8446, 5.1).
fn is_handshake(record: &[u8]) -> bool {
    const HANDSHAKE: u8 = 22;
    matches!(*record, [HANDSHAKE, _, _, hi, lo, ref fragment @ ..]
        if fragment.len() == usize::from(u16::from_be_bytes([hi, lo])))
}
