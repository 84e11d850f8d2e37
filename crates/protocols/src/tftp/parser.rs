//! The bytes of a message (RFC 1350, 5; RFC 2347).
//!
//! ```text
//!  request        1 read, 2 write (2)   file name  0   mode  0   { option  0   value  0 }
//!  data           3 (2)                 block (2)      bytes to the end
//!  acknowledgment 4 (2)                 block (2)
//!  error          5 (2)                 code (2)       text  0
//!  options' ack   6 (2)                 { option  0   value  0 }
//! ```
use event::tftp::TftpOption;
use wire::{ReadError, ReadResult, Reader};

/// Options of a message that are read.
pub const MAX_OPTIONS: usize = 16;

/// Options in the order of the message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options<'a> {
    /// Names and values.
    pub list: Vec<(&'a [u8], &'a [u8])>,
    /// There were more than [`MAX_OPTIONS`].
    pub cut: bool,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message<'a> {
    /// A client asks to read a file or to write one.
    Request {
        /// It wants to write.
        write: bool,
        /// The file.
        name: &'a [u8],
        /// How the file is coded.
        mode: &'a [u8],
        /// What it would like.
        options: Options<'a>,
    },
    /// Bytes of the file.
    Data {
        /// Its number, from 1; after 65,535 comes 0.
        block: u16,
        /// The bytes.
        data: &'a [u8],
    },
    /// A block came, or for 0 a request to write.
    Ack {
        /// The block's number.
        block: u16,
    },
    /// The transfer failed.
    Error {
        /// Why, by number (RFC 1350, appendix).
        code: u16,
        /// The reason as text.
        text: &'a [u8],
    },
    /// The options that a server agrees to.
    OptionAck {
        /// With the values that hold.
        options: Options<'a>,
    },
}

impl<'a> Message<'a> {
    /// Reads a datagram's payload.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("TFTP message", bytes);
        Ok(match r.be16()? {
            opcode @ (1 | 2) => {
                let (name, mode) = (r.until(0)?, r.until(0)?);
                Message::Request { write: opcode == 2, name, mode, options: Options::read(&mut r)? }
            }
            3 => Message::Data { block: r.be16()?, data: r.rest() },
            4 => Message::Ack { block: r.be16()? },
            // Some senders leave out the text's end.
            5 => Message::Error { code: r.be16()?, text: text(r.rest()) },
            6 => Message::OptionAck { options: Options::read(&mut r)? },
            _ => return Err(ReadError::Invalid { what: "TFTP opcode", at: 0 }),
        })
    }
}

/// The bytes before the first zero.
fn text(bytes: &[u8]) -> &[u8] {
    bytes.split(|b| *b == 0).next().unwrap_or_default()
}

impl<'a> Options<'a> {
    fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        let mut options = Options::default();
        while !r.is_empty() {
            if options.list.len() == MAX_OPTIONS {
                options.cut = true;
                break;
            }
            options.list.push((r.until(0)?, r.until(0)?));
        }
        Ok(options)
    }

    /// The value of an option that is a number; names have no case (RFC 2347).
    pub fn number(&self, name: &str) -> Option<u64> {
        let (_, value) = self.list.iter().find(|(n, _)| n.eq_ignore_ascii_case(name.as_bytes()))?;
        std::str::from_utf8(value).ok()?.parse().ok()
    }

    /// As events show them.
    pub fn shown(&self) -> Vec<TftpOption<'a>> {
        self.list.iter().map(|&(name, value)| TftpOption { name, value }).collect()
    }
}
