//! The file behind a log: a buffer that goes out in large writes.
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Bytes that gather before they are written.
const BUFFER: usize = 16 * 1024;

/// A log could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot {action} the log: {source}", path.display())]
pub struct LogError {
    /// The file.
    pub path: PathBuf,
    /// What was tried: `create`, `write`, `rotate to NAME`.
    pub action: String,
    /// What the system said.
    pub source: io::Error,
}

impl LogError {
    /// Whether it is about room on the disk, which may come back.
    pub fn is_full_disk(&self) -> bool {
        matches!(self.source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
    }

    /// The error as Zeek words it: `cannot open conn.log: No such file or directory`.
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

/// A file with a buffer. What cannot be written stays buffered up to a cap, so that a disk that was full for a while
/// loses as little as possible; beyond the cap the oldest rows go and are counted by the caller's error.
#[derive(Debug)]
pub(crate) struct Output {
    path: PathBuf,
    file: Sink,
    buffer: Vec<u8>,
}

/// What is behind the buffer.
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

/// The most that is kept while the disk takes nothing.
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

    /// The buffer to append to; call [`Output::settle`] after each row.
    pub(crate) fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    /// Writes once enough has gathered.
    pub(crate) fn settle(&mut self) -> Result<(), LogError> {
        if self.buffer.len() >= BUFFER { self.pass_on() } else { Ok(()) }
    }

    /// Hands everything to the system. Of a compressed file a reader sees what a block of the compressor holds.
    pub(crate) fn flush(&mut self) -> Result<(), LogError> {
        self.pass_on()?;
        match &mut self.file {
            Sink::Plain(_) => Ok(()),
            Sink::Compressed(f) => f.flush().map_err(|source| self.error(source)),
        }
    }

    /// The last words: a compressed file gets its end.
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
                // Whole rows go, from the oldest on.
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
