//! The logging framework as scripts see it: streams, filters, writers.
//!
//! A stream is a record type that scripts write; a filter says which of its fields go where. A filter is compiled once
//! into a flat list of field paths and columns, so that a write walks that list, borrows what it finds and hands it to
//! a writer of the [`logging`] crate: nothing is allocated for a field.
//!
//! Hooks, path functions and the like are scripts: they may write, add filters and remove streams while a write is under
//! way. So everything here stands behind counted handles, and no borrow is held while a script runs.
mod delay;
mod filter;
mod joint;
mod leftover;
mod make;
mod rotation;
mod row;
mod stream;
mod write;
mod writer;

pub(crate) use delay::{delay, finish, queue_size, set_max_interval, set_max_queue};
pub use joint::JointLogs;
pub(crate) use leftover::rotate_leftovers;
pub(crate) use rotation::rotate_all;
pub(crate) use stream::{add_filter, create_stream, stream_of};
pub(crate) use write::{complain, print, write};

use crate::bif::{Call, Stop};
use delay::{Active, Delays};
use filter::Filter;
use logging::LogError;
use row::Row;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use value::{Func, Name, Record, RecordType, Str, Value};
use writer::Open;

/// All streams, by the number of their `Log::ID`.
#[derive(Default)]
pub(crate) struct Logs {
    streams: Vec<Option<Rc<Stream>>>,
    row: Row,
    /// Writes whose policies run, outermost first.
    active: Vec<Active>,
    last_token: u64,
    constants: Option<Constants>,
}

/// What holds for all streams and does not change while scripts run.
#[derive(Clone)]
struct Constants {
    /// `Log::max_log_record_size`, bytes.
    max_record: u64,
    /// `Log::log_stream_policy`, where anything handles it.
    policy: Option<Rc<Func>>,
}

/// What scripts write records of one type to.
pub(crate) struct Stream {
    /// Its `Log::ID`.
    id: Value,
    name: Name,
    columns: Rc<RecordType>,
    /// The event that each record raises.
    event: Option<u32>,
    policy: Option<Rc<Func>>,
    enabled: Cell<bool>,
    filters: RefCell<Vec<Rc<Filter>>>,
    writers: RefCell<Vec<Rc<Open>>>,
    delays: Delays,
    /// Records that were written to it, whatever became of them.
    writes: Cell<u64>,
}

/// What a stream has taken.
pub(crate) struct StreamCount {
    /// Its `Log::ID`.
    pub(crate) name: String,
    /// Records.
    pub(crate) writes: u64,
    /// Its writers.
    pub(crate) writers: Vec<WriterCount>,
}

/// What a writer has taken.
pub(crate) struct WriterCount {
    /// The `Log::Writer`.
    pub(crate) kind: String,
    pub(crate) filter: String,
    pub(crate) path: String,
    /// Rows.
    pub(crate) writes: u64,
    /// Records that were too large.
    pub(crate) discarded: u64,
}

/// What streams that were written to have taken.
pub(crate) fn counts(c: &mut Call<'_>) -> Vec<StreamCount> {
    let streams: Vec<_> = c.host().logs.streams.iter().flatten().cloned().collect();
    let written = streams.into_iter().filter(|s| s.writes.get() > 0);
    let count = |w: &Rc<Open>| WriterCount {
        kind: w.kind.enum_name().map_or(String::new(), |n| n.to_string()),
        filter: w.filter.clone(),
        path: w.path.to_text().into_owned(),
        writes: w.writes.get(),
        discarded: w.discarded.get(),
    };
    let stream = |s: Rc<Stream>| StreamCount {
        name: s.name.to_string(),
        writes: s.writes.get(),
        writers: s.writers.borrow().iter().map(count).collect(),
    };
    written.map(stream).collect()
}

/// The number of an enumerator among streams.
fn position(id: &Value) -> Option<usize> {
    usize::try_from(id.as_enum()?).ok()
}

impl Logs {
    /// A stream by its `Log::ID`.
    pub(crate) fn stream(&self, id: &Value) -> Option<Rc<Stream>> {
        self.streams.get(position(id)?)?.clone()
    }

    /// Takes a stream away and ends its logs; whether there was one.
    pub(crate) fn remove_stream(&mut self, id: &Value) -> Option<Rc<Stream>> {
        let stream = self.streams.get_mut(position(id)?)?.take()?;
        Some(stream)
    }

    fn put(&mut self, stream: Stream) {
        let Some(at) = position(&stream.id) else { return };
        if at >= self.streams.len() {
            self.streams.resize(at + 1, None);
        }
        self.streams[at] = Some(Rc::new(stream));
    }

    /// All writers that are open.
    fn writers(&self) -> Vec<Rc<Open>> {
        self.streams.iter().flatten().flat_map(|s| s.writers.borrow().clone()).collect()
    }

    /// Ends all logs: what went wrong, and the rows of each, by path.
    pub(crate) fn finish(&mut self) -> (Vec<LogError>, Vec<(String, u64)>) {
        let (mut errors, mut rows) = (Vec::new(), Vec::new());
        for open in self.writers() {
            let count = open.rows();
            errors.extend(open.finish());
            if count > 0 {
                rows.push((open.path_text(), count));
            }
        }
        for stream in self.streams.iter().flatten() {
            stream.writers.borrow_mut().clear();
        }
        (errors, rows)
    }

    /// Hands what is buffered to the system; what went wrong.
    pub(crate) fn flush(&self) -> Vec<String> {
        self.writers().iter().filter_map(|w| w.flush()).collect()
    }
}

impl Stream {
    /// Turns the stream on or off: while it is off, records that are written go nowhere.
    pub(crate) fn enable(&self, on: bool) {
        self.enabled.set(on);
    }

    /// Takes a filter away.
    pub(crate) fn remove_filter(&self, name: &[u8]) {
        self.filters.borrow_mut().retain(|f| f.name.as_bytes() != name);
    }

    /// Ends the stream's logs.
    pub(crate) fn close(&self) -> Vec<String> {
        let writers = std::mem::take(&mut *self.writers.borrow_mut());
        writers.iter().filter_map(|w| w.finish()).map(|e| e.text()).collect()
    }

    /// Hands what is buffered to the system.
    pub(crate) fn flush(&self) -> Vec<String> {
        let writers = self.writers.borrow().clone();
        writers.iter().filter_map(|w| w.flush()).collect()
    }

    /// Whether rows may wait in a buffer.
    pub(crate) fn set_buffered(&self, on: bool) -> Vec<String> {
        let writers = self.writers.borrow().clone();
        writers.iter().filter_map(|w| w.set_buffered(on)).collect()
    }
}

/// Reports what went wrong with files.
pub(crate) fn report(c: &mut Call<'_>, errors: impl IntoIterator<Item = String>) {
    for e in errors {
        c.report(&e);
    }
}

fn constants(c: &mut Call<'_>) -> Constants {
    if let Some(known) = &c.host().logs.constants {
        return known.clone();
    }
    let policy = c.cx.global_id("Log::log_stream_policy").filter(|&id| c.cx.has_bodies(id));
    let known = Constants {
        max_record: c.global("Log::max_log_record_size").and_then(|v| v.as_count()).unwrap_or(u64::MAX),
        policy: policy.and_then(|id| c.cx.global(id)).and_then(|v| v.as_func().cloned()),
    };
    if !c.host().loading {
        c.host().logs.constants = Some(known.clone());
    }
    known
}

/// Whether calling a function does anything.
fn has_bodies(c: &Call<'_>, f: &Func) -> bool {
    match f.code {
        value::Code::Global(id) => c.cx.has_bodies(id),
        value::Code::Closure(..) => true,
    }
}

/// A function in a field of a record.
fn function(r: &Record, field: &str) -> Option<Rc<Func>> {
    r.get_named(field)?.as_func().cloned()
}

/// A string in a field of a record.
fn string(r: &Record, field: &str) -> Option<Str> {
    r.get_named(field)?.as_string().cloned()
}

/// The record as one of another type: fields of the same name are handed over, others get their defaults. `None` where
/// the two do not fit. With `orphans` the other type may leave fields out.
fn coerced(c: &mut Call<'_>, r: &Record, to: &Rc<RecordType>, orphans: bool) -> Result<Option<Record>, Stop> {
    if Rc::ptr_eq(r.record_type(), to) {
        return Ok(Some(r.clone()));
    }
    let new = c.cx.record(to)?;
    for (at, field) in r.record_type().fields().iter().enumerate() {
        let Some(v) = r.get(at as u32) else { continue };
        let Some(place) = to.position(&field.name) else {
            if orphans {
                continue;
            }
            return Ok(None);
        };
        let Some(target) = to.field(place) else { return Ok(None) };
        let v = match (&v, &target.ty) {
            (Value::Record(inner), value::Type::Record(t)) => match coerced(c, inner, t, orphans)? {
                Some(r) => Value::Record(r),
                None => return Ok(None),
            },
            _ if field.ty.same(&target.ty) => v,
            _ => return Ok(None),
        };
        new.set(place, v);
    }
    let complete = to.fields().iter().enumerate().all(|(at, f)| f.attrs.optional || new.has(at as u32));
    Ok(complete.then_some(new))
}
