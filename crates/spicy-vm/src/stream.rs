//! Input in chunks, with gaps. Parsed chunks are dropped from the front.
use crate::bytes::Bytes;
use crate::chunks::{Chunk, Chunks};
use crate::error::{Error, ErrorKind, Outcome};
use crate::filter::FilterRun;
use std::cell::RefCell;
use std::rc::Rc;

/// A shared stream.
pub type StreamRef = Rc<RefCell<Stream>>;

/// Input as it arrived.
#[derive(Default)]
pub struct Stream {
    chunks: Chunks,
    /// The offset of the first kept byte.
    start: u64,
    end: u64,
    frozen: bool,
    /// Whether its parser is gone: iterators into it have nothing to show.
    pub(crate) expired: bool,
    /// Chunks of data received.
    received: u32,
    /// Bytes and number of gaps, if there were any.
    gaps: Option<Box<(u64, u64)>>,
    /// The buffer of a chunk that was dropped, to be used again.
    pub(crate) spare: Option<Rc<Vec<u8>>>,
    /// The filter that fills this stream.
    pub(crate) source: Option<Rc<FilterRun>>,
}

impl Stream {
    /// An empty stream to refer to.
    pub fn shared() -> StreamRef {
        Rc::new(RefCell::new(Stream::default()))
    }

    /// A stream of these bytes alone.
    pub(crate) fn of(data: &Bytes, frozen: bool) -> StreamRef {
        let stream = Stream::shared();
        stream.borrow_mut().append(data.as_slice());
        stream.borrow_mut().frozen = frozen;
        stream
    }

    /// Adds data at the end.
    pub fn append(&mut self, data: &[u8]) {
        if data.is_empty() || self.frozen {
            return;
        }
        let mut buffer = self.spare.take().filter(|b| Rc::strong_count(b) == 1).unwrap_or_default();
        match Rc::get_mut(&mut buffer) {
            Some(b) => {
                b.clear();
                b.extend_from_slice(data);
            }
            None => buffer = Rc::new(data.to_vec()),
        }
        self.received = self.received.saturating_add(1);
        self.push(data.len() as u64, Some(buffer));
    }

    /// Adds a gap at the end.
    pub fn gap(&mut self, len: u64) {
        if len > 0 && !self.frozen {
            let gaps = self.gaps.get_or_insert_default();
            gaps.0 = gaps.0.saturating_add(len);
            gaps.1 += 1;
            self.push(len, None);
        }
    }

    fn push(&mut self, len: u64, data: Option<Rc<Vec<u8>>>) {
        self.chunks.push(Chunk { offset: self.end, len, data });
        self.end = self.end.saturating_add(len);
    }

    /// Ends the input.
    pub fn freeze(&mut self) {
        self.frozen = true;
    }

    pub(crate) fn unfreeze(&mut self) {
        self.frozen = false;
    }

    /// Whether the input has ended.
    pub fn is_frozen(&self) -> bool {
        self.frozen
    }

    /// The offset after the last byte.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The offset of the first byte that is kept.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Bytes in memory.
    pub fn kept(&self) -> u64 {
        self.chunks.bytes()
    }

    /// `[data bytes, data chunks, gap bytes, gap chunks]` received.
    pub(crate) fn statistics(&self) -> [u64; 4] {
        let (bytes, number) = self.gaps.as_deref().copied().unwrap_or_default();
        [self.end.saturating_sub(bytes), u64::from(self.received), bytes, number]
    }

    /// Gives back memory that the kept input does not need.
    pub(crate) fn shrink(&mut self) {
        self.chunks.shrink(self.start);
    }

    /// Drops chunks that lie before the offset.
    pub fn trim(&mut self, to: u64) {
        while let Some(c) = self.chunks.front() {
            if c.end() > to {
                break;
            }
            if let Some(data) = self.chunks.pop().and_then(|c| c.data) {
                self.spare = Some(data);
            }
        }
        self.start = self.start.max(to.min(self.end));
    }

    /// Hides the data before the offset from views of the whole stream.
    pub(crate) fn cut(&mut self, to: u64) {
        if to > self.start {
            self.trim(to);
        }
    }

    #[inline]
    fn chunk_at(&self, offset: u64) -> Option<&Chunk> {
        if offset < self.start { None } else { self.chunks.at(offset) }
    }

    /// The contiguous bytes from an offset, up to `to` at most; `None` for a gap.
    pub(crate) fn piece(&self, offset: u64, to: u64) -> Option<&[u8]> {
        if offset >= to.min(self.end) {
            return Some(&[]);
        }
        let c = self.chunk_at(offset)?;
        let from = (offset - c.offset) as usize;
        let until = (to - c.offset).min(c.len) as usize;
        c.data.as_ref()?.get(from..until)
    }

    /// One byte.
    pub(crate) fn byte(&self, offset: u64) -> Option<u8> {
        self.piece(offset, offset + 1)?.first().copied()
    }

    /// Copies bytes into an array; `false` if some are missing.
    pub(crate) fn read<const N: usize>(&self, offset: u64, len: usize, out: &mut [u8; N]) -> bool {
        let mut done = 0;
        while done < len.min(N) {
            match self.piece(offset + done as u64, offset + len as u64) {
                Some(p) if !p.is_empty() => {
                    let n = p.len().min(len - done);
                    out[done..done + n].copy_from_slice(&p[..n]);
                    done += n;
                }
                _ => return false,
            }
        }
        true
    }

    /// A range as bytes, without a copy if it lies in one chunk.
    pub(crate) fn slice(&self, from: u64, to: u64) -> Outcome<Bytes> {
        let to = to.min(self.end);
        if from >= to {
            return Ok(Bytes::default());
        }
        if from < self.start {
            return Err(Error::new(ErrorKind::InvalidIterator, "stream data is not available any more"));
        }
        let missing = || Error::new(ErrorKind::MissingData, "data is missing");
        let c = self.chunk_at(from).ok_or_else(missing)?;
        let data = c.data.as_ref().ok_or_else(missing)?;
        if to <= c.offset + c.len {
            return Ok(Bytes::slice(data, (from - c.offset) as usize, (to - c.offset) as usize));
        }
        // A gap may be longer than all memory.
        let mut out = Vec::with_capacity((to - from).min(self.kept()) as usize);
        let mut at = from;
        while at < to {
            let p = self.piece(at, to).filter(|p| !p.is_empty()).ok_or_else(missing)?;
            out.extend_from_slice(p);
            at += p.len() as u64;
        }
        Ok(Bytes::from(out))
    }

    /// The end of the gap at the offset, if there is one.
    pub(crate) fn gap_end(&self, offset: u64) -> Option<u64> {
        let c = self.chunk_at(offset)?;
        c.data.is_none().then_some(c.offset + c.len)
    }

    /// The offset at which data continues after a gap.
    pub(crate) fn next_data(&self, offset: u64) -> u64 {
        let mut at = offset + 1;
        while let Some(end) = self.gap_end(at) {
            at = end;
        }
        at
    }

    /// Searches a range for the needle. Returns its offset, or the offset from which to search again.
    pub(crate) fn find(&self, needle: &[u8], from: u64, to: u64) -> Outcome<(bool, u64)> {
        let to = to.min(self.end);
        if needle.is_empty() {
            return Ok((true, from));
        }
        let mut at = from;
        while at < to {
            let Some(p) = self.piece(at, to) else {
                return Err(Error::new(ErrorKind::MissingData, "data is missing"));
            };
            if let Some(i) = place_of(needle, p) {
                return Ok((true, at + i as u64));
            }
            // A match may begin at the end of this piece and go on in the next.
            let tail = p.len().saturating_sub(needle.len() - 1);
            for i in tail..p.len() {
                let mut matched = 0;
                while matched < needle.len()
                    && self.byte_before(at + i as u64 + matched as u64, to) == Some(needle[matched])
                {
                    matched += 1;
                }
                if matched == needle.len() {
                    return Ok((true, at + i as u64));
                }
                if at + i as u64 + matched as u64 >= to && matched > 0 {
                    return Ok((false, at + i as u64));
                }
            }
            at += p.len() as u64;
        }
        Ok((false, to.max(from)))
    }

    fn byte_before(&self, offset: u64, to: u64) -> Option<u8> {
        if offset < to { self.byte(offset) } else { None }
    }
}

/// Finds a needle, most of which are a byte or two: for these, preparing a search takes longer than the search.
fn place_of(needle: &[u8], data: &[u8]) -> Option<usize> {
    /// After so many false starts, a real search is worth its price.
    const TRIES: usize = 8;
    let (&first, rest) = needle.split_first()?;
    for (n, i) in memchr::memchr_iter(first, data).enumerate() {
        if n == TRIES {
            return memchr::memmem::find(data.get(i..)?, needle).map(|at| i + at);
        }
        if data.get(i + 1..).is_some_and(|d| d.starts_with(rest)) {
            return Some(i);
        }
    }
    None
}
