//! Frames and batches of them.
use net_types::{LinkType, Timestamp};

/// One captured frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame<'a> {
    /// Time of capture.
    pub ts: Timestamp,
    /// The link type.
    pub link: LinkType,
    /// Length on the wire, without a declared check sequence; may exceed the captured length.
    pub wire_len: u32,
    /// The captured bytes.
    pub data: &'a [u8],
}

/// The position of a frame in its batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// Time of capture.
    pub ts: Timestamp,
    /// Offset of the first captured byte.
    pub at: usize,
    /// Number of captured bytes.
    pub len: u32,
    /// Length on the wire.
    pub wire_len: u32,
    /// The link type.
    pub link: LinkType,
}

/// Consecutive frames, borrowed from a read buffer or from a block of a ring shared with the kernel.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    bytes: &'a [u8],
    records: &'a [Record],
}

impl<'a> Batch<'a> {
    /// A batch of `records`, with offsets from the start of `bytes`.
    pub const fn new(bytes: &'a [u8], records: &'a [Record]) -> Self {
        Batch { bytes, records }
    }

    /// The frames after the first `n`.
    #[must_use]
    pub fn skip(self, n: usize) -> Self {
        Batch { records: self.records.get(n..).unwrap_or(&[]), ..self }
    }

    /// Number of frames.
    pub const fn len(&self) -> usize {
        self.records.len()
    }

    /// True if there are no frames.
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The frames, in order. A record beyond the batch's bytes gives an empty frame.
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = Frame<'a>> + 'a {
        let bytes = self.bytes;
        self.records.iter().map(move |r| Frame {
            ts: r.ts,
            link: r.link,
            wire_len: r.wire_len,
            data: bytes.get(r.at..).and_then(|b| b.get(..r.len as usize)).unwrap_or(&[]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_point_into_the_bytes() {
        let r = |at, len| Record { ts: Timestamp::ZERO, at, len, wire_len: len, link: LinkType::RAW };
        let records = [r(1, 2), r(3, 9), r(usize::MAX, 1)];
        let batch = Batch::new(&[1, 2, 3, 4], &records);
        let data: Vec<_> = batch.iter().map(|f| f.data).collect();
        assert_eq!(data, [&[2, 3][..], &[], &[]]);
        assert_eq!((batch.len(), batch.is_empty()), (3, false));
    }
}
