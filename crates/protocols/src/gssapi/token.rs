//! Parses tokens.
use crate::asn1::{Der, tag};
use wire::{ReadError, ReadResult, Reader};

/// A field of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// `negState`: 0 accept-completed, 1 accept-incomplete, 2 reject, 3 request-mic (RFC 4178, 4.2.2).
    State(u64),
    /// A token of the mechanism.
    Mechanism {
        /// Whether the token begins the negotiation. The client sends it.
        first: bool,
        /// The mechanism's token.
        bytes: &'a [u8],
    },
}

/// Iterates over the fields of a token.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    args: Der<'a>,
    first: bool,
}

impl<'a> Tokens<'a> {
    /// Reads the beginning of a token. Returns `None` for a per-message token (RFC 4121, 4.2.6), which has no fields to
    /// report.
    pub fn new(bytes: &'a [u8]) -> ReadResult<Option<Self>> {
        let mut r = Reader::new("GSS-API token", bytes);
        if let [0x04 | 0x05, 0x04] = r.array::<2>()? {
            return Ok(None);
        }
        let mut d = Der::new("GSS-API token", bytes);
        let wrapper = d.head()?;
        let first = wrapper.tag == tag::APPLICATION;
        if first {
            // Skip the mechanism's object identifier and the tag that selects the kind of token.
            d.element()?;
            d.head()?;
        }
        d.head()?;
        Ok(Some(Tokens { args: d, first }))
    }

    /// Reads the next field; `None` at the end.
    pub fn token(&mut self) -> ReadResult<Option<Token<'a>>> {
        while !self.args.is_empty() {
            let arg = self.args.element()?;
            let mut inner = arg.walk("GSS-API argument");
            match (arg.index(), self.first) {
                (0, false) => {
                    let state = inner.element()?.uint().unwrap_or(0);
                    return Ok(Some(Token::State(state)));
                }
                (2, first) => {
                    let bytes = inner.element()?.content;
                    return Ok(Some(Token::Mechanism { first, bytes }));
                }
                (0..=3, _) => {
                    inner.element()?;
                }
                _ => {
                    return Err(ReadError::Invalid { what: "GSS-API argument", at: 0 });
                }
            }
        }
        Ok(None)
    }
}

/// A token of the Kerberos mechanism (RFC 4121, 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kerberos<'a> {
    /// The token identifier in little-endian order: 1 KRB_AP_REQ, 2 KRB_AP_REP, 3 KRB_ERROR.
    pub id: u16,
    /// The Kerberos message.
    pub message: &'a [u8],
}

impl<'a> Kerberos<'a> {
    /// Reads a token that begins with an application tag.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut d = Der::new("Kerberos token", bytes);
        d.head()?;
        d.element()?;
        let mut r = Reader::new("Kerberos token", d.rest());
        Ok(Kerberos { id: r.le16()?, message: r.rest() })
    }
}
