//! Texts: one byte a character, or UTF-16 at even places.
use crate::windows;
use session::analyzer::Context;
use std::borrow::Cow;
use wire::{ReadResult, Reader};

/// A text without the NUL behind it.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) unicode: bool,
}

impl<'a> Text<'a> {
    /// Reads a text in the encoding of its message.
    pub(super) fn read(unicode: bool, r: &mut Reader<'a>) -> ReadResult<Self> {
        if unicode { Self::wide(r) } else { Self::narrow(r) }
    }

    /// One byte a character. The last of a message may lack its NUL.
    pub(super) fn narrow(r: &mut Reader<'a>) -> ReadResult<Self> {
        let bytes = r.until(0).unwrap_or_else(|_| r.rest());
        Ok(Text { bytes, unicode: false })
    }

    /// Two bytes a unit, from the next even place on. The last of a message may lack its NUL, or half of it: Windows XP
    /// forgets it.
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

    /// The form that scripts get.
    pub(super) fn utf8(self, cx: &mut Context<'_, '_>) -> Cow<'a, [u8]> {
        if self.unicode { Cow::Owned(windows::text(cx, self.bytes)) } else { Cow::Borrowed(self.bytes) }
    }

    /// True if it begins with these characters.
    pub(super) fn starts_with(self, ascii: &[u8]) -> bool {
        if !self.unicode {
            return self.bytes.starts_with(ascii);
        }
        let units = self.bytes.chunks_exact(2).take(ascii.len());
        units.len() == ascii.len() && units.zip(ascii).all(|(u, &a)| u.first() == Some(&a))
    }
}
