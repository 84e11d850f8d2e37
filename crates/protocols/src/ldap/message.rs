//! The bytes of a message.
use super::filter;
use super::problem::{Problem, Read};
use crate::asn1::{Der, Element, tag};
use event::{Arg, List};

/// A message: its number and what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message<'a> {
    /// Responses carry their request's.
    pub id: i64,
    /// The number of the operation.
    pub opcode: u8,
    /// The operation.
    pub operation: Operation<'a>,
}

/// How an operation ended (RFC 4511, 4.1.9).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Outcome<'a> {
    /// 0 is success; `None` if the message is no response.
    pub code: Option<u64>,
    /// The last entry that was found on the way to a missing one.
    pub matched: &'a [u8],
    /// The server's diagnostic message.
    pub diagnostic: &'a [u8],
}

/// The operation of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operation<'a> {
    /// A client says who it is.
    Bind(Bind<'a>),
    /// A client searches.
    Search(Search<'a>),
    /// An entry that was found.
    Entry(&'a [u8]),
    /// A client asks for something that is defined elsewhere: its name and value.
    Extended(&'a [u8], &'a [u8]),
    /// The answer to that: how it ended, name and value.
    ExtendedResponse(Outcome<'a>, &'a [u8], &'a [u8]),
    /// A request that is about an entry: to change or to delete it.
    About(&'a [u8]),
    /// The request with this number is not wanted any more.
    Abandon(i64),
    /// A response that only says how the request ended.
    Response(Outcome<'a>),
    /// An operation that is not read.
    Other,
}

/// A client says who it is (RFC 4511, 4.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bind<'a> {
    /// 3 today.
    pub version: i64,
    /// The name of the user that it claims to be.
    pub name: &'a [u8],
    /// How it proves that: 0 by a password, 3 by SASL, 9 to 11 by Sicily.
    pub auth: u64,
    /// The password, or the name of the mechanism.
    pub info: &'a [u8],
}

/// A search (RFC 4511, 4.5.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search<'a> {
    /// The base of the search.
    pub base: &'a [u8],
    /// How far it goes.
    pub scope: u64,
    /// Which aliases it follows.
    pub deref: u64,
    /// Entries and seconds at most; 0 is without end.
    pub limits: [i64; 2],
    /// Names of attributes alone, without values.
    pub types_only: bool,
    /// The filter as text.
    pub filter: String,
    /// The requested attributes.
    pub attributes: Attributes<'a>,
}

/// Numbers of operations: the tags of application class (RFC 4511, 4.2 to 4.13).
pub(super) mod op {
    pub(in super::super) const BIND_REQUEST: u8 = 0;
    pub(in super::super) const BIND_RESPONSE: u8 = 1;
    pub(super) const SEARCH_REQUEST: u8 = 3;
    pub(super) const SEARCH_RESULT_ENTRY: u8 = 4;
    pub(super) const SEARCH_RESULT_DONE: u8 = 5;
    pub(super) const MODIFY_REQUEST: u8 = 6;
    pub(super) const MODIFY_RESPONSE: u8 = 7;
    pub(super) const ADD_RESPONSE: u8 = 9;
    pub(super) const DEL_REQUEST: u8 = 10;
    pub(super) const DEL_RESPONSE: u8 = 11;
    pub(super) const MOD_DN_RESPONSE: u8 = 13;
    pub(super) const COMPARE_RESPONSE: u8 = 15;
    pub(super) const ABANDON_REQUEST: u8 = 16;
    pub(super) const EXTENDED_REQUEST: u8 = 23;
    pub(super) const EXTENDED_RESPONSE: u8 = 24;
}

/// The mechanism that Sicily's messages carry.
const NTLM: &[u8] = b"NTLMSSP";

impl<'a> Message<'a> {
    /// Reads a whole message; what stands behind its operation (controls) is not looked at.
    pub fn read(bytes: &'a [u8]) -> Read<Self> {
        // Said before lengths are believed.
        if let Some(&got) = bytes.first()
            && got != tag::SEQUENCE
        {
            return Err(Problem::Tag { got, wanted: "a sequence" });
        }
        let mut outer = Der::new("LDAP message", bytes);
        let body = expect(&mut outer, tag::SEQUENCE, "a sequence")?;
        let mut body = body.walk("LDAP message");
        let id = expect(&mut body, tag::INTEGER, "a number")?.int().unwrap_or(0);
        let operation = body.element()?;
        if operation.tag >> 6 != 1 {
            return Err(Problem::Tag { got: operation.tag, wanted: "an operation" });
        }
        let opcode = operation.tag & 0x1f;
        let operation = Operation::read(opcode, &operation)?;
        Ok(Message { id, opcode, operation })
    }

    /// How many bytes a message has, as far as its beginning tells; `None` if it has no end that could be told.
    pub(super) fn length(bytes: &[u8]) -> Option<u64> {
        let head = match bytes {
            [_, len, ..] if len & 0x80 == 0 => return Some(2 + u64::from(*len)),
            [_, long, rest @ ..] => {
                let digits = rest.get(..usize::from(long & 0x7f))?;
                crate::asn1::uint(digits)?.saturating_add(2 + digits.len() as u64)
            }
            _ => return None,
        };
        Some(head)
    }
}

impl<'a> Operation<'a> {
    fn read(opcode: u8, e: &Element<'a>) -> Read<Self> {
        let mut der = e.walk("LDAP operation");
        let der = &mut der;
        Ok(match opcode {
            op::BIND_REQUEST => Operation::Bind(Bind::read(der)?),
            op::SEARCH_REQUEST => Operation::Search(Search::read(der)?),
            op::SEARCH_RESULT_ENTRY => Operation::Entry(string(der)?),
            op::MODIFY_REQUEST => Operation::About(string(der)?),
            // Its content is the entry's name itself.
            op::DEL_REQUEST => Operation::About(e.content),
            op::ABANDON_REQUEST => Operation::Abandon(e.int().unwrap_or(0)),
            op::EXTENDED_REQUEST => {
                let name = expect(der, 0x80, "the name of a request")?.content;
                Operation::Extended(name, der.optional(0x81)?.map_or(&b""[..], |e| e.content))
            }
            op::EXTENDED_RESPONSE => {
                let outcome = Outcome::read(der)?;
                let name = der.optional(0x8a)?.map_or(&b""[..], |e| e.content);
                Operation::ExtendedResponse(
                    outcome,
                    name,
                    der.optional(0x8b)?.map_or(&b""[..], |e| e.content),
                )
            }
            op::BIND_RESPONSE
            | op::SEARCH_RESULT_DONE
            | op::MODIFY_RESPONSE
            | op::ADD_RESPONSE
            | op::DEL_RESPONSE
            | op::MOD_DN_RESPONSE
            | op::COMPARE_RESPONSE => Operation::Response(Outcome::read(der)?),
            _ => Operation::Other,
        })
    }
}

impl<'a> Outcome<'a> {
    fn read(der: &mut Der<'a>) -> Read<Self> {
        let code = number(der, tag::ENUMERATED, "a result")?;
        let (matched, diagnostic) = (string(der)?, string(der)?);
        // Referrals.
        der.optional(0xa3)?;
        Ok(Outcome { code: Some(code), matched, diagnostic })
    }
}

impl<'a> Bind<'a> {
    fn read(der: &mut Der<'a>) -> Read<Self> {
        let version = expect(der, tag::INTEGER, "a version")?.int().unwrap_or(0);
        let name = string(der)?;
        let auth = der.element()?;
        let info = match auth.tag {
            0x80 => auth.content,
            0xa3 => string(&mut auth.walk("SASL credentials"))?,
            0x89 => b"",
            0x8a | 0x8b if auth.content.starts_with(NTLM) => NTLM,
            got => return Err(Problem::Tag { got, wanted: "credentials" }),
        };
        Ok(Bind { version, name, auth: u64::from(auth.tag & 0x1f), info })
    }
}

impl<'a> Search<'a> {
    fn read(der: &mut Der<'a>) -> Read<Self> {
        let base = string(der)?;
        let scope = number(der, tag::ENUMERATED, "a scope")?;
        let deref = number(der, tag::ENUMERATED, "what aliases are followed")?;
        let limit = |der: &mut Der<'a>| expect(der, tag::INTEGER, "a limit").map(|e| e.int().unwrap_or(0));
        let limits = [limit(der)?, limit(der)?];
        let types_only = expect(der, BOOLEAN, "true or false")?.content.iter().any(|&b| b != 0);
        let filter = filter::text(&der.element()?, 0)?;
        let attributes = Attributes::check(expect(der, tag::SEQUENCE, "attributes")?.content)?;
        Ok(Search { base, scope, deref, limits, types_only, filter, attributes })
    }
}

/// BOOLEAN
const BOOLEAN: u8 = 0x01;

/// Names of attributes, read when a handler wants them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attributes<'a>(&'a [u8]);

impl<'a> Attributes<'a> {
    fn check(bytes: &'a [u8]) -> Read<Self> {
        let mut der = Der::new("LDAP attributes", bytes);
        while !der.is_empty() {
            string(&mut der)?;
        }
        Ok(Attributes(bytes))
    }
}

impl List for Attributes<'_> {
    fn count(&self) -> usize {
        let mut n = 0;
        self.each(&mut |_| n += 1);
        n
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        let mut der = Der::new("LDAP attributes", self.0);
        while let Ok(name) = string(&mut der) {
            f(Arg::Str(name));
        }
    }
}

/// The next value, which must have this tag.
fn expect<'a>(der: &mut Der<'a>, tag: u8, wanted: &'static str) -> Read<Element<'a>> {
    let e = der.element()?;
    if e.tag == tag { Ok(e) } else { Err(Problem::Tag { got: e.tag, wanted }) }
}

fn string<'a>(der: &mut Der<'a>) -> Read<&'a [u8]> {
    expect(der, tag::OCTET_STRING, "a string").map(|e| e.content)
}

fn number(der: &mut Der<'_>, tag: u8, wanted: &'static str) -> Read<u64> {
    expect(der, tag, wanted).map(|e| e.uint().unwrap_or(u64::MAX))
}
