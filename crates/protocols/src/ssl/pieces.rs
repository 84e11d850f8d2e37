//! Reassembles the handshake messages of one direction from records.
use super::{MAX_FRAGMENTS, MAX_HANDSHAKE};
use wire::Reader;

/// Bytes of a message's header: type(1) and length(3).
const HEAD: usize = 4;

/// An incomplete message.
#[derive(Default)]
pub(super) struct Pieces {
    buffer: Vec<u8>,
    count: u32,
}

/// The result of taking bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next<'a> {
    /// A message: type and body.
    Message(u8, &'a [u8]),
    /// The message is longer than the limit.
    TooLong(usize),
    /// The message is incomplete.
    More,
}

impl Pieces {
    /// Announces the next bytes. True once for a message in too many pieces.
    pub(super) fn begin(&mut self, data: &[u8]) -> bool {
        if self.buffer.is_empty() && data.is_empty() {
            return false;
        }
        self.count = self.count.saturating_add(1);
        self.count == MAX_FRAGMENTS
    }

    /// Takes the next message off `data`; buffers `data` if the message is incomplete.
    pub(super) fn next<'p, 'd: 'p>(&'p mut self, data: &mut &'d [u8]) -> Next<'p> {
        if !self.buffer.is_empty() {
            return self.complete(data);
        }
        let mut r = Reader::new("HandshakeRecord", data);
        let (Ok(kind), Ok(len)) = (r.u8(), r.be24()) else {
            self.keep(data);
            return Next::More;
        };
        let len = len as usize;
        if len > MAX_HANDSHAKE {
            return Next::TooLong(len);
        }
        match r.bytes(len) {
            Ok(body) => {
                *data = r.rest();
                self.count = u32::from(!data.is_empty());
                Next::Message(kind, body)
            }
            Err(_) => {
                self.keep(data);
                Next::More
            }
        }
    }

    fn keep(&mut self, data: &mut &[u8]) {
        self.buffer.extend_from_slice(data);
        *data = &[];
    }

    fn complete<'p>(&'p mut self, data: &mut &[u8]) -> Next<'p> {
        let take = |buffer: &mut Vec<u8>, data: &mut &[u8], upto: usize| {
            let n = upto.saturating_sub(buffer.len()).min(data.len());
            let (part, rest) = data.split_at(n);
            buffer.extend_from_slice(part);
            *data = rest;
        };
        take(&mut self.buffer, data, HEAD);
        let Some(&[_, a, b, c]) = self.buffer.first_chunk::<HEAD>() else { return Next::More };
        let len = u32::from_be_bytes([0, a, b, c]) as usize;
        if len > MAX_HANDSHAKE {
            return Next::TooLong(len);
        }
        take(&mut self.buffer, data, HEAD + len);
        if self.buffer.len() < HEAD + len {
            return Next::More;
        }
        self.count = u32::from(!data.is_empty());
        match self.buffer.split_first_chunk::<HEAD>() {
            Some((&[kind, ..], body)) => Next::Message(kind, body),
            None => Next::More,
        }
    }

    /// Drops the message that was returned.
    pub(super) fn done(&mut self) {
        self.buffer = Vec::new();
    }

    /// Drops the incomplete message.
    pub(super) fn clear(&mut self) {
        *self = Pieces::default();
    }
}
