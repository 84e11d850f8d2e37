//! The security exchange behind `AUTH GSSAPI` (RFC 2228): tokens in base64, which with GSI are records of TLS.
//!
//! Commands and replies of the control connection go on during the exchange; only `ADAT` and the replies that carry data
//! or settle the exchange matter here.
use super::anomaly::{AdatAnomaly, Base64Anomaly};
use crate::ascii::{reply_code, skip_blanks, word};
use crate::mime::Base64;
use session::Role;

/// What a line means for the exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line<'a> {
    /// An encoded token. The exchange is over after the `last` one.
    Token { base64: &'a [u8], last: bool },
    /// The exchange is over: accepted, rejected or restarted.
    Over,
    /// The line belongs to something else.
    Unrelated,
}

impl<'a> Line<'a> {
    /// A command (RFC 2228, 3).
    fn of_client(line: &'a [u8]) -> Self {
        match word(skip_blanks(line)) {
            (b"ADAT", argument) => Line::Token { base64: skip_blanks(argument), last: false },
            (b"AUTH", _) => Line::Over,
            _ => Line::Unrelated,
        }
    }

    /// A reply, by its code (RFC 2228, 5).
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
            // Protected replies: the exchange ended before.
            (Some(631..=633), _) => Line::Over,
            _ => Line::Unrelated,
        }
    }
}

/// What a line brought.
#[derive(Default, PartialEq, Eq, Debug)]
pub(super) struct Outcome {
    /// Bytes of the mechanism.
    pub(super) token: Option<Vec<u8>>,
    /// The exchange is over.
    pub(super) over: bool,
    /// The token's encoding is wrong.
    pub(super) encoding: Option<Base64Anomaly>,
    /// So is the exchange itself.
    pub(super) anomaly: Option<AdatAnomaly>,
}

/// The exchange of a connection.
#[derive(Default)]
pub(super) struct Exchange {
    /// The client's first token has arrived.
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
    /// Ends an exchange whose first token is no record of TLS: a mechanism other than GSI. The others frame their first
    /// token (RFC 2743, 3.1), which GSI leaves out.
    fn only_tls(self) -> Self {
        match self.token {
            Some(ref token) if is_handshake(token) => self,
            Some(_) => Outcome { token: None, over: true, ..self },
            None => Outcome { over: true, anomaly: Some(AdatAnomaly::FirstToken), ..self },
        }
    }
}

/// Decodes base64, and says what is wrong with it: the first byte that does not belong to it, or its length. Line ends
/// do not keep the rest from being decoded.
fn decode(base64: &[u8]) -> (Option<Vec<u8>>, Option<Base64Anomaly>) {
    let foreign = |b: &&u8| !(b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='));
    let foreign = base64.iter().find(foreign).map(|b| Base64Anomaly::Byte(b.cast_signed()));
    match Base64::whole(base64) {
        Some(token) => (Some(token), foreign),
        None => (None, foreign.or(Some(Base64Anomaly::Incomplete))),
    }
}

/// True for one whole record of TLS's handshake (RFC 8446, 5.1).
fn is_handshake(record: &[u8]) -> bool {
    const HANDSHAKE: u8 = 22;
    matches!(*record, [HANDSHAKE, _, _, hi, lo, ref fragment @ ..]
        if fragment.len() == usize::from(u16::from_be_bytes([hi, lo])))
}
