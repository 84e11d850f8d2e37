//! Parses the frames that Initial packets may contain (RFC 9000, 17.2.2 and 19).
use super::header::{size, varint};
use wire::{ReadError, Reader};

/// A frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frame<'a> {
    /// PADDING: any number of zeros.
    Padding,
    /// PING: requests an acknowledgement.
    Ping,
    /// ACK.
    Ack,
    /// CRYPTO: a part of the stream of TLS messages.
    Crypto {
        /// The offset in the stream.
        offset: u64,
        /// The bytes.
        data: &'a [u8],
    },
    /// CONNECTION_CLOSE: the sender closes the connection.
    Close {
        /// The error code.
        error: u64,
        /// The reason phrase.
        reason: &'a [u8],
    },
}

/// Why a frame cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FrameError {
    /// The packet ends within the frame.
    #[error(transparent)]
    Read(ReadError),
    /// Frames of this type are not allowed in Initial packets.
    #[error("QUIC frame of type {0:#04x} in an Initial packet")]
    Kind(u8),
}

impl From<ReadError> for FrameError {
    fn from(e: ReadError) -> Self {
        FrameError::Read(e)
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
                // Every range consumes at least two bytes, so an excessive count ends with the packet.
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
