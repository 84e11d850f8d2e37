//! Parses messages.
use super::Anomaly;
use crate::asn1::{self, Der, Element, OidError, tag};
use event::snmp::{SnmpBinding, SnmpObjectValue};
use event::{Arg, List, ToArg};
use net_types::Addr;
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

/// Why a datagram is not a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A value has an unexpected tag.
    #[error("SNMP message: tag {got:#04x} where {wanted:#04x} is wanted")]
    Tag {
        /// The tag that was found.
        got: u8,
        /// The tag that was expected.
        wanted: u8,
    },
    /// An integer has more than nine bytes, which are enough for 64 bits and a sign.
    #[error("SNMP message: an integer of {0} bytes where at most 9 are wanted")]
    Width(usize),
    /// The datagram ends within a value.
    #[error(transparent)]
    Short(#[from] ReadError),
}

/// The result of a read.
type Read<T> = Result<T, Problem>;

/// The message header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Header<'a> {
    /// Version 1, with the community.
    V1(&'a [u8]),
    /// Version 2c, with the community.
    V2(&'a [u8]),
    /// Version 3.
    V3(HeaderV3<'a>),
    /// An unknown version, whose format is unknown too.
    Unknown(u64),
}

/// The header of version 3 (RFC 3412, 6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeaderV3<'a> {
    /// The message identifier, which a response repeats.
    pub id: u64,
    /// The longest message that the sender accepts, in bytes.
    pub max_size: u64,
    /// One byte, with the flags auth (1), priv (2) and reportable (4).
    pub flags: &'a [u8],
    /// The security model.
    pub security_model: u64,
    /// The parameters of the security model.
    pub security_params: &'a [u8],
    /// The tag of the scoped PDU; that of an octet string if it is encrypted.
    pub next: u8,
    /// Context engine and name, if the PDU is not encrypted.
    pub context: Option<(&'a [u8], &'a [u8])>,
}

impl<'a> Header<'a> {
    /// Reads the header; leaves `der` at the PDU. The lengths of enclosing sequences are not checked.
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

/// A PDU (RFC 3416, 3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content<'a> {
    /// The format that most kinds share.
    Common {
        /// The kind of PDU.
        kind: Kind,
        /// Request identifier, which a response repeats; error status; error index.
        numbers: [i64; 3],
        /// The variables.
        bindings: Bindings<'a>,
    },
    /// A trap of version 1.
    Trap {
        /// The object identifier of the enterprise that defines the trap.
        enterprise: &'a [u8],
        /// The address of the agent.
        agent: Addr,
        /// The generic and the specific trap number.
        numbers: [i64; 2],
        /// Hundredths of a second since the agent started.
        time: u64,
        /// The variables.
        bindings: Bindings<'a>,
    },
    /// GetBulkRequest.
    Bulk {
        /// The request identifier, which a response repeats.
        request_id: i64,
        /// The number of variables that are requested once.
        non_repeaters: u64,
        /// The number of repetitions for the other variables.
        max_repetitions: u64,
        /// The variables.
        bindings: Bindings<'a>,
    },
    /// An unassigned tag.
    Unknown(u8),
}

/// The kinds of PDUs with the same format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// GetRequest: requests variables.
    Get,
    /// GetNextRequest: requests the variables that follow the given ones.
    GetNext,
    /// Response
    Response,
    /// SetRequest: sets variables.
    Set,
    /// InformRequest: a notification with acknowledgement.
    Inform,
    /// SNMPv2-Trap: a notification without acknowledgement.
    Trap,
    /// Report: an error between engines.
    Report,
}

impl<'a> Content<'a> {
    /// Reads the PDU after a header.
    pub fn read(der: &mut Der<'a>, weird: &mut dyn FnMut(Anomaly)) -> Read<Self> {
        let kind = match der.head()?.tag {
            0xa0 => Kind::Get,
            0xa1 => Kind::GetNext,
            0xa2 => Kind::Response,
            0xa3 => Kind::Set,
            0xa4 => {
                let enterprise = content(der, tag::OBJECT_IDENTIFIER)?;
                check_oid(enterprise, weird);
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

/// Variable bindings, checked when the message is read and decoded when a handler reads them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bindings<'a>(&'a [u8]);

impl<'a> Bindings<'a> {
    fn read(der: &mut Der<'a>, weird: &mut dyn FnMut(Anomaly)) -> Read<Self> {
        enter(der, tag::SEQUENCE)?;
        let all = der.rest();
        let mut walk = Der::new("SNMP variables", all);
        while !walk.is_empty() {
            let (name, value) = binding(&mut walk)?;
            check_oid(name, weird);
            match value.tag {
                tag::OBJECT_IDENTIFIER => check_oid(value.content, weird),
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

/// Reads a variable's name and value.
fn binding<'a>(der: &mut Der<'a>) -> Read<(&'a [u8], Element<'a>)> {
    enter(der, tag::SEQUENCE)?;
    Ok((content(der, tag::OBJECT_IDENTIFIER)?, der.element()?))
}

/// A value as scripts see it; `text` is the buffer for an object identifier.
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

/// Reports an object identifier that is shown as empty.
fn check_oid(content: &[u8], weird: &mut dyn FnMut(Anomaly)) {
    if let Err(OidError::NumberTooLong(bytes)) = asn1::oid(content, &mut String::new()) {
        weird(Anomaly::OidNumberTooLong(bytes));
    }
}

/// Reads tag and length of an enclosing element, which must have this tag.
fn enter(der: &mut Der<'_>, wanted: u8) -> Read<()> {
    let got = der.head()?.tag;
    if got == wanted { Ok(()) } else { Err(Problem::Tag { got, wanted }) }
}

/// Reads the content of the next value, which must have this tag.
fn content<'a>(der: &mut Der<'a>, wanted: u8) -> Read<&'a [u8]> {
    let e = der.element()?;
    if e.tag == wanted { Ok(e.content) } else { Err(Problem::Tag { got: e.tag, wanted }) }
}

/// Reads the content of the next value, which must be an integer of at most nine bytes.
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

/// Strips the leading zero of an unsigned 64-bit integer whose highest bit is set.
fn significant(content: &[u8]) -> &[u8] {
    match content {
        [0, rest @ ..] if content.len() == 9 => rest,
        _ => content,
    }
}

/// An unsigned integer; 0 if it does not fit 64 bits.
fn number(content: &[u8]) -> u64 {
    asn1::uint(significant(content)).unwrap_or(0)
}

/// An IPv4 address; `::` if the content does not have four bytes.
fn address(content: &[u8]) -> Addr {
    <[u8; 4]>::try_from(content).map_or(Addr::v6([0; 16]), Addr::v4)
}
