//! The input framework: feeds tables, events and files from outside sources.
//!
//! A reader turns a source into deliveries, a little at a time and without blocking. Only the SQLite reader has a
//! thread. [`Inputs`] keeps the streams and knows which of them have work. The run takes such a stream out, lets its
//! reader take a [step](Inputs::step), calls [`deliver`] to pass the result to scripts, and puts the stream back, so
//! scripts can add and remove streams meanwhile.
//!
//! This crate handles no packets and opens nothing itself: readers use [`outside::Sources`].
mod arrive;
mod convert;
mod describe;
mod item;
mod outbox;
mod readers;
mod stream;
mod text;

pub use describe::{Kind, create};
pub use stream::{FilePiece, Stream};

use outbox::{Delivery, Grade};
use outside::Sources;
use readers::{Mode, Step};
use std::collections::VecDeque;
use std::mem;
use value::{Context, Level, Record};

/// All streams of a run.
#[derive(Default)]
pub struct Inputs {
    entries: Vec<Entry>,
    /// When streams next check their sources for changes; `None` before the first check.
    beat: Option<f64>,
    /// Pieces of files that wait for the files framework.
    pub pieces: VecDeque<FilePiece>,
}

/// A stream and its pending work.
struct Entry {
    name: String,
    /// Whether the stream ends after the current pass.
    removed: bool,
    /// Whether a script requested another pass.
    update: bool,
    /// Whether the interval between checks has passed.
    beat: bool,
    /// Whether the stream is idle until the next update.
    idle: bool,
    /// Whether more can be read now.
    ready: bool,
    /// The stream; `None` while it is taken out.
    stream: Option<Box<Stream>>,
}

/// The interval at which the output of programs is read, in seconds.
const CHILD: f64 = 0.01;

/// Whether a stream with a name exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existence {
    /// No stream has the name.
    Unknown,
    /// The stream was removed and ends when its reader is done.
    Ending,
    /// The stream exists.
    Known,
}

impl Inputs {
    /// Adds a stream.
    pub fn add(&mut self, stream: Stream) {
        self.entries.push(Entry {
            name: stream.name.clone(),
            removed: false,
            update: false,
            beat: false,
            idle: false,
            ready: true,
            stream: Some(Box::new(stream)),
        });
    }

    /// Returns the names of all streams except removed ones.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.entries.iter().filter(|e| !e.removed).map(|e| e.name.clone()).collect()
    }

    /// Ends a stream.
    pub fn remove(&mut self, name: &str) -> Existence {
        self.request(name, |e| e.removed = true)
    }

    /// Makes a stream read its source again.
    pub fn update(&mut self, name: &str) -> Existence {
        self.request(name, |e| e.update = true)
    }

    fn request(&mut self, name: &str, f: impl FnOnce(&mut Entry)) -> Existence {
        match self.entries.iter_mut().find(|e| e.name == name) {
            None => Existence::Unknown,
            Some(e) if e.removed => Existence::Ending,
            Some(e) => {
                f(e);
                e.idle = false;
                e.ready = true;
                Existence::Known
            }
        }
    }

    /// Whether a stream has work at this time.
    #[inline]
    #[must_use]
    pub fn due(&self, now: f64) -> bool {
        !self.entries.is_empty()
            && (self.beat.is_none_or(|at| now >= at) || self.entries.iter().any(|e| !e.idle))
    }

    /// Returns when a stream may have work again, in seconds from `now`; `None` if there are no streams.
    #[must_use]
    pub fn patience(&self, now: f64) -> Option<f64> {
        if self.entries.is_empty() {
            return None;
        }
        if self.entries.iter().any(|e| e.ready) {
            return Some(0.0);
        }
        let beat = self.beat.map_or(0.0, |at| (at - now).max(0.0));
        Some(if self.entries.iter().any(|e| !e.idle) { beat.min(CHILD) } else { beat })
    }

    /// Advances the time. Streams check for changes every `interval` seconds.
    pub fn beat(&mut self, now: f64, interval: f64) {
        match self.beat {
            None => self.beat = Some(now + interval),
            Some(at) if now >= at => {
                self.beat = Some(now + interval);
                for e in &mut self.entries {
                    e.beat = true;
                    e.idle = false;
                }
            }
            Some(_) => {}
        }
    }

    /// Takes out the next stream with work, beginning at the `at`th.
    pub fn take_work(&mut self, at: usize) -> Option<(usize, Box<Stream>)> {
        let entries = self.entries.iter_mut().enumerate().skip(at);
        entries.filter(|(_, e)| !e.idle).find_map(|(i, e)| Some((i, e.stream.take()?)))
    }

    /// Lets the reader of the `at`th stream, which the caller took out, read a little.
    pub fn step(&mut self, at: usize, stream: &mut Stream, world: &mut dyn Sources) {
        let Some(e) = self.entries.get_mut(at) else { return };
        let (update, beat) = (mem::take(&mut e.update), mem::take(&mut e.beat));
        // A stream that follows its source never ends a pass.
        let over = e.removed && stream.opened && (!stream.reading || stream.mode == Mode::Stream);
        if !over && !stream.outbox.disabled {
            stream.step(update, beat, world);
        }
    }

    /// Puts the `at`th stream back after its deliveries. Returns false if the stream has ended.
    pub fn put_back(&mut self, at: usize, mut stream: Box<Stream>) -> bool {
        self.pieces.append(&mut stream.pieces);
        let Some(e) = self.entries.get_mut(at) else { return false };
        let disabled = stream.outbox.disabled;
        e.removed |= disabled;
        if e.removed && (!stream.reading || stream.mode == Mode::Stream || disabled) {
            self.entries.remove(at);
            return false;
        }
        e.ready = stream.again || e.update || stream.reading && !stream.later;
        e.idle = !e.ready && !stream.reading;
        e.stream = Some(stream);
        true
    }

    /// Ends all streams if any can still be read. Returns whether any can; the run then reads the rest.
    pub fn end_all(&mut self) -> bool {
        let any = self.entries.iter().any(|e| e.ready);
        if any {
            self.entries.iter_mut().for_each(|e| e.removed = true);
        }
        any
    }
}

impl Stream {
    fn step(&mut self, update: bool, beat: bool, world: &mut dyn Sources) {
        let (reader, outbox) = (&mut self.reader, &mut self.outbox);
        if self.awaited.as_ref().is_some_and(|path| world.stamp(path).is_err()) {
            return;
        }
        self.awaited = None;
        let step = if !self.opened {
            self.opened = true;
            self.opening = true;
            reader.open(world, outbox)
        } else if self.reading {
            // A pass requested meanwhile starts after this one.
            self.again |= update;
            reader.read_on(world, outbox)
        } else if update || mem::take(&mut self.again) {
            self.forced = true;
            reader.update(world, outbox)
        } else if beat && reader.wants_update() {
            reader.update(world, outbox)
        } else {
            return;
        };
        self.settle(step);
    }

    /// Updates the stream's state after a reader's step.
    fn settle(&mut self, step: Step) {
        self.reading = matches!(step, Step::More | Step::Later);
        self.later = step == Step::Later;
        let outbox = &mut self.outbox;
        if step == Step::Failed {
            if self.opening {
                outbox.error("Init failed");
            }
            if self.opening || self.forced {
                outbox.error("terminating thread");
            }
            outbox.disable();
        }
        if !self.reading {
            self.opening = false;
            self.forced = false;
        }
    }
}

/// Passes the deliveries of a stream's reader to scripts.
pub fn deliver(cx: &mut dyn Context, stream: &mut Stream) {
    while let Some(d) = stream.outbox.out.pop_front() {
        apply(cx, stream, d);
    }
}

fn apply(cx: &mut dyn Context, stream: &mut Stream, d: Delivery) {
    match d {
        Delivery::Entry(row) => arrive::entry(cx, stream, &row),
        Delivery::Put(row) => arrive::put(cx, stream, &row),
        Delivery::EndOfPass => arrive::end_of_pass(cx, stream),
        Delivery::Option { name, item } => convert::option(cx, stream, &name, &item),
        Delivery::Finished { code, by_signal } => {
            let args = vec![
                stream.name.as_str().into(),
                stream.source.as_str().into(),
                code.into(),
                by_signal.into(),
            ];
            raise_named(cx, "InputRaw::process_finished", args);
        }
        Delivery::Word { grade, text, place } => {
            raise_error(cx, stream, grade, &text);
            let place = place.map_or(String::new(), |p| format!("{p}: "));
            let level = match grade {
                Grade::Warning => Level::Warning,
                Grade::Error => Level::Error,
            };
            cx.report(level, &format!("{}: {place}{text}", stream.label), None);
        }
        Delivery::Disabled => {}
    }
}

/// Reports a warning about a row, and raises the stream's error event.
fn warn(cx: &mut dyn Context, stream: &Stream, text: &str) {
    raise_error(cx, stream, Grade::Warning, text);
    cx.report(Level::Warning, text, None);
}

/// Raises the stream's `error_ev`.
fn raise_error(cx: &mut dyn Context, stream: &Stream, grade: Grade, text: &str) {
    let (Some(event), Some(value::Type::Enum(levels))) =
        (stream.error_event, cx.named_type("Reporter::Level"))
    else {
        return;
    };
    let name = match grade {
        Grade::Warning => "Reporter::WARNING",
        Grade::Error => "Reporter::ERROR",
    };
    let level = value::Value::enumerator(levels.number(name).unwrap_or_default(), &levels);
    raise(cx, event, vec![Record::clone(&stream.description).into(), text.into(), level]);
}

fn raise_named(cx: &mut dyn Context, event: &str, args: Vec<value::Value>) {
    if let Some(id) = cx.global_id(event) {
        raise(cx, id, args);
    }
}

fn raise(cx: &mut dyn Context, event: u32, args: Vec<value::Value>) {
    if cx.has_bodies(event) {
        cx.raise(event, args);
    }
}
