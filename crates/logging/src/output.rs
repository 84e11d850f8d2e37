//! A log's file with a buffer that is written in large pieces.
//!
//! Rows that cannot be written stay in the buffer, up to [`KEPT`] bytes; then the oldest are dropped and counted.
//! Except during a write, a file always ends with a complete line: the rest of a partly written line is never dropped,
//! and a log that ends on a full disk is truncated after its last complete line.
use crate::checkpoint::Place;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

/// The size of the buffer, in bytes, at which it is written.
const BUFFER: usize = 16 * 1024;
/// The most bytes that are kept in memory while the file cannot be written.
const KEPT: usize = 4 * 1024 * 1024;
/// The mode of a log file: readable by owner and group.
const MODE: u32 = 0o640;

/// The error for a log that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot {action} the log: {source}", path.display())]
pub struct LogError {
    /// The file.
    pub path: PathBuf,
    /// What failed: `create`, `write`, `rotate to NAME`.
    pub action: String,
    /// Whether rows are kept in memory to be written later.
    pub kept: bool,
    /// The system's error.
    pub source: io::Error,
}

impl LogError {
    /// Returns the error with Zeek's wording: `cannot open conn.log: No such file or directory`.
    pub fn text(&self) -> String {
        let said = self.source.to_string();
        let said = said.split(" (os error").next().unwrap_or_default();
        let path = self.path.display();
        match (self.action.as_str(), self.action.strip_prefix("rotate to ")) {
            (_, Some(to)) => format!("failed to rename {path} to {to}: {said}"),
            ("call SQLite", _) => said.to_owned(),
            ("create", _) => format!("cannot open {path}: {said}"),
            _ => format!("error writing to {path}: {said}"),
        }
    }
}

/// A file with a buffer.
#[derive(Debug)]
pub(crate) struct Output {
    path: PathBuf,
    file: Sink,
    buffer: Vec<u8>,
    /// The number of bytes at the front of the buffer before the first row: the header, or the rest of a partly written
    /// line.
    begun: usize,
    /// The number of bytes written to the file, and how many of them form complete lines.
    written: u64,
    whole: u64,
    /// The number of rows in the file.
    rows: u64,
    /// The number of rows that were dropped from the buffer.
    lost: u64,
}

/// The destination of the buffer.
#[derive(Debug)]
enum Sink {
    /// The file could not be created yet.
    Missing,
    Plain(File),
    Compressed(GzEncoder<File>),
}

impl Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Missing => Err(io::ErrorKind::NotFound.into()),
            Sink::Plain(f) => f.write(bytes),
            Sink::Compressed(f) => f.write(bytes),
        }
    }

    fn file(&self) -> Option<&File> {
        match self {
            Sink::Missing => None,
            Sink::Plain(f) => Some(f),
            Sink::Compressed(f) => Some(f.get_ref()),
        }
    }
}

fn lines(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

impl Output {
    /// Creates the file, replacing an existing one. `header` comes before all rows.
    pub(crate) fn create(path: &Path, gzip_level: u32, header: &[u8]) -> Result<Self, LogError> {
        let mut how = OpenOptions::new();
        if path == Path::new("/dev/stdout") {
            how.append(true);
        } else {
            how.write(true).create(true).truncate(true).mode(MODE);
        }
        let failed = |source| LogError { path: path.into(), action: "create".to_owned(), kept: true, source };
        let file = how.open(path).map_err(failed)?;
        let file = match gzip_level {
            0 => Sink::Plain(file),
            level => Sink::Compressed(GzEncoder::new(file, Compression::new(level))),
        };
        let mut buffer = Vec::with_capacity(BUFFER + 4096);
        buffer.extend_from_slice(header);
        Ok(Output { begun: buffer.len(), file, buffer, ..Self::missing(path) })
    }

    /// Creates an output without a file, which keeps rows until the file can be created.
    pub(crate) fn missing(path: &Path) -> Self {
        let (file, buffer) = (Sink::Missing, Vec::new());
        Output { path: path.into(), file, buffer, begun: 0, written: 0, whole: 0, rows: 0, lost: 0 }
    }

    /// Whether the file could not be created yet.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self.file, Sink::Missing)
    }

    /// Returns the buffer, for appending a row. The caller then checks [`Output::is_due`].
    pub(crate) fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    /// Whether the buffer is large enough to be written.
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.buffer.len() >= BUFFER
    }

    /// Whether the rows need another file because another program removed this one, with or without its folder, or
    /// because it could not be created.
    pub(crate) fn is_gone(&self) -> bool {
        let removed = |f: &File| f.metadata().is_ok_and(|m| m.is_file() && m.nlink() == 0);
        self.file.file().is_none_or(removed)
    }

    /// Whether another program moved the file, with or without its folder: it is no longer at its path.
    pub(crate) fn is_moved(&self) -> bool {
        let Some(Ok(mine)) = self.file.file().map(File::metadata) else { return false };
        let there = std::fs::metadata(&self.path);
        mine.is_file()
            && mine.nlink() > 0
            && there.map_or_else(
                |e| e.kind() == io::ErrorKind::NotFound,
                |m| (m.dev(), m.ino()) != (mine.dev(), mine.ino()),
            )
    }

    /// Returns the number of rows in the file.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of rows that wait in the buffer.
    pub(crate) fn waiting(&self) -> u64 {
        lines(&self.buffer[self.begun..])
    }

    /// Returns the number of rows that were dropped.
    pub(crate) fn lost(&self) -> u64 {
        self.lost
    }

    /// Takes over the waiting rows of a removed file, except the rest of a partly written line.
    pub(crate) fn succeed(&mut self, removed: Output) {
        self.buffer.extend_from_slice(&removed.buffer[removed.begun..]);
        self.lost += removed.lost;
    }

    /// Writes the buffer to the file and ends the compressor's current block, so that readers see all rows.
    pub(crate) fn flush(&mut self) -> Result<(), LogError> {
        self.pass_on()?;
        match &mut self.file {
            Sink::Plain(_) | Sink::Missing => Ok(()),
            Sink::Compressed(f) => f.flush().map_err(|source| self.error(source)),
        }
    }

    /// Waits until the device has what was written. Pipes and the like have no place.
    pub(crate) fn sync(&self) -> Result<Option<Place>, LogError> {
        let Some(file) = self.file.file() else { return Ok(None) };
        let synced = file.sync_data().and_then(|()| Place::of(&self.path, file));
        match synced {
            Ok(place) => Ok(Some(place)),
            Err(e) if e.kind() == io::ErrorKind::InvalidInput => Ok(None),
            Err(e) => Err(self.error(e)),
        }
    }

    /// Writes the buffer, `trailer` and, for a compressed file, its end. On failure, also returns how many rows are
    /// lost, including those dropped before; the file then ends with a complete line.
    pub(crate) fn end(mut self, trailer: &[u8]) -> Result<u64, (LogError, u64)> {
        let waiting = self.waiting();
        self.buffer.extend_from_slice(trailer);
        let done = self.pass_on().and_then(|()| match &mut self.file {
            Sink::Plain(_) | Sink::Missing => Ok(()),
            Sink::Compressed(f) => f.try_finish().map_err(|source| self.error(source)),
        });
        match done {
            Ok(()) => Ok(self.lost),
            Err(e) => {
                let rest = self.waiting().min(waiting);
                self.cut();
                Err((e, self.lost + rest))
            }
        }
    }

    /// Truncates the file after its last complete line.
    fn cut(&mut self) {
        if let Sink::Plain(f) = &self.file
            && self.whole < self.written
        {
            // The row counts as lost whether this succeeds or not.
            drop(f.set_len(self.whole));
            self.lost += 1;
        }
    }

    fn error(&self, source: io::Error) -> LogError {
        LogError { path: self.path.clone(), action: "write".to_owned(), kept: true, source }
    }

    /// Writes the buffer to the file.
    pub(crate) fn pass_on(&mut self) -> Result<(), LogError> {
        let mut done = 0;
        let result = loop {
            let rest = &self.buffer[done..];
            if rest.is_empty() {
                break Ok(());
            }
            match self.file.write(rest) {
                Ok(0) => break Err(io::ErrorKind::WriteZero.into()),
                Ok(n) => done += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => break Err(e),
            }
        };
        self.written(done);
        result.map_err(|source| {
            self.drop_oldest();
            self.error(source)
        })
    }

    /// Removes the first `done` bytes, which are now in the file, from the buffer.
    fn written(&mut self, done: usize) {
        let header = self.begun.min(done);
        self.rows += lines(&self.buffer[header..done]);
        if let Some(last) = self.buffer[..done].iter().rposition(|&b| b == b'\n') {
            self.whole = self.written + last as u64 + 1;
        }
        self.written += done as u64;
        // The rest of a partly written line stays at the front.
        let partial = done > 0 && self.buffer[done - 1] != b'\n';
        self.begun = match self.begun.checked_sub(done).filter(|&rest| rest > 0) {
            Some(rest) => rest,
            None if partial => {
                let rest = &self.buffer[done..];
                rest.iter().position(|&b| b == b'\n').map_or(rest.len(), |n| n + 1)
            }
            None => 0,
        };
        self.buffer.drain(..done);
    }

    /// Drops complete rows, the oldest first, if the buffer holds more than [`KEPT`] bytes.
    pub(crate) fn drop_oldest(&mut self) {
        if self.buffer.len() <= KEPT {
            return;
        }
        let cut = (self.buffer.len() - KEPT / 2).max(self.begun);
        let end =
            self.buffer[cut..].iter().position(|&b| b == b'\n').map_or(self.buffer.len(), |n| cut + n + 1);
        self.lost += lines(&self.buffer[self.begun..end]);
        self.buffer.drain(self.begun..end);
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests read what was written")]
mod tests {
    use super::*;
    use std::io::Read as _;

    /// The disk fills up at various sizes, then has room again: every row is in the file or counted as lost.
    #[test]
    fn lines_stay_whole_wherever_a_write_ends() {
        let dir = tempfile::tempdir().unwrap();
        for taken in 0..40 {
            let path = dir.path().join(format!("{taken}.log"));
            let mut out = Output::create(&path, 0, b"#head\n").unwrap();
            for n in 0..5 {
                out.buffer().extend_from_slice(format!("row {n}\n").as_bytes());
            }
            let part = out.buffer[..taken.min(out.buffer.len())].to_vec();
            assert_eq!(out.file.write(&part).unwrap(), part.len());
            out.written(part.len());
            assert_eq!(out.rows() + out.waiting() + u64::from(out.begun > 0 && taken > 6), 5, "{taken}");
            // The disk stays full until the oldest rows are dropped.
            out.buffer().extend(std::iter::repeat_n(b"more\n", KEPT / 5 + 1).flatten());
            let before = out.waiting();
            out.drop_oldest();
            assert_eq!(out.lost() + out.waiting(), before, "{taken}");
            assert_eq!(out.end(b"#close\n").unwrap(), before - (KEPT as u64 / 2).div_euclid(5), "{taken}");
            let mut text = String::new();
            File::open(&path).unwrap().read_to_string(&mut text).unwrap();
            assert!(text.starts_with("#head\n") && text.ends_with("\n#close\n"), "{taken}");
            assert!(
                text.lines().all(|l| matches!(l, "#head" | "#close" | "more") || l.len() == 5),
                "{taken}"
            );
        }
    }
}
