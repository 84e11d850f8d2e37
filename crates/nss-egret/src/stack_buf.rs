//! Bytes of bounded length on the stack, since the module does not allocate.

/// A key or a request under construction. If it outgrows the buffer, the lookup falls to the next source.
pub(crate) struct StackBuf {
    bytes: [u8; 320],
    len: usize,
    whole: bool,
}

impl StackBuf {
    pub(crate) const fn new() -> StackBuf {
        StackBuf { bytes: [0; 320], len: 0, whole: true }
    }

    /// Marks the contents as unusable, as if they had not fit.
    pub(crate) fn invalidate(&mut self) {
        self.whole = false;
    }

    /// Returns the bytes if all of them fit.
    pub(crate) fn get(&self) -> Option<&[u8]> {
        if self.whole { self.bytes.get(..self.len) } else { None }
    }
}

impl Extend<u8> for StackBuf {
    // A single copy for all callers keeps the module small.
    #[inline(never)]
    fn extend<I: IntoIterator<Item = u8>>(&mut self, bytes: I) {
        for b in bytes {
            match self.bytes.get_mut(self.len) {
                Some(byte) => {
                    *byte = b;
                    self.len = self.len.wrapping_add(1);
                }
                None => self.whole = false,
            }
        }
    }
}
