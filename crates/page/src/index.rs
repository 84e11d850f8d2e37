//! The logs of a folder: their files, blocks of rows with times, and the summary. Rows themselves stay on disk.
use crate::log_file::{CHUNK, LogFile};
use crate::summary::{Gatherer, Summary};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The most levels of folders.
const DEPTH: usize = 4;
/// The most files.
const FILES: usize = 20_000;
/// Threads that read the files the first time.
const READERS: usize = 4;

/// Consecutive rows of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// Its first byte; of a compressed file, in what was decompressed.
    pub(crate) offset: u64,
    pub(crate) len: u32,
    pub(crate) rows: u32,
    pub(crate) first: f64,
    pub(crate) last: f64,
}

/// A file whose rows are known.
#[derive(Clone, Debug)]
pub(crate) struct Indexed {
    pub(crate) file: LogFile,
    pub(crate) blocks: Vec<Block>,
    /// The end of its last whole row.
    pub(crate) end: u64,
}

impl Indexed {
    pub(crate) fn rows(&self) -> u64 {
        self.blocks.iter().map(|b| u64::from(b.rows)).sum()
    }

    /// The first and last time; infinite without any.
    pub(crate) fn times(&self) -> (f64, f64) {
        let first = self.blocks.iter().fold(f64::INFINITY, |t, b| t.min(b.first));
        (first, self.blocks.iter().fold(f64::NEG_INFINITY, |t, b| t.max(b.last)))
    }
}

/// The index of a folder.
pub struct Index {
    folder: PathBuf,
    /// Files by log, in order of their first rows.
    pub(crate) logs: BTreeMap<String, Vec<Indexed>>,
    pub(crate) summary: Summary,
    /// Files that could not be read, and why.
    pub(crate) unreadable: BTreeMap<PathBuf, String>,
}

impl Index {
    /// Reads the logs of a folder.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn new(folder: &Path) -> io::Result<Self> {
        let mut index = Index {
            folder: folder.to_owned(),
            logs: BTreeMap::new(),
            summary: Summary::default(),
            unreadable: BTreeMap::new(),
        };
        index.refresh()?;
        Ok(index)
    }

    /// The number of rows of all logs.
    pub fn rows(&self) -> u64 {
        self.logs.values().flatten().map(Indexed::rows).sum()
    }

    /// Names of logs with their rows.
    pub fn logs(&self) -> Vec<(String, u64)> {
        self.logs.iter().map(|(name, files)| (name.clone(), files.iter().map(Indexed::rows).sum())).collect()
    }

    /// Reads what was added since the last time. If a file has gone or shrunk, reads everything again.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn refresh(&mut self) -> io::Result<()> {
        let mut paths = Vec::new();
        below(&self.folder, 0, &mut paths)?;
        let mut fresh = Vec::new();
        let mut there = Vec::new();
        let mut unreadable = BTreeMap::new();
        for path in paths {
            match LogFile::open(&path) {
                Ok(Some(file)) => there.push(file),
                Ok(None) => {}
                Err(e) => {
                    unreadable.insert(path, e.to_string());
                }
            }
        }
        self.unreadable = unreadable;
        let gone = |known: &Indexed| {
            let now = there.iter().find(|f| f.identity == known.file.identity);
            now.is_none_or(|f| f.size < known.file.size || !f.is_plain() && f.size != known.file.size)
        };
        if self.logs.values().flatten().any(gone) {
            self.logs.clear();
            self.summary = Summary::default();
        }
        for file in there {
            let known = self.logs.values_mut().flatten().find(|k| k.file.identity == file.identity);
            match known {
                None => fresh.push(Indexed { file, blocks: Vec::new(), end: 0 }),
                Some(known) => {
                    let grown = file.size > known.file.size;
                    known.file = file;
                    if grown {
                        let log = known.file.log();
                        if let Err(e) = read(known, &log, &mut self.summary) {
                            self.unreadable.insert(known.file.path.clone(), e.to_string());
                        }
                    }
                }
            }
        }
        self.read_all(fresh);
        Ok(())
    }

    /// Reads new files, several at a time: the largest first.
    fn read_all(&mut self, mut fresh: Vec<Indexed>) {
        if fresh.is_empty() {
            return;
        }
        fresh.sort_by_key(|f| f.file.size);
        let threads =
            std::thread::available_parallelism().map_or(1, usize::from).min(READERS).min(fresh.len());
        let waiting = std::sync::Mutex::new(fresh);
        let next = || waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop();
        let worker = || {
            let (mut done, mut failed, mut summary) = (Vec::new(), Vec::new(), Summary::default());
            while let Some(mut file) = next() {
                let log = file.file.log();
                if let Err(e) = read(&mut file, &log, &mut summary) {
                    failed.push((file.file.path.clone(), e.to_string()));
                }
                done.push((log, file));
            }
            (done, failed, summary)
        };
        let results = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
            let mut results = vec![worker()];
            // A reader cannot panic; if one did, its files are missing and the page says what is there.
            results.extend(others.into_iter().filter_map(|t| t.join().ok()));
            results
        });
        for (done, failed, summary) in results {
            for (log, file) in done {
                self.logs.entry(log).or_default().push(file);
            }
            self.unreadable.extend(failed);
            self.summary.merge(summary);
        }
        for files in self.logs.values_mut() {
            files.sort_by(|a, b| a.times().0.total_cmp(&b.times().0).then(a.file.path.cmp(&b.file.path)));
        }
    }
}

/// Continues to read a file, in blocks.
fn read(known: &mut Indexed, log: &str, summary: &mut Summary) -> io::Result<()> {
    let Indexed { file, blocks, end } = known;
    let gatherer = Gatherer::new(file, log);
    let mut take = |offset: u64, lines: &[u8]| {
        let (rows, first, last) = gatherer.take(lines, &file.form, summary);
        let len = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        match blocks.last_mut() {
            // Small additions to a growing file join the last block.
            Some(b) if b.offset + u64::from(b.len) == offset && (b.len + len) as usize <= CHUNK => {
                b.len += len;
                b.rows += rows;
                b.first = b.first.min(first);
                b.last = b.last.max(last);
            }
            _ => blocks.push(Block { offset, len, rows, first, last }),
        }
        true
    };
    let from = if file.is_plain() { *end } else { 0 };
    *end = file.lines(from, &mut take)?;
    Ok(())
}

/// Adds the files below a folder.
fn below(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(kind) = entry.file_type() else { continue };
        let hidden = entry.file_name().as_encoded_bytes().first() == Some(&b'.');
        if kind.is_dir() && depth < DEPTH && !hidden {
            // A folder that cannot be read hides no other.
            drop(below(&entry.path(), depth + 1, files));
        } else if !kind.is_dir() && files.len() < FILES {
            files.push(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::write::GzEncoder;
    use std::io::Write as _;

    const HEAD: &str = "#separator \\x09\n#unset_field\t-\n#path\tconn\n#fields\tts\tuid\tid.orig_h\n#types\ttime\tstring\taddr\n";

    fn rows(from: usize, to: usize) -> String {
        (from..to).map(|i| format!("{i}.5\tC{i}\t10.0.0.{}\n", i % 256)).collect()
    }

    #[test]
    fn growth_rotation_and_compression() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("conn.log"), format!("{HEAD}{}", rows(0, 20_000))).unwrap();
        fs::write(at("notes.txt"), "no log").unwrap();
        let mut index = Index::new(folder.path()).unwrap();
        assert_eq!(index.logs(), [("conn".to_owned(), 20_000)]);
        // It grows, by half a row at last.
        let mut file = fs::OpenOptions::new().append(true).open(at("conn.log")).unwrap();
        write!(file, "{}77777.0\tCha", rows(20_000, 20_010)).unwrap();
        index.refresh().unwrap();
        assert_eq!(index.rows(), 20_010);
        writeln!(file, "lf\t1.1.1.1").unwrap();
        index.refresh().unwrap();
        assert_eq!((index.rows(), index.summary.connections), (20_011, 20_011));
        // Rotation renames it and begins another.
        fs::rename(at("conn.log"), at("conn.2026-01-01.log")).unwrap();
        fs::write(at("conn.log"), format!("{HEAD}{}", rows(80_000, 80_003))).unwrap();
        index.refresh().unwrap();
        assert_eq!((index.rows(), index.logs["conn"].len()), (20_014, 2));
        // Then it is compressed: the plain file goes.
        let text = fs::read(at("conn.2026-01-01.log")).unwrap();
        fs::create_dir(at("archive")).unwrap();
        let mut gz = GzEncoder::new(
            fs::File::create(at("archive/conn.2026-01-01.log.gz")).unwrap(),
            flate2::Compression::fast(),
        );
        gz.write_all(&text).unwrap();
        gz.finish().unwrap();
        fs::remove_file(at("conn.2026-01-01.log")).unwrap();
        index.refresh().unwrap();
        assert_eq!((index.rows(), index.summary.connections), (20_014, 20_014));
        assert_eq!(index.logs["conn"][0].times(), (0.5, 77_777.0));
    }

    #[test]
    fn a_broken_file_is_named_and_others_are_read() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("http.log.gz"), b"\x1f\x8b\x08broken").unwrap();
        fs::write(folder.path().join("dns.log"), "{\"ts\":1.0,\"query\":\"a\"}\n").unwrap();
        let index = Index::new(folder.path()).unwrap();
        assert_eq!(index.logs(), [("dns".to_owned(), 1)]);
        assert_eq!(index.unreadable.len(), 1);
    }
}
