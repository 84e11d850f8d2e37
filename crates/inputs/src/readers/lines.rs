//! Lines of a file that may grow while it is read.
use crate::outbox::Outbox;
use outside::{FileStamp, Readable, Sources};
use std::io::{self, BufRead, BufReader};

/// The greatest length of a line in bytes. Longer lines are read in pieces of this length.
const MAX_LINE: usize = 64 << 20;

/// When a file was last read, for streams that read it again after a change.
#[derive(Default)]
pub(super) struct LastRead(Option<FileStamp>);

impl LastRead {
    /// Returns whether the file changed since the last call. If the file cannot be examined, reports that, as an error
    /// with `fail` and otherwise as a warning, and returns `None`.
    pub(super) fn has_changed(
        &mut self,
        path: &str,
        fail: bool,
        world: &mut dyn Sources,
        outbox: &mut Outbox,
    ) -> Option<bool> {
        let Ok(stamp) = world.stamp(path) else {
            outbox.fail_or_warn(fail, format!("Could not get stat for {path}"), true);
            return None;
        };
        match self.0.replace(stamp) {
            Some(before) if before == stamp => return Some(false),
            Some(_) => outbox.unmute(),
            None => {}
        }
        Some(true)
    }
}

/// An open file, line by line.
pub(super) struct Lines {
    file: BufReader<Box<dyn Readable>>,
    line: Vec<u8>,
}

impl Lines {
    pub(super) fn new(file: Box<dyn Readable>) -> Self {
        Lines { file: BufReader::with_capacity(1 << 16, file), line: Vec::new() }
    }

    /// Like [`next`](Self::next), but turns an error into a warning and returns `None`.
    pub(super) fn next_or_warn(&mut self, path: &str, outbox: &mut Outbox) -> Option<&mut Vec<u8>> {
        self.next().unwrap_or_else(|e| {
            outbox.warn(format!("reading {path}: {}", outside::system_error(&e)));
            None
        })
    }

    /// Returns the next line without its line ending. At the current end of the file, returns the unterminated rest, or
    /// `None` if there is no rest.
    fn next(&mut self) -> io::Result<Option<&mut Vec<u8>>> {
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
