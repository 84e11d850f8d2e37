//! The streams of a run.
use crate::delays::{ActiveWrite, Delays};
use crate::filter::Filter;
use crate::joint::JointLogs;
use crate::open_log::OpenLog;
use logging::LogError;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use value::{Func, Name, RecordType, Value};

/// All streams, by the number of their `Log::ID`.
#[derive(Default)]
pub struct Logs {
    streams: Vec<Option<Rc<Stream>>>,
    /// Writes whose policy hooks are running, outermost first.
    pub active: Vec<ActiveWrite>,
    last_token: u64,
    /// Constants of scripts, once known.
    pub constants: Option<Constants>,
    /// The logs that this worker shares with others.
    pub joint: Option<JointLogs>,
    written: Written,
}

/// The row counts of logs that have ended.
#[derive(Debug, Default)]
pub struct Written {
    /// The number of rows of each log that has any, by path.
    pub rows: Vec<(String, u64)>,
    /// The number of lost rows of each log that lost any.
    pub lost: Vec<(String, u64)>,
    /// The first failure to end a log.
    pub failed: Option<LogError>,
}

/// Script constants that apply to all streams.
#[derive(Clone)]
pub struct Constants {
    /// `Log::max_log_record_size`, in bytes.
    pub max_record: u64,
    /// `Log::log_stream_policy`, if it has a handler.
    pub policy: Option<Rc<Func>>,
}

/// A stream: scripts write records of one type to it.
pub struct Stream {
    /// Its `Log::ID`.
    pub id: Value,
    /// The name of the id.
    pub name: Name,
    /// The type of its records.
    pub columns: Rc<RecordType>,
    /// The event that each record raises.
    pub event: Option<u32>,
    /// The policy of filters that have none of their own.
    pub policy: Option<Rc<Func>>,
    /// Whether records go to the filters.
    pub enabled: Cell<bool>,
    /// The filters, in the order in which they were added.
    pub filters: RefCell<Vec<Rc<Filter>>>,
    /// The open logs of the filters.
    pub writers: RefCell<Vec<Rc<OpenLog>>>,
    /// The delayed records.
    pub delays: Delays,
    /// The number of records written to the stream, including vetoed ones.
    pub writes: Cell<u64>,
}

/// The number of records that a stream took.
pub struct StreamCount {
    /// Its `Log::ID`.
    pub name: String,
    /// The number of records.
    pub writes: u64,
    /// Its writers.
    pub writers: Vec<WriterCount>,
}

/// The number of rows that a writer took.
pub struct WriterCount {
    /// The `Log::Writer`.
    pub kind: String,
    /// The name of the filter.
    pub filter: String,
    /// The path of the log.
    pub path: String,
    /// The number of rows.
    pub writes: u64,
    /// The number of records that were too large.
    pub discarded: u64,
}

/// Returns the index of a stream.
fn position(id: &Value) -> Option<usize> {
    usize::try_from(id.as_enum()?).ok()
}

impl Logs {
    /// Returns the stream with this `Log::ID`.
    #[must_use]
    pub fn stream(&self, id: &Value) -> Option<Rc<Stream>> {
        self.streams.get(position(id)?)?.clone()
    }

    /// Adds a stream. It replaces any stream with the same id.
    pub fn put(&mut self, stream: Stream) {
        let Some(at) = position(&stream.id) else { return };
        if at >= self.streams.len() {
            self.streams.resize(at + 1, None);
        }
        self.streams[at] = Some(Rc::new(stream));
    }

    /// Removes the stream with this `Log::ID`. Its logs stay open.
    pub fn remove_stream(&mut self, id: &Value) -> Option<Rc<Stream>> {
        self.streams.get_mut(position(id)?)?.take()
    }

    /// Returns the number of a new delay token.
    pub fn next_token(&mut self) -> u64 {
        self.last_token += 1;
        self.last_token
    }

    /// Returns all streams.
    #[must_use]
    pub fn streams(&self) -> Vec<Rc<Stream>> {
        self.streams.iter().flatten().cloned().collect()
    }

    /// Returns all open logs.
    #[must_use]
    pub fn writers(&self) -> Vec<Rc<OpenLog>> {
        self.streams.iter().flatten().flat_map(|s| s.writers.borrow().clone()).collect()
    }

    /// Ends all logs. Keeps the first failure for [`written`](Self::written) and returns the others.
    #[must_use]
    pub fn finish(&mut self) -> Vec<LogError> {
        let mut errors = Vec::new();
        for open in self.writers() {
            let (file, count) = (open.file_text(), open.rows());
            errors.extend(open.finish());
            let lost = open.lost();
            if count > lost {
                self.written.rows.push((open.path_text(), count - lost));
            }
            self.written.lose(file, lost);
        }
        for stream in self.streams.iter().flatten() {
            stream.writers.borrow_mut().clear();
        }
        if self.written.failed.is_none() && !errors.is_empty() {
            self.written.failed = Some(errors.remove(0));
        }
        errors
    }

    /// Returns the row counts of logs that have ended, and forgets them.
    pub fn written(&mut self) -> Written {
        std::mem::take(&mut self.written)
    }

    /// Ends a stream's logs. Returns messages about failures.
    pub fn close(&mut self, stream: &Stream) -> Vec<String> {
        let writers = std::mem::take(&mut *stream.writers.borrow_mut());
        let end = |open: &Rc<OpenLog>| {
            let (file, failed) = (open.file_text(), open.finish());
            self.written.lose(file, open.lost());
            failed.map(|e| e.text())
        };
        writers.iter().filter_map(end).collect()
    }

    /// Passes buffered rows to the operating system. Returns messages about failures.
    #[must_use]
    pub fn flush(&self) -> Vec<String> {
        self.writers().iter().filter_map(|w| w.flush()).collect()
    }

    /// How many records a stream took.
    #[must_use]
    pub fn writes_to(&self, stream: &str) -> u64 {
        self.streams.iter().flatten().find(|s| &*s.name == stream).map_or(0, |s| s.writes.get())
    }

    /// How many records the streams took that were written to.
    #[must_use]
    pub fn counts(&self) -> Vec<StreamCount> {
        let count = |w: &Rc<OpenLog>| WriterCount {
            kind: w.kind.enum_name().map_or(String::new(), |n| n.to_string()),
            filter: w.filter.clone(),
            path: w.path_text(),
            writes: w.writes.get(),
            discarded: w.discarded.get(),
        };
        let stream = |s: &Rc<Stream>| StreamCount {
            name: s.name.to_string(),
            writes: s.writes.get(),
            writers: s.writers.borrow().iter().map(count).collect(),
        };
        self.streams.iter().flatten().filter(|s| s.writes.get() > 0).map(stream).collect()
    }
}

impl Written {
    /// Adds rows that are missing in a file.
    fn lose(&mut self, file: String, rows: u64) {
        if rows > 0 {
            self.lost.push((file, rows));
        }
    }
}

impl Stream {
    /// Removes a filter.
    pub fn remove_filter(&self, name: &[u8]) {
        self.filters.borrow_mut().retain(|f| f.name.as_bytes() != name);
    }

    /// Passes buffered rows to the operating system. Returns messages about failures.
    #[must_use]
    pub fn flush(&self) -> Vec<String> {
        let writers = self.writers.borrow().clone();
        writers.iter().filter_map(|w| w.flush()).collect()
    }

    /// Sets whether rows are buffered. Returns messages about failures.
    pub fn set_buffered(&self, on: bool) -> Vec<String> {
        let writers = self.writers.borrow().clone();
        writers.iter().filter_map(|w| w.set_buffered(on)).collect()
    }
}
