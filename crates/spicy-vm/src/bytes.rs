//! Byte strings that share the buffer they were received in.
use std::rc::Rc;

/// A range of a shared buffer.
#[derive(Clone, Debug, Default)]
pub struct Bytes {
    buffer: Rc<Vec<u8>>,
    start: u32,
    end: u32,
}

impl Bytes {
    /// A range of a buffer; ends beyond it are cut.
    pub(crate) fn slice(buffer: &Rc<Vec<u8>>, start: usize, end: usize) -> Self {
        let end = end.min(buffer.len());
        Bytes { buffer: Rc::clone(buffer), start: start.min(end) as u32, end: end as u32 }
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        self.buffer.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// The length in bytes.
    pub fn len(&self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the length is 0.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A part of these bytes.
    pub(crate) fn sub(&self, from: usize, to: usize) -> Self {
        let end = self.len().min(to);
        let start = from.min(end);
        Bytes {
            buffer: Rc::clone(&self.buffer),
            start: self.start + start as u32,
            end: self.start + end as u32,
        }
    }

    /// Adds to the end; in place if the buffer is used by this value alone.
    pub(crate) fn append(mut self, more: &[u8]) -> Self {
        if more.is_empty() {
            return self;
        }
        let whole = self.start == 0 && self.end as usize == self.buffer.len();
        match Rc::get_mut(&mut self.buffer).filter(|_| whole) {
            Some(buffer) => {
                buffer.extend_from_slice(more);
                self.end = buffer.len() as u32;
                self
            }
            None => {
                let mut buffer = Vec::with_capacity((self.len() + more.len()).max(32));
                buffer.extend_from_slice(self.as_slice());
                buffer.extend_from_slice(more);
                Bytes::from(buffer)
            }
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(v: Vec<u8>) -> Self {
        let end = v.len() as u32;
        Bytes { buffer: Rc::new(v), start: 0, end }
    }
}

impl PartialEq for Bytes {
    fn eq(&self, o: &Self) -> bool {
        self.as_slice() == o.as_slice()
    }
}

impl Eq for Bytes {}

impl PartialOrd for Bytes {
    fn partial_cmp(&self, o: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(o))
    }
}

impl Ord for Bytes {
    fn cmp(&self, o: &Self) -> std::cmp::Ordering {
        self.as_slice().cmp(o.as_slice())
    }
}
