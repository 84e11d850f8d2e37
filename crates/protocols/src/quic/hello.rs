//! A side's hello, put in order out of CRYPTO frames.
use super::{MAX_HELLO, MAX_UNMEASURED};
use std::fmt;

/// Length of a handshake message's head: its type and its length (RFC 8446, 4).
const HEAD: usize = 4;

/// The first handshake message of a side.
#[derive(Default, Debug)]
pub(super) struct Hello {
    /// Bytes from the beginning of the stream; those that are not known yet are zeros.
    bytes: Vec<u8>,
    /// What is known of them: begins and ends, in order, apart from each other.
    known: Vec<(usize, usize)>,
    /// How many bytes have come, the same ones again included.
    written: usize,
    /// It was handed out.
    pub(super) finished: bool,
}

/// Bytes that cannot be of a hello.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HelloError {
    /// More came than the hello has, or than it takes to tell how many it has.
    TooMuch { written: usize, wanted: usize },
    /// It tells of more bytes than a record may have.
    TooLong(usize),
}

impl fmt::Display for HelloError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HelloError::TooMuch { written, wanted } => {
                write!(f, "QUIC CRYPTO frames with {written} bytes where a hello has {wanted}")
            }
            HelloError::TooLong(len) => write!(f, "QUIC CRYPTO frames begin a hello of {len} bytes"),
        }
    }
}

impl Hello {
    /// Takes a part of the stream.
    pub(super) fn write(&mut self, offset: u64, data: &[u8]) -> Result<(), HelloError> {
        self.written = self.written.saturating_add(data.len());
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
        let wanted = match self.len() {
            Some(len) if len > MAX_HELLO => return Err(HelloError::TooLong(len)),
            Some(len) => len,
            None => MAX_UNMEASURED,
        };
        if self.written > wanted {
            return Err(HelloError::TooMuch { written: self.written, wanted });
        }
        Ok(())
    }

    /// The hello, where it is whole.
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

    /// Bytes are known; [`MAX_UNMEASURED`] or the hello's length bounds how many parts there can be.
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
