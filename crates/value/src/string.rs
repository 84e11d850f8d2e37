//! Strings: shared, immutable bytes.
use crate::raw::Thin;
use std::borrow::{Borrow, Cow};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A `string`: bytes, not necessarily text, shared by reference. One pointer wide; the bytes follow an 8-byte header.
#[derive(Clone)]
pub struct Str(Thin<(), u8>);

impl Str {
    /// The number of handles to the object.
    #[inline]
    pub(crate) fn handles(&self) -> &std::cell::Cell<u32> {
        self.0.count()
    }

    /// Creates a string from bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Str(Thin::from_bytes(bytes))
    }

    /// Concatenates parts.
    pub fn concat(parts: &[&[u8]]) -> Self {
        match parts {
            [one] => Str::new(one),
            _ => Str::new(&parts.concat()),
        }
    }

    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.0.items()
    }

    /// The string as text, with � for bytes that are not UTF-8.
    pub fn to_text(&self) -> Cow<'_, str> {
        // Nearly every text is well-formed, which is seen faster than what is wrong with one.
        std::str::from_utf8(self.bytes())
            .map_or_else(|_| String::from_utf8_lossy(self.bytes()), Cow::Borrowed)
    }

    /// Whether both are the same object; this is stricter than equality.
    pub fn same_object(&self, other: &Str) -> bool {
        self.0.same(&other.0)
    }
}

impl Deref for Str {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        self.bytes()
    }
}

impl Borrow<[u8]> for Str {
    fn borrow(&self) -> &[u8] {
        self.bytes()
    }
}

impl PartialEq for Str {
    #[inline]
    fn eq(&self, o: &Str) -> bool {
        self.0.same(&o.0) || self.bytes() == o.bytes()
    }
}
impl Eq for Str {}

impl PartialOrd for Str {
    fn partial_cmp(&self, o: &Str) -> Option<std::cmp::Ordering> {
        Some(self.cmp(o))
    }
}
impl Ord for Str {
    fn cmp(&self, o: &Str) -> std::cmp::Ordering {
        self.bytes().cmp(o.bytes())
    }
}
impl Hash for Str {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.bytes().hash(h);
    }
}

impl From<&str> for Str {
    fn from(s: &str) -> Self {
        Str::new(s.as_bytes())
    }
}
impl From<String> for Str {
    fn from(s: String) -> Self {
        Str::new(s.as_bytes())
    }
}
impl From<&[u8]> for Str {
    fn from(s: &[u8]) -> Self {
        Str::new(s)
    }
}
impl From<Vec<u8>> for Str {
    fn from(s: Vec<u8>) -> Self {
        Str::new(&s)
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_text(), f)
    }
}
