//! A packet with what it carries: X.224's connection, or data of T.125's.
use super::blocks::Blocks;
use crate::asn1::Der;
use wire::{ReadError, ReadResult, Reader};

/// A packet without its length (RFC 1006, 6).
#[derive(Clone, Debug)]
pub enum Packet<'a> {
    /// A client asks.
    Request(Request<'a>),
    /// A server answers.
    Confirm(Option<Confirm>),
    /// The client's settings.
    Client(Blocks<'a>),
    /// The server's settings, and whether it accepts the client.
    Server(u8, Blocks<'a>),
    /// Anything else.
    Other,
}

/// A client asks ([MS-RDPBCGR] 2.2.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// Often who it is, cut to nine characters.
    pub cookie: Option<&'a [u8]>,
    /// Flags of the negotiation; `None` if nothing is negotiated.
    pub flags: Option<u8>,
}

/// A server answers ([MS-RDPBCGR] 2.2.1.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirm {
    /// How the session is protected: 0 RDP, 1 TLS, 2 and 8 TLS and a proof of who the client is.
    Protocol {
        /// Which.
        protocol: u32,
        /// Flags.
        flags: u8,
    },
    /// None of the client's offers.
    Failure {
        /// Why.
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
    /// Reads what follows the four bytes of the packet's length.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("X.224 packet", bytes);
        let (len, kind) = (r.u8()?, r.u8()?);
        // The length counts what follows it; some packets have more, which is theirs too.
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

/// True if the connection's own part has more bytes than were read.
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

/// What T.125 wraps data of a conference in: parameters, then the data in an octet string. `parameters` of its triples
/// stand before it.
fn user_data(bytes: &[u8], parameters: usize) -> ReadResult<&[u8]> {
    let mut d = Der::new("T.125 connection", bytes);
    // The length of the whole: its tag was read. Some clients announce more than there is.
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

/// Skips the key of a conference (T.124).
fn conference_key(r: &mut Reader<'_>) -> ReadResult<()> {
    let len = r.be16()?;
    r.skip(len.into())
}

fn key(r: &mut Reader<'_>, key: &[u8; 4]) -> ReadResult<()> {
    if &r.array::<4>()? == key { Ok(()) } else { Err(wrong("key of RDP's conference", r.offset())) }
}

fn client(bytes: &[u8]) -> ReadResult<Blocks<'_>> {
    // Both selectors, the flag, and three sets of parameters.
    let mut r = Reader::new("T.124 request", user_data(bytes, 6)?);
    conference_key(&mut r)?;
    r.skip(2 + 8)?;
    key(&mut r, b"Duca")?;
    r.skip(2)?;
    Ok(Blocks::new(r.rest()))
}

fn server(bytes: &[u8]) -> ReadResult<(u8, Blocks<'_>)> {
    // The result, the number, and the parameters.
    let mut r = Reader::new("T.124 answer", user_data(bytes, 3)?);
    conference_key(&mut r)?;
    r.skip(1 + 1 + 2 + 2)?;
    let result = r.u8()?;
    r.skip(3)?;
    key(&mut r, b"McDn")?;
    r.skip(2)?;
    Ok((result, Blocks::new(r.rest())))
}
