//! Interned names: an identifier is four bytes, which are compared and hashed.
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// An identifier as written, with its `::` parts: `foo`, `HTTP::Info`, `::foo`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

impl Name {
    /// The name's dense index, for tables next to the interner.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Debug for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Name({})", self.0)
    }
}

/// The number of names for which [`Names::with_room`] makes room.
const ROOM: usize = 14_000;

/// The names of a session.
#[derive(Default)]
pub struct Names {
    text: String,
    ends: Vec<u32>,
    table: HashTable<u32>,
    hasher: foldhash::fast::FixedState,
    /// Maps the numbers of names in an image to numbers here, plus one; 0 for names not used yet.
    packed: Vec<u32>,
}

impl Names {
    /// Creates an empty set of names.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes room for as many names as the scripts of a usual run have: growing means to hash all names again.
    pub fn with_room() -> Self {
        let mut names = Names::default();
        names.table.reserve(ROOM, |_| 0);
        names.ends.reserve(ROOM);
        names.text.reserve(ROOM * 24);
        names
    }

    /// Returns the name for `text`; equal texts get the same name.
    pub fn intern(&mut self, text: &str) -> Name {
        self.intern_as(text.as_bytes(), |all| all.push_str(text))
    }

    /// Like [`Self::intern`], but takes bytes.
    pub(crate) fn intern_bytes(&mut self, text: &[u8]) -> Name {
        self.intern_as(text, |all| all.push_str(&String::from_utf8_lossy(text)))
    }

    /// Returns the name for `text`; `add` appends it to the text of all names if it is new.
    fn intern_as(&mut self, text: &[u8], add: impl FnOnce(&mut String)) -> Name {
        let hash = self.hasher.hash_one(text);
        if let Some(&i) = self.table.find(hash, |&i| slice(&self.text, &self.ends, i).as_bytes() == text) {
            return Name(i);
        }
        let i = self.ends.len() as u32;
        add(&mut self.text);
        self.ends.push(self.text.len() as u32);
        let (all, ends, hasher) = (&self.text, &self.ends, &self.hasher);
        self.table.insert_unique(hash, i, |&i| hasher.hash_one(slice(all, ends, i).as_bytes()));
        Name(i)
    }

    /// Returns name `i` of an image; a session has a single image.
    #[inline]
    pub(crate) fn packed(&mut self, table: &NameTable, i: usize) -> Option<Name> {
        match self.packed.get(i) {
            Some(&n) if n > 0 => Some(Name(n - 1)),
            _ => self.unpack(table, i),
        }
    }

    fn unpack(&mut self, table: &NameTable, i: usize) -> Option<Name> {
        let name = self.intern(table.text(i)?);
        if self.packed.is_empty() {
            self.packed.resize(table.len(), 0);
        }
        *self.packed.get_mut(i)? = name.0 + 1;
        Some(name)
    }

    /// All names, in the order of their first use.
    pub(crate) fn all(&self) -> impl Iterator<Item = Name> {
        (0..self.ends.len() as u32).map(Name)
    }

    /// Returns the name for `text` if it was interned before.
    pub fn find(&self, text: &str) -> Option<Name> {
        let hash = self.hasher.hash_one(text.as_bytes());
        self.table.find(hash, |&i| slice(&self.text, &self.ends, i) == text).map(|&i| Name(i))
    }

    /// Returns the text of a name.
    pub fn text(&self, name: Name) -> &str {
        slice(&self.text, &self.ends, name.0)
    }

    /// The number of names; all indices are smaller.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no name was interned.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// The names of an image of parsed forms ([`crate::parsed::Image`]), by their numbers.
#[derive(Clone, Copy)]
pub(crate) struct NameTable {
    ends: &'static [u8],
    text: &'static str,
}

impl NameTable {
    pub(crate) const fn new(ends: &'static [u8], text: &'static str) -> Self {
        NameTable { ends, text }
    }

    fn text(&self, name: usize) -> Option<&'static str> {
        self.text.get(end_before(self.ends, name)..end_before(self.ends, name + 1))
    }

    const fn len(&self) -> usize {
        self.ends.len() / 4
    }
}

/// Returns where part `i` of a list of ends begins: at the end of the previous part. Out-of-range parts begin past all
/// text.
pub(crate) fn end_before(ends: &[u8], i: usize) -> usize {
    let Some(i) = i.checked_sub(1) else { return 0 };
    let four = ends.get(i * 4..).and_then(<[u8]>::first_chunk::<4>);
    four.map_or(usize::MAX, |n| u32::from_le_bytes(*n) as usize)
}

fn slice<'a>(text: &'a str, ends: &[u32], i: u32) -> &'a str {
    let i = i as usize;
    let from = i.checked_sub(1).and_then(|p| ends.get(p)).copied().unwrap_or(0);
    let to = ends.get(i).copied().unwrap_or(from);
    text.get(from as usize..to as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_the_same_name() {
        let mut n = Names::new();
        let all: Vec<Name> = (0..1000).map(|i| n.intern(&format!("name{i}"))).collect();
        for (i, &name) in all.iter().enumerate() {
            assert_eq!(n.intern(&format!("name{i}")), name);
            assert_eq!(n.text(name), format!("name{i}"));
        }
        assert_eq!(n.len(), 1000);
        assert_eq!(n.find("never"), None);
    }
}
