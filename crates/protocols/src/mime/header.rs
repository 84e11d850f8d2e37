//! Parses header fields, and the MIME fields that describe a body.
use super::token::{field_name, skip_space, slash_pair, token, value};

/// A header field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header<'a> {
    /// The name, as sent.
    pub name: &'a [u8],
    /// The value, without the white space before it.
    pub value: &'a [u8],
    /// The number of lines of the folded field.
    pub lines: u32,
}

impl<'a> Header<'a> {
    /// Parses the joined lines of a field; `None` if it lacks a name or a colon.
    pub fn parse(line: &'a [u8], lines: u32) -> Option<Self> {
        let (name, rest) = field_name(line)?;
        let value = skip_space(rest).strip_prefix(b":")?.trim_ascii_start();
        Some(Header { name, value, lines })
    }

    /// Whether the field has this name, ignoring case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// The first token of the value.
    pub fn token(&self) -> Option<&'a [u8]> {
        token(self.value).map(|(t, _)| t)
    }

    /// The text after the first token.
    pub fn after_token(&self) -> &'a [u8] {
        token(self.value).map_or(&[], |(_, rest)| rest)
    }
}

/// The kind of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContentKind {
    /// `multipart/…` with a boundary.
    Multipart,
    /// `message/…`
    Message,
    /// Anything else.
    Other,
}

/// The transfer encoding of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Not encoded.
    Identity,
    /// RFC 2045, 6.7.
    QuotedPrintable,
    /// RFC 2045, 6.8.
    Base64,
}

/// A content type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContentType {
    /// The type in upper case.
    pub ty: Vec<u8>,
    /// The subtype in upper case.
    pub subtype: Vec<u8>,
    /// The kind of the body.
    pub kind: ContentKind,
    /// The boundary between the parts of a multipart body.
    pub boundary: Vec<u8>,
}

impl Default for ContentType {
    fn default() -> Self {
        ContentType {
            ty: b"TEXT".to_vec(),
            subtype: b"PLAIN".to_vec(),
            kind: ContentKind::Other,
            boundary: Vec::new(),
        }
    }
}

impl ContentType {
    /// Parses the value of a Content-Type field; `None` if it lacks a type. Calls `complain` for each error.
    pub fn parse(text: &[u8], complain: &mut dyn FnMut(&'static str)) -> Option<Self> {
        let Some((ty, subtype, mut rest)) = slash_pair(text) else {
            complain("media type/subtype not found in content type");
            return None;
        };
        let kind = if ty.eq_ignore_ascii_case(b"multipart") {
            ContentKind::Multipart
        } else if ty.eq_ignore_ascii_case(b"message") {
            ContentKind::Message
        } else {
            ContentKind::Other
        };
        let (ty, subtype) = (ty.to_ascii_uppercase(), subtype.to_ascii_uppercase());
        let mut content = ContentType { ty, subtype, kind, boundary: Vec::new() };
        if kind == ContentKind::Other {
            return Some(content);
        }
        while let Some(next) = skip_space(rest).strip_prefix(b";") {
            let Some((name, after)) = token(next) else {
                complain("attribute name not found in parameter specification");
                break;
            };
            let Some(after) = skip_space(after).strip_prefix(b"=") else {
                complain("= not found in parameter specification");
                rest = after;
                continue;
            };
            let boundary = kind == ContentKind::Multipart && name.eq_ignore_ascii_case(b"boundary");
            match value(after, boundary) {
                Some((v, after)) => {
                    if boundary {
                        content.boundary = v;
                    }
                    rest = after;
                }
                None => {
                    complain(if boundary {
                        "Could not parse multipart boundary"
                    } else {
                        "value not found in parameter specification"
                    });
                    rest = after;
                }
            }
        }
        if kind == ContentKind::Multipart && content.boundary.is_empty() {
            complain(
                "boundary delimiter is not specified for a multipart entity -- content is treated as type \
                 application/octet-stream",
            );
            content.kind = ContentKind::Other;
        }
        Some(content)
    }
}

impl Encoding {
    /// Parses the token of a Content-Transfer-Encoding field.
    pub fn parse(token: &[u8]) -> Self {
        if token.eq_ignore_ascii_case(b"quoted-printable") {
            Encoding::QuotedPrintable
        } else if token.eq_ignore_ascii_case(b"base64") {
            Encoding::Base64
        } else {
            Encoding::Identity
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_a_name_and_a_value() {
        let h = Header::parse(b"Content-Length :  12 bytes", 1).unwrap();
        assert!(h.is("content-length"));
        assert_eq!(
            (h.value, h.token(), h.after_token()),
            (b"12 bytes".as_slice(), Some(b"12".as_slice()), b" bytes".as_slice())
        );
        assert_eq!(Header::parse(b"no colon here", 1), None);
    }

    #[test]
    fn a_content_type_has_a_boundary() {
        let mut said = Vec::new();
        let t =
            ContentType::parse(b"Multipart/form-data; charset=x; boundary=\"a b\"", &mut |s| said.push(s))
                .unwrap();
        assert_eq!(
            (t.kind, &t.boundary[..], &t.subtype[..]),
            (ContentKind::Multipart, b"a b".as_slice(), b"FORM-DATA".as_slice())
        );
        assert!(said.is_empty());
        let t = ContentType::parse(b"multipart/mixed", &mut |s| said.push(s)).unwrap();
        assert_eq!(t.kind, ContentKind::Other);
        assert_eq!(said.len(), 1);
    }
}
