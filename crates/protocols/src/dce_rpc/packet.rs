//! A packet (C706, 12.6).
//!
//! ```text
//!  0       4       8               12      16
//! +-+-+-+-+-------+---------------+-------+-----------+------+--------+
//! |5|m|t|f| order | length | auth | call  | body      | auth header  | auth
//! +-+-+-+-+-------+---------------+-------+-----------+------+--------+
//! ```
use wire::{ReadError, ReadResult, Reader};

/// Bytes of the header.
pub const HEADER: usize = 16;

/// Bytes of what stands before a proof.
const AUTH_HEADER: usize = 8;

/// The header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The type: 0 request, 2 response, 11 bind, 12 its answer, 14 a further bind, 15 its answer …
    pub kind: u8,
    /// The first fragment of a call.
    pub first: bool,
    /// The last one.
    pub last: bool,
    /// A request names an object.
    pub object: bool,
    /// Numbers have their lowest byte first.
    pub little: bool,
    /// Bytes of the packet, header included.
    pub len: u16,
    /// Bytes of the proof at its end.
    pub auth_len: u16,
    /// The call.
    pub call: u32,
}

impl Header {
    /// Reads the header.
    pub fn read(bytes: &[u8]) -> ReadResult<Self> {
        let mut r = Reader::new("DCE/RPC header", bytes);
        let [version, _, kind, flags, order, ..] = r.array::<8>()?;
        if version != 5 {
            return Err(ReadError::Invalid { what: "DCE/RPC version", at: 0 });
        }
        let mut b = Bytes { reader: r, little: order >> 4 != 0 };
        Ok(Header {
            kind,
            first: flags & 1 != 0,
            last: flags & 2 != 0,
            object: flags & 0x80 != 0,
            little: b.little,
            len: b.u16()?,
            auth_len: b.u16()?,
            call: b.u32()?,
        })
    }

    /// Splits a whole packet into its body and its proof.
    pub fn parts<'a>(&self, packet: &'a [u8]) -> ReadResult<(&'a [u8], Option<Auth<'a>>)> {
        let mut r = Reader::new("DCE/RPC packet", packet);
        r.skip(HEADER)?;
        let auth_len = usize::from(self.auth_len);
        if auth_len == 0 {
            return Ok((r.rest(), None));
        }
        let behind = auth_len + AUTH_HEADER;
        let Some(body_len) = r.len().checked_sub(behind) else {
            let (at, there) = (r.offset(), r.len());
            return Err(ReadError::Short { what: "DCE/RPC proof", at, wanted: behind, there });
        };
        let body = r.bytes(body_len)?;
        let kind = r.u8()?;
        r.skip(AUTH_HEADER - 1)?;
        Ok((body, Some(Auth { kind, token: r.rest() })))
    }
}

/// The authentication of a caller ([MS-RPCE] 2.2.2.11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Auth<'a> {
    /// 9 GSS-API, 10 NTLM, 14 TLS, 16 Kerberos, 68 Netlogon.
    pub kind: u8,
    /// The proof.
    pub token: &'a [u8],
}

/// A reader of numbers in the sender's order.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    reader: Reader<'a>,
    little: bool,
}

impl<'a> Bytes<'a> {
    fn u16(&mut self) -> ReadResult<u16> {
        if self.little { self.reader.le16() } else { self.reader.be16() }
    }

    fn u32(&mut self) -> ReadResult<u32> {
        if self.little { self.reader.le32() } else { self.reader.be32() }
    }
}

/// An interface or a way to write it, with its version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Syntax<'a> {
    /// Its number, in the sender's order.
    pub uuid: &'a [u8],
    /// Major version.
    pub major: u16,
    /// Minor version.
    pub minor: u16,
}

impl<'a> Syntax<'a> {
    fn read(b: &mut Bytes<'a>) -> ReadResult<Self> {
        Ok(Syntax { uuid: b.reader.bytes(16)?, major: b.u16()?, minor: b.u16()? })
    }
}

/// An interface that is bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context<'a> {
    /// The identifier that calls refer to.
    pub id: u16,
    /// The interface.
    pub syntax: Syntax<'a>,
}

impl<'a> Context<'a> {
    /// Reads the next of a list.
    pub fn read(b: &mut Bytes<'a>) -> ReadResult<Self> {
        let id = b.u16()?;
        let transfers = b.reader.u8()?;
        b.reader.skip(1)?;
        let syntax = Syntax::read(b)?;
        b.reader.skip(20 * usize::from(transfers))?;
        Ok(Context { id, syntax })
    }
}

/// The body of a packet.
#[derive(Clone, Debug)]
pub enum Body<'a> {
    /// Interfaces to bind: how many, and where they stand. `further` where others are bound already.
    Bind {
        /// How many.
        count: u8,
        /// They.
        contexts: Bytes<'a>,
        /// Whether it is a further bind.
        further: bool,
    },
    /// The answer.
    BindAck {
        /// The pipe or port on which calls come, without the NUL at its end.
        address: &'a [u8],
        /// Whether it is that of a further bind.
        further: bool,
    },
    /// A call.
    Request {
        /// The context.
        context: u16,
        /// The operation.
        opnum: u16,
        /// The arguments.
        stub: &'a [u8],
    },
    /// Its answer.
    Response {
        /// The context.
        context: u16,
        /// The results.
        stub: &'a [u8],
    },
    /// Anything else.
    Other,
}

impl<'a> Body<'a> {
    /// Reads a body that was put together.
    pub fn read(h: &Header, body: &'a [u8]) -> ReadResult<Self> {
        let mut b = Bytes { reader: Reader::new("DCE/RPC body", body), little: h.little };
        Ok(match h.kind {
            0 => {
                b.u32()?;
                let (context, opnum) = (b.u16()?, b.u16()?);
                if h.object {
                    b.reader.skip(16)?;
                }
                Body::Request { context, opnum, stub: b.reader.rest() }
            }
            2 => {
                b.u32()?;
                let context = b.u16()?;
                b.reader.skip(2)?;
                Body::Response { context, stub: b.reader.rest() }
            }
            11 | 14 => {
                b.reader.skip(8)?;
                let [count, ..] = b.reader.array::<4>()?;
                Body::Bind { count, contexts: b, further: h.kind == 14 }
            }
            12 | 15 => {
                b.reader.skip(8)?;
                let len = b.u16()?;
                let address = b.reader.bytes(len.into())?;
                // The results begin at the next multiple of four, and each has 24 bytes.
                b.reader.skip(b.reader.offset().next_multiple_of(4) - b.reader.offset())?;
                let [results, ..] = b.reader.array::<4>()?;
                b.reader.skip(24 * usize::from(results))?;
                let address = address.strip_suffix(&[0]).unwrap_or(address);
                Body::BindAck { address, further: h.kind == 15 }
            }
            _ => Body::Other,
        })
    }
}
