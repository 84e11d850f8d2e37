//! Commands (RFC 37, "Commands"): the length of the name, the name, and the content.
use super::{Error, SocketType};

/// Splits a command into name and content.
pub(super) fn split(body: &[u8]) -> Result<(&[u8], &[u8]), Error> {
    let (&size, rest) = body.split_first().ok_or(Error::Command("nameless"))?;
    rest.split_at_checked(size.into()).ok_or(Error::Command("nameless"))
}

/// Appends the name of a command.
pub(super) fn write_name(name: &str, out: &mut Vec<u8>) {
    out.push(name.len() as u8);
    out.extend_from_slice(name.as_bytes());
}

const SOCKET_TYPE: &str = "Socket-Type";

/// Appends the metadata of READY and INITIATE: this socket's type.
pub(super) fn write_metadata(socket: SocketType, out: &mut Vec<u8>) {
    write_name(SOCKET_TYPE, out);
    out.extend_from_slice(&(socket.name().len() as u32).to_be_bytes());
    out.extend_from_slice(socket.name().as_bytes());
}

/// Finds the peer's socket type in its metadata and compares it with ours. Other properties are ignored.
pub(super) fn check_metadata(mut rest: &[u8], ours: SocketType, command: &'static str) -> Result<(), Error> {
    let malformed = || Error::Command(command);
    let mut theirs = None;
    while !rest.is_empty() {
        let (name, value) = split(rest).map_err(|_| malformed())?;
        let (size, value) = value.split_first_chunk::<4>().ok_or_else(malformed)?;
        let (value, after) =
            value.split_at_checked(u32::from_be_bytes(*size) as usize).ok_or_else(malformed)?;
        // Property names are case-insensitive.
        if name.eq_ignore_ascii_case(SOCKET_TYPE.as_bytes()) {
            theirs = Some(value);
        }
        rest = after;
    }
    let theirs = theirs.ok_or_else(malformed)?;
    if SocketType::named(theirs).is_some_and(|theirs| ours.fits(theirs)) {
        return Ok(());
    }
    Err(Error::Socket { theirs: shown(theirs), ours })
}

/// Returns the reason in an ERROR command.
pub(super) fn refusal(content: &[u8]) -> Error {
    match split(content) {
        Ok((reason, _)) => Error::Refused(shown(reason)),
        Err(_) => Error::Command("ERROR"),
    }
}

/// Escapes a peer's text for our messages, and truncates it to 100 bytes.
pub(super) fn shown(bytes: &[u8]) -> String {
    bytes[..bytes.len().min(100)].escape_ascii().to_string()
}
