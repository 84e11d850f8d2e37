//! Parses packets: X.224 connection requests and confirmations, and T.125 data.
use super::blocks::Blocks;
use crate::asn1::Der;
use wire::{ReadError, ReadResult, Reader};

/// The content of a TPKT packet (RFC 1006, 6).
#[derive(Clone, Debug)]
pub enum Packet<'a> {
    /// X.224 Connection Request.
    Request(Request<'a>),
    /// X.224 Connection Confirm; `None` without a negotiation.
    Confirm(Option<Confirm>),
    /// The client's data blocks, in an MCS Connect Initial.
    Client(Blocks<'a>),
    /// The result (0: accepted) and the server's data blocks, in an MCS Connect Response.
    Server(u8, Blocks<'a>),
    /// A packet of another type.
    Other,
}

/// X.224 Connection Request ([MS-RDPBCGR] 2.2.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// The cookie, often the user name cut to nine characters.
    pub cookie: Option<&'a [u8]>,
    /// The flags of the negotiation; `None` without a negotiation.
    pub flags: Option<u8>,
}

/// X.224 Connection Confirm ([MS-RDPBCGR] 2.2.1.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirm {
    /// The selected security protocol.
    Protocol {
        /// The protocol: 0 RDP, 1 TLS, 2 CredSSP, 8 CredSSP with early user authorization.
        protocol: u32,
        /// Flags.
        flags: u8,
    },
    /// The negotiation failed.
    Failure {
        /// The failure code.
        code: u32,
        /// Flags.
        flags: u8,
    },
}

const COOKIE: &[u8] = b"Cookie: mstshash=";

fn wrong(what: &'static str, at: usize) -> ReadError {
    ReadError::Invalid { what, at }
}

impl<'a> Packet<'a> {
    /// Reads the content after the TPKT header of four bytes.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("X.224 packet", bytes);
        let (len, kind) = (r.u8()?, r.u8()?);
        // The length indicator counts the bytes after it. Some packets have more, which belong to them too.
        match kind {
            0xe0 => Request::read(&mut r, len.into()).map(Packet::Request),
            0xd0 => Confirm::read(&mut r, len.into()).map(Packet::Confirm),
            0xf0 => {
                let [_, _, application] = r.array()?;
                match application {
                    0x65 => client(r.rest()).map(Packet::Client),
                    0x66 => server(r.rest()).map(|(result, blocks)| Packet::Server(result, blocks)),
                    _ => Ok(Packet::Other),
                }
            }
            _ => Ok(Packet::Other),
        }
    }
}

/// True if the X.224 header has more bytes than were read.
fn has_more(r: &Reader<'_>, len: usize) -> bool {
    r.offset() != len + 1
}

impl<'a> Request<'a> {
    fn read(r: &mut Reader<'a>, len: usize) -> ReadResult<Self> {
        r.skip(5)?;
        let mut cookie = None;
        if r.peek().starts_with(COOKIE) {
            r.skip(COOKIE.len())?;
            cookie = Some(r.until(b'\r')?);
            if r.u8()? != b'\n' {
                return Err(wrong("RDP cookie", r.offset()));
            }
        }
        let mut flags = None;
        if has_more(r, len) {
            let [_, f] = r.array()?;
            if r.le16()? != 8 {
                return Err(wrong("length of RDP's negotiation", r.offset()));
            }
            r.skip(4)?;
            flags = Some(f);
        }
        Ok(Request { cookie, flags })
    }
}

impl Confirm {
    fn read(r: &mut Reader<'_>, len: usize) -> ReadResult<Option<Self>> {
        r.skip(5)?;
        if !has_more(r, len) {
            return Ok(None);
        }
        let [kind, flags] = r.array()?;
        let (size, value) = (r.le16()?, r.le32()?);
        match kind {
            2 if size == 8 => Ok(Some(Confirm::Protocol { protocol: value, flags })),
            3 => Ok(Some(Confirm::Failure { code: value, flags })),
            _ => Err(wrong("RDP's answer to a negotiation", r.offset())),
        }
    }
}

/// The user data of a T.125 connect message: an octet string after `parameters` other elements.
fn user_data(bytes: &[u8], parameters: usize) -> ReadResult<&[u8]> {
    let mut d = Der::new("T.125 connection", bytes);
    // The length after the tag, which was read. Some clients state more bytes than they send.
    let [first] = *d.bytes(1)? else { return Ok(&[]) };
    if first & 0x80 != 0 {
        d.bytes(usize::from(first & 0x7f))?;
    }
    for _ in 0..parameters {
        d.element()?;
    }
    d.head()?;
    Ok(d.rest())
}

/// Skips the key of a T.124 connection.
fn conference_key(r: &mut Reader<'_>) -> ReadResult<()> {
    let len = r.be16()?;
    r.skip(len.into())
}

fn key(r: &mut Reader<'_>, key: &[u8; 4]) -> ReadResult<()> {
    if &r.array::<4>()? == key { Ok(()) } else { Err(wrong("key of RDP's conference", r.offset())) }
}

fn client(bytes: &[u8]) -> ReadResult<Blocks<'_>> {
    // Calling and called selector, upward flag, and three sets of domain parameters.
    let mut r = Reader::new("T.124 request", user_data(bytes, 6)?);
    conference_key(&mut r)?;
    r.skip(2 + 8)?;
    key(&mut r, b"Duca")?;
    r.skip(2)?;
    Ok(Blocks::new(r.rest()))
}

fn server(bytes: &[u8]) -> ReadResult<(u8, Blocks<'_>)> {
    // Result, connection identifier, and domain parameters.
    let mut r = Reader::new("T.124 answer", user_data(bytes, 3)?);
    conference_key(&mut r)?;
    r.skip(1 + 1 + 2 + 2)?;
    let result = r.u8()?;
    r.skip(3)?;
    key(&mut r, b"McDn")?;
    r.skip(2)?;
    Ok((result, Blocks::new(r.rest())))
}
