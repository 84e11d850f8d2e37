//! The basic and distinguished encoding rules of ASN.1 (X.690), which SNMP, Kerberos and GSS-API use.
//!
//! A [`Der`] reads the elements of one buffer without copying. It reads only tags of one byte, because no protocol here
//! uses tag numbers above 30. An indefinite length is read as 0, because the end of its content is unknown.
//!
//! ```
//! use protocols::asn1::{Der, tag};
//! // A sequence of the integer 5 and an octet string.
//! let mut outer = Der::new("example", &[0x30, 7, 2, 1, 5, 4, 2, b'h', b'i']);
//! let mut inner = outer.inside(tag::SEQUENCE).unwrap();
//! assert_eq!(inner.element().unwrap().uint(), Some(5));
//! assert_eq!(inner.element().unwrap().content, b"hi");
//! assert!(inner.is_empty() && outer.is_empty());
//! ```
use wire::{ReadError, ReadResult, Reader};

/// Tag bytes, including the class and construction bits.
pub mod tag {
    /// INTEGER
    pub const INTEGER: u8 = 0x02;
    /// BIT STRING
    pub const BIT_STRING: u8 = 0x03;
    /// OCTET STRING
    pub const OCTET_STRING: u8 = 0x04;
    /// NULL
    pub const NULL: u8 = 0x05;
    /// OBJECT IDENTIFIER
    pub const OBJECT_IDENTIFIER: u8 = 0x06;
    /// ENUMERATED
    pub const ENUMERATED: u8 = 0x0a;
    /// SEQUENCE, constructed
    pub const SEQUENCE: u8 = 0x30;
    /// \[APPLICATION 0\], constructed; add the tag number.
    pub const APPLICATION: u8 = 0x60;
    /// \[0\], constructed; add the tag number.
    pub const CONTEXT: u8 = 0xa0;
}

/// The tag and length of an element whose content has not been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The tag byte.
    pub tag: u8,
    /// The length of the content, in bytes.
    pub len: usize,
}

impl Head {
    /// The number of a constructed context-specific tag: 3 for `[3]`. Meaningless for any other tag.
    pub const fn index(self) -> u8 {
        self.tag.wrapping_sub(tag::CONTEXT)
    }
}

/// An element: tag, length and content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element<'a> {
    /// The tag byte.
    pub tag: u8,
    /// The content.
    pub content: &'a [u8],
}

impl<'a> Element<'a> {
    /// The content as an unsigned integer, highest byte first; `None` if it has more than 8 bytes.
    pub fn uint(&self) -> Option<u64> {
        uint(self.content)
    }

    /// The content as an integer in two's complement; `None` if it has more than 8 bytes.
    pub fn int(&self) -> Option<i64> {
        let value = uint(self.content)?.cast_signed();
        let unused = 64 - 8 * self.content.len();
        Some(if self.content.is_empty() { 0 } else { value << unused >> unused })
    }

    /// The number of a constructed context-specific tag: 3 for `[3]`. Meaningless for any other tag.
    pub const fn index(&self) -> u8 {
        self.tag.wrapping_sub(tag::CONTEXT)
    }

    /// Returns a reader of the content. Errors call it `what`.
    pub const fn walk(&self, what: &'static str) -> Der<'a> {
        Der::new(what, self.content)
    }
}

/// An unsigned integer, highest byte first; `None` if there are more than 8 bytes.
pub fn uint(bytes: &[u8]) -> Option<u64> {
    (bytes.len() <= 8).then(|| bytes.iter().fold(0, |v, &b| v << 8 | u64::from(b)))
}

/// A reader of consecutive elements.
#[derive(Clone, Debug)]
pub struct Der<'a> {
    what: &'static str,
    reader: Reader<'a>,
}

impl<'a> Der<'a> {
    /// Creates a reader of `bytes`. Errors call them `what`.
    pub const fn new(what: &'static str, bytes: &'a [u8]) -> Self {
        Der { what, reader: Reader::new(what, bytes) }
    }

    /// Whether all bytes were read.
    pub const fn is_empty(&self) -> bool {
        self.reader.is_empty()
    }

    /// The number of bytes read so far.
    pub const fn offset(&self) -> usize {
        self.reader.offset()
    }

    /// The remaining bytes, without consuming them.
    pub const fn peek(&self) -> &'a [u8] {
        self.reader.peek()
    }

    /// Consumes the remaining bytes.
    pub fn rest(&mut self) -> &'a [u8] {
        self.reader.rest()
    }

    /// Reads a tag and a length. The content is read next.
    pub fn head(&mut self) -> ReadResult<Head> {
        let at = self.reader.offset();
        let [tag, first] = self.reader.array()?;
        let len = if first & 0x80 == 0 {
            u64::from(first)
        } else {
            let more = self.reader.bytes(usize::from(first & 0x7f))?;
            match uint(more) {
                Some(len) => len,
                None => return Err(self.too_long(at)),
            }
        };
        match usize::try_from(len) {
            Ok(len) => Ok(Head { tag, len }),
            Err(_) => Err(self.too_long(at)),
        }
    }

    /// Reads the next element.
    pub fn element(&mut self) -> ReadResult<Element<'a>> {
        let Head { tag, len } = self.head()?;
        Ok(Element { tag, content: self.reader.bytes(len)? })
    }

    /// Reads the next element if it has this tag; otherwise consumes nothing.
    pub fn optional(&mut self, tag: u8) -> ReadResult<Option<Element<'a>>> {
        match self.reader.peek().first() {
            Some(&t) if t == tag => self.element().map(Some),
            _ => Ok(None),
        }
    }

    /// Consumes the next element, which must have this tag, and returns a reader of its content.
    pub fn inside(&mut self, tag: u8) -> ReadResult<Der<'a>> {
        match self.optional(tag)? {
            Some(e) => Ok(e.walk(self.what)),
            None => Err(ReadError::Invalid { what: self.what, at: self.reader.offset() }),
        }
    }

    /// Reads the next `n` bytes without decoding them.
    pub fn bytes(&mut self, n: usize) -> ReadResult<&'a [u8]> {
        self.reader.bytes(n)
    }

    #[cold]
    fn too_long(&self, at: usize) -> ReadError {
        ReadError::Short { what: self.what, at, wanted: usize::MAX, there: self.reader.len() }
    }
}

/// The reason why an object identifier cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OidError {
    /// A number needs more than 64 bits; its length in bytes.
    NumberTooLong(usize),
    /// The bytes end within a number.
    Unfinished,
}

/// Writes the content of an object identifier in dotted form: `1.3.6.1.2.1`.
pub fn oid(content: &[u8], out: &mut String) -> Result<(), OidError> {
    out.clear();
    let mut digits = itoa::Buffer::new();
    let mut rest = content;
    while !rest.is_empty() {
        let Some(last) = rest.iter().position(|b| b & 0x80 == 0) else { return Err(OidError::Unfinished) };
        let (number, after) = rest.split_at(last + 1);
        if number.len() > 10 {
            return Err(OidError::NumberTooLong(number.len()));
        }
        let value = number.iter().fold(0u64, |v, &b| v << 7 | u64::from(b & 0x7f));
        let value = if out.is_empty() {
            // The first two numbers are encoded as one (X.690, 8.19.4).
            let first = (value / 40).min(2);
            out.push_str(digits.format(first));
            value - 40 * first
        } else {
            value
        };
        out.push('.');
        out.push_str(digits.format(value));
        rest = after;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_one_and_of_more_bytes() {
        let check = |bytes: &[u8], expected: Option<usize>| {
            assert_eq!(Der::new("t", bytes).head().ok().map(|h| h.len), expected, "{bytes:?}");
        };
        check(&[4, 3], Some(3));
        check(&[4, 0x7f], Some(127));
        check(&[4, 0x81, 0x80], Some(128));
        check(&[4, 0x82, 1, 0], Some(256));
        check(&[4, 0x80], Some(0));
        check(&[4, 0x82, 1], None);
        check(&[4, 0x89, 1, 2, 3, 4, 5, 6, 7, 8, 9], None);
        check(&[4], None);
    }

    #[test]
    fn content_that_is_not_there_is_an_error() {
        assert!(Der::new("t", &[4, 3, 1, 2]).element().is_err());
        assert!(Der::new("t", &[4, 0x88, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]).element().is_err());
    }

    #[test]
    fn integers_with_and_without_sign() {
        let e = |content| Element { tag: tag::INTEGER, content };
        assert_eq!((e(&[0xff]).uint(), e(&[0xff]).int()), (Some(255), Some(-1)));
        assert_eq!((e(&[0, 0xff]).uint(), e(&[0, 0xff]).int()), (Some(255), Some(255)));
        assert_eq!((e(&[]).uint(), e(&[]).int()), (Some(0), Some(0)));
        assert_eq!(e(&[0x80; 8]).int(), Some(0x8080_8080_8080_8080_u64.cast_signed()));
        assert_eq!((e(&[1; 9]).uint(), e(&[1; 9]).int()), (None, None));
    }

    #[test]
    fn optional_reads_nothing_of_another_tag() {
        let mut d = Der::new("t", &[0xa1, 1, 7]);
        assert_eq!(d.optional(0xa0), Ok(None));
        assert_eq!(d.optional(0xa1).unwrap().map(|e| e.index()), Some(1));
        assert!(d.inside(tag::SEQUENCE).is_err());
    }

    #[test]
    fn object_identifiers_are_dotted() {
        let check = |bytes: &[u8], expected: Result<&str, OidError>| {
            let mut text = String::new();
            assert_eq!(oid(bytes, &mut text).map(|()| text.as_str()), expected);
        };
        check(&[0x2b, 6, 1, 5, 5, 2], Ok("1.3.6.1.5.5.2"));
        check(&[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x12, 1, 2, 2], Ok("1.2.840.113554.1.2.2"));
        check(&[0x88, 0x37], Ok("2.999"));
        check(&[], Ok(""));
        check(&[0x2b, 0x86], Err(OidError::Unfinished));
        check(
            &[0x2b, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1],
            Err(OidError::NumberTooLong(11)),
        );
    }
}
