//! Requests: path, query, and the headers that handlers use.
use std::collections::BTreeMap;

/// The longest request, in bytes.
const LONGEST: usize = 16 << 10;
/// The most headers in a request.
const HEADERS: usize = 64;

/// A GET request.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Request {
    /// The path, decoded: `/log/conn`.
    pub path: String,
    /// The query, decoded. If a name occurs twice, its last value counts.
    pub query: BTreeMap<String, String>,
    /// The value of the `Host` header.
    pub host: String,
    /// The value of the `Cookie` header.
    pub cookies: String,
}

impl Request {
    /// Returns the value of a name in the query; empty if the query lacks the name.
    pub fn value(&self, name: &str) -> &str {
        self.query.get(name).map_or("", String::as_str)
    }

    /// Returns the value of a cookie.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies
            .split(';')
            .filter_map(|c| c.trim().split_once('='))
            .find(|(n, _)| *n == name)
            .map(|c| c.1)
    }
}

/// A parsed request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Page(Request),
    OtherMethod,
    Invalid,
}

/// Parses a request from the bytes so far; `None` if it is incomplete.
pub(crate) fn parse(head: &[u8]) -> Option<Asked> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(head) {
        Ok(httparse::Status::Partial) if head.len() < LONGEST => None,
        Ok(httparse::Status::Partial) | Err(_) => Some(Asked::Invalid),
        Ok(httparse::Status::Complete(_)) => Some(match request.method {
            Some("GET") => {
                let target = request.path.unwrap_or_default();
                let (path, query) = target.split_once('?').unwrap_or((target, ""));
                let header = |name: &str| {
                    let found = request.headers.iter().find(|h| h.name.eq_ignore_ascii_case(name));
                    found.map_or(String::new(), |h| String::from_utf8_lossy(h.value).into_owned())
                };
                let pairs = query.split('&').filter(|p| !p.is_empty());
                let pair = |p: &str| {
                    let (name, value) = p.split_once('=').unwrap_or((p, ""));
                    (decoded(name, true), decoded(value, true))
                };
                Asked::Page(Request {
                    path: decoded(path, false),
                    query: pairs.map(pair).collect(),
                    host: header("host"),
                    cookies: header("cookie"),
                })
            }
            _ => Asked::OtherMethod,
        }),
    }
}

/// Decodes percent-encoded text; in queries, `+` is a blank.
fn decoded(text: &str, query: bool) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(b) = bytes.next() {
        let mut ahead = bytes.clone();
        let mut digit = || char::from(ahead.next()?).to_digit(16);
        match (b, digit(), digit()) {
            (b'%', Some(high), Some(low)) => {
                out.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
                bytes = ahead;
            }
            (b'+', ..) if query => out.push(b' '),
            _ => out.push(b),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(path: &str, query: &[(&str, &str)]) -> Option<Asked> {
        let query = query.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        Some(Asked::Page(Request { path: path.into(), query, host: "a".into(), cookies: String::new() }))
    }

    fn check(head: &str, expected: Option<Asked>) {
        assert_eq!(parse(head.as_bytes()), expected, "{head:?}");
    }

    #[test]
    fn requests() {
        check("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", page("/metrics", &[]));
        check(
            "GET /a%20b?q=%3Cb%3E+c&x HTTP/1.0\r\nhost: a\r\n\r\n",
            page("/a b", &[("q", "<b> c"), ("x", "")]),
        );
        check("GET /%zz%4?a=%f HTTP/1.1\r\nHost: a\r\n\r\n", page("/%zz%4", &[("a", "%f")]));
        check("POST /metrics HTTP/1.1\r\n\r\n", Some(Asked::OtherMethod));
        check("\x16\x03\x01\x02\0\x01", Some(Asked::Invalid));
        check("GET /metrics HT", None);
        check(&format!("GET /{}", "x".repeat(LONGEST)), Some(Asked::Invalid));
    }

    #[test]
    fn cookies() {
        let request = Request { cookies: "a=1; egret=xyz;b=2".into(), ..Request::default() };
        assert_eq!(request.cookie("egret"), Some("xyz"));
        assert_eq!(request.cookie("c"), None);
    }
}
