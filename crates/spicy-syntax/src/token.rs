//! Tokens.
use crate::Span;
use std::net::IpAddr;

/// One pattern of a regular expression literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PatternText {
    /// The text between the slashes.
    pub text: String,
    /// Whether letters match in either case (`i`).
    pub ignore_case: bool,
    /// The pattern's number, as in `/x/$(3)`.
    pub id: Option<u64>,
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tok {
    /// A name; scoped names contain `::`.
    Ident(String),
    Uint(u64),
    Real(f64),
    Str(String),
    Bytes(Vec<u8>),
    ErrorText(String),
    Port(u16, String),
    Addr(IpAddr),
    Net(IpAddr, u8),
    Regexp(PatternText),
    /// `&name`, a known attribute.
    Attr(&'static str),
    /// `%name`, a known property or hook.
    Prop(&'static str),
    /// `$$`
    Dollar,
    /// `$3`
    Capture(u64),
    /// `$name`
    DollarName(String),
    /// An operator or bracket.
    Op(&'static str),
    End,
}

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) tok: Tok,
    pub(crate) span: Span,
    /// Whether no blank precedes the token.
    pub(crate) joined: bool,
}

impl Tok {
    /// Returns the token's name in error messages.
    pub(crate) fn describe(&self) -> String {
        match self {
            Tok::Ident(s) => format!("'{s}'"),
            Tok::Uint(n) => format!("number {n}"),
            Tok::Real(r) => format!("number {r}"),
            Tok::Str(_) => "string".into(),
            Tok::Bytes(_) => "bytes literal".into(),
            Tok::ErrorText(_) => "error literal".into(),
            Tok::Port(..) => "port".into(),
            Tok::Addr(_) => "address".into(),
            Tok::Net(..) => "network".into(),
            Tok::Regexp(_) => "regular expression".into(),
            Tok::Attr(a) => format!("attribute '&{a}'"),
            Tok::Prop(p) => format!("'%{p}'"),
            Tok::Dollar => "'$$'".into(),
            Tok::Capture(n) => format!("'${n}'"),
            Tok::DollarName(n) => format!("'${n}'"),
            Tok::Op(o) => format!("'{o}'"),
            Tok::End => "end of file".into(),
        }
    }
}
