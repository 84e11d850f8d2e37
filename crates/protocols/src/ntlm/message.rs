//! Parses the three messages ([MS-NLMP] 2.2.1). Strings keep their original encoding.
use wire::{ReadResult, Reader};

/// The negotiate flags that determine the format of a message ([MS-NLMP] 2.2.2.5).
pub mod flag {
    /// Strings are UTF-16.
    pub const UNICODE: u32 = 0x0000_0001;
    /// The challenge has a target name.
    pub const REQUEST_TARGET: u32 = 0x0000_0004;
    /// The negotiate message has a domain.
    pub const DOMAIN_SUPPLIED: u32 = 0x0000_1000;
    /// The negotiate message has a workstation.
    pub const WORKSTATION_SUPPLIED: u32 = 0x0000_2000;
    /// The challenge has target information.
    pub const TARGET_INFO: u32 = 0x0080_0000;
    /// The message has a version.
    pub const VERSION: u32 = 0x0200_0000;
}

/// A message.
#[derive(Clone, Debug)]
pub enum Message<'a> {
    /// NEGOTIATE_MESSAGE: the client's first message.
    Negotiate(Negotiate<'a>),
    /// CHALLENGE_MESSAGE: the server's message.
    Challenge(Challenge<'a>),
    /// AUTHENTICATE_MESSAGE: the client's response.
    Authenticate(Authenticate<'a>),
    /// A message of unknown type.
    Other(u32),
}

/// The sender's operating system ([MS-NLMP] 2.2.2.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version {
    /// The major version of the system.
    pub major: u8,
    /// The minor version of the system.
    pub minor: u8,
    /// The build number.
    pub build: u16,
    /// The revision of NTLM, 15.
    pub revision: u8,
}

/// NEGOTIATE_MESSAGE.
#[derive(Clone, Copy, Debug)]
pub struct Negotiate<'a> {
    /// The negotiated options.
    pub flags: u32,
    /// The client's domain.
    pub domain: Option<&'a [u8]>,
    /// The client's name.
    pub workstation: Option<&'a [u8]>,
    /// The client's operating system.
    pub version: Option<Version>,
}

/// CHALLENGE_MESSAGE.
#[derive(Clone, Debug)]
pub struct Challenge<'a> {
    /// The negotiated options.
    pub flags: u32,
    /// The challenge, read as a little-endian number.
    pub challenge: u64,
    /// The name of the server or of its domain.
    pub target_name: Option<&'a [u8]>,
    /// The server's operating system.
    pub version: Option<Version>,
    /// The target information.
    pub target_info: Option<AvPairs<'a>>,
    /// Whether the length of the target information is not 0.
    pub has_target_info: bool,
}

/// AUTHENTICATE_MESSAGE.
#[derive(Clone, Copy, Debug)]
pub struct Authenticate<'a> {
    /// The negotiated options.
    pub flags: u32,
    /// The user's domain.
    pub domain: Option<&'a [u8]>,
    /// The user.
    pub user: Option<&'a [u8]>,
    /// The client's name.
    pub workstation: Option<&'a [u8]>,
    /// The session key, encrypted.
    pub session_key: Option<&'a [u8]>,
    /// The client's operating system.
    pub version: Option<Version>,
    /// The response to the challenge.
    pub response: Option<&'a [u8]>,
}

/// The length and offset of a field in the payload.
#[derive(Clone, Copy)]
struct Place {
    len: u16,
    offset: u32,
}

impl Place {
    fn read(r: &mut Reader<'_>) -> ReadResult<Self> {
        let len = r.le16()?;
        r.skip(2)?;
        Ok(Place { len, offset: r.le32()? })
    }

    /// The bytes of the field. An offset into the fixed part of the message counts as the end of that part.
    fn of<'a>(self, payload: &Payload<'a>) -> ReadResult<&'a [u8]> {
        let mut r = payload.at(self.offset)?;
        r.bytes(self.len.into())
    }

    /// The bytes of the field; `None` if it is empty.
    fn some_of<'a>(self, payload: &Payload<'a>) -> ReadResult<Option<&'a [u8]>> {
        if self.len == 0 { Ok(None) } else { self.of(payload).map(Some) }
    }
}

/// The payload: the message after its fixed part.
struct Payload<'a> {
    start: usize,
    bytes: &'a [u8],
}

impl<'a> Payload<'a> {
    fn at(&self, offset: u32) -> ReadResult<Reader<'a>> {
        let mut r = Reader::new("NTLM payload", self.bytes);
        r.skip((offset as usize).saturating_sub(self.start))?;
        Ok(r)
    }

    /// The version, if the flags announce one and no offset of `others` points to its position or before it.
    fn version(&self, flags: u32, others: &[Place]) -> ReadResult<Option<Version>> {
        let first = others.iter().map(|p| p.offset).min().unwrap_or(0);
        if flags & flag::VERSION == 0 || self.start >= first as usize {
            return Ok(None);
        }
        let mut r = Reader::new("NTLM version", self.bytes);
        let (major, minor, build) = (r.u8()?, r.u8()?, r.le16()?);
        r.skip(3)?;
        Ok(Some(Version { major, minor, build, revision: r.u8()? }))
    }
}

impl<'a> Message<'a> {
    /// Reads a message that begins with its signature.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("NTLM message", bytes);
        r.skip(8)?;
        Ok(match r.le32()? {
            1 => Message::Negotiate(Negotiate::read(&mut r)?),
            2 => Message::Challenge(Challenge::read(&mut r)?),
            3 => Message::Authenticate(Authenticate::read(&mut r)?),
            other => Message::Other(other),
        })
    }
}

fn payload<'a>(r: &mut Reader<'a>) -> Payload<'a> {
    Payload { start: r.offset(), bytes: r.rest() }
}

impl<'a> Negotiate<'a> {
    fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        let flags = r.le32()?;
        let places @ [domain, workstation] = [Place::read(r)?, Place::read(r)?];
        let payload = payload(r);
        let supplied = |bit: u32, place: Place| (flags & bit != 0).then(|| place.of(&payload)).transpose();
        Ok(Negotiate {
            flags,
            version: payload.version(flags, &places)?,
            domain: supplied(flag::DOMAIN_SUPPLIED, domain)?,
            workstation: supplied(flag::WORKSTATION_SUPPLIED, workstation)?,
        })
    }
}

impl<'a> Challenge<'a> {
    fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        let name = Place::read(r)?;
        let flags = r.le32()?;
        let challenge = r.le64()?;
        r.skip(8)?;
        let info = Place::read(r)?;
        let payload = payload(r);
        let has = |bit: u32| flags & bit != 0;
        let target_info =
            if has(flag::TARGET_INFO) { Some(AvPairs { reader: payload.at(info.offset)? }) } else { None };
        Ok(Challenge {
            flags,
            challenge,
            version: payload.version(flags, &[name, info])?,
            target_name: has(flag::REQUEST_TARGET).then(|| name.of(&payload)).transpose()?,
            target_info,
            has_target_info: info.len != 0,
        })
    }
}

impl<'a> Authenticate<'a> {
    fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        Place::read(r)?;
        let response = Place::read(r)?;
        let places @ [domain, user, workstation, session_key] =
            [Place::read(r)?, Place::read(r)?, Place::read(r)?, Place::read(r)?];
        let flags = r.le32()?;
        let payload = payload(r);
        Ok(Authenticate {
            flags,
            version: payload.version(flags, &places)?,
            response: response.some_of(&payload)?,
            domain: domain.some_of(&payload)?,
            user: user.some_of(&payload)?,
            workstation: workstation.some_of(&payload)?,
            session_key: session_key.some_of(&payload)?,
        })
    }
}

/// An AV_PAIR: an attribute of the server ([MS-NLMP] 2.2.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Av<'a> {
    /// The server's NetBIOS name.
    NbComputerName(&'a [u8]),
    /// The NetBIOS name of the server's domain.
    NbDomainName(&'a [u8]),
    /// The server's DNS name.
    DnsComputerName(&'a [u8]),
    /// The DNS name of the server's domain.
    DnsDomainName(&'a [u8]),
    /// The DNS name of the server's forest.
    DnsTreeName(&'a [u8]),
    /// Flags. Bit 0: the account's authentication is constrained.
    Flags(u32),
    /// The server's time, in units of 100 ns since 1601.
    Timestamp(u64),
    /// The beginning of the machine identifier.
    SingleHost(u32),
    /// The service principal name of the target.
    TargetName(&'a [u8]),
    /// Another attribute.
    Other(u16),
}

/// Iterates over AV_PAIRs.
#[derive(Clone, Debug)]
pub struct AvPairs<'a> {
    reader: Reader<'a>,
}

impl<'a> AvPairs<'a> {
    /// Reads the next pair. Returns `None` at the end mark, and at the end of the message after setting `unterminated`.
    pub fn next(&mut self, unterminated: &mut bool) -> ReadResult<Option<Av<'a>>> {
        let r = &mut self.reader;
        if r.is_empty() {
            *unterminated = true;
            return Ok(None);
        }
        let (id, len) = (r.le16()?, r.le16()?);
        if id == 0 {
            return Ok(None);
        }
        let value = r.bytes(len.into())?;
        let mut v = Reader::new("NTLM target information", value);
        Ok(Some(match id {
            1 => Av::NbComputerName(value),
            2 => Av::NbDomainName(value),
            3 => Av::DnsComputerName(value),
            4 => Av::DnsDomainName(value),
            5 => Av::DnsTreeName(value),
            6 => Av::Flags(v.le32()?),
            7 => Av::Timestamp(v.le64()?),
            8 => {
                v.skip(8)?;
                if v.le32()? & 1 != 0 {
                    v.skip(4)?;
                }
                Av::SingleHost(v.le32()?)
            }
            9 => Av::TargetName(value),
            other => Av::Other(other),
        }))
    }
}
