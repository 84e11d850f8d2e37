//! Messages. All but the first of a client are `type(1) length(4) …`; the length counts itself.
use std::fmt;
use wire::{ReadError, ReadResult, Reader};

/// Why a message cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageError {
    /// It is not whole.
    Read(ReadError),
    /// A name or a value with other characters than it may have.
    Text,
    /// A length that does not count itself.
    Length(u32),
    /// A version that is not known here.
    Version(u16),
    /// A kind of authentication that is not assigned.
    Authentication(u32),
    /// The server is in no state that there is.
    Status(u8),
}

impl From<ReadError> for MessageError {
    fn from(e: ReadError) -> Self {
        MessageError::Read(e)
    }
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MessageError::Read(e) => e.fmt(f),
            MessageError::Text => f.write_str("characters that a name or a value cannot have"),
            MessageError::Length(n) => write!(f, "a length of {n}"),
            MessageError::Version(v) => write!(f, "unsupported PostgreSQL major version {v}"),
            MessageError::Authentication(n) => write!(f, "authentication of type {n}"),
            MessageError::Status(b) => write!(f, "a transaction status of {b:#04x}"),
        }
    }
}

/// The first message of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Startup<'a> {
    /// It would like TLS.
    Tls,
    /// It begins in the clear.
    Plain {
        /// Major and minor version.
        version: (u16, u16),
        /// Names and values: [`next_parameter`].
        parameters: &'a [u8],
    },
}

/// The "version" with which a client asks for TLS.
const TLS: u32 = 80_877_103;

impl<'a> Startup<'a> {
    /// Reads a message that is whole by its length.
    pub fn read(bytes: &'a [u8]) -> Result<Self, MessageError> {
        let mut r = Reader::new("PostgreSQL startup message", bytes);
        let (length, version) = (r.be32()?, r.be32()?);
        if (length, version) == (8, TLS) {
            return Ok(Startup::Tls);
        }
        let [a, b, c, d] = version.to_be_bytes();
        let version = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
        if version.0 != 3 {
            return Err(MessageError::Version(version.0));
        }
        let parameters = r.bytes(r.len().saturating_sub(1))?;
        if r.u8()? != 0 {
            return Err(MessageError::Text);
        }
        Ok(Startup::Plain { version, parameters })
    }
}

/// The next name with its value, each with a zero behind it.
pub(super) fn next_parameter<'a>(r: &mut Reader<'a>) -> Result<(&'a [u8], &'a [u8]), MessageError> {
    let (name, value) = (r.until(0)?, r.until(0)?);
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'/');
    if name.is_empty() || !name.iter().all(is_name) || !value.iter().all(|b| (0x20..0x7f).contains(b)) {
        return Err(MessageError::Text);
    }
    Ok((name, value))
}

/// A later message of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frontend<'a> {
    /// A password, or what stands for it.
    Authentication(&'a [u8]),
    /// It leaves.
    Terminate,
    /// A query in words.
    Query(&'a [u8]),
    /// Of another type.
    Other(u8, &'a [u8]),
}

impl<'a> Frontend<'a> {
    /// Reads the content of a message.
    pub fn read(kind: u8, content: &'a [u8]) -> ReadResult<Self> {
        Ok(match kind {
            b'p' => Frontend::Authentication(content),
            b'X' => Frontend::Terminate,
            b'Q' => Frontend::Query(Reader::new("PostgreSQL query", content).until(0)?),
            _ => Frontend::Other(kind, content),
        })
    }
}

/// A message of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backend<'a> {
    /// The process and the key that a client needs to cancel a query.
    Key(u32, u32),
    /// An error: [`next_field`].
    Error(&'a [u8]),
    /// A notice: [`next_field`].
    Notice(&'a [u8]),
    /// The client is let in.
    Welcome,
    /// The client is to prove who it is.
    Authentication(u32, &'a [u8]),
    /// A parameter with its value.
    Parameter(&'a [u8], &'a [u8]),
    /// A row, with the number of its columns.
    Row(u16),
    /// It waits: idle, in a transaction, or in a failed one.
    Ready(u8),
    /// Of another type.
    Other(u8, &'a [u8]),
}

impl<'a> Backend<'a> {
    /// Reads the content of a message.
    pub fn read(kind: u8, content: &'a [u8]) -> Result<Self, MessageError> {
        let mut r = Reader::new("PostgreSQL message", content);
        Ok(match kind {
            b'K' => Backend::Key(r.be32()?, r.be32()?),
            b'E' => Backend::Error(content),
            b'N' => Backend::Notice(content),
            b'R' => match r.be32()? {
                0 if r.is_empty() => Backend::Welcome,
                kind @ 1..=12 => Backend::Authentication(kind, r.rest()),
                kind => return Err(MessageError::Authentication(kind)),
            },
            b'S' => {
                let (name, value) = next_parameter(&mut r)?;
                Backend::Parameter(name, value)
            }
            b'D' => Backend::Row(r.be16()?),
            b'Z' => match r.u8()? {
                status @ (b'I' | b'T' | b'E') => Backend::Ready(status),
                other => return Err(MessageError::Status(other)),
            },
            _ => Backend::Other(kind, content),
        })
    }
}

/// The next field of an error or a notice: its code and its value; `None` if a zero ends them.
pub(super) fn next_field<'a>(r: &mut Reader<'a>) -> ReadResult<Option<([u8; 1], &'a [u8])>> {
    match r.array()? {
        [0] => Ok(None),
        code => Ok(Some((code, r.until(0)?))),
    }
}
