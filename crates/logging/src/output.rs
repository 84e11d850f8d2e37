//! The file of a log, with a buffer that is written in large pieces.
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Buffered bytes that cause a write.
const BUFFER: usize = 16 * 1024;

/// The error for a log that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot {action} the log: {source}", path.display())]
pub struct LogError {
    /// The file.
    pub path: PathBuf,
    /// What failed: `create`, `write`, `rotate to NAME`.
    pub action: String,
    /// The system's error.
    pub source: io::Error,
}

impl LogError {
    /// Whether the disk is full (or a quota reached), which may pass.
    pub fn is_full_disk(&self) -> bool {
        matches!(self.source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
    }

    /// The error in Zeek's words: `cannot open conn.log: No such file or directory`.
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

/// A file with a buffer. Rows that cannot be written stay buffered up to [`KEPT`], so that little is lost while the disk
/// is full. Beyond the cap the oldest rows are dropped; the write returns an error.
#[derive(Debug)]
pub(crate) struct Output {
    path: PathBuf,
    file: Sink,
    buffer: Vec<u8>,
}

/// The destination of the buffer.
#[derive(Debug)]
enum Sink {
    Plain(File),
    Compressed(GzEncoder<File>),
}

impl Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Plain(f) => f.write(bytes),
            Sink::Compressed(f) => f.write(bytes),
        }
    }
}

/// The most bytes that are kept while the disk is full.
const KEPT: usize = 4 * 1024 * 1024;

impl Output {
    #[expect(clippy::disallowed_methods, reason = "a log is a file")]
    pub(crate) fn create(path: &Path, gzip_level: u32) -> Result<Self, LogError> {
        let file = if path == Path::new("/dev/stdout") {
            OpenOptions::new().append(true).open(path)
        } else {
            File::create(path)
        };
        match file {
            Ok(file) => {
                let file = match gzip_level {
                    0 => Sink::Plain(file),
                    level => Sink::Compressed(GzEncoder::new(file, Compression::new(level))),
                };
                Ok(Output { path: path.into(), file, buffer: Vec::with_capacity(BUFFER + 4096) })
            }
            Err(source) => Err(LogError { path: path.into(), action: "create".to_owned(), source }),
        }
    }

    /// The buffer to append a row to. Call [`Output::settle`] after each row.
    pub(crate) fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    /// Writes the buffer if it is large enough.
    pub(crate) fn settle(&mut self) -> Result<(), LogError> {
        if self.buffer.len() >= BUFFER { self.pass_on() } else { Ok(()) }
    }

    /// Writes the buffer to the file, and ends the compressor's current block, so that a reader sees all rows.
    pub(crate) fn flush(&mut self) -> Result<(), LogError> {
        self.pass_on()?;
        match &mut self.file {
            Sink::Plain(_) => Ok(()),
            Sink::Compressed(f) => f.flush().map_err(|source| self.error(source)),
        }
    }

    /// Writes the buffer and, for a compressed file, the trailer.
    pub(crate) fn end(mut self) -> Result<(), LogError> {
        self.pass_on()?;
        match &mut self.file {
            Sink::Plain(_) => Ok(()),
            Sink::Compressed(f) => f.try_finish().map_err(|source| self.error(source)),
        }
    }

    fn error(&self, source: io::Error) -> LogError {
        LogError { path: self.path.clone(), action: "write".to_owned(), source }
    }

    fn pass_on(&mut self) -> Result<(), LogError> {
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
        self.buffer.drain(..done);
        result.map_err(|source| {
            if self.buffer.len() > KEPT {
                // Drop whole rows, the oldest first.
                let cut = self.buffer.len() - KEPT / 2;
                let end = self.buffer[cut..]
                    .iter()
                    .position(|&b| b == b'\n')
                    .map_or(self.buffer.len(), |n| cut + n + 1);
                self.buffer.drain(..end);
            }
            self.error(source)
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}
