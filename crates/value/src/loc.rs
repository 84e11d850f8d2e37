//! Places in the scripts.

/// A range of bytes of the loaded scripts. All files share one space of offsets; the loader can tell file and line.
/// `0..0` stands for no place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Loc {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Loc {
    /// No place: for things that do not come from a script.
    pub const NONE: Loc = Loc { start: 0, end: 0 };

    /// Creates the range from `start` up to, but excluding, `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Loc { start, end }
    }

    /// Whether this is [`Loc::NONE`].
    pub const fn is_none(self) -> bool {
        self.start == 0 && self.end == 0
    }
}
