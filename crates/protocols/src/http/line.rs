//! Parses request and status lines (RFC 9112, 3 and 4), and escapes in URIs (RFC 3986, 2.1).
use super::anomaly::Anomaly;
use crate::ascii::skip_blanks;
use crate::mime::is_token;

/// The version that a message states; 0.0 if it is malformed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Version {
    /// The digit before the dot.
    pub major: u8,
    /// The digit after the dot.
    pub minor: u8,
}

impl Version {
    /// The version of requests that do not state one.
    pub const HTTP_09: Version = Version { major: 0, minor: 9 };
    /// The version that introduced chunks and persistent connections.
    pub const HTTP_11: Version = Version { major: 1, minor: 1 };

    /// Reads a version such as `1.1`; `None` if the text does not begin with a digit, a dot and a digit.
    pub fn parse(text: &[u8]) -> Option<Self> {
        match text {
            [major @ b'0'..=b'9', b'.', minor @ b'0'..=b'9', ..] => {
                Some(Version { major: major - b'0', minor: minor - b'0' })
            }
            _ => None,
        }
    }

    /// The version as a number, as scripts see it.
    pub fn as_f64(self) -> f64 {
        f64::from(self.major) + f64::from(self.minor) * 0.1
    }

    /// The version as text.
    pub fn text(self) -> [u8; 3] {
        [b'0' + self.major % 10, b'.', b'0' + self.minor % 10]
    }
}

/// A request line.
#[derive(PartialEq, Eq, Debug)]
pub struct RequestLine<'a> {
    /// The method.
    pub method: &'a [u8],
    /// The target, as sent.
    pub uri: &'a [u8],
    /// The version.
    pub version: RequestVersion<'a>,
    /// The line from its target on, if text follows the version.
    pub crud: Option<&'a [u8]>,
    /// Whether `HTTP/` is not entirely in capitals.
    pub lowercase: bool,
    /// Whether the target is missing.
    pub no_uri: bool,
}

/// The version of a request line.
#[derive(PartialEq, Eq, Debug)]
pub enum RequestVersion<'a> {
    /// The line does not state a version.
    None,
    /// The text after `HTTP/`.
    Stated(&'a [u8]),
    /// The version is too short. Contains the line from its target on.
    Cut(&'a [u8]),
}

/// The reason why a line is not a request line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRequest {
    /// The line has no method.
    Bad,
    /// The line has no method, but ends in a version.
    WithVersion,
    /// The line has no version and is not an HTTP 0.9 request.
    Bare,
}

/// Whether a byte may be part of a method: an HTTP token (RFC 9110, 5.6.2), which is a MIME token without braces.
fn is_method(b: u8) -> bool {
    is_token(b) && !matches!(b, b'{' | b'}')
}

/// Whether a byte may be part of a URI (RFC 3986, 2). Includes the percent sign and NUL.
fn is_uri(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b":/?#[]@!$&'()*+,;=-_.~%\0".contains(&b)
}

/// Whether the `HTTP/` at the beginning of a text is in capitals; `None` if the text does not begin with it.
fn keyword(s: &[u8]) -> Option<bool> {
    let head = s.get(..5)?;
    head.eq_ignore_ascii_case(b"HTTP/").then_some(head == b"HTTP/")
}

impl<'a> RequestLine<'a> {
    /// Parses a line without its line end.
    pub fn parse(line: &'a [u8]) -> Result<Self, NoRequest> {
        let len = line.iter().position(|&b| !is_method(b)).unwrap_or(line.len());
        let (method, rest) = line.split_at(len);
        if method.is_empty() {
            let end = line.len().checked_sub(9).and_then(|at| line.get(at..));
            let version = end.and_then(|e| e.get(..6)).is_some_and(|e| e.eq_ignore_ascii_case(b" HTTP/"));
            return Err(if version { NoRequest::WithVersion } else { NoRequest::Bad });
        }
        let target = skip_blanks(rest);
        if target.len() == rest.len() {
            return Err(NoRequest::Bad);
        }
        let request = Self::after_method(method, target);
        // An HTTP 0.9 request has a target and a method of at least three letters.
        if request.version == RequestVersion::None && (method.len() < 3 || request.uri.is_empty()) {
            return Err(NoRequest::Bare);
        }
        Ok(request)
    }

    fn after_method(method: &'a [u8], text: &'a [u8]) -> Self {
        let mut end = text.iter().position(|&b| !is_uri(b)).unwrap_or(text.len());
        let first = keyword(text);
        let no_uri = end == text.len() && first.is_some();
        let mut lowercase = first == Some(false);
        if no_uri {
            end = 0;
        }
        // The version follows blanks. Any other text belongs to the target.
        let mut at = end;
        let mut version = RequestVersion::None;
        let mut crud = None;
        while at < text.len() {
            end = at;
            let rest = skip_blanks(text.get(at..).unwrap_or_default());
            at = text.len() - rest.len();
            let Some(capitals) = keyword(rest) else {
                at += 1;
                continue;
            };
            lowercase |= !capitals;
            version = match rest.get(5..) {
                Some(v) if rest.len() >= 8 => {
                    let behind = v.get(3..).unwrap_or_default();
                    crud = (!skip_blanks(behind).is_empty()).then_some(text);
                    RequestVersion::Stated(v)
                }
                _ => RequestVersion::Cut(text),
            };
            break;
        }
        let uri = text.get(..end).unwrap_or_default();
        RequestLine { method, uri, version, crud, lowercase, no_uri }
    }
}

/// A status line.
#[derive(PartialEq, Eq, Debug)]
pub struct ReplyLine<'a> {
    /// The text after `HTTP/`.
    pub version: &'a [u8],
    /// Whether `HTTP/` is not entirely in capitals.
    pub lowercase: bool,
    /// The status code; 0 if it is not a number. `None` if it is missing: the line is not a status line.
    pub code: Option<u64>,
    /// The reason phrase after the code.
    pub reason: Option<&'a [u8]>,
}

impl<'a> ReplyLine<'a> {
    /// Parses a line without its line end; `None` if it does not begin with `HTTP/`.
    pub fn parse(line: &'a [u8]) -> Option<Self> {
        let capitals = keyword(line)?;
        let version = line.get(5..).unwrap_or_default();
        let blank = |s: &[u8]| s.iter().position(|b| matches!(b, b' ' | b'\t'));
        let code_text = blank(version).map(|n| skip_blanks(version.split_at(n).1)).unwrap_or_default();
        let mut reply = ReplyLine { version, lowercase: !capitals, code: None, reason: None };
        let Some((digits, rest)) = code_text.split_at_checked(3) else { return Some(reply) };
        reply.code = Some(if digits.iter().all(u8::is_ascii_digit) {
            digits.iter().fold(0, |n, d| n * 10 + u64::from(d - b'0'))
        } else {
            0
        });
        reply.reason = blank(rest).map(|n| skip_blanks(rest.split_at(n).1));
        Some(reply)
    }
}

fn hex(b: u8) -> Option<u8> {
    char::from(b).to_digit(16).map(|d| d as u8)
}

/// Decodes the escapes in a URI: `%41`, and JavaScript's `%u0041`. Calls `complain` for each malformed escape.
pub fn unescape_uri(uri: &[u8], complain: &mut dyn FnMut(Anomaly)) -> Vec<u8> {
    let mut out = Vec::with_capacity(uri.len());
    let mut rest = uri;
    while let Some((&b, tail)) = rest.split_first() {
        rest = tail;
        if b != b'%' {
            out.push(b);
            continue;
        }
        match *tail {
            [] => {
                out.push(b'%');
                complain(Anomaly::PercentAtEnd);
            }
            [one] => {
                out.extend([b'%', one]);
                complain(Anomaly::PartialEscape);
                rest = &[];
            }
            // Perhaps an evasion. The first percent sign is dropped.
            [b'%', ..] => complain(Anomaly::DoublePercent),
            [hi, lo, ref after @ ..] => {
                if let (Some(hi), Some(lo)) = (hex(hi), hex(lo)) {
                    out.push(hi << 4 | lo);
                    rest = after;
                } else if let Some((code, after)) = wide_escape(tail) {
                    let [first, second] = code;
                    if first != 0 {
                        out.push(first);
                    }
                    out.push(second);
                    rest = after;
                } else {
                    complain(Anomaly::UnescapedPercent);
                    out.extend([b'%', hi]);
                    rest = tail.split_at(1).1;
                }
            }
        }
    }
    out
}

/// The two bytes of an escape such as `u00AE`, and the text after it.
fn wide_escape(s: &[u8]) -> Option<([u8; 2], &[u8])> {
    let (&[u, a, b, c, d], rest) = s.split_first_chunk::<5>()?;
    let pair = |hi, lo| Some(hex(hi)? << 4 | hex(lo)?);
    if u == b'u' { Some(([pair(a, b)?, pair(c, d)?], rest)) } else { None }
}

/// The number at the beginning of a text: an optional minus sign and digits. `None` if there are no digits or the
/// number does not fit.
pub fn leading_number(text: &[u8], base: u32) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix(b"-") {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let mut n: Option<i64> = None;
    for &b in digits {
        let Some(d) = (b as char).to_digit(base) else { break };
        n = Some(n.unwrap_or(0).checked_mul(base.into())?.checked_add(sign * i64::from(d))?);
    }
    n
}
