//! The greeting: the first 64 bytes of both ends (RFC 37, "Version Negotiation").
use super::Error;

pub(super) const SIZE: usize = 64;

mod field {
    use std::ops::Range;
    pub(super) const SIGNATURE_END: usize = 9;
    pub(super) const MAJOR: usize = 10;
    pub(super) const MINOR: usize = 11;
    pub(super) const MECHANISM: Range<usize> = 12..32;
    pub(super) const AS_SERVER: usize = 32;
}

pub(super) fn write(mechanism: &str, as_server: bool, out: &mut Vec<u8>) {
    let mut greeting = [0; SIZE];
    greeting[0] = 0xff;
    greeting[field::SIGNATURE_END] = 0x7f;
    greeting[field::MAJOR] = 3;
    greeting[field::MINOR] = 1;
    greeting[field::MECHANISM][..mechanism.len()].copy_from_slice(mechanism.as_bytes());
    greeting[field::AS_SERVER] = as_server.into();
    out.extend_from_slice(&greeting);
}

/// The content of a peer's greeting.
pub(super) struct Greeting<'a> {
    pub(super) mechanism: &'a [u8],
    pub(super) as_server: bool,
    /// Whether the peer speaks 3.1 or later, which has PING and PONG.
    pub(super) has_ping: bool,
}

/// Parses a greeting; `None` if it is incomplete. An error in its first bytes is reported at once.
pub(super) fn read(bytes: &[u8]) -> Result<Option<Greeting<'_>>, Error> {
    let starts = bytes.first().is_none_or(|b| *b == 0xff);
    // The lowest bit distinguishes ZMTP from its predecessor, which had no versions.
    let ends = bytes.get(field::SIGNATURE_END).is_none_or(|b| b & 1 == 1);
    if !starts || !ends {
        return Err(Error::Signature);
    }
    if let Some(&major) = bytes.get(field::MAJOR)
        && major < 3
    {
        return Err(Error::Version(major));
    }
    let Some(whole) = bytes.get(..SIZE) else { return Ok(None) };
    let padded = &whole[field::MECHANISM];
    let end = padded.iter().position(|b| *b == 0).unwrap_or(padded.len());
    let has_ping = (whole[field::MAJOR], whole[field::MINOR]) >= (3, 1);
    Ok(Some(Greeting { mechanism: &padded[..end], as_server: whole[field::AS_SERVER] == 1, has_ping }))
}
