//! Creates writers from the options of their script modules and the configuration of a filter.
use super::own_folder::claim_folder_of;
use super::rotation_time::base_time;
use crate::call::Call;
use log_framework::{Filter, OpenLog, RotationTurns, Target};
use logging::{
    AsciiConfig, AsciiWriter, JournalMode, JsonTimestamps, LogError, Schema, SqliteConfig, SqliteWriter,
    Synchronous, Writer,
};
use std::path::{Path, PathBuf};
use value::{Level, Value};

/// Why a writer could not be created.
pub(super) enum NoWriter {
    /// The writer cannot be created; the log's rows are lost.
    Failed(String),
    /// Another run writes into the folder; this run ends.
    Occupied(String),
}

impl From<String> for NoWriter {
    fn from(why: String) -> Self {
        NoWriter::Failed(why)
    }
}

/// Creates the writer for a filter.
///
/// # Errors
/// Why it cannot be created.
pub(super) fn writer(
    c: &mut Call<'_>,
    open: &OpenLog,
    filter: &Filter,
    schema: Schema,
) -> Result<Target, NoWriter> {
    let options = |module| Options { module, config: &filter.config };
    match filter.writer.enum_name().as_deref() {
        Some("Log::WRITER_ASCII") => ascii(c, &options("LogAscii"), open, schema),
        Some("Log::WRITER_SQLITE") => sqlite(c, &options("LogSQLite"), open, schema),
        Some("Log::WRITER_NONE") => {
            if options("LogNone").flag(c, "debug")? {
                describe(c, filter, open, &schema);
            }
            Ok(Target::Nothing)
        }
        other => Err(format!("unknown writer type requested: {}", other.unwrap_or("none")).into()),
    }
}

/// The options of a writer's module, which the filter's configuration may override.
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

    /// Returns the compression level, 0 to 9. Text that is not a number counts as 0.
    fn level(&self, c: &Call<'_>) -> Result<u32, String> {
        let level = match self.configured("gzip_level") {
            Some(text) => text.trim().parse().unwrap_or(0),
            None => self.constant(c, "gzip_level").and_then(|v| v.as_number()).map_or(0, |n| n as i64),
        };
        match u32::try_from(level) {
            Ok(level @ 0..=9) => Ok(level),
            _ => Err("invalid value for 'gzip_level', must be a number between 0 and 9.".to_owned()),
        }
    }
}

fn ascii(
    c: &mut Call<'_>,
    options: &Options<'_>,
    open: &OpenLog,
    mut schema: Schema,
) -> Result<Target, NoWriter> {
    let json_timestamps = match options.enumerator(c, "json_timestamps").as_str() {
        "JSON::TS_EPOCH" => JsonTimestamps::Epoch,
        "JSON::TS_MILLIS" => JsonTimestamps::Millis,
        "JSON::TS_MILLIS_UNSIGNED" => JsonTimestamps::MillisUnsigned,
        "JSON::TS_ISO8601" => JsonTimestamps::Iso8601,
        other => return Err(format!("Invalid JSON timestamp format: {other}").into()),
    };
    let mut config = AsciiConfig {
        use_json: options.flag(c, "use_json")?,
        json_timestamps,
        json_include_unset_fields: options.flag(c, "json_include_unset_fields")?,
        include_meta: options.flag(c, "include_meta")?,
        tsv: options.flag(c, "tsv")?,
        meta_prefix: options.text(c, "meta_prefix"),
        separator: options.text(c, "separator"),
        set_separator: options.text(c, "set_separator"),
        empty_field: options.text(c, "empty_field"),
        unset_field: options.text(c, "unset_field"),
        enable_utf_8: options.flag(c, "enable_utf_8")?,
        gzip_level: options.level(c)?,
        shadow: None,
        sets_aside: None,
        knows_folder: false,
    };
    let to_stdout = options.flag(c, "output_to_stdout")?;
    if to_stdout {
        schema.path = "/dev/stdout".to_owned();
    }
    let (file, suffix) = if schema.path.starts_with("/dev/") {
        // Write earlier output first.
        c.disk().flush_files();
        (PathBuf::from(&schema.path), None)
    } else {
        let mut suffix = format!(".{}", suffix(c));
        if config.gzip_level > 0 {
            let extension = String::from_utf8_lossy(&options.text(c, "gzip_file_extension")).into_owned();
            suffix.push('.');
            suffix.push_str(if extension.is_empty() { "gz" } else { &extension });
        }
        let name = format!("{}{suffix}", schema.path);
        let file = if name.starts_with('/') { name.into() } else { Path::new(&default_folder(c)).join(name) };
        claim_folder_of(c, &file).map_err(NoWriter::Occupied)?;
        if keeps_shadows(c) {
            if open.interval > 0.0 {
                let postprocessor = open.postprocessor.as_ref().map_or("", |f| &f.name);
                config.shadow = Some(format!("{suffix}\n{postprocessor}\n"));
            } else if !super::on_disk::takes_rows(c) {
                config.sets_aside = Some(suffix.clone());
            }
        }
        (file, Some(suffix))
    };
    let folder = file.parent();
    config.knows_folder = c.logs().writers().iter().any(|log| log.is_in(folder));
    let key = file.display().to_string();
    let (writer, turns) = shared(c, &key, || AsciiWriter::create(&file, schema, config))?;
    Ok(Target::File { writer, turns, file, suffix })
}

fn sqlite(
    c: &mut Call<'_>,
    options: &Options<'_>,
    open: &OpenLog,
    schema: Schema,
) -> Result<Target, NoWriter> {
    let mut file = Path::new(&default_folder(c)).join(&schema.path).into_os_string();
    file.push(".sqlite");
    let table = match options.configured("tablename") {
        Some(name) => name.to_owned(),
        None => {
            let path = open.path_text();
            let kind = open.kind.enum_name().unwrap_or_else(|| "".into());
            let text =
                format!("{path}/{kind}: tablename configuration option not found. Defaulting to path {path}");
            c.cx.report(Level::Info, &text, None);
            path
        }
    };
    let config = SqliteConfig {
        table,
        set_separator: options.text(c, "set_separator"),
        unset_field: options.text(c, "unset_field"),
        empty_field: options.text(c, "empty_field"),
        synchronous: match options.enumerator(c, "synchronous").as_str() {
            "LogSQLite::SQLITE_SYNCHRONOUS_OFF" => Some(Synchronous::Off),
            "LogSQLite::SQLITE_SYNCHRONOUS_NORMAL" => Some(Synchronous::Normal),
            "LogSQLite::SQLITE_SYNCHRONOUS_FULL" => Some(Synchronous::Full),
            "LogSQLite::SQLITE_SYNCHRONOUS_EXTRA" => Some(Synchronous::Extra),
            _ => None,
        },
        journal_mode: match options.enumerator(c, "journal_mode").as_str() {
            "LogSQLite::SQLITE_JOURNAL_MODE_DELETE" => Some(JournalMode::Delete),
            "LogSQLite::SQLITE_JOURNAL_MODE_TRUNCATE" => Some(JournalMode::Truncate),
            "LogSQLite::SQLITE_JOURNAL_MODE_PERSIST" => Some(JournalMode::Persist),
            "LogSQLite::SQLITE_JOURNAL_MODE_MEMORY" => Some(JournalMode::Memory),
            "LogSQLite::SQLITE_JOURNAL_MODE_WAL" => Some(JournalMode::Wal),
            "LogSQLite::SQLITE_JOURNAL_MODE_OFF" => Some(JournalMode::Off),
            _ => None,
        },
    };
    let file = PathBuf::from(file);
    claim_folder_of(c, &file).map_err(NoWriter::Occupied)?;
    // Tables of one file are separate logs.
    let key = format!("{}\0{}", file.display(), config.table);
    let (writer, turns) = shared(c, &key, || SqliteWriter::create(&file, schema, config))?;
    Ok(Target::File { writer, turns, file, suffix: None })
}

/// Returns the writer that `make` creates. With several workers, returns the one that they share under `key`.
fn shared<W: Writer + Send + 'static>(
    c: &mut Call<'_>,
    key: &str,
    make: impl FnOnce() -> Result<W, LogError>,
) -> Result<(Box<dyn Writer>, Option<RotationTurns>), String> {
    let now = c.cx.now();
    let made = match &c.logs().joint {
        None => make().map(|w| (Box::new(w) as Box<dyn Writer>, None)),
        Some(logs) => logs.open(key, now, make).map(|share| {
            let turns = share.turns();
            (Box::new(share) as Box<dyn Writer>, Some(turns))
        }),
    };
    made.map_err(|e| e.text())
}

/// Writes the output of `LogNone::debug`.
fn describe(c: &mut Call<'_>, filter: &Filter, open: &OpenLog, schema: &Schema) {
    let base = base_time(c).unwrap_or(-1.0);
    let mut text = format!(
        "[logging::writer::None]\n  path={}\n  rotation_interval={}\n  rotation_base={base}\n",
        schema.path, open.interval
    );
    let mut config: Vec<_> = filter.config.iter().collect();
    config.sort();
    for (key, value) in config {
        text.push_str(&format!("  config[{key}] = {value}\n"));
    }
    for column in &schema.columns {
        let kind = column.kind.to_string();
        let kind = match kind.split('[').next() {
            Some("set") => "table",
            Some(simple) => simple,
            None => &kind,
        };
        text.push_str(&format!("  field {}: {kind}\n", column.name));
    }
    text.push('\n');
    c.streams().print(text.as_bytes());
}

/// Returns `Log::default_logdir`; empty for the working folder.
pub(super) fn default_folder(c: &Call<'_>) -> String {
    let folder = c.global("Log::default_logdir").and_then(|v| Some(v.as_string()?.to_text().into_owned()));
    folder.unwrap_or_default()
}

/// Returns the suffix of log names, without the dot. The environment variable `ZEEK_LOG_SUFFIX` may change it.
pub(super) fn suffix(c: &mut Call<'_>) -> String {
    let suffix = c.environment().variable("ZEEK_LOG_SUFFIX");
    suffix.map_or_else(|| "log".to_owned(), |s| String::from_utf8_lossy(&s).into_owned())
}

/// Whether each log gets a shadow file, which tells the next run about it.
pub(super) fn keeps_shadows(c: &Call<'_>) -> bool {
    c.global("LogAscii::enable_leftover_log_rotation").and_then(|v| v.as_bool()) == Some(true)
}
