//! Indices of nodes, and of runs of nodes.
use std::marker::PhantomData;

/// The index of a node.
pub struct Id<T>(u32, PhantomData<fn() -> T>);

/// A run of adjacent nodes.
pub struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Id<T> {}
impl<T> std::fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.0)
    }
}
impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for List<T> {}
impl<T> std::fmt::Debug for List<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.len {
            0 => f.write_str("[]"),
            len => write!(f, "#{}+{len}", self.start),
        }
    }
}
impl<T> Id<T> {
    pub(crate) const fn new(index: u32) -> Self {
        Id(index, PhantomData)
    }

    pub(crate) const fn index(self) -> u32 {
        self.0
    }
}
impl<T> List<T> {
    pub(crate) const fn new(start: u32, len: u32) -> Self {
        List { start, len, of: PhantomData }
    }

    pub(crate) const fn bounds(self) -> (u32, u32) {
        (self.start, self.len)
    }

    /// The empty run.
    pub const EMPTY: List<T> = List { start: 0, len: 0, of: PhantomData };

    /// The number of nodes.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether the run is empty.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

impl PartialEq for List<u8> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}
