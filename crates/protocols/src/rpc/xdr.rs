//! Reads the types of XDR (RFC 4506), whose sizes are multiples of four bytes.
use event::Moment;
use wire::{ReadError, ReadResult, Reader};

/// Reads variable-length opaque data of at most `max` bytes.
pub(super) fn opaque<'a>(r: &mut Reader<'a>, max: usize) -> ReadResult<&'a [u8]> {
    let at = r.offset();
    let len = r.be32()? as usize;
    if len > max {
        return Err(ReadError::Invalid { what: "XDR opaque's length", at });
    }
    let bytes = r.bytes(len)?;
    // Some senders do not pad the last item.
    let padding = len.next_multiple_of(4) - len;
    r.skip(padding.min(r.len()))?;
    Ok(bytes)
}

pub(super) fn text<'a>(r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    opaque(r, usize::MAX)
}

pub(super) fn uint(r: &mut Reader<'_>) -> ReadResult<u64> {
    r.be32().map(u64::from)
}

pub(super) fn boolean(r: &mut Reader<'_>) -> ReadResult<bool> {
    r.be32().map(|n| n != 0)
}

/// Reads seconds and nanoseconds since the Unix epoch.
pub(super) fn time(r: &mut Reader<'_>) -> ReadResult<Moment> {
    let (seconds, nanos) = (r.be32()?, r.be32()?);
    Ok(Moment::from_secs(f64::from(seconds) + f64::from(nanos) / 1e9))
}

/// Reads an optional value, which follows a flag that tells whether it is present.
pub(super) fn optional<'a, T>(
    r: &mut Reader<'a>,
    read: impl FnOnce(&mut Reader<'a>) -> ReadResult<T>,
) -> ReadResult<Option<T>> {
    if boolean(r)? { read(r).map(Some) } else { Ok(None) }
}
