//! The layer that SASL puts between messages and TCP: a length of four bytes before each token (RFC 4422, 3.7).
use wire::Reader;

/// Bytes of the length.
const LENGTH: usize = 4;

/// How many bytes a token has, as far as its beginning tells.
pub(super) fn length(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk::<LENGTH>().map(|l| LENGTH as u64 + u64::from(u32::from_be_bytes(*l)))
}

/// What a token carries in the clear: Kerberos's wrap tokens that are signed and not sealed (RFC 4121, 4.2.6.2). `None`
/// where that cannot be told or is sealed.
///
/// ```text
///  05 04 flags filler(ff) extra count(2) rotation(2) sequence(8) [check] content [check]
/// ```
pub(super) fn content(token: &[u8]) -> Option<&[u8]> {
    const SEALED: u8 = 2;
    let mut r = Reader::new("wrap token", token.get(LENGTH..)?);
    let [id0, id1, flags, filler] = r.array().ok()?;
    if [id0, id1] != [0x05, 0x04] {
        return None;
    }
    let (extra, rotation) = (r.be16().ok()?, r.be16().ok()?);
    r.skip(8).ok()?;
    if flags & SEALED != 0 || filler != 0xff {
        return None;
    }
    // Rotated by its own length the check stands before the content, without rotation behind it.
    if rotation == extra {
        r.skip(extra.into()).ok()?;
        Some(r.rest())
    } else if rotation == 0 {
        let rest = r.rest();
        rest.get(..rest.len().checked_sub(extra.into())?)
    } else {
        None
    }
}
