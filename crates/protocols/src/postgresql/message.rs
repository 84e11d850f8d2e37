//! Parses messages. All but the client's first one have the format `type(1) length(4) …`; the length counts itself.
use wire::{ReadError, ReadResult, Reader};

/// Why a message cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MessageError {
    /// The message ends within a field.
    #[error(transparent)]
    Read(ReadError),
    /// A name or value has invalid characters.
    #[error("characters that a name or a value cannot have")]
    Text,
    /// The length is less than that of the length field.
    #[error("a length of {0}")]
    Length(u32),
    /// The major version is not supported.
    #[error("unsupported PostgreSQL major version {0}")]
    Version(u16),
    /// The authentication type is unassigned.
    #[error("authentication of type {0}")]
    Authentication(u32),
    /// The transaction status is invalid.
    #[error("a transaction status of {0:#04x}")]
    Status(u8),
}

impl From<ReadError> for MessageError {
    fn from(e: ReadError) -> Self {
        MessageError::Read(e)
    }
}

/// The first message of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Startup<'a> {
    /// SSLRequest: the client requests TLS.
    Tls,
    /// StartupMessage: the client starts without TLS.
    Plain {
        /// Major and minor version.
        version: (u16, u16),
        /// Names and values, to be read by [`next_parameter`].
        parameters: &'a [u8],
    },
}

/// The version number that marks an SSLRequest.
const TLS: u32 = 80_877_103;

impl<'a> Startup<'a> {
    /// Reads a complete message.
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

/// Reads the next name and value, each terminated by a zero.
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
    /// A password, or another response to an authentication request.
    Authentication(&'a [u8]),
    /// The client closes the session.
    Terminate,
    /// The text of a simple query.
    Query(&'a [u8]),
    /// Another type.
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
    /// BackendKeyData: process ID and secret key for canceling queries.
    Key(u32, u32),
    /// An error, to be read by [`next_field`].
    Error(&'a [u8]),
    /// A notice, to be read by [`next_field`].
    Notice(&'a [u8]),
    /// AuthenticationOk: the login has succeeded.
    AuthenticationOk,
    /// A request for authentication: type and data.
    Authentication(u32, &'a [u8]),
    /// The name and value of a server parameter.
    Parameter(&'a [u8], &'a [u8]),
    /// A row, with the number of its columns.
    Row(u16),
    /// ReadyForQuery: `I` idle, `T` in a transaction, `E` in a failed transaction.
    Ready(u8),
    /// Another type.
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
                0 if r.is_empty() => Backend::AuthenticationOk,
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

/// Reads the next field of an error or notice, code and value; `None` at the terminating zero.
pub(super) fn next_field<'a>(r: &mut Reader<'a>) -> ReadResult<Option<([u8; 1], &'a [u8])>> {
    match r.array()? {
        [0] => Ok(None),
        code => Ok(Some((code, r.until(0)?))),
    }
}
