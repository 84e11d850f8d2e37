//! The structure of a token.
use crate::asn1::{Der, tag};
use wire::{ReadError, ReadResult, Reader};

/// One thing that a token says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// How the negotiation stands: 0 completed, 1 incomplete, 2 rejected, 3 a checksum is asked for.
    State(u64),
    /// A mechanism's own token. `first` is true in the token that begins a negotiation.
    Mechanism {
        /// Whether it is the client's, which begins.
        first: bool,
        /// The mechanism's bytes.
        bytes: &'a [u8],
    },
}

/// A walk over what a token says.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    args: Der<'a>,
    first: bool,
}

impl<'a> Tokens<'a> {
    /// Begins with a token; `None` if it only protects a message (RFC 4121, 4.2.6) and says nothing.
    pub fn new(bytes: &'a [u8]) -> ReadResult<Option<Self>> {
        let mut r = Reader::new("GSS-API token", bytes);
        if let [0x04 | 0x05, 0x04] = r.array::<2>()? {
            return Ok(None);
        }
        let mut d = Der::new("GSS-API token", bytes);
        let wrapper = d.head()?;
        let first = wrapper.tag == tag::APPLICATION;
        if first {
            // The mechanism's identifier, and the choice of a token.
            d.element()?;
            d.head()?;
        }
        d.head()?;
        Ok(Some(Tokens { args: d, first }))
    }

    /// The next thing that the token says; `None` at its end.
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

/// A token of Kerberos's mechanism (RFC 4121, 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kerberos<'a> {
    /// Which message: 1 a request, 2 a reply, 3 an error, each with its bytes swapped.
    pub id: u16,
    /// The message.
    pub message: &'a [u8],
}

impl<'a> Kerberos<'a> {
    /// Reads a token that begins with the mark of an application.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut d = Der::new("Kerberos token", bytes);
        d.head()?;
        d.element()?;
        let mut r = Reader::new("Kerberos token", d.rest());
        Ok(Kerberos { id: r.le16()?, message: r.rest() })
    }
}
