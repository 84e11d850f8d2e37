//! The security exchange of `AUTH GSSAPI` (RFC 2228, 3): tokens in base64, which with GSI are the records of TLS.
use super::anomaly::Base64Anomaly;
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
    pub(super) bad_first: bool,
    /// What is wrong with the token's encoding.
    pub(super) encoding: Option<Base64Anomaly>,
}

impl Exchange {
    pub(super) fn line(&mut self, from: Role, line: &[u8]) -> Step {
        if from.is_orig() { self.request(line) } else { reply(line) }
    }

    fn request(&mut self, line: &[u8]) -> Step {
        let (command, rest) = word(skip_blanks(line));
        match command {
            b"ADAT" => {
                let mut step = Step::default();
                let token = step.decode(skip_blanks(rest));
                if std::mem::replace(&mut self.first_seen, true) {
                    return Step { token, ..step };
                }
                // GSI leaves out the frame that RFC 2743, 3.1, demands of the first token: it begins with a handshake.
                let bad_first = token.is_none();
                match token.filter(|t| is_handshake(t)) {
                    Some(t) => Step { token: Some(t), ..step },
                    None => Step { done: true, bad_first, ..step },
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
    let rest = line.get(3..).unwrap_or_default();
    let rest = skip_blanks(rest.strip_prefix(b"-").unwrap_or(rest));
    let with_token = |done| {
        let mut step = Step { done, ..Step::default() };
        step.token = rest.strip_prefix(b"ADAT=").and_then(|text| step.decode(text));
        step
    };
    match code {
        // Done, the last of them with a token.
        232 | 234 => Step { done: true, ..Step::default() },
        235 => with_token(true),
        334 | 335 => with_token(false),
        // Refused, or protected already.
        421 | 431 | 500 | 501 | 503 | 535 | 631..=633 => Step { done: true, ..Step::default() },
        _ => Step::default(),
    }
}

impl Step {
    fn decode(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        let odd = text.iter().find(|&&b| !b.is_ascii_alphanumeric() && !matches!(b, b'+' | b'/' | b'='));
        self.encoding = odd.map(|b| Base64Anomaly::Byte(b.cast_signed()));
        let (mut out, mut bad) = (Vec::new(), false);
        let mut base64 = Base64::default();
        base64.line(text, &mut out, &mut |_| bad = true);
        base64.end(&mut |_| bad = true);
        if bad {
            self.encoding.get_or_insert(Base64Anomaly::Incomplete);
        }
        (!bad).then_some(out)
    }
}

/// Whether bytes are one record of TLS's handshake, whole.
fn is_handshake(bytes: &[u8]) -> bool {
    match bytes {
        [TLS_HANDSHAKE, _, _, hi, lo, rest @ ..] => rest.len() == usize::from(u16::from_be_bytes([*hi, *lo])),
        _ => false,
    }
}
