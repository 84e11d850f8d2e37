//! The reader that all parsers of the project use: checked reads, sub-readers, and errors for missing and surplus
//! bytes.
use std::fmt;

/// Reads a byte string from front to back. Every read is checked; a failed read consumes nothing.
///
/// A reader carries the name of its structure, so an error tells what was being read, where, and how much was missing:
///
/// ```
/// use wire::{ReadError, Reader};
/// let mut r = Reader::new("greeting", &[0, 2, b'h', b'i', b'!']);
/// let len = r.be16()?;
/// assert_eq!(r.bytes(len.into())?, b"hi");
/// assert_eq!(r.finish().unwrap_err().to_string(), "greeting: 1 byte left over at offset 4");
/// assert_eq!(r.be32().unwrap_err().to_string(), "greeting: 4 bytes wanted at offset 4, 1 there");
/// # Ok::<(), ReadError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    what: &'static str,
    /// Length at construction; offsets in errors count from the first byte.
    whole: usize,
    rest: &'a [u8],
}

/// Why a read failed. Offsets are bytes from the start of the reader that failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Fewer bytes were left than the field needs.
    #[error("{what}: {wanted} byte{} wanted at offset {at}, {there} there", plural(*.wanted))]
    Short {
        /// Name of the structure.
        what: &'static str,
        /// Offset of the field.
        at: usize,
        /// Bytes needed.
        wanted: usize,
        /// Bytes left.
        there: usize,
    },
    /// Bytes are left after the end of the structure.
    #[error("{what}: {left} byte{} left over at offset {at}", plural(*.left))]
    Surplus {
        /// Name of the structure.
        what: &'static str,
        /// Offset of the structure's end.
        at: usize,
        /// Bytes left.
        left: usize,
    },
    /// A value that the structure does not allow.
    #[error("{what}: a value that cannot be at offset {at}")]
    Invalid {
        /// Name of the structure.
        what: &'static str,
        /// Offset of the value or of its end.
        at: usize,
    },
    /// A terminator is missing.
    #[error("{what}: no byte {terminator:#04x} from offset {at} on")]
    Unterminated {
        /// Name of the structure.
        what: &'static str,
        /// Offset where the search began.
        at: usize,
        /// The missing terminator.
        terminator: u8,
    },
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}

/// The result of a read.
pub type ReadResult<T> = Result<T, ReadError>;

macro_rules! integers {
    ($($(#[$doc:meta])* $name:ident -> $int:ty, $from:ident;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name(&mut self) -> ReadResult<$int> {
            self.array().map(<$int>::$from)
        }
    )*};
}

impl<'a> Reader<'a> {
    /// Makes a reader of `bytes`, which errors call `what`.
    #[inline]
    pub const fn new(what: &'static str, bytes: &'a [u8]) -> Self {
        Reader { what, whole: bytes.len(), rest: bytes }
    }

    /// Number of bytes left.
    #[inline]
    pub const fn len(&self) -> usize {
        self.rest.len()
    }

    /// True if no bytes are left.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Number of bytes read.
    #[inline]
    pub const fn offset(&self) -> usize {
        self.whole - self.rest.len()
    }

    /// The remaining bytes, without consuming them.
    #[inline]
    pub const fn peek(&self) -> &'a [u8] {
        self.rest
    }

    /// Consumes the remaining bytes.
    #[inline]
    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.rest)
    }

    /// Reads the next `N` bytes.
    #[inline]
    pub fn array<const N: usize>(&mut self) -> ReadResult<[u8; N]> {
        match self.rest.split_first_chunk::<N>() {
            Some((head, rest)) => {
                self.rest = rest;
                Ok(*head)
            }
            None => Err(self.short(N)),
        }
    }

    /// Reads the next `n` bytes.
    #[inline]
    pub fn bytes(&mut self, n: usize) -> ReadResult<&'a [u8]> {
        match self.rest.split_at_checked(n) {
            Some((head, rest)) => {
                self.rest = rest;
                Ok(head)
            }
            None => Err(self.short(n)),
        }
    }

    /// Skips `n` bytes.
    #[inline]
    pub fn skip(&mut self, n: usize) -> ReadResult<()> {
        self.bytes(n).map(drop)
    }

    /// Splits off a reader of the next `n` bytes, called `what`. Its offsets start at 0.
    #[inline]
    pub fn sub(&mut self, what: &'static str, n: usize) -> ReadResult<Reader<'a>> {
        self.bytes(n).map(|b| Reader::new(what, b))
    }

    /// Reads the bytes before the next `terminator`; consumes the terminator too.
    #[inline]
    pub fn until(&mut self, terminator: u8) -> ReadResult<&'a [u8]> {
        let n = self.rest.iter().position(|&b| b == terminator).ok_or(ReadError::Unterminated {
            what: self.what,
            at: self.offset(),
            terminator,
        })?;
        let head = self.bytes(n)?;
        self.skip(1)?;
        Ok(head)
    }

    /// Reads an unsigned integer of `n` ≤ 8 bytes in network order.
    pub fn be_uint(&mut self, n: usize) -> ReadResult<u64> {
        debug_assert!(n <= 8, "an integer of {n} bytes");
        Ok(self.bytes(n)?.iter().fold(0, |v, &b| v << 8 | u64::from(b)))
    }

    /// Reads three bytes in network order.
    #[inline]
    pub fn be24(&mut self) -> ReadResult<u32> {
        let [a, b, c] = self.array()?;
        Ok(u32::from_be_bytes([0, a, b, c]))
    }

    /// Reads three bytes, little-endian.
    #[inline]
    pub fn le24(&mut self) -> ReadResult<u32> {
        let [a, b, c] = self.array()?;
        Ok(u32::from_le_bytes([a, b, c, 0]))
    }

    integers! {
        /// Reads one byte.
        u8 -> u8, from_be_bytes;
        /// Reads two bytes in network order.
        be16 -> u16, from_be_bytes;
        /// Reads four bytes in network order.
        be32 -> u32, from_be_bytes;
        /// Reads eight bytes in network order.
        be64 -> u64, from_be_bytes;
        /// Reads two bytes, little-endian.
        le16 -> u16, from_le_bytes;
        /// Reads four bytes, little-endian.
        le32 -> u32, from_le_bytes;
        /// Reads eight bytes, little-endian.
        le64 -> u64, from_le_bytes;
    }

    /// Fails if bytes are left.
    #[inline]
    pub fn finish(&self) -> ReadResult<()> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(ReadError::Surplus { what: self.what, at: self.offset(), left: self.rest.len() })
        }
    }

    #[cold]
    fn short(&self, wanted: usize) -> ReadError {
        ReadError::Short { what: self.what, at: self.offset(), wanted, there: self.rest.len() }
    }
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {} of {}", self.what, self.offset(), self.whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_both_orders() {
        let mut r = Reader::new("t", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
        assert_eq!(r.u8(), Ok(1));
        assert_eq!(r.be16(), Ok(0x0203));
        assert_eq!(r.le16(), Ok(0x0504));
        assert_eq!(r.be24(), Ok(0x06_0708));
        assert_eq!(r.le24(), Ok(0x0b_0a09));
        assert_eq!(r.be_uint(5), Ok(0x0c_0d0e_0f10));
        assert_eq!(r.offset(), 16);
        assert_eq!(r.len(), 1);
    }

    #[test]
    fn a_failed_read_consumes_nothing() {
        let mut r = Reader::new("t", &[1, 2, 3]);
        assert_eq!(r.be32(), Err(ReadError::Short { what: "t", at: 0, wanted: 4, there: 3 }));
        assert_eq!(
            r.bytes(usize::MAX),
            Err(ReadError::Short { what: "t", at: 0, wanted: usize::MAX, there: 3 })
        );
        assert_eq!(r.until(9), Err(ReadError::Unterminated { what: "t", at: 0, terminator: 9 }));
        assert_eq!(r.peek(), [1, 2, 3]);
        assert_eq!(r.until(2), Ok(&[1][..]));
        assert_eq!(r.rest(), [3]);
        assert_eq!(r.finish(), Ok(()));
    }

    #[test]
    fn a_sub_reader_ends_where_it_was_told() {
        let mut r = Reader::new("outer", &[1, 2, 3, 4]);
        let mut s = r.sub("inner", 2).unwrap();
        assert_eq!(s.be16(), Ok(0x0102));
        assert_eq!(s.u8(), Err(ReadError::Short { what: "inner", at: 2, wanted: 1, there: 0 }));
        assert_eq!(r.u8(), Ok(3));
        assert!(r.sub("inner", 2).is_err());
    }
}
