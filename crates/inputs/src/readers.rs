//! Readers: from a source to messages, a piece at a time.
mod ascii;
mod benchmark;
mod binary;
mod config;
mod lines;
mod raw;
mod records;
mod sqlite;

use super::item::Column;
use super::outbox::Outbox;
use outside::Sources;
use script_sema::tree::{GlobalKind, Program};
use std::collections::HashMap;
use std::rc::Rc;
use value::{Context, Value};

/// When a source is read anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// When a script asks.
    Manual,
    /// Whenever it changed.
    Reread,
    /// Never: what is added to it is read.
    Stream,
}

/// What a stream asks of its reader.
pub(crate) struct Request {
    pub(crate) source: String,
    pub(crate) mode: Mode,
    /// Settings of this stream alone.
    pub(crate) config: HashMap<String, Vec<u8>>,
    pub(crate) columns: Vec<Column>,
}

/// How far a reader came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// There is nothing to do before the next update.
    Done,
    /// More is there.
    More,
    /// More will come of itself.
    Later,
    /// The source cannot be read.
    Failed,
}

/// A reader reads until many messages wait, then pauses.
const MESSAGES: usize = 256;

/// Reads a source. Nothing here waits: what has not come yet is looked for at the next call.
pub(crate) trait Reader {
    /// Opens the source and begins to read it. Failing here ends the stream.
    fn open(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step;

    /// Begins another pass, where the mode wants one.
    fn update(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step;

    /// Goes on where it paused.
    fn read_on(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step;

    /// Time has passed: whether there is to be an update.
    fn wants_update(&mut self) -> bool;
}

/// Why there is no reader.
pub(crate) struct NoReader;

/// The reader behind an enumerator of `Input::Reader`.
pub(crate) fn named(
    reader: &str,
    request: Request,
    cx: &dyn Context,
    program: Option<Rc<Program>>,
) -> Result<Box<dyn Reader>, NoReader> {
    let settings = Settings { cx, program };
    Ok(match reader {
        "Input::READER_ASCII" => Box::new(ascii::Ascii::new(request, &settings)),
        "Input::READER_RAW" => Box::new(raw::Raw::new(request, &settings)),
        "Input::READER_BINARY" => Box::new(binary::Binary::new(request, &settings)),
        "Input::READER_CONFIG" => Box::new(config::Config::new(request, &settings)),
        "Input::READER_BENCHMARK" => Box::new(benchmark::Benchmark::new(request, &settings)),
        "Input::READER_SQLITE" => Box::new(sqlite::Sqlite::new(request, &settings)),
        _ => return Err(NoReader),
    })
}

/// Constants of scripts that readers go by.
pub(crate) struct Settings<'a> {
    cx: &'a dyn Context,
    program: Option<Rc<Program>>,
}

impl Settings<'_> {
    fn value(&self, name: &str) -> Option<Value> {
        self.cx.global(self.cx.global_id(name)?)
    }

    /// A string; empty where there is none.
    fn bytes(&self, name: &str) -> Vec<u8> {
        self.value(name).and_then(|v| Some(v.as_string()?.to_vec())).unwrap_or_default()
    }

    fn flag(&self, name: &str) -> bool {
        self.value(name).and_then(|v| v.as_bool()).unwrap_or(false)
    }

    fn number(&self, name: &str) -> f64 {
        self.value(name).and_then(|v| v.as_number()).unwrap_or(0.0)
    }

    /// All options, by name.
    fn options(&self) -> HashMap<String, value::Type> {
        let globals = self.program.iter().flat_map(|p| &p.globals);
        let options = globals.filter(|g| g.kind == GlobalKind::Option);
        options.map(|g| (g.name.to_string(), g.ty.clone())).collect()
    }
}

/// Puts a folder before a path that is not absolute.
fn prefixed(prefix: &[u8], source: &str) -> String {
    let prefix = String::from_utf8_lossy(prefix);
    if source.starts_with('/') || prefix.is_empty() {
        return source.to_owned();
    }
    match prefix.trim_end_matches('/') {
        "" => format!("//{source}"),
        folder => format!("{folder}/{source}"),
    }
}
