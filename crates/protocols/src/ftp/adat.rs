//! The security exchange of `AUTH GSSAPI` (RFC 2228, 3): tokens in base64, which with GSI are the records of TLS.
use crate::mime::Base64;
use crate::words::{reply_code, skip_blanks, word};
use session::Role;

/// The type of TLS's handshake records.
const TLS_HANDSHAKE: u8 = 0x16;

/// The exchange as it goes on.
#[derive(Default)]
pub(super) struct Exchange {
    first_seen: bool,
}

/// What a line brought.
#[derive(Default, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// Bytes of the mechanism.
    pub(super) token: Option<Vec<u8>>,
    /// The exchange is over.
    pub(super) done: bool,
    /// The first token could not be decoded.
    pub(super) bad_encoding: bool,
}

impl Exchange {
    pub(super) fn line(&mut self, from: Role, line: &[u8]) -> Step {
        if from.is_orig() { self.request(line) } else { reply(line) }
    }

    fn request(&mut self, line: &[u8]) -> Step {
        let (command, rest) = word(skip_blanks(line));
        match command {
            b"ADAT" => {
                let token = decode(skip_blanks(rest));
                if std::mem::replace(&mut self.first_seen, true) {
                    return Step { token, ..Step::default() };
                }
                // GSI leaves out the frame that RFC 2743, 3.1, demands of the first token: it begins with a handshake.
                let bad_encoding = token.is_none();
                match token.filter(|t| is_handshake(t)) {
                    Some(t) => Step { token: Some(t), ..Step::default() },
                    None => Step { token: None, done: true, bad_encoding },
                }
            }
            // Another AUTH begins anew.
            b"AUTH" => Step { done: true, ..Step::default() },
            _ => Step::default(),
        }
    }
}

fn reply(line: &[u8]) -> Step {
    let code = reply_code(line).unwrap_or(0);
    let token = || {
        let rest = line.get(3..).unwrap_or_default();
        let rest = skip_blanks(rest.strip_prefix(b"-").unwrap_or(rest));
        rest.strip_prefix(b"ADAT=").and_then(decode)
    };
    match code {
        // Done, the last of them with a token.
        232 | 234 => Step { done: true, ..Step::default() },
        235 => Step { token: token(), done: true, ..Step::default() },
        334 | 335 => Step { token: token(), ..Step::default() },
        // Refused, or protected already.
        421 | 431 | 500 | 501 | 503 | 535 | 631..=633 => Step { done: true, ..Step::default() },
        _ => Step::default(),
    }
}

fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let (mut out, mut bad) = (Vec::new(), false);
    let mut base64 = Base64::default();
    base64.line(text, &mut out, &mut |_| bad = true);
    base64.end(&mut |_| bad = true);
    (!bad).then_some(out)
}

/// Whether bytes are one record of TLS's handshake, whole.
fn is_handshake(bytes: &[u8]) -> bool {
    match bytes {
        [TLS_HANDSHAKE, _, _, hi, lo, rest @ ..] => rest.len() == usize::from(u16::from_be_bytes([*hi, *lo])),
        _ => false,
    }
}
