//! Parses packet headers (RFC 9000, 17).
//!
//! ```text
//!  long:  1 fixed(1) type(2) …(4)  version(4)  length(1) destination id  length(1) source id  by type …
//!  short: 0 fixed(1) …(6)          destination id  encrypted …
//! ```
use wire::{ReadError, ReadResult, Reader};

/// The type of a packet with a long header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind<'a> {
    /// An Initial packet, which carries TLS hellos (RFC 9000, 17.2.2). The encrypted part begins with the packet
    /// number.
    Initial {
        /// The offset of the packet number in the packet.
        encrypted: usize,
        /// Bytes from the packet number on.
        len: usize,
    },
    /// Early data of a resumed session.
    ZeroRtt,
    /// The rest of the handshake.
    Handshake,
    /// The server requests a new attempt (RFC 9000, 17.2.5).
    Retry {
        /// The token that the client must return.
        token: &'a [u8],
        /// The Retry Integrity Tag.
        tag: &'a [u8],
    },
    /// A packet of an unknown version.
    Unknown,
}

/// A long header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LongHeader<'a> {
    /// The version, which determines the rest of the format.
    pub version: u32,
    /// The destination connection ID.
    pub dcid: &'a [u8],
    /// The source connection ID.
    pub scid: &'a [u8],
    /// The type of the packet.
    pub kind: Kind<'a>,
}

/// A packet of a datagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packet<'a> {
    /// A packet with a long header.
    Long {
        /// The header.
        header: LongHeader<'a>,
        /// The complete packet.
        bytes: &'a [u8],
    },
    /// A packet with a short header, which extends to the end of the datagram.
    Short,
    /// Another protocol that shares ports with QUIC (RFC 7983, RFC 9443).
    Foreign,
}

/// The least bytes from the packet number on: its longest encoding and the sample for header protection (RFC 9001,
/// 5.4.2).
const SAMPLED: u64 = 20;

mod version {
    pub(super) const V1: u32 = 1;
    pub(super) const V2: u32 = 0x6b33_43cf;

    pub(super) const fn is_like_v1(v: u32) -> bool {
        matches!(
            v,
            V1 | 0xff00_0016..=0xff00_0022 | 0xface_b001 | 0xface_b002 | 0xface_b00e | 0xface_b011..=0xface_b013
        )
    }
}

impl<'a> Packet<'a> {
    /// Reads the next packet of a datagram. `id_len` is the length of the connection IDs in short headers.
    pub fn read(r: &mut Reader<'a>, id_len: usize) -> ReadResult<Self> {
        let complete = r.peek();
        let first = r.u8()?;
        if first & 0x40 == 0 {
            r.rest();
            return Ok(Packet::Foreign);
        }
        if first & 0x80 == 0 {
            r.skip(id_len)?;
            r.rest();
            return Ok(Packet::Short);
        }
        let version = r.be32()?;
        let dcid = id(r)?;
        let scid = id(r)?;
        // Version 2 numbers the packet types differently (RFC 9369, 3.2).
        let shift = match version {
            version::V2 => 1,
            v if version::is_like_v1(v) => 0,
            _ => {
                r.rest();
                let header = LongHeader { version, dcid, scid, kind: Kind::Unknown };
                return Ok(Packet::Long { header, bytes: complete });
            }
        };
        let kind = match ((first >> 4 & 3) + 4 - shift) % 4 {
            0 => {
                let token = varint(r)?;
                r.skip(size(token))?;
                let len = varint(r)?;
                let encrypted = complete.len() - r.len();
                if len < SAMPLED {
                    return Err(ReadError::Invalid { what: "QUIC Initial packet's length", at: encrypted });
                }
                r.skip(size(len))?;
                Kind::Initial { encrypted, len: size(len) }
            }
            1 => {
                skip_payload(r)?;
                Kind::ZeroRtt
            }
            2 => {
                skip_payload(r)?;
                Kind::Handshake
            }
            _ => {
                let rest = r.len();
                let token = r.bytes(rest.saturating_sub(16))?;
                Kind::Retry { token, tag: r.bytes(16)? }
            }
        };
        let used = complete.len() - r.len();
        let bytes = complete.get(..used).unwrap_or_default();
        Ok(Packet::Long { header: LongHeader { version, dcid, scid, kind }, bytes })
    }
}

fn id<'a>(r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    let len = r.u8()?;
    r.bytes(len.into())
}

fn skip_payload(r: &mut Reader<'_>) -> ReadResult<()> {
    let len = varint(r)?;
    r.skip(size(len))
}

/// A length as `usize`. One that does not fit saturates, which makes the read fail.
pub(super) fn size(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// Reads a variable-length integer, whose two highest bits encode its length (RFC 9000, 16).
pub(super) fn varint(r: &mut Reader<'_>) -> ReadResult<u64> {
    let first = r.u8()?;
    let more = (1_usize << (first >> 6)) - 1;
    Ok(u64::from(first & 0x3f) << (8 * more) | r.be_uint(more)?)
}
