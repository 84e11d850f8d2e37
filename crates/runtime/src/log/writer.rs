//! A log that is open: a writer of the `logging` crate, made as the constants and the filter's configuration say.
use super::Stream;
use super::filter::Filter;
use crate::bif::Call;
use logging::{AsciiConfig, AsciiWriter, Cell, JsonTimestamps, LogError, Schema, Writer};
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
    to: RefCell<To>,
    buffered: Shared<bool>,
    /// The disk was full when it was last tried.
    full: Shared<bool>,
}

/// What is behind an open log.
enum To {
    /// Nothing: rows are not wanted here, or it failed.
    Nowhere,
    File(Box<dyn Writer>),
}

impl Open {
    /// Makes the writer; one that cannot be made says so and takes rows to nowhere.
    pub(super) fn new(c: &mut Call<'_>, stream: &Stream, filter: &Filter, path: Str) -> Self {
        let schema = Schema::new(path.to_text().into_owned(), filter.renamed_columns());
        // What makes the path decides about rotation, whoever writes first.
        let filters = stream.filters.borrow();
        let same = |f: &&Rc<Filter>| {
            f.writer_number() == filter.writer_number() && *f.path.borrow() == Some(path.clone())
        };
        let (interval, postprocessor) = match filters.iter().find(same) {
            Some(f) => (f.interval, f.postprocessor.clone()),
            None => (number(c, "Log::default_rotation_interval"), None),
        };
        drop(filters);
        let open = Open {
            kind: filter.writer.clone(),
            path,
            filter: filter.name.clone(),
            opened: Shared::new(c.cx.now()),
            interval,
            postprocessor,
            to: RefCell::new(To::Nowhere),
            buffered: Shared::new(true),
            full: Shared::new(false),
        };
        if filter.local {
            match make(c, filter, &schema) {
                Ok(to) => *open.to.borrow_mut() = to,
                Err(wrong) => {
                    let text = open.error(&wrong);
                    c.report(&text);
                }
            }
        }
        open
    }

    /// Whether it is the writer of this kind for this path.
    pub(super) fn is(&self, kind: i64, path: &Str) -> bool {
        self.path == *path && self.kind.as_enum() == Some(kind)
    }

    pub(super) fn path_text(&self) -> String {
        self.path.to_text().into_owned()
    }

    /// A message as it names its writer.
    fn error(&self, what: &str) -> String {
        let kind = self.kind.enum_name().unwrap_or_else(|| "".into());
        format!("{}/{kind}: {what}", self.path.to_text())
    }

    /// What is said about a failure: nothing about a full disk that was full before. A log that fails for another reason
    /// ends here.
    fn failed(&self, e: &LogError) -> Option<String> {
        if e.is_full_disk() {
            return (!self.full.replace(true))
                .then(|| self.error(&format!("{}; rows are kept until there is room", e.text())));
        }
        *self.to.borrow_mut() = To::Nowhere;
        Some(self.error(&e.text()))
    }

    fn with(&self, f: impl FnOnce(&mut dyn Writer) -> Result<(), LogError>) -> Option<String> {
        let result = match &mut *self.to.borrow_mut() {
            To::Nowhere => Ok(()),
            To::File(w) => f(&mut **w),
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

    /// Ends the log.
    pub(super) fn finish(&self) -> Option<String> {
        let to = std::mem::replace(&mut *self.to.borrow_mut(), To::Nowhere);
        let To::File(mut w) = to else { return None };
        w.finish().err().map(|e| self.error(&e.text()))
    }

    pub(super) fn rows(&self) -> u64 {
        match &*self.to.borrow() {
            To::Nowhere => 0,
            To::File(w) => w.rows(),
        }
    }
}

fn make(c: &mut Call<'_>, filter: &Filter, schema: &Schema) -> Result<To, String> {
    match filter.writer.enum_name().as_deref() {
        Some("Log::WRITER_ASCII") => ascii(c, filter, schema),
        Some("Log::WRITER_NONE") => Ok(To::Nowhere),
        other => Err(format!("unknown writer type requested: {}", other.unwrap_or("none"))),
    }
}

fn number(c: &Call<'_>, name: &str) -> f64 {
    c.global(name).and_then(|v| v.as_number()).unwrap_or(0.0)
}

/// The options of the text writer: constants, and what the filter's configuration puts in their place.
struct Options<'a> {
    module: &'static str,
    config: &'a [(String, String)],
}

impl Options<'_> {
    fn configured(&self, name: &str) -> Option<&str> {
        self.config.iter().find(|(k, _)| k == name).map(|(_, v)| v.as_str())
    }

    fn constant(&self, c: &Call<'_>, name: &str) -> Option<Value> {
        c.global(&format!("{}::{name}", self.module))
    }

    fn text(&self, c: &Call<'_>, name: &str) -> Vec<u8> {
        match self.configured(name) {
            Some(text) => text.as_bytes().to_vec(),
            None => {
                self.constant(c, name).and_then(|v| v.as_string().map(|s| s.to_vec())).unwrap_or_default()
            }
        }
    }

    fn flag(&self, c: &Call<'_>, name: &str) -> Result<bool, String> {
        match self.configured(name) {
            Some("T") => Ok(true),
            Some("F") => Ok(false),
            Some(_) => Err(format!("invalid value for '{name}', must be a string and either \"T\" or \"F\"")),
            None => Ok(self.constant(c, name).and_then(|v| v.as_bool()).unwrap_or(false)),
        }
    }

    fn enumerator(&self, c: &Call<'_>, name: &str) -> String {
        match self.configured(name) {
            Some(text) => text.to_owned(),
            None => {
                self.constant(c, name).and_then(|v| v.enum_name()).map_or(String::new(), |n| n.to_string())
            }
        }
    }
}

fn ascii(c: &mut Call<'_>, filter: &Filter, schema: &Schema) -> Result<To, String> {
    let options = Options { module: "LogAscii", config: &filter.config };
    let timestamps = match options.enumerator(c, "json_timestamps").as_str() {
        "JSON::TS_EPOCH" => JsonTimestamps::Epoch,
        "JSON::TS_MILLIS" => JsonTimestamps::Millis,
        "JSON::TS_MILLIS_UNSIGNED" => JsonTimestamps::MillisUnsigned,
        "JSON::TS_ISO8601" => JsonTimestamps::Iso8601,
        other => return Err(format!("Invalid JSON timestamp format: {other}")),
    };
    let config = AsciiConfig {
        use_json: options.flag(c, "use_json")?,
        json_timestamps: timestamps,
        json_include_unset_fields: options.flag(c, "json_include_unset_fields")?,
        include_meta: options.flag(c, "include_meta")?,
        tsv: options.flag(c, "tsv")?,
        meta_prefix: options.text(c, "meta_prefix"),
        separator: options.text(c, "separator"),
        set_separator: options.text(c, "set_separator"),
        empty_field: options.text(c, "empty_field"),
        unset_field: options.text(c, "unset_field"),
        enable_utf_8: options.flag(c, "enable_utf_8")?,
    };
    let mut schema = schema.clone();
    let file = if options.flag(c, "output_to_stdout")? {
        schema.path = "/dev/stdout".to_owned();
        // What was printed so far comes first.
        c.host().outside().flush_files();
        PathBuf::from(&schema.path)
    } else {
        file_of(c, &schema.path)
    };
    let writer = AsciiWriter::create(&file, schema, config).map_err(|e| e.text())?;
    Ok(To::File(Box::new(writer)))
}

/// The file of a path: below `Log::default_logdir`, with the suffix that the environment may change.
fn file_of(c: &mut Call<'_>, path: &str) -> PathBuf {
    if path.starts_with("/dev/") {
        return PathBuf::from(path);
    }
    let folder =
        c.global("Log::default_logdir").and_then(|v| v.as_string().map(|s| s.to_text().into_owned()));
    let suffix = c.host().outside().variable("ZEEK_LOG_SUFFIX");
    let suffix = suffix.map_or_else(|| "log".to_owned(), |s| String::from_utf8_lossy(&s).into_owned());
    Path::new(&folder.unwrap_or_default()).join(format!("{path}.{suffix}"))
}
