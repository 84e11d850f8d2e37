//! Readers: each turns a source into deliveries, a piece at a time.
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

/// When a source is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// When a script requests it.
    Manual,
    /// Again whenever it changes.
    Reread,
    /// Once; later additions are read as they come.
    Stream,
}

/// The source and columns that a reader reads.
pub(crate) struct Request {
    pub(crate) source: String,
    pub(crate) mode: Mode,
    /// The stream's own settings.
    pub(crate) config: HashMap<String, Vec<u8>>,
    pub(crate) columns: Vec<Column>,
}

/// The outcome of a reader's step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The reader is idle until the next update.
    Done,
    /// More can be read now.
    More,
    /// More will arrive later, without an update.
    Later,
    /// The source cannot be read.
    Failed,
}

/// The number of waiting deliveries at which a reader pauses.
const MESSAGES: usize = 256;

/// Reads a source. No method blocks: data that has not arrived yet is left for later calls.
pub(crate) trait Reader {
    /// Opens the source and starts to read it. A failure ends the stream.
    fn open(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step;

    /// Starts another pass if the mode requires it.
    fn update(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step;

    /// Continues after a pause.
    fn read_on(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step;

    /// Returns whether to update; called at intervals.
    fn wants_update(&mut self) -> bool;
}

/// The error for an unknown reader name.
pub(crate) struct NoReader;

/// Creates the reader for an enumerator of `Input::Reader`.
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

/// The script constants that configure readers.
pub(crate) struct Settings<'a> {
    cx: &'a dyn Context,
    program: Option<Rc<Program>>,
}

impl Settings<'_> {
    fn value(&self, name: &str) -> Option<Value> {
        self.cx.global(self.cx.global_id(name)?)
    }

    /// Returns a string; empty if it does not exist.
    fn bytes(&self, name: &str) -> Vec<u8> {
        self.value(name).and_then(|v| Some(v.as_string()?.to_vec())).unwrap_or_default()
    }

    fn flag(&self, name: &str) -> bool {
        self.value(name).and_then(|v| v.as_bool()).unwrap_or(false)
    }

    fn number(&self, name: &str) -> f64 {
        self.value(name).and_then(|v| v.as_number()).unwrap_or(0.0)
    }

    /// Returns the types of all options, by name.
    fn options(&self) -> HashMap<String, value::Type> {
        let globals = self.program.iter().flat_map(|p| p.globals.iter());
        let options = globals.filter(|g| g.kind == GlobalKind::Option);
        options.map(|g| (g.name.to_string(), g.ty.clone())).collect()
    }
}

/// Prefixes a relative path with a folder.
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
