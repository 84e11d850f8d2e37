//! Open logs.
use crate::both::Both;
use crate::joint::RotationTurns;
use logging::{LogError, Place, Row, Writer, may_be_written};
use std::cell::{Cell as Shared, RefCell};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use value::{Func, Str, Value};

/// An open log: a writer of the [`logging`] crate, with a path.
pub struct OpenLog {
    /// The `Log::Writer`.
    pub kind: Value,
    /// The path that the filter chose.
    pub path: Str,
    /// The name of the filter that opened the log.
    pub filter: String,
    /// The time when its file was begun, in seconds of network time; 0 if not known yet.
    pub opened: Shared<f64>,
    /// Seconds between rotations; 0 for no rotation.
    pub interval: f64,
    /// The function that processes a rotated file.
    pub postprocessor: Option<Rc<Func>>,
    /// The number of the current rotation timer. Timers with other numbers were replaced and are ignored.
    pub timer: Shared<u64>,
    /// The time at which that timer is due.
    pub due: Shared<f64>,
    /// The number of rows written.
    pub writes: Shared<u64>,
    /// The number of records that were too large.
    pub discarded: Shared<u64>,
    target: RefCell<Target>,
    buffered: Shared<bool>,
    /// Whether the last attempt to write failed and rows are kept.
    waits: Shared<bool>,
    /// Whether the writer failed for good: all further rows are lost.
    failed: Shared<bool>,
    /// The number of rows that no writer took or that the writer lost.
    lost: Shared<u64>,
    /// A carrier waits until rows of other processes are on disk.
    unsynced: Shared<bool>,
    place: RefCell<Option<Place>>,
}

/// The destination of an open log's rows.
pub enum Target {
    /// Rows are dropped: they are not wanted, or the writer failed.
    Nowhere,
    /// The writer that writes nothing.
    Nothing,
    /// A file.
    File {
        /// Writes the file.
        writer: Box<dyn Writer>,
        /// Decides which of several workers rotates.
        turns: Option<RotationTurns>,
        /// The file.
        file: PathBuf,
        /// The suffix of rotated files; `None` if the file is not rotated.
        suffix: Option<String>,
    },
}

/// The result of a rotation.
pub enum Rotated {
    /// There was no file to rename.
    Nothing,
    /// The new name.
    To(String),
}

impl OpenLog {
    /// Creates a log whose rows go nowhere until it is [directed](Self::direct).
    #[must_use]
    pub fn new(
        (kind, path, filter): (Value, Str, String),
        opened: f64,
        (interval, postprocessor): (f64, Option<Rc<Func>>),
    ) -> Self {
        OpenLog {
            kind,
            path,
            filter,
            opened: Shared::new(opened),
            interval,
            postprocessor,
            timer: Shared::new(0),
            due: Shared::new(0.0),
            writes: Shared::new(0),
            discarded: Shared::new(0),
            target: RefCell::new(Target::Nowhere),
            buffered: Shared::new(true),
            waits: Shared::new(false),
            failed: Shared::new(false),
            lost: Shared::new(0),
            unsynced: Shared::new(false),
            place: RefCell::new(None),
        }
    }

    /// Sets the destination of rows.
    pub fn direct(&self, target: Target) {
        *self.target.borrow_mut() = target;
    }

    /// Sends rows to another writer, without a file, as well.
    pub fn also(&self, other: Box<dyn Writer>) {
        let target = std::mem::replace(&mut *self.target.borrow_mut(), Target::Nowhere);
        self.direct(match target {
            Target::File { writer, turns, file, suffix } => {
                Target::File { writer: Box::new(Both(writer, other)), turns, file, suffix }
            }
            Target::Nowhere | Target::Nothing => {
                Target::File { writer: other, turns: None, file: self.path_text().into(), suffix: None }
            }
        });
    }

    /// Whether this is the log of this kind of writer for this path.
    pub fn is(&self, kind: i64, path: &Str) -> bool {
        self.path == *path && self.kind.as_enum() == Some(kind)
    }

    /// Returns the path as text.
    pub fn path_text(&self) -> String {
        self.path.to_text().into_owned()
    }

    /// Whether the log is a file in this folder.
    pub fn is_in(&self, folder: Option<&Path>) -> bool {
        matches!(&*self.target.borrow(), Target::File { file, .. } if file.parent() == folder)
    }

    /// Returns the file name, or the path if there is no file.
    pub fn file_text(&self) -> String {
        match &*self.target.borrow() {
            Target::File { file, .. } => file.display().to_string(),
            Target::Nowhere | Target::Nothing => self.path_text(),
        }
    }

    /// Returns a message that begins with the log and its writer.
    pub fn error(&self, what: &str) -> String {
        let kind = self.kind.enum_name().unwrap_or_else(|| "".into());
        format!("{}/{kind}: {what}", self.path.to_text())
    }

    /// Drops all further rows and counts them as lost. Returns a message about it.
    pub fn give_up(&self, what: &str) -> String {
        let error = self.error(what);
        self.failed.set(true);
        // The caller reports its own error instead.
        drop(self.finish());
        error
    }

    /// Counts all rows as lost because no writer could be created.
    pub fn has_no_writer(&self) {
        self.failed.set(true);
    }

    /// Returns the message about a failure. A temporary failure, such as a full disk, is reported once until a write
    /// succeeds; any other ends the log.
    fn failed(&self, e: &LogError) -> Option<String> {
        if !e.kept {
            return Some(self.give_up(&e.text()));
        }
        let first = !self.waits.replace(true);
        let until =
            if e.source.kind() == ErrorKind::StorageFull { "there is room" } else { "it can be written" };
        first.then(|| self.error(&format!("{}; rows are kept until {until}", e.text())))
    }

    fn with(&self, f: impl FnOnce(&mut dyn Writer) -> Result<(), LogError>) -> Option<String> {
        let (result, notice) = match &mut *self.target.borrow_mut() {
            Target::Nowhere | Target::Nothing => (Ok(()), None),
            Target::File { writer, .. } => (f(&mut **writer), writer.notice()),
        };
        match result {
            Ok(()) => {
                self.waits.set(false);
                notice.map(|n| self.error(&n))
            }
            Err(e) => self.failed(&e),
        }
    }

    /// Appends a row. Returns whether the row may be written ([`Row::give`]), and a message if writing failed.
    pub fn write(&self, row: &dyn Row) -> (bool, Option<String>) {
        if self.failed.get() {
            let fits = may_be_written(row);
            self.lost.set(self.lost.get() + u64::from(fits));
            return (fits, None);
        }
        if matches!(*self.target.borrow(), Target::Nowhere | Target::Nothing) {
            return (may_be_written(row), None);
        }
        let mut fits = true;
        let failed = self.with(|w| {
            fits = w.write(row)?;
            if fits && !self.buffered.get() { w.flush() } else { Ok(()) }
        });
        (fits, failed)
    }

    /// Flushes buffered rows. Returns a message on failure.
    pub fn flush(&self) -> Option<String> {
        self.with(|w| w.flush())
    }

    /// Notes that a carrier waits until the rows are on disk.
    pub fn owes_disk(&self) {
        self.unsynced.set(true);
    }

    /// Begins the file, before the first row of another process since it was opened or rotated: its place, of which no
    /// checkpoint knows yet, or `None` if there were such rows. Also returns a message on failure.
    pub fn begin(&self) -> (Option<Place>, Option<String>) {
        if self.place.borrow().is_some() {
            return (None, None);
        }
        let mut begun = None;
        let news = self.with(|w| w.begin_file().map(|place| begun = place));
        self.place.borrow_mut().clone_from(&begun);
        (begun, news)
    }

    /// Has the device take the rows that a carrier waits for. Returns whether none of them waits any longer, and news
    /// for the user. A log that was given up has counted its rows as lost.
    pub fn sync_owed(&self) -> (bool, Option<String>) {
        if !self.unsynced.get() {
            return (true, None);
        }
        let mut synced = None;
        let news = self.with(|w| w.sync().map(|place| synced = Some(place)));
        self.unsynced.set(synced.is_none() && !self.failed.get());
        if let Some(place) = synced {
            *self.place.borrow_mut() = place;
        }
        (!self.unsynced.get(), news)
    }

    /// How far rows of other processes are on disk; `None` if there are none since the last rotation.
    pub fn place(&self) -> Option<Place> {
        self.place.borrow().clone()
    }

    /// Sets whether rows are buffered. Returns a message if it fails.
    pub fn set_buffered(&self, on: bool) -> Option<String> {
        self.buffered.set(on);
        if on { None } else { self.flush() }
    }

    /// Takes the turn for the rotation that is due `at`. Returns the time when the file was begun, or `None` if another
    /// worker took the turn.
    pub fn turn(&self, at: f64, now: f64) -> Option<f64> {
        match &*self.target.borrow() {
            Target::File { turns: Some(turns), .. } => turns.take(at, now).map(|opened| match opened {
                0.0 => self.opened.get(),
                known => known,
            }),
            _ => Some(self.opened.get()),
        }
    }

    /// Renames the file to `to` plus the suffix. The next row begins a new file.
    ///
    /// # Errors
    /// A message about the failure, or `None` if it was reported before.
    pub fn rotate(&self, to: &str) -> Result<Rotated, Option<String>> {
        let result = match &mut *self.target.borrow_mut() {
            Target::Nowhere | Target::File { suffix: None, .. } => Ok(Rotated::Nothing),
            // Scripts get a name although no file exists.
            Target::Nothing => Ok(Rotated::To("/dev/null".to_owned())),
            Target::File { writer, suffix: Some(suffix), .. } => {
                let moved = writer.rotate(Path::new(to), suffix);
                if moved.is_ok() {
                    *self.place.borrow_mut() = None;
                }
                moved.map(|to| to.map_or(Rotated::Nothing, |to| Rotated::To(to.display().to_string())))
            }
        };
        // Rows that wait because of a full disk are rotated the next time.
        result.map_err(|e| self.failed(&e))
    }

    /// Ends the log. Returns the error on failure.
    pub fn finish(&self) -> Option<LogError> {
        let target = std::mem::replace(&mut *self.target.borrow_mut(), Target::Nowhere);
        let Target::File { mut writer, .. } = target else { return None };
        let ended = writer.finish().err();
        self.lost.set(self.lost.get() + writer.lost());
        ended
    }

    /// Returns the number of lost rows. Final once the log has ended.
    pub fn lost(&self) -> u64 {
        self.lost.get()
    }

    /// Returns the number of rows that the writer has taken.
    pub fn rows(&self) -> u64 {
        match &*self.target.borrow() {
            Target::Nowhere | Target::Nothing => 0,
            Target::File { writer, .. } => writer.rows(),
        }
    }
}
