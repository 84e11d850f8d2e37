//! Reassembles a side's TLS hello from CRYPTO frames.
use super::{MAX_HELLO, MAX_PARTS};

/// Bytes of a handshake message's header: type and length (RFC 8446, 4).
const HEAD: usize = 4;

/// The first handshake message of a side.
#[derive(Default, Debug)]
pub(super) struct Hello {
    /// Bytes from the beginning of the stream; gaps are zeros.
    bytes: Vec<u8>,
    /// The ranges that have arrived, sorted and disjoint.
    arrived: Vec<(usize, usize)>,
    /// The hello was forwarded.
    pub(super) finished: bool,
}

/// Why bytes cannot belong to a hello.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(clippy::enum_variant_names, reason = "each says what there is too much of")]
pub(super) enum HelloError {
    /// More bytes arrived than the hello has.
    #[error("QUIC CRYPTO frames with {arrived} bytes where a hello has {wanted}")]
    TooMuch { arrived: usize, wanted: usize },
    /// More than [`MAX_PARTS`] parts with gaps between them.
    #[error("QUIC CRYPTO frames with too many gaps between them")]
    TooManyParts,
    /// The hello states more bytes than [`MAX_HELLO`].
    #[error("QUIC CRYPTO frames begin a hello of {0} bytes")]
    TooLong(usize),
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
            self.mark_arrived(begin, end);
        }
        if self.arrived.len() > MAX_PARTS {
            return Err(HelloError::TooManyParts);
        }
        let arrived = self.in_order();
        match self.len() {
            Some(len) if len > MAX_HELLO => return Err(HelloError::TooLong(len)),
            Some(wanted) if arrived > wanted => return Err(HelloError::TooMuch { arrived, wanted }),
            _ => {}
        }
        Ok(())
    }

    /// The hello, once it is complete.
    pub(super) fn complete(&self) -> Option<&[u8]> {
        let len = self.len()?;
        (self.in_order() >= len).then_some(self.bytes.get(..len)?)
    }

    /// The length of the hello with its header, from its length field.
    fn len(&self) -> Option<usize> {
        if self.in_order() < HEAD {
            return None;
        }
        let [_, a, b, c] = *self.bytes.first_chunk::<HEAD>()?;
        Some(HEAD + u32::from_be_bytes([0, a, b, c]) as usize)
    }

    /// The number of bytes that have arrived without a gap.
    fn in_order(&self) -> usize {
        self.arrived.first().filter(|(begin, _)| *begin == 0).map_or(0, |(_, end)| *end)
    }

    /// Marks a range as arrived.
    fn mark_arrived(&mut self, mut begin: usize, mut end: usize) {
        self.arrived.retain(|&(b, e)| {
            let apart = e < begin || end < b;
            if !apart {
                (begin, end) = (begin.min(b), end.max(e));
            }
            apart
        });
        let at = self.arrived.partition_point(|&(b, _)| b < begin);
        self.arrived.insert(at, (begin, end));
    }
}
