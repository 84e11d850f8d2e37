//! Parses a packet (C706, 12.6).
//!
//! ```text
//!  0       4       8               12      16
//! +-+-+-+-+-------+---------------+-------+-----------+------+--------+
//! |5|m|t|f| order | length | auth | call  | body      | auth header  | auth
//! +-+-+-+-+-------+---------------+-------+-----------+------+--------+
//! ```
use wire::{ReadError, ReadResult, Reader};

/// The length of the header, in bytes.
pub const HEADER: usize = 16;

/// The name of the authentication verifier in errors.
pub(super) const PROOF: &str = "DCE/RPC proof";

/// Bytes of the security trailer's fixed part, which precedes the authentication verifier (C706, 13.2.6.1).
const AUTH_HEADER: usize = 8;

/// The header of a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The packet type: 0 request, 2 response, 11 bind, 12 bind_ack, 14 alter_context, 15 alter_context_resp …
    pub kind: u8,
    /// Whether the packet is the first fragment of a call.
    pub first: bool,
    /// Whether the packet is the last fragment of a call.
    pub last: bool,
    /// Whether the header of a request ends with an object UUID.
    pub object: bool,
    /// Whether integers are little-endian.
    pub little: bool,
    /// The length of the packet including the header, in bytes.
    pub len: u16,
    /// The length of the authentication verifier at the end of the packet, in bytes.
    pub auth_len: u16,
    /// The identifier of the call.
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

    /// Splits a complete packet into its body and its authentication verifier.
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
            return Err(ReadError::Short { what: PROOF, at, wanted: behind, there });
        };
        let body = r.bytes(body_len)?;
        let kind = r.u8()?;
        r.skip(AUTH_HEADER - 1)?;
        Ok((body, Some(Auth { kind, token: r.rest() })))
    }
}

/// The sender's authentication: the security trailer ([MS-RPCE] 2.2.2.11) and the verifier after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Auth<'a> {
    /// The type of authentication: 9 GSS-API, 10 NTLM, 14 TLS, 16 Kerberos, 68 Netlogon.
    pub kind: u8,
    /// The authentication token.
    pub token: &'a [u8],
}

/// Reads integers in the sender's byte order.
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

/// A syntax identifier: an interface or a transfer syntax, with its version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Syntax<'a> {
    /// The UUID, in the sender's byte order.
    pub uuid: &'a [u8],
    /// The major version.
    pub major: u16,
    /// The minor version.
    pub minor: u16,
}

impl<'a> Syntax<'a> {
    fn read(b: &mut Bytes<'a>) -> ReadResult<Self> {
        Ok(Syntax { uuid: b.reader.bytes(16)?, major: b.u16()?, minor: b.u16()? })
    }
}

/// A presentation context: an interface that a client binds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context<'a> {
    /// The identifier that calls refer to.
    pub id: u16,
    /// The interface.
    pub syntax: Syntax<'a>,
}

impl<'a> Context<'a> {
    /// Reads the next context of a list.
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
    /// bind or alter_context.
    Bind {
        /// The number of contexts.
        count: u8,
        /// The list of contexts.
        contexts: Bytes<'a>,
        /// Whether the packet is an alter_context.
        further: bool,
    },
    /// bind_ack or alter_context_resp.
    BindAck {
        /// The secondary address, a pipe or a port, without its terminating NUL.
        address: &'a [u8],
        /// Whether the packet is an alter_context_resp.
        further: bool,
    },
    /// request: a call.
    Request {
        /// The context's identifier.
        context: u16,
        /// The number of the operation.
        opnum: u16,
        /// The arguments.
        stub: &'a [u8],
    },
    /// response: the result of a call.
    Response {
        /// The context's identifier.
        context: u16,
        /// The results.
        stub: &'a [u8],
    },
    /// A packet of another type, whose body is not read.
    Other,
}

impl<'a> Body<'a> {
    /// Reads the complete body of a call.
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
                // The result list is aligned to 4 bytes and has 24 bytes per result (C706, 12.6.4.4).
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
