//! Request and status lines (RFC 9112, 3 and 4), and escapes in URIs (RFC 3986, 2.1).
use super::anomaly::Anomaly;
use crate::ascii::skip_blanks;
use crate::mime::is_token;

/// A version as a message states it; 0.0 if it cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Version {
    /// Before the dot.
    pub major: u8,
    /// After the dot.
    pub minor: u8,
}

impl Version {
    /// The version of requests that state none.
    pub const HTTP_09: Version = Version { major: 0, minor: 9 };
    /// The version that introduced chunks and persistent connections.
    pub const HTTP_11: Version = Version { major: 1, minor: 1 };

    /// Reads `1.1`, whatever follows; `None` without a digit, a dot and a digit.
    pub fn parse(text: &[u8]) -> Option<Self> {
        match text {
            [major @ b'0'..=b'9', b'.', minor @ b'0'..=b'9', ..] => {
                Some(Version { major: major - b'0', minor: minor - b'0' })
            }
            _ => None,
        }
    }

    /// The version as scripts get it.
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
    /// The target as it was sent.
    pub uri: &'a [u8],
    /// The version.
    pub version: RequestVersion<'a>,
    /// The line from its target on, if something follows the version.
    pub crud: Option<&'a [u8]>,
    /// `HTTP/` is not all in capitals.
    pub lowercase: bool,
    /// There is no target.
    pub no_uri: bool,
}

/// The version of a request line.
#[derive(PartialEq, Eq, Debug)]
pub enum RequestVersion<'a> {
    /// The line states none.
    None,
    /// The text behind `HTTP/`.
    Stated(&'a [u8]),
    /// It is too short; the line from its target on.
    Cut(&'a [u8]),
}

/// Why a line is not a request line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRequest {
    /// It has no method.
    Bad,
    /// It has no method, but a version at its end.
    WithVersion,
    /// It has no version, and is no request of HTTP 0.9 either.
    Bare,
}

/// True for a byte of a method: a token of HTTP (RFC 9110, 5.6.2), which excludes braces besides MIME's specials.
fn is_method(b: u8) -> bool {
    is_token(b) && !matches!(b, b'{' | b'}')
}

/// True for a byte of a URI (RFC 3986, 2), the percent sign and NUL included.
fn is_uri(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b":/?#[]@!$&'()*+,;=-_.~%\0".contains(&b)
}

/// Whether `HTTP/` at the beginning of a text is in capitals; `None` without it.
fn keyword(s: &[u8]) -> Option<bool> {
    let head = s.get(..5)?;
    head.eq_ignore_ascii_case(b"HTTP/").then_some(head == b"HTTP/")
}

impl<'a> RequestLine<'a> {
    /// Reads a line without its end.
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
        // A request of HTTP 0.9 has a target, and its method has three letters at least.
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
        // The version follows blanks. Anything else belongs to the target.
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
    /// The text behind `HTTP/`.
    pub version: &'a [u8],
    /// `HTTP/` is not all in capitals.
    pub lowercase: bool,
    /// The status code; 0 if it is not a number. A line without one is not a status line.
    pub code: Option<u64>,
    /// The phrase behind the code.
    pub reason: Option<&'a [u8]>,
}

impl<'a> ReplyLine<'a> {
    /// Reads a line without its end; `None` if it does not begin with `HTTP/`.
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

/// Decodes the escapes of a URI: `%41`, and JavaScript's `%u0041`. `complain` is called for each escape that is wrong.
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
            // Perhaps an evasion; the first one is dropped.
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

/// The two bytes of `u00AE`, and the text behind it.
fn wide_escape(s: &[u8]) -> Option<([u8; 2], &[u8])> {
    let (&[u, a, b, c, d], rest) = s.split_first_chunk::<5>()?;
    let pair = |hi, lo| Some(hex(hi)? << 4 | hex(lo)?);
    if u == b'u' { Some(([pair(a, b)?, pair(c, d)?], rest)) } else { None }
}

/// The number at the beginning of a text: an optional minus sign and digits. `None` without a digit, or if the number does
/// not fit.
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
