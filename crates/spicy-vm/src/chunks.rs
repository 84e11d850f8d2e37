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

    /// Bytes of data: zero for a gap.
    fn bytes(&self) -> u64 {
        self.data.as_ref().map_or(0, |d| d.len() as u64)
    }
}

/// A queue of chunks.
#[derive(Default)]
pub(crate) struct Chunks {
    /// Of length zero if there is none: streams are many, and an `Option` would take a word more.
    first: Chunk,
    /// Those after the first, if there are any. Boxed: streams are many, and hardly any has others.
    others: Option<Box<Others>>,
}

/// Chunks after the first.
#[derive(Default)]
struct Others {
    chunks: VecDeque<Chunk>,
    /// Bytes of their data. A parser asks whenever it waits, and input may come byte by byte: nothing is summed up then.
    bytes: u64,
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
            let others = self.others.get_or_insert_default();
            others.bytes += chunk.bytes();
            others.chunks.push_back(chunk);
        }
    }

    pub(crate) fn pop(&mut self) -> Option<Chunk> {
        let next = self.others.as_mut().and_then(|o| {
            let next = o.chunks.pop_front()?;
            o.bytes -= next.bytes();
            Some(next)
        });
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
        let others = &self.others.as_ref()?.chunks;
        others.get(others.partition_point(|c| c.end() <= offset)).filter(|c| c.offset <= offset)
    }

    /// Bytes of data, without gaps.
    pub(crate) fn bytes(&self) -> u64 {
        self.first.bytes() + self.others.as_ref().map_or(0, |o| o.bytes)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_all_chunks() {
        let mut chunks = Chunks::default();
        let (mut offset, mut expected) = (0, Vec::new());
        for n in 1..=9_u64 {
            // Every third one is a gap.
            let data = (n % 3 != 0).then(|| Rc::new(vec![0; n as usize]));
            expected.push(data.as_ref().map_or(0, |d| d.len() as u64));
            chunks.push(Chunk { offset, len: n, data });
            offset += n;
        }
        while chunks.front().is_some() {
            assert_eq!(chunks.bytes(), expected.iter().sum::<u64>());
            chunks.pop();
            expected.remove(0);
        }
        assert_eq!(chunks.bytes(), 0);
        chunks.push(Chunk { offset, len: 2, data: Some(Rc::new(vec![0; 2])) });
        assert_eq!(chunks.bytes(), 2);
    }
}
