//! Parses messages (RFC 1350, 5; RFC 2347).
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

/// The maximum number of options of a message that are read.
pub const MAX_OPTIONS: usize = 16;

/// The options of a message, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options<'a> {
    /// Names and values.
    pub list: Vec<(&'a [u8], &'a [u8])>,
    /// True if there were more than [`MAX_OPTIONS`].
    pub cut: bool,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message<'a> {
    /// The client requests to read or write a file.
    Request {
        /// True for a request to write.
        write: bool,
        /// The file name.
        name: &'a [u8],
        /// The transfer mode: netascii, octet or mail.
        mode: &'a [u8],
        /// The requested options.
        options: Options<'a>,
    },
    /// A block of the file.
    Data {
        /// The block number, from 1; 0 follows 65,535.
        block: u16,
        /// The bytes of the block.
        data: &'a [u8],
    },
    /// An acknowledgment of a block or, with number 0, of a request to write.
    Ack {
        /// The block number.
        block: u16,
    },
    /// The transfer failed.
    Error {
        /// The error code (RFC 1350, appendix).
        code: u16,
        /// The error message.
        text: &'a [u8],
    },
    /// The options that the server accepts.
    OptionAck {
        /// The options with the accepted values.
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
            // Some senders omit the terminating zero of the text.
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

    /// The value of a numeric option. Names are case-insensitive (RFC 2347).
    pub fn number(&self, name: &str) -> Option<u64> {
        let (_, value) = self.list.iter().find(|(n, _)| n.eq_ignore_ascii_case(name.as_bytes()))?;
        std::str::from_utf8(value).ok()?.parse().ok()
    }

    /// The options as events show them.
    pub fn shown(&self) -> Vec<TftpOption<'a>> {
        self.list.iter().map(|&(name, value)| TftpOption { name, value }).collect()
    }
}
