//! Logs that are open.
use crate::joint::RotationTurns;
use logging::{Cell, LogError, Writer};
use std::cell::{Cell as Shared, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use value::{Func, Str, Value};

/// A log that is open: a writer of the [`logging`] crate, under a path.
pub struct OpenLog {
    /// The `Log::Writer`.
    pub kind: Value,
    /// The path that the filter gave.
    pub path: Str,
    /// The name of the filter that it was opened for.
    pub filter: String,
    /// When its file was begun, in seconds of the network's time; 0 if that is not known yet.
    pub opened: Shared<f64>,
    /// Seconds between rotations; 0 for none.
    pub interval: f64,
    /// The function that takes a rotated file.
    pub postprocessor: Option<Rc<Func>>,
    /// The number of the rotation timer that counts. Others that fire were replaced.
    pub timer: Shared<u64>,
    /// When that timer is due.
    pub due: Shared<f64>,
    /// Rows that it took.
    pub writes: Shared<u64>,
    /// Records that were too large.
    pub discarded: Shared<u64>,
    target: RefCell<Target>,
    buffered: Shared<bool>,
    /// The disk was full at the last attempt.
    full: Shared<bool>,
}

/// Where the rows of an open log go.
pub enum Target {
    /// Nowhere: they are not wanted, or the writer failed.
    Nowhere,
    /// To a writer that writes nothing.
    Nothing,
    /// To a file.
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
    /// A log whose rows go nowhere until it is [directed](Self::direct).
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
            full: Shared::new(false),
        }
    }

    /// Sets where rows go.
    pub fn direct(&self, target: Target) {
        *self.target.borrow_mut() = target;
    }

    /// Whether it is the writer of this kind for this path.
    pub fn is(&self, kind: i64, path: &Str) -> bool {
        self.path == *path && self.kind.as_enum() == Some(kind)
    }

    /// The path as text.
    pub fn path_text(&self) -> String {
        self.path.to_text().into_owned()
    }

    /// The file; the path if there is none.
    pub fn file_text(&self) -> String {
        match &*self.target.borrow() {
            Target::File { file, .. } => file.display().to_string(),
            Target::Nowhere | Target::Nothing => self.path_text(),
        }
    }

    /// A message that names the log and its writer.
    pub fn error(&self, what: &str) -> String {
        let kind = self.kind.enum_name().unwrap_or_else(|| "".into());
        format!("{}/{kind}: {what}", self.path.to_text())
    }

    /// Sends all further rows nowhere. Returns the message about it.
    pub fn give_up(&self, what: &str) -> String {
        let error = self.error(what);
        *self.target.borrow_mut() = Target::Nowhere;
        error
    }

    /// The message about a failure. A full disk is reported once, until there is room again; any other failure ends the
    /// log.
    fn failed(&self, e: &LogError) -> Option<String> {
        if !e.is_full_disk() {
            return Some(self.give_up(&e.text()));
        }
        let first = !self.full.replace(true);
        first.then(|| self.error(&format!("{}; rows are kept until there is room", e.text())))
    }

    fn with(&self, f: impl FnOnce(&mut dyn Writer) -> Result<(), LogError>) -> Option<String> {
        let result = match &mut *self.target.borrow_mut() {
            Target::Nowhere | Target::Nothing => Ok(()),
            Target::File { writer, .. } => f(&mut **writer),
        };
        match result {
            Ok(()) => {
                self.full.set(false);
                None
            }
            Err(e) => self.failed(&e),
        }
    }

    /// Appends a row. Returns what failed.
    pub fn write(&self, row: &[Cell<'_>]) -> Option<String> {
        self.with(|w| {
            w.write(row)?;
            if self.buffered.get() { Ok(()) } else { w.flush() }
        })
    }

    /// Hands buffered rows to the system. Returns what failed.
    pub fn flush(&self) -> Option<String> {
        self.with(|w| w.flush())
    }

    /// Sets whether rows are buffered. Returns what failed.
    pub fn set_buffered(&self, on: bool) -> Option<String> {
        self.buffered.set(on);
        if on { None } else { self.flush() }
    }

    /// Takes the turn for the rotation that is due `at`. Returns when the file was begun; `None` if another worker took
    /// the turn.
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
    /// What failed.
    pub fn rotate(&self, to: &str) -> Result<Rotated, String> {
        let result = match &mut *self.target.borrow_mut() {
            Target::Nowhere | Target::File { suffix: None, .. } => Ok(Rotated::Nothing),
            // Scripts are told a name, although no file exists.
            Target::Nothing => Ok(Rotated::To("/dev/null".to_owned())),
            Target::File { writer, suffix: Some(suffix), .. } => {
                let to = format!("{to}{suffix}");
                writer
                    .rotate(Path::new(&to))
                    .map(|moved| if moved { Rotated::To(to) } else { Rotated::Nothing })
            }
        };
        result.map_err(|e| self.give_up(&e.text()))
    }

    /// Ends the log. Returns what failed.
    pub fn finish(&self) -> Option<LogError> {
        let target = std::mem::replace(&mut *self.target.borrow_mut(), Target::Nowhere);
        let Target::File { mut writer, .. } = target else { return None };
        writer.finish().err()
    }

    /// Rows that its writer took.
    pub fn rows(&self) -> u64 {
        match &*self.target.borrow() {
            Target::Nowhere | Target::Nothing => 0,
            Target::File { writer, .. } => writer.rows(),
        }
    }
}
