//! Texts: one byte a character, or UTF-16 at even places.
use super::Message;
use crate::windows;
use session::analyzer::Context;
use std::borrow::Cow;
use wire::{ReadError, ReadResult, Reader};

/// A text with a NUL behind it, which is not part of it.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) unicode: bool,
}

impl<'a> Text<'a> {
    /// As the message has its texts.
    pub(super) fn read(m: &Message, r: &mut Reader<'a>) -> ReadResult<Self> {
        if m.unicode { Self::wide(r) } else { Self::narrow(r) }
    }

    /// One byte a character.
    pub(super) fn narrow(r: &mut Reader<'a>) -> ReadResult<Self> {
        Ok(Text { bytes: r.until(0)?, unicode: false })
    }

    /// Two bytes a unit, from the next even place on.
    fn wide(r: &mut Reader<'a>) -> ReadResult<Self> {
        r.skip(r.offset() & 1)?;
        let units = r.peek().chunks_exact(2).position(|u| u == [0, 0]);
        let Some(units) = units else {
            return Err(ReadError::Unterminated { what: "SMB 1 text", at: r.offset(), terminator: 0 });
        };
        let bytes = r.bytes(2 * units)?;
        r.skip(2)?;
        Ok(Text { bytes, unicode: true })
    }

    /// As scripts get it.
    pub(super) fn utf8(self, cx: &mut Context<'_, '_>) -> Cow<'a, [u8]> {
        if self.unicode { Cow::Owned(windows::text(cx, self.bytes)) } else { Cow::Borrowed(self.bytes) }
    }

    /// True where it begins with these characters.
    pub(super) fn starts_with(self, ascii: &[u8]) -> bool {
        if !self.unicode {
            return self.bytes.starts_with(ascii);
        }
        let units = self.bytes.chunks_exact(2).take(ascii.len());
        units.len() == ascii.len() && units.zip(ascii).all(|(u, &a)| u.first() == Some(&a))
    }
}
