//! The bytes of a message.
use super::Anomaly;
use crate::asn1::{self, Der, Element, OidError, tag};
use event::snmp::{SnmpBinding, SnmpObjectValue};
use event::{Arg, List, ToArg};
use net_types::Addr;
use std::fmt;
use wire::ReadError;

/// Tags of values (RFC 2578, 7.1; RFC 3416, 3).
mod value {
    pub(super) const NULL: u8 = 0x05;
    pub(super) const ADDRESS: u8 = 0x40;
    pub(super) const COUNTER32: u8 = 0x41;
    pub(super) const TIME_TICKS: u8 = 0x43;
    pub(super) const COUNTER64: u8 = 0x46;
    pub(super) const NO_SUCH_OBJECT: u8 = 0x80;
    pub(super) const NO_SUCH_INSTANCE: u8 = 0x81;
    pub(super) const END_OF_VIEW: u8 = 0x82;
}

/// Why a datagram is no message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Another kind of value stands where one kind alone may.
    Tag {
        /// The tag that is there.
        got: u8,
        /// The tag that was wanted.
        wanted: u8,
    },
    /// An integer of more bytes than 64 bits and a sign take.
    Width(usize),
    /// It ends too early.
    Short(ReadError),
}

impl From<ReadError> for Problem {
    fn from(e: ReadError) -> Self {
        Problem::Short(e)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Tag { got, wanted } => {
                write!(f, "SNMP message: tag {got:#04x} where {wanted:#04x} is wanted")
            }
            Problem::Width(n) => {
                write!(f, "SNMP message: an integer of {n} bytes where at most 9 are wanted")
            }
            Problem::Short(e) => e.fmt(f),
        }
    }
}

/// The result of a read.
type Read<T> = Result<T, Problem>;

/// The fields before the variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Header<'a> {
    /// Version 1 and its password.
    V1(&'a [u8]),
    /// Version 2c and its password.
    V2(&'a [u8]),
    /// Version 3.
    V3(HeaderV3<'a>),
    /// Another version: nothing of the rest is known.
    Unknown(u64),
}

/// The header of version 3 (RFC 3412, 6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeaderV3<'a> {
    /// Answers carry their question's.
    pub id: u64,
    /// Bytes that the sender takes.
    pub max_size: u64,
    /// Authenticated, encrypted, to be reported: one byte, the lowest three bits.
    pub flags: &'a [u8],
    /// How the message is secured.
    pub security_model: u64,
    /// What that takes.
    pub security_params: &'a [u8],
    /// The tag of what follows.
    pub next: u8,
    /// Engine and name, where what follows is plain.
    pub context: Option<(&'a [u8], &'a [u8])>,
}

impl<'a> Header<'a> {
    /// Reads the beginning of a message; what follows it is left in `der`. Lengths of what encloses are not looked at.
    pub fn read(der: &mut Der<'a>) -> Read<Self> {
        enter(der, tag::SEQUENCE)?;
        Ok(match unsigned(der)? {
            0 => Header::V1(content(der, tag::OCTET_STRING)?),
            1 => Header::V2(content(der, tag::OCTET_STRING)?),
            3 => Header::V3(HeaderV3::read(der)?),
            version => Header::Unknown(version),
        })
    }
}

impl<'a> HeaderV3<'a> {
    fn read(der: &mut Der<'a>) -> Read<Self> {
        enter(der, tag::SEQUENCE)?;
        let (id, max_size) = (unsigned(der)?, unsigned(der)?);
        let flags = content(der, tag::OCTET_STRING)?;
        let security_model = unsigned(der)?;
        let security_params = content(der, tag::OCTET_STRING)?;
        let next = der.head()?.tag;
        let context = if next == tag::SEQUENCE {
            Some((content(der, tag::OCTET_STRING)?, content(der, tag::OCTET_STRING)?))
        } else {
            None
        };
        Ok(HeaderV3 { id, max_size, flags, security_model, security_params, next, context })
    }
}

/// The operation of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content<'a> {
    /// Most kinds.
    Common {
        /// The type of the operation.
        kind: Kind,
        /// Answers carry their question's; error status and index.
        numbers: [i64; 3],
        /// The variables.
        bindings: Bindings<'a>,
    },
    /// A trap of version 1.
    Trap {
        /// The enterprise that defines the trap: an object identifier.
        enterprise: &'a [u8],
        /// The address of the agent.
        agent: Addr,
        /// Generic and specific number.
        numbers: [i64; 2],
        /// Hundredths of a second since the agent started.
        time: u64,
        /// The variables.
        bindings: Bindings<'a>,
    },
    /// A request for many variables.
    Bulk {
        /// Answers carry their question's.
        request_id: i64,
        /// The number of variables that are asked for once.
        non_repeaters: u64,
        /// How many times the others are asked for.
        max_repetitions: u64,
        /// The variables.
        bindings: Bindings<'a>,
    },
    /// A kind that is not assigned.
    Unknown(u8),
}

/// Kinds of messages that have the same form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Variables are asked for.
    Get,
    /// The variables behind these are asked for.
    GetNext,
    /// The answer.
    Response,
    /// Variables are set.
    Set,
    /// Something has happened, to be answered.
    Inform,
    /// Something has happened.
    Trap,
    /// A message could not be taken.
    Report,
}

impl<'a> Content<'a> {
    /// Reads what follows a header.
    pub fn read(der: &mut Der<'a>, weird: &mut dyn FnMut(Anomaly)) -> Read<Self> {
        let kind = match der.head()?.tag {
            0xa0 => Kind::Get,
            0xa1 => Kind::GetNext,
            0xa2 => Kind::Response,
            0xa3 => Kind::Set,
            0xa4 => {
                let enterprise = content(der, tag::OBJECT_IDENTIFIER)?;
                watch(enterprise, weird);
                return Ok(Content::Trap {
                    enterprise,
                    agent: address(content(der, value::ADDRESS)?),
                    numbers: [signed(der)?, signed(der)?],
                    time: number(content(der, value::TIME_TICKS)?),
                    bindings: Bindings::read(der, weird)?,
                });
            }
            0xa5 => {
                return Ok(Content::Bulk {
                    request_id: signed(der)?,
                    non_repeaters: unsigned(der)?,
                    max_repetitions: unsigned(der)?,
                    bindings: Bindings::read(der, weird)?,
                });
            }
            0xa6 => Kind::Inform,
            0xa7 => Kind::Trap,
            0xa8 => Kind::Report,
            other => return Ok(Content::Unknown(other)),
        };
        let numbers = [signed(der)?, signed(der)?, signed(der)?];
        Ok(Content::Common { kind, numbers, bindings: Bindings::read(der, weird)? })
    }
}

/// Variables with their values, read when a handler wants them. That succeeds: they were checked before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bindings<'a>(&'a [u8]);

impl<'a> Bindings<'a> {
    fn read(der: &mut Der<'a>, weird: &mut dyn FnMut(Anomaly)) -> Read<Self> {
        enter(der, tag::SEQUENCE)?;
        let all = der.rest();
        let mut walk = Der::new("SNMP variables", all);
        while !walk.is_empty() {
            let (name, value) = binding(&mut walk)?;
            watch(name, weird);
            match value.tag {
                tag::OBJECT_IDENTIFIER => watch(value.content, weird),
                tag::INTEGER | value::COUNTER32..=value::TIME_TICKS | value::COUNTER64
                    if significant(value.content).len() > 8 =>
                {
                    weird(Anomaly::IntegerTooLong(value.content.len()));
                }
                _ => {}
            }
        }
        Ok(Bindings(all))
    }
}

impl List for Bindings<'_> {
    fn count(&self) -> usize {
        let mut n = 0;
        let mut der = Der::new("SNMP variables", self.0);
        while !der.is_empty() && binding(&mut der).is_ok() {
            n += 1;
        }
        n
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        let mut der = Der::new("SNMP variables", self.0);
        let (mut oid, mut value_oid) = (String::new(), String::new());
        while !der.is_empty() {
            let Ok((name, value)) = binding(&mut der) else { return };
            dotted(name, &mut oid);
            let value = shown(&value, &mut value_oid);
            f(SnmpBinding { oid: &oid, value }.arg());
        }
    }
}

/// A variable's name and value.
fn binding<'a>(der: &mut Der<'a>) -> Read<(&'a [u8], Element<'a>)> {
    enter(der, tag::SEQUENCE)?;
    Ok((content(der, tag::OBJECT_IDENTIFIER)?, der.element()?))
}

/// A value as scripts see it; `text` keeps the form of an object identifier.
fn shown<'a>(e: &Element<'a>, text: &'a mut String) -> SnmpObjectValue<'a> {
    let mut v = SnmpObjectValue {
        tag: e.tag.into(),
        oid: None,
        signed: None,
        unsigned: None,
        address: None,
        octets: None,
    };
    match e.tag {
        value::NULL | value::NO_SUCH_OBJECT | value::NO_SUCH_INSTANCE | value::END_OF_VIEW => {}
        tag::OBJECT_IDENTIFIER => {
            dotted(e.content, text);
            v.oid = Some(text);
        }
        tag::INTEGER => v.signed = Some(e.int().unwrap_or(0)),
        value::COUNTER32..=value::TIME_TICKS | value::COUNTER64 => v.unsigned = Some(number(e.content)),
        value::ADDRESS => v.address = Some(address(e.content)),
        _ => v.octets = Some(e.content),
    }
    v
}

/// An object identifier in dotted form; empty if it is malformed.
pub(super) fn dotted(content: &[u8], out: &mut String) {
    if asn1::oid(content, out).is_err() {
        out.clear();
    }
}

/// Tells of an object identifier that is shown as empty.
fn watch(content: &[u8], weird: &mut dyn FnMut(Anomaly)) {
    if let Err(OidError::NumberTooLong(bytes)) = asn1::oid(content, &mut String::new()) {
        weird(Anomaly::OidNumberTooLong(bytes));
    }
}

/// Skips tag and length of what encloses.
fn enter(der: &mut Der<'_>, wanted: u8) -> Read<()> {
    let got = der.head()?.tag;
    if got == wanted { Ok(()) } else { Err(Problem::Tag { got, wanted }) }
}

/// The content of the next value, which must have this tag.
fn content<'a>(der: &mut Der<'a>, wanted: u8) -> Read<&'a [u8]> {
    let e = der.element()?;
    if e.tag == wanted { Ok(e.content) } else { Err(Problem::Tag { got: e.tag, wanted }) }
}

/// The content of the next value, which must be an integer of a width that can be.
fn integer<'a>(der: &mut Der<'a>) -> Read<&'a [u8]> {
    let content = content(der, tag::INTEGER)?;
    if content.len() > 9 { Err(Problem::Width(content.len())) } else { Ok(content) }
}

fn unsigned(der: &mut Der<'_>) -> Read<u64> {
    integer(der).map(number)
}

fn signed(der: &mut Der<'_>) -> Read<i64> {
    let content = integer(der)?;
    Ok(Element { tag: tag::INTEGER, content }.int().unwrap_or(0))
}

/// An unsigned integer without the zero that keeps its highest bit from being a sign.
fn significant(content: &[u8]) -> &[u8] {
    match content {
        [0, rest @ ..] if content.len() == 9 => rest,
        _ => content,
    }
}

/// An unsigned integer; 0 if it does not fit.
fn number(content: &[u8]) -> u64 {
    asn1::uint(significant(content)).unwrap_or(0)
}

/// Four bytes are an address; nothing else is.
fn address(content: &[u8]) -> Addr {
    <[u8; 4]>::try_from(content).map_or(Addr::v6([0; 16]), Addr::v4)
}
