//! Batches that wait on disk, once those that wait in memory are too many: files of a folder, up to a number of bytes.
//!
//! A file has batches in order, each as four texts with their lengths: id, subject, sender, body. It is removed when the
//! server has all of them. Files that a run leaves behind are sent by the next; the ids let the server recognize
//! batches that it has.
#![expect(clippy::disallowed_methods, reason = "an edge: rows wait in files")]
use crate::rows::Batch;
use cluster::NodeId;
use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// Bytes after which a new file is begun.
const FILE: u64 = 4 << 20;

/// The most bytes of a text of a batch, against damaged files.
const TEXT: usize = 64 << 20;

const EXTENSION: &str = "rows";

/// The files of a folder.
pub(crate) struct Spill {
    folder: PathBuf,
    cap: u64,
    files: VecDeque<Part>,
    /// The file that batches are appended to: the last one.
    writing: Option<File>,
    /// Reads the first file that was not read to its end.
    reading: Option<(u64, BufReader<File>)>,
    next: u64,
}

struct Part {
    number: u64,
    bytes: u64,
    /// Batches that were read and not acknowledged.
    owed: usize,
    /// All its batches were read.
    is_read: bool,
}

impl Spill {
    /// Finds what earlier runs left in the folder. It is created with the first batch.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(crate) fn open(folder: &Path, cap: u64) -> io::Result<Self> {
        let mut files = Vec::new();
        let entries = match fs::read_dir(folder) {
            Err(e) if e.kind() == ErrorKind::NotFound => None,
            entries => Some(entries?),
        };
        for entry in entries.into_iter().flatten() {
            let path = entry?.path();
            let number = path.file_stem().and_then(|n| n.to_str()?.parse().ok());
            if let Some(number) = number.filter(|_| path.extension().is_some_and(|e| e == EXTENSION)) {
                files.push(Part { number, bytes: fs::metadata(&path)?.len(), owed: 0, is_read: false });
            }
        }
        files.sort_by_key(|f| f.number);
        let next = files.last().map_or(0, |f| f.number + 1);
        let (folder, files) = (folder.to_owned(), files.into());
        Ok(Spill { folder, cap, files, writing: None, reading: None, next })
    }

    fn path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("{number}.{EXTENSION}"))
    }

    /// Whether no batch waits to be read.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.iter().all(|f| f.is_read)
    }

    /// Appends a batch; `false` if there is no room.
    ///
    /// # Errors
    /// The system's error. What was written of the batch is ignored when it is read.
    pub(crate) fn push(&mut self, batch: &Batch) -> io::Result<bool> {
        let texts =
            [batch.id.as_bytes(), batch.subject.as_bytes(), batch.from.as_str().as_bytes(), &batch.body];
        let bytes: u64 = texts.iter().map(|t| t.len() as u64 + 4).sum();
        let held: u64 = self.files.iter().map(|f| f.bytes).sum();
        if held + bytes > self.cap {
            return Ok(false);
        }
        let is_full = self.files.back().is_none_or(|f| f.bytes >= FILE || f.is_read);
        if self.writing.is_none() || is_full {
            fs::create_dir_all(&self.folder)?;
            let number = self.next;
            self.writing = Some(OpenOptions::new().append(true).create(true).open(self.path(number))?);
            self.files.push_back(Part { number, bytes: 0, owed: 0, is_read: false });
            self.next += 1;
        }
        let mut whole = Vec::with_capacity(usize::try_from(bytes).unwrap_or(0));
        for text in texts {
            whole.extend_from_slice(&u32::try_from(text.len()).unwrap_or(u32::MAX).to_be_bytes());
            whole.extend_from_slice(text);
        }
        let Some(file) = &mut self.writing else { return Ok(false) };
        if let Err(e) = file.write_all(&whole) {
            // Whatever follows half a batch could not be read.
            self.writing = None;
            return Err(e);
        }
        if let Some(part) = self.files.back_mut() {
            part.bytes += bytes;
        }
        Ok(true)
    }

    /// The next batch, and the number of its file for [`Spill::acknowledged`].
    pub(crate) fn pop(&mut self) -> Option<(Batch, u64)> {
        loop {
            let number = self.files.iter().find(|f| !f.is_read)?.number;
            if self.reading.as_ref().is_none_or(|(open, _)| *open != number) {
                self.reading = File::open(self.path(number)).ok().map(|file| (number, BufReader::new(file)));
            }
            let batch = self.reading.as_mut().and_then(|(_, file)| read(file).ok());
            let part = self.files.iter_mut().find(|f| f.number == number)?;
            if let Some(batch) = batch {
                part.owed += 1;
                return Some((batch, number));
            }
            part.is_read = true;
            self.reading = None;
            self.tidy();
        }
    }

    /// The server has a batch of this file.
    pub(crate) fn acknowledged(&mut self, number: u64) {
        if let Some(part) = self.files.iter_mut().find(|f| f.number == number) {
            part.owed = part.owed.saturating_sub(1);
            self.tidy();
        }
    }

    /// Removes files whose batches the server has.
    fn tidy(&mut self) {
        let folder = self.folder.clone();
        let last = self.files.back().map(|f| f.number);
        let mut ends_writing = false;
        self.files.retain(|f| {
            let stays = !f.is_read || f.owed > 0;
            if !stays {
                ends_writing |= Some(f.number) == last;
                // A file that stays is sent again by the next run; the server recognizes its batches.
                drop(fs::remove_file(folder.join(format!("{}.{EXTENSION}", f.number))));
            }
            stays
        });
        if ends_writing {
            self.writing = None;
        }
    }
}

fn read(from: &mut impl io::Read) -> io::Result<Batch> {
    let mut text = || {
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        let length = u32::from_be_bytes(length) as usize;
        if length > TEXT {
            return Err(io::Error::from(ErrorKind::InvalidData));
        }
        let mut bytes = Vec::new();
        from.by_ref().take(length as u64).read_to_end(&mut bytes)?;
        if bytes.len() == length { Ok(bytes) } else { Err(ErrorKind::UnexpectedEof.into()) }
    };
    let utf8 = |bytes| String::from_utf8(bytes).map_err(|_| io::Error::from(ErrorKind::InvalidData));
    let (id, subject, from) = (utf8(text()?)?, utf8(text()?)?, utf8(text()?)?);
    Ok(Batch { id, subject, from: NodeId::from(&*from), body: text()?.into(), file: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(n: usize, bytes: usize) -> Batch {
        let (id, subject) = (format!("n:{n}"), "s".to_owned());
        Batch { id, subject, from: "n".into(), body: vec![n as u8; bytes].into(), file: None }
    }

    #[test]
    fn batches_come_back_in_order_and_files_go_once_they_are_acknowledged() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("spill");
        let count = || fs::read_dir(&folder).map_or(0, Iterator::count);
        let mut spill = Spill::open(&folder, 20 << 20).unwrap();
        let mut pushed = 0;
        while spill.push(&batch(pushed, 1 << 20)).unwrap() {
            pushed += 1;
        }
        assert_eq!((pushed, count()), (19, 5));
        // Another run takes over what this one did not send.
        drop(spill);
        let mut spill = Spill::open(&folder, 20 << 20).unwrap();
        let mut files = Vec::new();
        for n in 0..pushed {
            let (found, file) = spill.pop().unwrap();
            assert_eq!((found.id, found.body.len(), found.body[0]), (format!("n:{n}"), 1 << 20, n as u8));
            files.push(file);
        }
        assert!(spill.pop().is_none() && spill.is_empty());
        assert_eq!(count(), 5);
        files.into_iter().for_each(|file| spill.acknowledged(file));
        assert_eq!(count(), 0);
        assert!(spill.push(&batch(1, 10)).unwrap());
        assert_eq!(spill.pop().unwrap().0.id, "n:1");
    }

    #[test]
    fn a_half_batch_at_the_end_is_left_out() {
        let dir = tempfile::tempdir().unwrap();
        let mut spill = Spill::open(dir.path(), 1 << 20).unwrap();
        assert!(spill.push(&batch(1, 100)).unwrap() && spill.push(&batch(2, 100)).unwrap());
        let file = dir.path().join("0.rows");
        let whole = fs::read(&file).unwrap();
        fs::write(&file, &whole[..whole.len() - 5]).unwrap();
        let mut spill = Spill::open(dir.path(), 1 << 20).unwrap();
        assert_eq!(spill.pop().unwrap().0.id, "n:1");
        assert!(spill.pop().is_none());
    }
}
