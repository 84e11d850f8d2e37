//! Frames (RFC 37, "Framing"): flags, a length of one byte or eight, a body.
use super::{Error, Limits};

pub(super) const MORE: u8 = 1;
const LONG: u8 = 2;
pub(super) const COMMAND: u8 = 4;

/// The head of a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// The flags [`MORE`] and [`COMMAND`].
    pub(super) flags: u8,
    /// The length of the head in bytes.
    pub(super) head: usize,
    /// The length of the body in bytes.
    pub(super) body: usize,
}

/// Reads a head; `None` if it is incomplete.
pub(super) fn head(bytes: &[u8], limits: &Limits) -> Result<Option<Head>, Error> {
    let Some(&flags) = bytes.first() else { return Ok(None) };
    if flags > 7 || flags & (COMMAND | MORE) == COMMAND | MORE {
        return Err(Error::Flags(flags));
    }
    let (head, size) = if flags & LONG == 0 {
        let Some(&size) = bytes.get(1) else { return Ok(None) };
        (2, u64::from(size))
    } else {
        let Some(size) = bytes.get(1..9) else { return Ok(None) };
        (9, u64::from_be_bytes(size.try_into().expect("8 bytes")))
    };
    let most = if flags & COMMAND == 0 { limits.message } else { limits.command };
    match usize::try_from(size) {
        Ok(body) if body <= most => Ok(Some(Head { flags: flags & (MORE | COMMAND), head, body })),
        _ => Err(Error::Size(size, most)),
    }
}

/// Appends a head for a body of `size` bytes.
pub(super) fn write_head(flags: u8, size: usize, out: &mut Vec<u8>) {
    match u8::try_from(size) {
        Ok(size) => out.extend_from_slice(&[flags, size]),
        Err(_) => {
            out.push(flags | LONG);
            out.extend_from_slice(&(size as u64).to_be_bytes());
        }
    }
}

/// Appends a frame.
pub(super) fn write(flags: u8, body: &[u8], out: &mut Vec<u8>) {
    write_head(flags, body.len(), out);
    out.extend_from_slice(body);
}
