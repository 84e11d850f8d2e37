//! A log that is open: a writer of the `logging` crate under a path.
use super::filter::Filter;
use super::joint::Turns;
use super::make::{self, Made};
use super::{Stream, rotation};
use crate::bif::Call;
use logging::{Cell, LogError, Schema, Writer};
use std::cell::{Cell as Shared, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use value::{Func, Str, Value};

/// A writer under a path.
pub(super) struct Open {
    /// The `Log::Writer`.
    pub(super) kind: Value,
    pub(super) path: Str,
    /// The filter that it was made for.
    pub(super) filter: String,
    /// Since when, by the network's time; 0 for not yet known.
    pub(super) opened: Shared<f64>,
    /// Seconds between rotations.
    pub(super) interval: f64,
    pub(super) postprocessor: Option<Rc<Func>>,
    /// Number of the rotation timer that counts, and when it is due.
    pub(super) timer: Shared<u64>,
    pub(super) due: Shared<f64>,
    /// Rows that it got, and records that were too large for it.
    pub(super) writes: Shared<u64>,
    pub(super) discarded: Shared<u64>,
    to: RefCell<To>,
    buffered: Shared<bool>,
    /// The disk was full when it was last tried.
    full: Shared<bool>,
}

/// What is behind an open log.
enum To {
    /// Rows are not wanted here, or the writer failed.
    Nowhere,
    /// A writer that writes nothing, and rotates nothing.
    Nothing,
    File {
        writer: Box<dyn Writer>,
        turns: Option<Turns>,
        file: PathBuf,
        /// What ends the names of its files; `None` where they are not moved.
        suffix: Option<String>,
    },
}

/// What a rotation came to.
pub(super) enum Rotated {
    /// There was nothing to move.
    Nothing,
    /// The new name.
    To(String),
}

impl Open {
    /// Makes the writer; one that cannot be made says so and takes rows to nowhere.
    pub(super) fn new(c: &mut Call<'_>, stream: &Stream, filter: &Filter, path: Str) -> Self {
        // Who has the path decides about rotation, whoever writes first.
        let same = |f: &&Rc<Filter>| {
            f.writer_number() == filter.writer_number() && *f.path.borrow() == Some(path.clone())
        };
        let found = stream.filters.borrow().iter().find(same).cloned();
        let (interval, postprocessor) = match found {
            Some(f) => (f.interval, f.postprocessor.clone()),
            None => {
                let default = c.global("Log::default_rotation_interval").and_then(|v| v.as_double());
                (default.unwrap_or(0.0), None)
            }
        };
        let open = Open {
            kind: filter.writer.clone(),
            path,
            filter: filter.name.clone(),
            opened: Shared::new(c.cx.now()),
            interval,
            postprocessor,
            timer: Shared::new(0),
            due: Shared::new(0.0),
            to: RefCell::new(To::Nowhere),
            writes: Shared::new(0),
            discarded: Shared::new(0),
            buffered: Shared::new(true),
            full: Shared::new(false),
        };
        if filter.local {
            open.begin(c, filter);
        }
        rotation::schedule(c, stream, &open);
        open
    }

    fn begin(&self, c: &mut Call<'_>, filter: &Filter) {
        let schema = Schema::new(self.path.to_text().into_owned(), filter.renamed_columns());
        match make::writer(c, self, filter, schema) {
            Ok(Made::Nothing) => *self.to.borrow_mut() = To::Nothing,
            Ok(Made::File { writer, turns, file, suffix }) => {
                *self.to.borrow_mut() = To::File { writer, turns, file, suffix };
            }
            Err(wrong) => {
                c.report(&self.error(&wrong));
                c.report(&self.error("terminating thread"));
            }
        }
    }

    /// Whether it is the writer of this kind for this path.
    pub(super) fn is(&self, kind: i64, path: &Str) -> bool {
        self.path == *path && self.kind.as_enum() == Some(kind)
    }

    pub(super) fn path_text(&self) -> String {
        self.path.to_text().into_owned()
    }

    /// The file, or the path where there is none.
    pub(super) fn file_text(&self) -> String {
        match &*self.to.borrow() {
            To::File { file, .. } => file.display().to_string(),
            To::Nowhere | To::Nothing => self.path_text(),
        }
    }

    /// A message as it names its writer.
    fn error(&self, what: &str) -> String {
        let kind = self.kind.enum_name().unwrap_or_else(|| "".into());
        format!("{}/{kind}: {what}", self.path.to_text())
    }

    /// Takes rows to nowhere from here on; the message about it.
    pub(super) fn give_up(&self, what: &str) -> String {
        let error = self.error(what);
        *self.to.borrow_mut() = To::Nowhere;
        error
    }

    /// What is said about a failure: of a full disk once, until there was room again. A log that fails for another
    /// reason ends here.
    fn failed(&self, e: &LogError) -> Option<String> {
        if !e.is_full_disk() {
            return Some(self.give_up(&e.text()));
        }
        let first = !self.full.replace(true);
        first.then(|| self.error(&format!("{}; rows are kept until there is room", e.text())))
    }

    fn with(&self, f: impl FnOnce(&mut dyn Writer) -> Result<(), LogError>) -> Option<String> {
        let result = match &mut *self.to.borrow_mut() {
            To::Nowhere | To::Nothing => Ok(()),
            To::File { writer, .. } => f(&mut **writer),
        };
        match result {
            Ok(()) => {
                self.full.set(false);
                None
            }
            Err(e) => self.failed(&e),
        }
    }

    /// Appends a row; what went wrong.
    pub(super) fn write(&self, row: &[Cell<'_>]) -> Option<String> {
        self.with(|w| {
            w.write(row)?;
            if self.buffered.get() { Ok(()) } else { w.flush() }
        })
    }

    pub(super) fn flush(&self) -> Option<String> {
        self.with(|w| w.flush())
    }

    pub(super) fn set_buffered(&self, on: bool) -> Option<String> {
        self.buffered.set(on);
        if on { None } else { self.flush() }
    }

    /// Whether the rotation that is due `at` is to be done here: since when the file has its rows; nothing where another
    /// worker has done it.
    pub(super) fn turn(&self, at: f64, now: f64) -> Option<f64> {
        match &*self.to.borrow() {
            To::File { turns: Some(turns), .. } => turns.take(at, now).map(|opened| match opened {
                0.0 => self.opened.get(),
                known => known,
            }),
            _ => Some(self.opened.get()),
        }
    }

    /// Moves what was written to `to`, without suffix; what went wrong.
    pub(super) fn rotate(&self, to: &str) -> Result<Rotated, String> {
        let result = match &mut *self.to.borrow_mut() {
            To::Nowhere | To::File { suffix: None, .. } => Ok(Rotated::Nothing),
            // These move nothing, and say so by a name.
            To::Nothing => Ok(Rotated::To("/dev/null".to_owned())),
            To::File { writer, suffix: Some(suffix), .. } => {
                let to = format!("{to}{suffix}");
                writer
                    .rotate(Path::new(&to))
                    .map(|moved| if moved { Rotated::To(to) } else { Rotated::Nothing })
            }
        };
        result.map_err(|e| self.give_up(&e.text()))
    }

    /// Ends the log.
    pub(super) fn finish(&self) -> Option<LogError> {
        let to = std::mem::replace(&mut *self.to.borrow_mut(), To::Nowhere);
        let To::File { mut writer, .. } = to else { return None };
        writer.finish().err()
    }

    pub(super) fn rows(&self) -> u64 {
        match &*self.to.borrow() {
            To::Nowhere | To::Nothing => 0,
            To::File { writer, .. } => writer.rows(),
        }
    }
}
