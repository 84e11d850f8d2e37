//! Checkpoints: which bytes of the logs hold rows that were acknowledged to their sender.
//!
//! A logger writes one after its logs are on disk and before it acknowledges. After a crash, [`restore`] cuts each log
//! where its acknowledged rows end. Senders repeat the rows that were not acknowledged, and those that were
//! acknowledged in vain are known by the ids of their batches.
//!
//! The file has a line `log LENGTH DEVICE INODE PATH` for each log and `batch ID` for each of the last batches. A log that
//! was begun since has a line `begun LENGTH …` behind them: the rows that follow there were not acknowledged.
use crate::shadow;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// The checkpoint in a folder of logs.
const NAME: &str = ".egret-checkpoint";

/// How far a log is on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The log's file.
    pub path: PathBuf,
    /// Its bytes that are on disk.
    pub length: u64,
    device: u64,
    inode: u64,
}

impl Place {
    /// The place of a file whose bytes are all on disk.
    pub(crate) fn of(path: &Path, file: &File) -> io::Result<Self> {
        let found = file.metadata()?;
        Ok(Place { path: path.to_owned(), length: found.len(), device: found.dev(), inode: found.ino() })
    }
}

/// Replaces the checkpoint of a folder. It is on disk when this returns.
///
/// # Errors
/// The system's error.
pub fn write<'a>(folder: &Path, places: &[Place], batches: impl Iterator<Item = &'a str>) -> io::Result<()> {
    let mut text = Vec::new();
    for Place { path, length, device, inode } in places {
        writeln!(text, "log {length} {device} {inode} {}", path.display())?;
    }
    for id in batches.filter(|id| !id.contains(['\n', '\r'])) {
        writeln!(text, "batch {id}")?;
    }
    let (name, unfinished) = (folder.join(NAME), folder.join(format!("{NAME}.new")));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&unfinished)?;
    file.write_all(&text)?;
    file.sync_data()?;
    fs::rename(&unfinished, &name)
}

/// Adds a log that was begun since the last checkpoint, before its first row that may come again. Creates the checkpoint
/// if there is none. The line is on disk when this returns.
///
/// # Errors
/// The system's error.
pub fn begun(folder: &Path, place: &Place) -> io::Result<()> {
    let Place { path, length, device, inode } = place;
    let line = format!("begun {length} {device} {inode} {}\n", path.display());
    let mut file = OpenOptions::new().append(true).create(true).open(folder.join(NAME))?;
    file.write_all(line.as_bytes())?;
    file.sync_data()
}

/// What a checkpoint led to.
#[derive(Debug, Default)]
pub struct Restored {
    /// Batches whose rows are in the logs.
    pub batches: Vec<String>,
    /// Logs that were cut or renamed, as messages.
    pub news: Vec<String>,
    /// What failed.
    pub errors: Vec<String>,
}

/// Cuts the logs of an interrupted run as its checkpoint says. Logs without a shadow are renamed, for the new run would
/// overwrite them.
#[expect(clippy::disallowed_methods, reason = "checkpoints are files beside logs")]
pub fn restore(folder: &Path) -> Restored {
    let mut restored = Restored::default();
    let path = folder.join(NAME);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return restored,
        Err(e) => {
            restored.errors.push(format!("{}: {e}", path.display()));
            return restored;
        }
    };
    let mut places = BTreeMap::new();
    for (at, line) in text.lines().enumerate() {
        if let Some(id) = line.strip_prefix("batch ") {
            restored.batches.push(id.to_owned());
            continue;
        }
        let begun = line.strip_prefix("begun ");
        match begun.or_else(|| line.strip_prefix("log ")).and_then(place) {
            // Of a log with several lines, the last one is about the file that is there now.
            Some(place) => drop(places.insert(place.path.clone(), (place, begun.is_some()))),
            None => restored.errors.push(format!(
                "{}, line {}: expected a log or a batch",
                path.display(),
                at + 1
            )),
        }
    }
    for (place, is_begun) in places.into_values() {
        // Without a shadow, the new run overwrites a log without acknowledged rows.
        if is_begun && !shadow::has_shadow(&place.path) {
            continue;
        }
        match place.cut() {
            Ok(news) => restored.news.extend(news),
            Err(e) => restored.errors.push(format!("{}: {e}", place.path.display())),
        }
    }
    restored
}

fn place(line: &str) -> Option<Place> {
    let mut words = line.splitn(4, ' ');
    let mut number = || words.next()?.parse().ok();
    let (length, device, inode) = (number()?, number()?, number()?);
    Some(Place { path: words.next()?.into(), length, device, inode })
}

impl Place {
    /// Cuts the log here. A file that is no longer the same was rotated or replaced: it stays as it is.
    fn cut(&self) -> io::Result<Vec<String>> {
        let mut news = Vec::new();
        let file = match OpenOptions::new().write(true).open(&self.path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(news),
            opened => opened?,
        };
        let found = file.metadata()?;
        if (found.dev(), found.ino()) != (self.device, self.inode) || found.len() < self.length {
            return Ok(news);
        }
        let shown = self.path.display();
        if found.len() > self.length {
            file.set_len(self.length)?;
            let more = found.len() - self.length;
            news.push(format!(
                "{shown}: the last {more} bytes of an interrupted run are removed; their rows come again"
            ));
        }
        if !shadow::has_shadow(&self.path) {
            let extension =
                self.path.extension().map_or(String::new(), |e| format!(".{}", e.to_string_lossy()));
            if let Some(to) = shadow::set_aside(&self.path, &extension)? {
                news.push(format!("{shown} of an interrupted run is now {}", to.display()));
            }
        }
        Ok(news)
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests make and read files")]
mod tests {
    use super::*;

    #[test]
    fn logs_are_cut_where_acknowledged_rows_end() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let begin = |name: &str| {
            fs::write(at(name), "acknowledged\n").unwrap();
            Place::of(&at(name), &File::open(at(name)).unwrap()).unwrap()
        };
        let places = ["a.log", "b.log", "rotated.log", "gone.log"].map(begin);
        fs::write(at(".shadow.b.log"), ".log\n\n").unwrap();
        write(dir.path(), &places, ["n:1", "n:2"].into_iter()).unwrap();
        for name in ["a.log", "b.log"] {
            OpenOptions::new().append(true).open(at(name)).unwrap().write_all(b"not yet\n").unwrap();
        }
        fs::rename(at("rotated.log"), at("old.log")).unwrap();
        fs::write(at("rotated.log"), "a new file, longer than before\n").unwrap();
        fs::remove_file(at("gone.log")).unwrap();
        let restored = restore(dir.path());
        assert_eq!((restored.batches, restored.errors), (vec!["n:1".to_owned(), "n:2".to_owned()], vec![]));
        assert_eq!(restored.news.len(), 3, "{:?}", restored.news);
        let read = |name: &str| fs::read_to_string(at(name)).unwrap();
        assert_eq!(
            (read("a-earlier.log"), read("b.log")),
            ("acknowledged\n".into(), "acknowledged\n".into())
        );
        assert!(!at("a.log").exists() && read("rotated.log").starts_with("a new file"));
    }

    /// Rows of a file that was begun after the last checkpoint were not acknowledged, whatever had its name before.
    #[test]
    fn logs_that_were_begun_since_are_cut_to_their_beginning() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let begin = |name: &str, text: &str| {
            fs::write(at(name), text).unwrap();
            Place::of(&at(name), &File::open(at(name)).unwrap()).unwrap()
        };
        let old = begin("a.log", "an earlier file of this name\n");
        write(dir.path(), &[old], ["n:1"].into_iter()).unwrap();
        fs::remove_file(at("a.log")).unwrap();
        for (name, has_shadow) in [("a.log", true), ("new.log", true), ("unshadowed.log", false)] {
            begun(dir.path(), &begin(name, "header\n")).unwrap();
            if has_shadow {
                fs::write(at(&format!(".shadow.{name}")), ".log\n\n").unwrap();
            }
            OpenOptions::new().append(true).open(at(name)).unwrap().write_all(&[b'x'; 99]).unwrap();
        }
        let restored = restore(dir.path());
        assert_eq!((restored.batches, restored.errors), (vec!["n:1".to_owned()], vec![]));
        let read = |name: &str| fs::read_to_string(at(name)).unwrap();
        assert_eq!((read("a.log"), read("new.log")), ("header\n".into(), "header\n".into()));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 6, "no log is set aside");
        // A folder without a checkpoint gets one.
        let empty = tempfile::tempdir().unwrap();
        begun(empty.path(), &begin("b.log", "header\n")).unwrap();
        assert!(restore(empty.path()).errors.is_empty());
    }

    #[test]
    fn a_broken_checkpoint_is_told() {
        let dir = tempfile::tempdir().unwrap();
        assert!(restore(dir.path()).errors.is_empty());
        fs::write(dir.path().join(NAME), "log 1 2\nbatch x\n?\n").unwrap();
        let restored = restore(dir.path());
        assert_eq!((restored.batches.len(), restored.errors.len()), (1, 2), "{restored:?}");
    }
}
