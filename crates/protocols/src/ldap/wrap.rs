//! Parses the SASL security layer, in which a length of four bytes precedes each token (RFC 4422, 3.7).
use wire::Reader;

/// The length of the length field, in bytes.
const LENGTH: usize = 4;

/// The length of the token that begins with `bytes`, including the length field; `None` if that is incomplete.
pub(super) fn length(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk::<LENGTH>().map(|l| LENGTH as u64 + u64::from(u32::from_be_bytes(*l)))
}

/// The plain content of a Kerberos wrap token without confidentiality (RFC 4121, 4.2.6.2); `None` for encrypted or
/// other tokens.
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
    // If the token is rotated by the length of the checksum, the checksum precedes the content; without rotation it
    // follows.
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
