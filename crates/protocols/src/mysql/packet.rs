//! The bytes that packets are made of.
use wire::{ReadResult, Reader};

/// Bytes before a packet: three of its length and one of its number.
pub(super) const HEADER: usize = 4;

/// How long a packet is with its header; `None` if the header has not come.
pub fn packet_length(bytes: &[u8]) -> Option<usize> {
    let &[a, b, c, _] = bytes.first_chunk::<HEADER>()?;
    usize::try_from(u32::from_le_bytes([a, b, c, 0])).ok().map(|n| n + HEADER)
}

/// A number of one to nine bytes; 0 for NULL and for a malformed one.
pub fn length_encoded(r: &mut Reader<'_>) -> ReadResult<u64> {
    let first = r.u8()?;
    length_encoded_from(first, r)
}

/// The same behind the first byte.
pub(super) fn length_encoded_from(first: u8, r: &mut Reader<'_>) -> ReadResult<u64> {
    match first {
        0xfb | 0xff => Ok(0),
        0xfc => r.le16().map(u64::from),
        0xfd => r.le24().map(u64::from),
        0xfe => r.le64(),
        n => Ok(n.into()),
    }
}

/// A string with its length before it.
pub(super) fn string<'a>(r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    let n = length_encoded(r)?;
    r.bytes(usize::try_from(n).unwrap_or(usize::MAX))
}

/// The same behind the first byte of the length.
pub(super) fn string_from<'a>(first: u8, r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    let n = length_encoded_from(first, r)?;
    r.bytes(usize::try_from(n).unwrap_or(usize::MAX))
}
