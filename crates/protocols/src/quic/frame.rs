//! Frames of decrypted Initial packets (RFC 9000, 19): the five kinds that may stand there.
use super::header::{size, varint};
use std::fmt;
use wire::{ReadError, Reader};

/// One frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frame<'a> {
    /// Nothing; any number of zeros.
    Padding,
    /// Nothing, but it wants to be acknowledged.
    Ping,
    /// An acknowledgement.
    Ack,
    /// A part of the stream of TLS messages.
    Crypto {
        /// Its offset in the stream.
        offset: u64,
        /// The bytes.
        data: &'a [u8],
    },
    /// The side gives up.
    Close {
        /// Why, as a number.
        error: u64,
        /// Why, in words.
        reason: &'a [u8],
    },
}

/// Why there is no next frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameError {
    /// It is not whole.
    Read(ReadError),
    /// It may not stand here.
    Kind(u8),
}

impl From<ReadError> for FrameError {
    fn from(e: ReadError) -> Self {
        FrameError::Read(e)
    }
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrameError::Read(e) => e.fmt(f),
            FrameError::Kind(kind) => write!(f, "QUIC frame of type {kind:#04x} in an Initial packet"),
        }
    }
}

impl<'a> Frame<'a> {
    /// Reads the next frame.
    pub fn read(r: &mut Reader<'a>) -> Result<Self, FrameError> {
        let kind = r.u8()?;
        Ok(match kind {
            0x00 => {
                let zeros = r.peek().iter().take_while(|b| **b == 0).count();
                r.skip(zeros)?;
                Frame::Padding
            }
            0x01 => Frame::Ping,
            0x02 | 0x03 => {
                let (_latest, _delay) = (varint(r)?, varint(r)?);
                let ranges = varint(r)?;
                let _first = varint(r)?;
                // Every range takes two bytes at least: a count that lies ends with the packet.
                for _ in 0..ranges {
                    let (_gap, _len) = (varint(r)?, varint(r)?);
                }
                if kind == 0x03 {
                    let (_ect0, _ect1, _ce) = (varint(r)?, varint(r)?, varint(r)?);
                }
                Frame::Ack
            }
            0x06 => {
                let offset = varint(r)?;
                let len = varint(r)?;
                Frame::Crypto { offset, data: r.bytes(size(len))? }
            }
            0x1c => {
                let error = varint(r)?;
                let _frame = varint(r)?;
                let len = varint(r)?;
                Frame::Close { error, reason: r.bytes(size(len))? }
            }
            other => return Err(FrameError::Kind(other)),
        })
    }
}
