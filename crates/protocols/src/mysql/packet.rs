//! Reads packet headers and the basic types of packets.
use wire::{ReadResult, Reader};

/// The length of a packet header, in bytes: length(3) and sequence number(1).
pub(super) const HEADER: usize = 4;

/// The length of a packet with its header; `None` if the header is incomplete.
pub fn packet_length(bytes: &[u8]) -> Option<usize> {
    let &[a, b, c, _] = bytes.first_chunk::<HEADER>()?;
    usize::try_from(u32::from_le_bytes([a, b, c, 0])).ok().map(|n| n + HEADER)
}

/// Reads a length-encoded integer of one to nine bytes. NULL and an invalid first byte result in 0.
pub fn length_encoded(r: &mut Reader<'_>) -> ReadResult<u64> {
    let first = r.u8()?;
    length_encoded_from(first, r)
}

/// Reads the rest of a length-encoded integer whose first byte was read.
pub(super) fn length_encoded_from(first: u8, r: &mut Reader<'_>) -> ReadResult<u64> {
    match first {
        0xfb | 0xff => Ok(0),
        0xfc => r.le16().map(u64::from),
        0xfd => r.le24().map(u64::from),
        0xfe => r.le64(),
        n => Ok(n.into()),
    }
}

/// Reads a length-encoded string.
pub(super) fn string<'a>(r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    let n = length_encoded(r)?;
    r.bytes(usize::try_from(n).unwrap_or(usize::MAX))
}

/// Reads the rest of a length-encoded string whose first byte was read.
pub(super) fn string_from<'a>(first: u8, r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    let n = length_encoded_from(first, r)?;
    r.bytes(usize::try_from(n).unwrap_or(usize::MAX))
}
