//! A side's hello, put in order out of CRYPTO frames.
use super::{MAX_HELLO, MAX_PARTS};
use std::fmt;

/// Length of a handshake message's head: its type and its length (RFC 8446, 4).
const HEAD: usize = 4;

/// The first handshake message of a side.
#[derive(Default, Debug)]
pub(super) struct Hello {
    /// Bytes from the beginning of the stream; those that are not known yet are zeros.
    bytes: Vec<u8>,
    /// The ranges that have come, in order and apart from each other.
    known: Vec<(usize, usize)>,
    /// It was handed out.
    pub(super) finished: bool,
}

/// Bytes that cannot be of a hello.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::enum_variant_names, reason = "each says what there is too much of")]
pub(super) enum HelloError {
    /// More came than the hello has.
    TooMuch { known: usize, wanted: usize },
    /// It came in more parts with gaps between them than any client makes.
    TooManyParts,
    /// It tells of more bytes than a record may have.
    TooLong(usize),
}

impl fmt::Display for HelloError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HelloError::TooMuch { known, wanted } => {
                write!(f, "QUIC CRYPTO frames with {known} bytes where a hello has {wanted}")
            }
            HelloError::TooManyParts => f.write_str("QUIC CRYPTO frames with too many gaps between them"),
            HelloError::TooLong(len) => write!(f, "QUIC CRYPTO frames begin a hello of {len} bytes"),
        }
    }
}

impl Hello {
    /// Takes a part of the stream.
    pub(super) fn write(&mut self, offset: u64, data: &[u8]) -> Result<(), HelloError> {
        let begin = usize::try_from(offset).unwrap_or(usize::MAX);
        let end = begin.saturating_add(data.len()).min(MAX_HELLO);
        if begin < end {
            if self.bytes.len() < end {
                self.bytes.resize(end, 0);
            }
            if let Some(place) = self.bytes.get_mut(begin..end) {
                place.copy_from_slice(data.get(..end - begin).unwrap_or_default());
            }
            self.note(begin, end);
        }
        if self.known.len() > MAX_PARTS {
            return Err(HelloError::TooManyParts);
        }
        let known = self.in_order();
        match self.len() {
            Some(len) if len > MAX_HELLO => return Err(HelloError::TooLong(len)),
            Some(wanted) if known > wanted => return Err(HelloError::TooMuch { known, wanted }),
            _ => {}
        }
        Ok(())
    }

    /// The hello, once it is complete.
    pub(super) fn whole(&self) -> Option<&[u8]> {
        let len = self.len()?;
        (self.in_order() >= len).then_some(self.bytes.get(..len)?)
    }

    /// How long the hello is by its head, that included.
    fn len(&self) -> Option<usize> {
        if self.in_order() < HEAD {
            return None;
        }
        let [_, a, b, c] = *self.bytes.first_chunk::<HEAD>()?;
        Some(HEAD + u32::from_be_bytes([0, a, b, c]) as usize)
    }

    /// How many bytes are known from the beginning on.
    fn in_order(&self) -> usize {
        self.known.first().filter(|(begin, _)| *begin == 0).map_or(0, |(_, end)| *end)
    }

    /// These bytes are known now.
    fn note(&mut self, mut begin: usize, mut end: usize) {
        self.known.retain(|&(b, e)| {
            let apart = e < begin || end < b;
            if !apart {
                (begin, end) = (begin.min(b), end.max(e));
            }
            apart
        });
        let at = self.known.partition_point(|&(b, _)| b < begin);
        self.known.insert(at, (begin, end));
    }
}
