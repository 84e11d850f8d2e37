//! Cuts bytes into records at a separator.

/// The greatest length of a record in bytes. Longer records are cut into pieces of this length.
const MAX_RECORD: usize = 64 << 20;

/// The bytes of a pipe or file, cut into records.
#[derive(Default)]
pub(super) struct Records {
    bytes: Vec<u8>,
    /// The number of `bytes` that were delivered.
    used: usize,
    /// The offset up to which `bytes` was searched for the separator.
    searched: usize,
    pub(super) ended: bool,
}

impl Records {
    pub(super) fn push(&mut self, more: &[u8]) {
        if self.used > 0 {
            self.bytes.drain(..self.used);
            self.searched -= self.used;
            self.used = 0;
        }
        self.bytes.extend_from_slice(more);
    }

    /// Returns the next record; at the end of the source, the rest.
    pub(super) fn next(&mut self, separator: &[u8]) -> Option<&[u8]> {
        let rest = self.bytes.get(self.used..).unwrap_or_default();
        let from = self.searched.max(self.used);
        let found = memchr::memmem::find(self.bytes.get(from..).unwrap_or_default(), separator);
        let (len, skip) = match found.map(|at| at + from - self.used) {
            Some(len) if !separator.is_empty() => (len, separator.len()),
            _ if rest.len() >= MAX_RECORD => (MAX_RECORD, 0),
            _ if self.ended && !rest.is_empty() => (rest.len(), 0),
            _ => {
                // A separator may be split between two reads.
                self.searched =
                    self.bytes.len().saturating_sub(separator.len().saturating_sub(1)).max(self.used);
                return None;
            }
        };
        let start = self.used;
        self.used = start + len + skip;
        self.searched = self.used;
        self.bytes.get(start..start + len)
    }
}
