//! The byte format of a parsed form: numbers with seven bits per byte, spans relative to the previous span.
use crate::names::NameTable;
use crate::{Name, Names, Span};

/// Writes the bytes.
pub(crate) struct Writer<'a> {
    pub(crate) out: &'a mut Vec<u8>,
    /// The offset to which spans are relative.
    pub(crate) base: u32,
    last: u32,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(out: &'a mut Vec<u8>, base: u32) -> Self {
        Writer { out, base, last: 0 }
    }

    pub(crate) fn byte(&mut self, b: u8) {
        self.out.push(b);
    }

    pub(crate) fn number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.out.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.out.push(n as u8);
    }

    pub(crate) fn bytes(&mut self, b: &[u8]) {
        self.number(b.len() as u64);
        self.out.extend_from_slice(b);
    }

    /// Writes the length plus one (0 for no place), then the distance of the start from the last span's start, zigzag
    /// coded.
    pub(crate) fn span(&mut self, s: Span) {
        if s.is_none() {
            return self.byte(0);
        }
        self.number(u64::from(s.end - s.start) + 1);
        let start = s.start - self.base;
        let step = start.wrapping_sub(self.last) as i32;
        self.number(u64::from((step << 1 ^ step >> 31) as u32));
        self.last = start;
    }
}

/// Reads the bytes back. Every method returns `None` if the bytes end early or are invalid.
pub(crate) struct Reader<'n> {
    rest: &'static [u8],
    base: u32,
    last: u32,
    table: NameTable,
    names: &'n mut Names,
}

impl<'n> Reader<'n> {
    pub(crate) fn new(rest: &'static [u8], base: u32, table: NameTable, names: &'n mut Names) -> Self {
        Reader { rest, base, last: 0, table, names }
    }

    /// The bytes that were not read yet.
    pub(crate) fn rest(&self) -> &'static [u8] {
        self.rest
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&b, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(b)
    }

    #[inline]
    pub(crate) fn number(&mut self) -> Option<u64> {
        let b = self.byte()?;
        if b < 0x80 { Some(u64::from(b)) } else { self.long_number(b) }
    }

    fn long_number(&mut self, first: u8) -> Option<u64> {
        let mut n = u64::from(first & 0x7f);
        for shift in (7..64).step_by(7) {
            let b = self.byte()?;
            n |= u64::from(b & 0x7f) << shift;
            if b < 0x80 {
                return Some(n);
            }
        }
        None
    }

    pub(crate) fn bytes(&mut self) -> Option<&'static [u8]> {
        let len = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(bytes)
    }

    #[inline]
    pub(crate) fn span(&mut self) -> Option<Span> {
        let Some(len) = self.number()?.checked_sub(1) else { return Some(Span::NONE) };
        let step = self.number()? as u32;
        self.last = self.last.wrapping_add(step >> 1 ^ (step & 1).wrapping_neg());
        let start = self.base.wrapping_add(self.last);
        Some(Span::new(start, start.wrapping_add(len as u32)))
    }

    #[inline]
    pub(crate) fn name(&mut self) -> Option<Name> {
        let i = self.number()? as usize;
        self.names.packed(&self.table, i)
    }
}
