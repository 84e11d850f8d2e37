//! Positions: all files of a session share one space of 32-bit offsets, so a place in the source takes eight bytes.

/// A range of bytes of the session's source, by offsets that [`SourceMap`](crate::SourceMap) assigns. `0..0` stands for
/// no place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// No place: for built-in names and generated values.
    pub const NONE: Span = Span { start: 0, end: 0 };

    /// Creates the span from `start` up to, but excluding, `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Span { start, end }
    }

    /// Returns the span from the start of this one to the end of `last`; either may be [`Span::NONE`].
    pub fn to(self, last: Span) -> Span {
        match (self.is_none(), last.is_none()) {
            (true, _) => last,
            (_, true) => self,
            _ => Span { start: self.start, end: last.end.max(self.end) },
        }
    }

    /// Whether this is [`Span::NONE`].
    pub const fn is_none(self) -> bool {
        self.start == 0 && self.end == 0
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
