//! Lines of a file that may grow while it is read.
use outside::Readable;
use std::io::{self, BufRead, BufReader};

/// A longer line comes in pieces of this length.
const MAX_LINE: usize = 64 << 20;

/// An open file, line by line.
pub(super) struct Lines {
    file: BufReader<Box<dyn Readable>>,
    line: Vec<u8>,
}

impl Lines {
    pub(super) fn new(file: Box<dyn Readable>) -> Self {
        Lines { file: BufReader::with_capacity(1 << 16, file), line: Vec::new() }
    }

    /// The next line without its end, or what is there of it; `None` at the end of the file, for now.
    pub(super) fn next(&mut self) -> io::Result<Option<&mut Vec<u8>>> {
        self.line.clear();
        loop {
            let (used, whole) = {
                let at_hand = match self.file.fill_buf() {
                    Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                    other => other?,
                };
                let end = memchr::memchr(b'\n', at_hand);
                let piece = &at_hand[..end.unwrap_or(at_hand.len())];
                self.line.extend_from_slice(piece);
                (piece.len() + usize::from(end.is_some()), end.is_some())
            };
            self.file.consume(used);
            if whole || self.line.len() >= MAX_LINE {
                return Ok(Some(&mut self.line));
            }
            if used == 0 {
                return Ok(if self.line.is_empty() { None } else { Some(&mut self.line) });
            }
        }
    }
}
