//! The chunks that a stream keeps, in order. Most streams have one at most, which takes no memory of its own.
use std::collections::VecDeque;
use std::rc::Rc;

/// A piece of input at an offset.
#[derive(Default)]
pub(crate) struct Chunk {
    pub(crate) offset: u64,
    pub(crate) len: u64,
    /// The data; `None` for a gap.
    pub(crate) data: Option<Rc<Vec<u8>>>,
}

impl Chunk {
    pub(crate) fn end(&self) -> u64 {
        self.offset.saturating_add(self.len)
    }
}

/// A queue of chunks.
#[derive(Default)]
pub(crate) struct Chunks {
    /// Of length zero if there is none: streams are many, and an `Option` would take a word more.
    first: Chunk,
    /// Those after the first, if there are any.
    #[expect(clippy::box_collection, reason = "streams are many, and hardly any has others")]
    others: Option<Box<VecDeque<Chunk>>>,
}

impl Chunks {
    #[inline]
    pub(crate) fn front(&self) -> Option<&Chunk> {
        (self.first.len > 0).then_some(&self.first)
    }

    pub(crate) fn push(&mut self, chunk: Chunk) {
        if self.first.len == 0 {
            self.first = chunk;
        } else {
            self.others.get_or_insert_default().push_back(chunk);
        }
    }

    pub(crate) fn pop(&mut self) -> Option<Chunk> {
        let next = self.others.as_mut().and_then(|o| o.pop_front());
        if next.is_none() {
            self.others = None;
        }
        let first = std::mem::replace(&mut self.first, next.unwrap_or_default());
        (first.len > 0).then_some(first)
    }

    /// The chunk at an offset, if it is kept.
    #[inline]
    pub(crate) fn at(&self, offset: u64) -> Option<&Chunk> {
        let first = self.front()?;
        if offset < first.end() {
            return (offset >= first.offset).then_some(first);
        }
        let others = self.others.as_ref()?;
        others.get(others.partition_point(|c| c.end() <= offset)).filter(|c| c.offset <= offset)
    }

    /// Bytes of data, without gaps.
    pub(crate) fn bytes(&self) -> u64 {
        let others = self.others.iter().flat_map(|o| o.iter());
        self.front().into_iter().chain(others).filter_map(|c| c.data.as_ref()).map(|d| d.len() as u64).sum()
    }

    /// Gives back memory that the first chunk does not need for what follows an offset, if nothing else refers to it.
    pub(crate) fn shrink(&mut self, from: u64) {
        /// Less is not worth a copy.
        const WASTE: usize = 256;
        let c = &mut self.first;
        let Some(buffer) = c.data.as_mut().and_then(Rc::get_mut) else { return };
        let passed = usize::try_from(from.saturating_sub(c.offset)).unwrap_or(0).min(buffer.len());
        if buffer.capacity() - (buffer.len() - passed) < WASTE {
            return;
        }
        *buffer = buffer.get(passed..).unwrap_or_default().to_vec();
        c.offset += passed as u64;
        c.len -= passed as u64;
    }
}
