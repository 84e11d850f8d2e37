//! A log on disk: its form, columns and rows, plain or compressed.
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// Bytes that are read at a time; also the size of a block of the index.
pub(crate) const CHUNK: usize = 256 << 10;
/// The longest row. Longer lines are cut into pieces that match no filter.
const LONGEST_ROW: usize = 8 << 20;

/// How rows are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Columns with a separator.
    Columns(Columns),
    /// An object a line.
    Json,
}

/// What the head of a log of columns says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    pub(crate) separator: u8,
    pub(crate) unset: Vec<u8>,
    pub(crate) empty: Vec<u8>,
    pub(crate) names: Vec<String>,
    pub(crate) types: Vec<String>,
    /// `#path`
    pub(crate) path: String,
}

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Plain,
    Gzip,
    Zstd,
}

/// A file with rows of a log.
#[derive(Clone, Debug)]
pub(crate) struct LogFile {
    pub(crate) path: PathBuf,
    /// Device and inode: a file that rotation renames stays itself.
    pub(crate) identity: (u64, u64),
    /// Its size on disk, as of the last look.
    pub(crate) size: u64,
    pub(crate) form: Form,
    packing: Packing,
}

impl LogFile {
    /// Opens a file that may be a log. `None` for other files.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn open(path: &Path) -> io::Result<Option<Self>> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let packing = match name.rsplit_once('.').map_or("", |(_, e)| e) {
            "gz" => Packing::Gzip,
            "zst" => Packing::Zstd,
            _ => Packing::Plain,
        };
        if !name.contains(".log") || name.starts_with('.') {
            return Ok(None);
        }
        let meta = std::fs::metadata(path)?;
        if !meta.is_file() {
            return Ok(None);
        }
        let mut file = LogFile {
            path: path.to_owned(),
            identity: (meta.dev(), meta.ino()),
            size: meta.len(),
            form: Form::Json,
            packing,
        };
        let mut head = Vec::new();
        file.reader(0)?.take(CHUNK as u64).read_to_end(&mut head)?;
        Ok(form(&head).map(|form| {
            file.form = form;
            file
        }))
    }

    /// Whether rows can be read from the middle.
    pub(crate) fn is_plain(&self) -> bool {
        self.packing == Packing::Plain
    }

    /// The log that the file belongs to: `#path`, or the beginning of its name (`conn.2026-11-23-12-00-00.log.gz`,
    /// `conn-2026….log`).
    pub(crate) fn log(&self) -> String {
        if let Form::Columns(c) = &self.form
            && !c.path.is_empty()
        {
            return c.path.clone();
        }
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let stem = name.split('.').next().unwrap_or_default();
        let dated = stem.char_indices().find(|&(i, c)| {
            matches!(c, '-' | '_')
                && stem.get(i + 1..).is_some_and(|r| r.starts_with(|d: char| d.is_ascii_digit()))
        });
        dated.and_then(|(i, _)| stem.get(..i)).unwrap_or(stem).to_owned()
    }

    fn reader(&self, from: u64) -> io::Result<Box<dyn Read>> {
        let mut file = File::open(&self.path)?;
        Ok(match self.packing {
            Packing::Plain => {
                file.seek(SeekFrom::Start(from))?;
                Box::new(file)
            }
            Packing::Gzip => Box::new(MultiGzDecoder::new(file)),
            Packing::Zstd => Box::new(
                ruzstd::decoding::StreamingDecoder::new(file).map_err(|e| io::Error::other(e.to_string()))?,
            ),
        })
    }

    /// Hands whole lines to `f`, in pieces of about [`CHUNK`] bytes with their offsets, from an offset on (0 for a
    /// compressed file), until `f` returns false. Returns the offset after the last whole line.
    ///
    /// # Errors
    /// The file cannot be read or decompressed.
    pub(crate) fn lines(&self, from: u64, f: &mut dyn FnMut(u64, &[u8]) -> bool) -> io::Result<u64> {
        let mut reader = self.reader(from)?;
        let mut at = from;
        let mut buffer = vec![0; CHUNK];
        let mut filled = 0;
        loop {
            let room = buffer.get_mut(filled..).unwrap_or_default();
            let n = match reader.read(room) {
                Ok(n) => n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            };
            filled += n;
            let have = buffer.get(..filled).unwrap_or_default();
            // A compressed file is complete, so its last line is, too.
            let whole = match memchr::memrchr(b'\n', have) {
                Some(i) if n > 0 => i + 1,
                _ if n > 0 && filled < buffer.len() => continue,
                _ if n > 0 && buffer.len() < LONGEST_ROW => {
                    buffer.resize(buffer.len() * 2, 0);
                    continue;
                }
                Some(i) if self.is_plain() => i + 1,
                None if self.is_plain() && n == 0 => 0,
                _ => filled,
            };
            let lines = have.get(..whole).unwrap_or_default();
            if !lines.is_empty() && !f(at, lines) {
                return Ok(at);
            }
            at += whole as u64;
            if n == 0 {
                return Ok(at);
            }
            buffer.copy_within(whole..filled, 0);
            filled -= whole;
            buffer.truncate(buffer.len().max(CHUNK));
        }
    }
}

/// What the beginning of a file says about its form.
fn form(head: &[u8]) -> Option<Form> {
    if head.starts_with(b"{") {
        return Some(Form::Json);
    }
    if !head.starts_with(b"#separator ") {
        return None;
    }
    let mut columns = Columns {
        separator: b'\t',
        unset: b"-".to_vec(),
        empty: b"(empty)".to_vec(),
        names: Vec::new(),
        types: Vec::new(),
        path: String::new(),
    };
    for line in head.split(|b| *b == b'\n').take_while(|l| l.starts_with(b"#")) {
        let text = String::from_utf8_lossy(line);
        if let Some(s) = text.strip_prefix("#separator ") {
            let hex = s.strip_prefix("\\x").and_then(|h| u8::from_str_radix(h.get(..2)?, 16).ok());
            columns.separator = hex.or_else(|| s.bytes().next()).unwrap_or(b'\t');
            continue;
        }
        let mut parts = text.split(char::from(columns.separator)).map(str::to_owned);
        match parts.next().as_deref() {
            Some("#fields") => columns.names = parts.collect(),
            Some("#types") => columns.types = parts.collect(),
            Some("#path") => columns.path = parts.next().unwrap_or_default(),
            Some("#unset_field") => columns.unset = parts.next().unwrap_or_default().into_bytes(),
            Some("#empty_field") => columns.empty = parts.next().unwrap_or_default().into_bytes(),
            _ => {}
        }
    }
    (!columns.names.is_empty()).then_some(Form::Columns(columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> String {
        let path = Path::new("/x").join(name);
        LogFile { path, identity: (0, 0), size: 0, form: Form::Json, packing: Packing::Plain }.log()
    }

    #[test]
    fn rotated_files_belong_to_their_log() {
        for (file, log) in [
            ("conn.log", "conn"),
            ("conn.2026-11-23-12-00-00.log.gz", "conn"),
            ("conn-2026-11-23.log", "conn"),
            ("conn_20261123-12.log", "conn"),
            ("smb_files.log", "smb_files"),
            ("capture_loss.2026-01-01.log", "capture_loss"),
        ] {
            assert_eq!(named(file), log, "{file}");
        }
    }

    #[test]
    fn lines_are_whole_and_all_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.log");
        let text: String = (0..50_000).map(|i| format!("{{\"n\":{i}}}\n")).collect();
        std::fs::write(&path, text.clone() + "{\"unfinished").unwrap();
        let file = LogFile::open(&path).unwrap().unwrap();
        let mut all = Vec::new();
        let end = file.lines(0, &mut |at, lines| {
            assert_eq!(at as usize, all.len());
            assert!(lines.ends_with(b"\n"));
            all.extend_from_slice(lines);
            true
        });
        assert_eq!((all == text.as_bytes(), end.unwrap()), (true, text.len() as u64));
    }
}
