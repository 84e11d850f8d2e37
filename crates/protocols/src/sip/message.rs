//! Parses first lines and header fields.
use crate::ascii::{find, leading_number, skip_blanks};

/// The first line of a request (RFC 3261, 7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// Bytes before the method that no method can contain.
    pub junk: &'a [u8],
    /// The method.
    pub method: &'a [u8],
    /// The URI of the request.
    pub uri: &'a [u8],
    /// The version number.
    pub version: &'a [u8],
}

/// The first line of a response (RFC 3261, 7.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply<'a> {
    /// The version number.
    pub version: &'a [u8],
    /// The status code.
    pub code: u16,
    /// The reason phrase.
    pub reason: &'a [u8],
}

/// A header field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field<'a> {
    /// The name as written.
    pub name: &'a [u8],
    /// The value, without leading blanks.
    pub value: &'a [u8],
}

/// Why a line is malformed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// A request without a method.
    Method,
    /// A request without a URI.
    Uri,
    /// The version is missing.
    Version,
    /// A response without a status code.
    Code,
    /// A header line without a colon.
    Field,
}

impl Error {
    /// The reason that `analyzer_violation_info` gets.
    pub const fn reason(self) -> &'static str {
        match self {
            Error::Method => "a SIP request without a method",
            Error::Uri => "a SIP request without a URI",
            Error::Version => "no version of SIP",
            Error::Code => "a SIP response without a code",
            Error::Field => "a line of a SIP header that is no field",
        }
    }
}

fn is_token(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"_.!%*+`'~-".contains(&b)
}

/// Splits `s` after the longest prefix of bytes that `inside` accepts.
fn run(s: &[u8], inside: fn(u8) -> bool) -> (&[u8], &[u8]) {
    s.split_at(s.iter().position(|&b| !inside(b)).unwrap_or(s.len()))
}

/// Parses `SIP/` and a version number; returns the number and the text after it.
fn version(s: &[u8]) -> Option<(&[u8], &[u8])> {
    let number = s.strip_prefix(b"SIP/")?;
    let (major, rest) = run(number, |b| b.is_ascii_digit());
    let (minor, rest) = run(rest.strip_prefix(b".")?, |b| b.is_ascii_digit());
    if major.is_empty() || minor.is_empty() {
        return None;
    }
    Some((number.get(..number.len() - rest.len())?, rest))
}

/// Parses the first line of a request.
pub fn request(line: &[u8]) -> Result<Request<'_>, Error> {
    let (junk, rest) = run(line, |b| !is_token(b));
    let (method, rest) = run(rest, is_token);
    if method.is_empty() {
        return Err(Error::Method);
    }
    let (uri, rest) = run(skip_blanks(rest), |b| b.is_ascii_graphic());
    if uri.is_empty() {
        return Err(Error::Uri);
    }
    let (version, _) = version(skip_blanks(rest)).ok_or(Error::Version)?;
    Ok(Request { junk, method, uri, version })
}

/// Parses the first line of a response.
pub fn reply(line: &[u8]) -> Result<Reply<'_>, Error> {
    let (version, rest) = version(line).ok_or(Error::Version)?;
    let rest = skip_blanks(rest);
    let (digits, reason) = rest.split_at_checked(3).ok_or(Error::Code)?;
    if !digits.iter().all(u8::is_ascii_digit) {
        return Err(Error::Code);
    }
    // Three digits.
    let code = leading_number(digits) as u16;
    Ok(Reply { version, code, reason: skip_blanks(reason) })
}

impl<'a> Field<'a> {
    /// Parses a header line.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let (name, rest) = run(line, |b| !matches!(b, b':' | b' ' | b'\t'));
        let value = skip_blanks(rest).strip_prefix(b":").ok_or(Error::Field)?;
        if name.is_empty() {
            return Err(Error::Field);
        }
        Ok(Field { name, value: skip_blanks(value) })
    }

    /// The length of the body, if this is a Content-Length field.
    pub fn content_length(&self) -> Option<u64> {
        (self.name == b"Content-Length" || self.name == b"L").then(|| leading_number(self.value))
    }
}

/// Splits off lines, which end in CR LF, CR or LF.
pub struct Lines<'a>(&'a [u8]);

impl<'a> Lines<'a> {
    /// Starts at the beginning of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Lines(bytes)
    }

    /// The bytes after the lines that were read.
    pub fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// The next complete line.
    pub fn next_line(&mut self) -> Option<&'a [u8]> {
        let end = self.0.iter().position(|&b| b == b'\r' || b == b'\n')?;
        let (line, rest) = self.0.split_at(end);
        let end_len = if find(rest.get(..2).unwrap_or_default(), b"\r\n").is_some() { 2 } else { 1 };
        self.0 = rest.get(end_len..).unwrap_or_default();
        Some(line)
    }
}
