//! Request and status lines (RFC 9112, 3 and 4), and escapes in URIs (RFC 3986, 2.1).
use super::anomaly::Anomaly;

/// A version as a message states it: major and minor; 0.0 where none can be read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Version {
    /// Before the dot.
    pub major: u8,
    /// After the dot.
    pub minor: u8,
}

impl Version {
    /// HTTP before it had versions.
    pub const HTTP_09: Version = Version { major: 0, minor: 9 };
    /// The version that knows chunks.
    pub const HTTP_11: Version = Version { major: 1, minor: 1 };

    /// From `1.1…`; `None` where no digit, dot and digit stand.
    pub fn parse(text: &[u8]) -> Option<Self> {
        match text {
            [major @ b'0'..=b'9', b'.', minor @ b'0'..=b'9', ..] => {
                Some(Version { major: major - b'0', minor: minor - b'0' })
            }
            _ => None,
        }
    }

    /// As scripts see it.
    pub fn as_f64(self) -> f64 {
        f64::from(self.major) + f64::from(self.minor) * 0.1
    }

    /// As text.
    pub fn text(self) -> [u8; 3] {
        [b'0' + self.major % 10, b'.', b'0' + self.minor % 10]
    }
}

/// What a request line says. A version that is there and cannot be read is an event's matter.
#[derive(PartialEq, Eq, Debug)]
pub struct RequestLine<'a> {
    /// The method.
    pub method: &'a [u8],
    /// The target as it was sent.
    pub uri: &'a [u8],
    /// The version.
    pub version: RequestVersion<'a>,
    /// Something follows the version; what stands from the target on.
    pub crud: Option<&'a [u8]>,
    /// `HTTP/` in small letters.
    pub lowercase: bool,
    /// There is no target.
    pub no_uri: bool,
}

/// The version of a request line.
#[derive(PartialEq, Eq, Debug)]
pub enum RequestVersion<'a> {
    /// None is stated.
    None,
    /// `HTTP/` and what follows it.
    Stated(&'a [u8]),
    /// Too short to be one; what stands from the target on.
    Cut(&'a [u8]),
}

/// Why a line is no request line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRequest {
    /// No method.
    Bad,
    /// No method, but a version at the end.
    WithVersion,
    /// No version, and nothing that a request of HTTP 0.9 could be.
    Bare,
}

/// Passes over blanks.
fn skip_blanks(s: &[u8]) -> &[u8] {
    let n = s.iter().position(|b| !matches!(b, b' ' | b'\t')).unwrap_or(s.len());
    s.split_at(n).1
}

fn is_method(b: u8) -> bool {
    (33..127).contains(&b)
        && !matches!(
            b,
            b'(' | b')'
                | b'<'
                | b'>'
                | b'@'
                | b','
                | b';'
                | b':'
                | b'\\'
                | b'"'
                | b'/'
                | b'['
                | b']'
                | b'?'
                | b'='
                | b'{'
                | b'}'
        )
}

/// What may stand in a URI, percent signs included. A NUL ends no list of characters, so it may as well.
fn is_uri(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b":/?#[]@!$&'()*+,;=-_.~%\0".contains(&b)
}

/// `HTTP/` at the beginning: in capitals, or otherwise.
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
        // Without a version it may be HTTP 0.9, which had a method of three letters and always a target.
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
        // The version stands behind blanks; what is no version belongs to the target.
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

/// What a status line says.
#[derive(PartialEq, Eq, Debug)]
pub struct ReplyLine<'a> {
    /// What follows `HTTP/`.
    pub version: &'a [u8],
    /// `HTTP/` in small letters.
    pub lowercase: bool,
    /// The code; 0 where it is no number. `None` where there is none, and then it is no status line.
    pub code: Option<u64>,
    /// The phrase behind the code.
    pub reason: Option<&'a [u8]>,
}

impl<'a> ReplyLine<'a> {
    /// Reads a line without its end; `None` where it does not begin as one.
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
    (b as char).to_digit(16).map(|d| d as u8)
}

/// Takes the escapes out of a URI: `%41`, and `%u0041` as scripts of the web have it. `complain` hears what is wrong.
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
            // Maybe an evasion; the first of them does not count.
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

/// `u00AE` behind a percent sign, and what follows it.
fn wide_escape(s: &[u8]) -> Option<([u8; 2], &[u8])> {
    let (&[u, a, b, c, d], rest) = s.split_first_chunk::<5>()?;
    let pair = |hi, lo| Some(hex(hi)? << 4 | hex(lo)?);
    if u == b'u' { Some(([pair(a, b)?, pair(c, d)?], rest)) } else { None }
}

/// The number that a text begins with: an optional minus, digits, anything behind them. `None` where no digit stands
/// there, or the number is too large.
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
