//! The input framework: tables, events and files fed from outside.
//!
//! Readers do not wait and run on no thread of their own but SQLite's: whoever drives the run calls [`poll`] often, and
//! each reader then reads a little. What it read arrives in order with what it says about its source.
mod arrive;
mod describe;
mod item;
mod readers;
mod stream;
mod text;
mod voice;

use crate::host::Host;
use readers::{Mode, Step};
use std::mem;
use stream::Stream;
use value::{Context, Level, Record};
use voice::{Grade, Message};

pub(crate) use describe::{Kind, create};

/// All streams of a run.
#[derive(Default)]
pub struct Inputs {
    entries: Vec<Entry>,
    /// When streams look for changes of their sources next; `None` before the first time.
    beat: Option<f64>,
}

/// A stream and what is to be done with it.
struct Entry {
    name: String,
    /// It ends, once its reader is through with the pass under way.
    removed: bool,
    /// A script asked for another pass.
    update: bool,
    /// Time has passed.
    beat: bool,
    /// Nothing will come before the next update.
    idle: bool,
    /// More is there right now.
    ready: bool,
    /// `None` while it runs.
    stream: Option<Box<Stream>>,
}

/// How often programs are asked for what they have printed, in seconds.
const CHILD: f64 = 0.01;

impl Inputs {
    fn find(&mut self, name: &str) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|e| e.name == name)
    }

    fn add(&mut self, stream: Stream) {
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

    /// Whether [`poll`] has anything to do at this time.
    #[inline]
    pub(crate) fn due(&self, now: f64) -> bool {
        !self.entries.is_empty()
            && (self.beat.is_none_or(|at| now >= at) || self.entries.iter().any(|e| !e.idle))
    }

    /// How long those who wait may wait, in seconds from `now`; `None` for as long as they like.
    pub(crate) fn patience(&self, now: f64) -> Option<f64> {
        if self.entries.is_empty() {
            return None;
        }
        if self.entries.iter().any(|e| e.ready) {
            return Some(0.0);
        }
        let beat = self.beat.map_or(0.0, |at| (at - now).max(0.0));
        Some(if self.entries.iter().any(|e| !e.idle) { beat.min(CHILD) } else { beat })
    }
}

/// What [`remove`] and [`update`] come to.
pub(crate) enum Found {
    No,
    /// It ends already.
    Ending,
    Yes,
}

/// Ends a stream.
pub(crate) fn remove(host: &mut Host, name: &str) -> Found {
    match host.inputs.find(name) {
        None => Found::No,
        Some(e) if e.removed => Found::Ending,
        Some(e) => {
            e.removed = true;
            e.idle = false;
            e.ready = true;
            Found::Yes
        }
    }
}

/// Has a stream read its source anew.
pub(crate) fn update(host: &mut Host, name: &str) -> Found {
    match host.inputs.find(name) {
        None => Found::No,
        Some(e) if e.removed => Found::Ending,
        Some(e) => {
            e.update = true;
            e.idle = false;
            e.ready = true;
            Found::Yes
        }
    }
}

fn host(cx: &mut dyn Context) -> &mut Host {
    cx.host().downcast_mut().expect("the machine runs with this crate's host")
}

/// Lets every reader read a little, and hands on what came.
pub(crate) fn poll(cx: &mut dyn Context) {
    let now = cx.now();
    if !host(cx).inputs.due(now) {
        return;
    }
    beat(cx, now);
    let mut at = 0;
    while let Some(stream) = next_work(host(cx), at) {
        let (at_work, mut stream) = stream;
        at = at_work;
        let keep = turn(cx, &mut stream, at);
        if keep {
            if let Some(e) = host(cx).inputs.entries.get_mut(at) {
                e.stream = Some(stream);
            }
            at += 1;
        } else {
            host(cx).inputs.entries.remove(at);
        }
    }
}

/// The run ends: passes under way are read to their ends, where that needs no waiting. Whether anything came.
pub(crate) fn finish(cx: &mut dyn Context) -> bool {
    let entries = &mut host(cx).inputs.entries;
    let before = entries.iter().filter(|e| e.ready).count();
    if before == 0 {
        return false;
    }
    entries.iter_mut().for_each(|e| e.removed = true);
    poll(cx);
    true
}

/// Notes that time has passed, for the streams that look for changes of their own.
fn beat(cx: &mut dyn Context, now: f64) {
    let interval = cx.global_id("Threading::heartbeat_interval").and_then(|id| cx.global(id)?.as_double());
    let interval = interval.filter(|i| *i > 0.0).unwrap_or(1.0);
    let inputs = &mut host(cx).inputs;
    match inputs.beat {
        None => inputs.beat = Some(now + interval),
        Some(at) if now >= at => {
            inputs.beat = Some(now + interval);
            for e in &mut inputs.entries {
                e.beat = true;
                e.idle = false;
            }
        }
        Some(_) => {}
    }
}

/// The next stream that has something to do, from the `at`th on.
fn next_work(host: &mut Host, at: usize) -> Option<(usize, Box<Stream>)> {
    let entries = host.inputs.entries.iter_mut().enumerate().skip(at);
    entries.filter(|(_, e)| !e.idle).find_map(|(i, e)| Some((i, e.stream.take()?)))
}

/// A stream's turn; false where it is over.
fn turn(cx: &mut dyn Context, stream: &mut Stream, at: usize) -> bool {
    let Some(e) = host(cx).inputs.entries.get_mut(at) else { return false };
    let (update, beat) = (mem::take(&mut e.update), mem::take(&mut e.beat));
    let (removed, disabled) = (e.removed, stream.voice.disabled);
    // A stream that follows its source has no end of its own to wait for.
    let over = removed && stream.opened && (!stream.reading || stream.mode == Mode::Stream);
    if !over && !disabled {
        let world = host(cx).outside();
        let (reader, voice) = (&mut stream.reader, &mut stream.voice);
        let step = if !stream.opened {
            stream.opened = true;
            stream.opening = true;
            Some(reader.open(world, voice))
        } else if stream.reading {
            // A pass that was asked for meanwhile comes after this one.
            stream.again |= update;
            Some(reader.read_on(world, voice))
        } else if update || mem::take(&mut stream.again) {
            stream.forced = true;
            Some(reader.update(world, voice))
        } else if beat && reader.wants_update() {
            Some(reader.update(world, voice))
        } else {
            None
        };
        if let Some(step) = step {
            settle(stream, step);
        }
    }
    while let Some(m) = stream.voice.out.pop_front() {
        apply(cx, stream, m);
    }
    let Some(e) = host(cx).inputs.entries.get_mut(at) else { return false };
    e.removed |= stream.voice.disabled;
    if e.removed && (!stream.reading || stream.mode == Mode::Stream || stream.voice.disabled) {
        return false;
    }
    e.ready = stream.again || e.update || stream.reading && !stream.later;
    e.idle = !e.ready && !stream.reading;
    true
}

/// What a reader's step means for its stream.
fn settle(stream: &mut Stream, step: Step) {
    stream.reading = matches!(step, Step::More | Step::Later);
    stream.later = step == Step::Later;
    let voice = &mut stream.voice;
    if step == Step::Failed {
        if stream.opening {
            voice.error("Init failed");
        }
        if stream.opening || stream.forced {
            voice.error("terminating thread");
        }
        voice.disable();
    }
    if !stream.reading {
        stream.opening = false;
        stream.forced = false;
    }
}

fn apply(cx: &mut dyn Context, stream: &mut Stream, m: Message) {
    match m {
        Message::Entry(row) => arrive::entry(cx, stream, &row),
        Message::Put(row) => arrive::put(cx, stream, &row),
        Message::EndOfPass => arrive::end_of_pass(cx, stream),
        Message::Option { name, item } => arrive::option(cx, stream, &name, &item),
        Message::Finished { code, by_signal } => {
            let args = vec![
                stream.name.as_str().into(),
                stream.source.as_str().into(),
                code.into(),
                by_signal.into(),
            ];
            raise_named(cx, "InputRaw::process_finished", args);
        }
        Message::Word { grade, text, place } => {
            raise_error(cx, stream, grade, &text);
            let place = place.map_or(String::new(), |p| format!("{p}: "));
            let level = match grade {
                Grade::Warning => Level::Warning,
                Grade::Error => Level::Error,
            };
            cx.report(level, &format!("{}: {place}{text}", stream.label), None);
        }
        Message::Disabled => {}
    }
}

/// A warning about a row, to the stream's own event and to people.
fn warn(cx: &mut dyn Context, stream: &Stream, text: &str) {
    raise_error(cx, stream, Grade::Warning, text);
    cx.report(Level::Warning, text, None);
}

/// `error_ev`.
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
