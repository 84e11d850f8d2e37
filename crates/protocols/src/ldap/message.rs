//! Parses messages.
use super::filter;
use super::problem::{Problem, Read};
use crate::asn1::{Der, Element, tag};
use event::{Arg, List};

/// A message (RFC 4511, 4.1.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message<'a> {
    /// The message ID. A response repeats the ID of its request.
    pub id: i64,
    /// The number of the operation's application tag.
    pub opcode: u8,
    /// The operation.
    pub operation: Operation<'a>,
}

/// The result of an operation (RFC 4511, 4.1.9).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Outcome<'a> {
    /// The result code, 0 for success; `None` if the message is not a response.
    pub code: Option<u64>,
    /// `matchedDN`: the closest existing entry when the requested one is missing.
    pub matched: &'a [u8],
    /// The server's diagnostic message.
    pub diagnostic: &'a [u8],
}

/// The operation of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operation<'a> {
    /// A request to authenticate.
    Bind(Bind<'a>),
    /// A request to search.
    Search(Search<'a>),
    /// A search result, with the name of the entry.
    Entry(&'a [u8]),
    /// An extended request: name and value.
    Extended(&'a [u8], &'a [u8]),
    /// An extended response: result, name and value.
    ExtendedResponse(Outcome<'a>, &'a [u8], &'a [u8]),
    /// A request to modify or delete the entry with this name.
    Change(&'a [u8]),
    /// The client abandons the request with this message ID.
    Abandon(i64),
    /// A response that has only a result.
    Response(Outcome<'a>),
    /// An operation whose content is not read.
    Other,
}

/// A request to authenticate (RFC 4511, 4.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bind<'a> {
    /// The protocol version: 2 or 3.
    pub version: i64,
    /// The name that the client authenticates as.
    pub name: &'a [u8],
    /// The type of authentication: 0 simple, 3 SASL, 9 to 11 Sicily.
    pub auth: u64,
    /// The password or the name of the mechanism.
    pub info: &'a [u8],
}

/// A request to search (RFC 4511, 4.5.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search<'a> {
    /// The base of the search.
    pub base: &'a [u8],
    /// The scope: 0 base object, 1 single level, 2 subtree.
    pub scope: u64,
    /// `derefAliases`: when aliases are dereferenced.
    pub deref: u64,
    /// The maximum number of entries and of seconds; 0 means no limit.
    pub limits: [i64; 2],
    /// Whether attribute names are returned without values.
    pub types_only: bool,
    /// The filter as text.
    pub filter: String,
    /// The requested attributes.
    pub attributes: Attributes<'a>,
}

/// Operations, by application tag (RFC 4511, 4.2 to 4.13).
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

/// The signature of NTLM messages, which Sicily uses.
const NTLM: &[u8] = b"NTLMSSP";

impl<'a> Message<'a> {
    /// Reads a complete message. The controls after the operation are not read.
    pub fn read(bytes: &'a [u8]) -> Read<Self> {
        // Report a wrong first tag even if the length after it is wrong too.
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

    /// The length of the message that begins with `bytes`; `None` if the length field is incomplete or too long.
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
            op::MODIFY_REQUEST => Operation::Change(string(der)?),
            // The content is the name of the entry.
            op::DEL_REQUEST => Operation::Change(e.content),
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
        // `referral` is not reported.
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

/// A list of attribute names, decoded when a handler reads it.
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

/// Reads the next value, which must have this tag.
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
