//! Reads strings: one byte per character, or UTF-16 at even offsets.
use crate::windows;
use session::analyzer::Context;
use std::borrow::Cow;
use wire::{ReadResult, Reader};

/// A string, without its terminating NUL.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) unicode: bool,
}

impl<'a> Text<'a> {
    /// Reads a string in the encoding of its message.
    pub(super) fn read(unicode: bool, r: &mut Reader<'a>) -> ReadResult<Self> {
        if unicode { Self::wide(r) } else { Self::narrow(r) }
    }

    /// Reads a string of one byte per character. At the end of a message its NUL may be missing.
    pub(super) fn narrow(r: &mut Reader<'a>) -> ReadResult<Self> {
        let bytes = r.until(0).unwrap_or_else(|_| r.rest());
        Ok(Text { bytes, unicode: false })
    }

    /// Reads a UTF-16 string from the next even offset. At the end of a message its NUL may be missing or have one
    /// byte, as Windows XP sends it.
    fn wide(r: &mut Reader<'a>) -> ReadResult<Self> {
        if !r.is_empty() {
            r.skip(r.offset() & 1)?;
        }
        let bytes = match r.peek().chunks_exact(2).position(|u| u == [0, 0]) {
            Some(units) => {
                let bytes = r.bytes(2 * units)?;
                r.skip(2)?;
                bytes
            }
            None => r.rest(),
        };
        Ok(Text { bytes, unicode: true })
    }

    /// The string in UTF-8, as scripts see it.
    pub(super) fn utf8(self, cx: &mut Context<'_, '_>) -> Cow<'a, [u8]> {
        if self.unicode { Cow::Owned(windows::text(cx, self.bytes)) } else { Cow::Borrowed(self.bytes) }
    }

    /// True if the string begins with these ASCII characters.
    pub(super) fn starts_with(self, ascii: &[u8]) -> bool {
        if !self.unicode {
            return self.bytes.starts_with(ascii);
        }
        let units = self.bytes.chunks_exact(2).take(ascii.len());
        units.len() == ascii.len() && units.zip(ascii).all(|(u, &a)| u.first() == Some(&a))
    }
}
