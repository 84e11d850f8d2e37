//! Splits streams into messages, each preceded by a type and a length of three bytes (RFC 1002, 4.3.1; [MS-SMB2] 2.1).
use wire::{ReadError, ReadResult};

/// Bytes of the header before a message.
const HEAD: usize = 4;

/// The state of one direction.
#[derive(Default)]
pub(super) struct Framing {
    /// The incomplete message, with its header.
    buffer: Vec<u8>,
}

/// The next part of a delivery.
pub(super) enum Step<'a> {
    /// A message of type 0 within this delivery, and the bytes that follow it.
    Message(&'a [u8], &'a [u8]),
    /// A reassembled message, and the bytes that follow it. Return the buffer with [`Framing::give_back`].
    Joined(Vec<u8>, &'a [u8]),
    /// A message of another type; the bytes that follow it.
    Other(&'a [u8]),
    /// The message is incomplete.
    More,
}

/// Type and length of the message, without its header.
fn head(data: &[u8]) -> Option<(u8, usize)> {
    let [kind, a, b, c] = *data.first_chunk::<HEAD>()?;
    Some((kind, u32::from_be_bytes([0, a, b, c]) as usize))
}

/// A reassembled message without its header.
pub(super) fn body(joined: &[u8]) -> &[u8] {
    joined.get(HEAD..).unwrap_or_default()
}

impl Framing {
    /// Drops the incomplete message.
    pub(super) fn reset(&mut self) {
        self.buffer = Vec::new();
    }

    /// Reuses the memory of a message, unless it is large.
    pub(super) fn give_back(&mut self, mut joined: Vec<u8>) {
        if joined.capacity() <= 1 << 17 {
            joined.clear();
            self.buffer = joined;
        }
    }

    /// Takes the next message from `data`.
    pub(super) fn step<'a>(&mut self, data: &'a [u8], max: usize) -> ReadResult<Step<'a>> {
        if self.buffer.is_empty()
            && let Some((kind, len)) = head(data)
            && let Some((message, rest)) = data.split_at_checked(HEAD + len)
        {
            return Ok(if kind == 0 { Step::Message(body(message), rest) } else { Step::Other(rest) });
        }
        let mut rest = data;
        self.fill(HEAD, &mut rest);
        let Some((kind, len)) = head(&self.buffer) else { return Ok(Step::More) };
        if len > max {
            return Err(ReadError::Short { what: "SMB message", at: 0, wanted: len, there: max });
        }
        // The buffer grows as bytes arrive, not to the stated length at once.
        self.fill(HEAD + len, &mut rest);
        if self.buffer.len() < HEAD + len {
            return Ok(Step::More);
        }
        let joined = std::mem::take(&mut self.buffer);
        Ok(if kind == 0 {
            Step::Joined(joined, rest)
        } else {
            self.give_back(joined);
            Step::Other(rest)
        })
    }

    /// Moves bytes into the buffer until it has `want`.
    fn fill(&mut self, want: usize, rest: &mut &[u8]) {
        let (part, left) = rest.split_at(want.saturating_sub(self.buffer.len()).min(rest.len()));
        self.buffer.extend_from_slice(part);
        *rest = left;
    }
}
