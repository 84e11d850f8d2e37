//! Stores in SQLite: `Broker::SQLiteOptions`, and the database that they describe.
use crate::call::{Call, Stop};
use crate::stores::Content;
use std::time::Duration;
use storage::{Options, Sqlite};

/// `Broker::LOG_ERROR`.
const LOG_ERROR: i64 = 1;

/// The options of a database.
#[derive(Clone, Default)]
pub(super) struct Given {
    path: String,
    pragmas: Vec<(String, String)>,
    is_checked: bool,
    /// A file that cannot be read is deleted, and made again.
    is_replaced: bool,
}

/// The options in the field `sqlite` of the argument `at`, a `Broker::BackendOptions`.
pub(super) fn options(c: &Call<'_>, at: usize) -> Result<Given, Stop> {
    let options = c.record(at)?.get_named("sqlite");
    let field = |field: &str| options.as_ref().and_then(|o| o.as_record().and_then(|r| r.get_named(field)));
    let path = field("path").and_then(|v| v.as_string().map(|s| s.to_text().into_owned()));
    let mut pragmas = Vec::new();
    for pragma in ["synchronous", "journal_mode"] {
        if let Some(name) = field(pragma).and_then(|v| v.enum_name()) {
            pragmas.push((pragma.to_owned(), name.rsplit('_').next().unwrap_or_default().to_owned()));
        }
    }
    let mode = field("failure_mode").and_then(|v| v.enum_name());
    Ok(Given {
        path: path.unwrap_or_default(),
        pragmas,
        is_checked: field("integrity_check").and_then(|v| v.as_bool()) == Some(true),
        is_replaced: mode.is_some_and(|n| &*n == "Broker::SQLITE_FAILURE_MODE_DELETE"),
    })
}

impl Given {
    /// With this path, unless one was given.
    pub(super) fn at(mut self, path: String) -> Self {
        if self.path.is_empty() {
            self.path = path;
        }
        self
    }

    /// Opens the database.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(super) fn open(self, c: &mut Call<'_>) -> Result<Content, String> {
        let now = c.cx.now();
        let mut opened = self.try_open(now);
        if let Err(why) = &opened
            && self.is_replaced
            && c.disk().remove_file(&self.path).is_ok()
        {
            tell(c, &format!("{}: {why}: the file was deleted", self.path));
            opened = self.try_open(now);
        }
        opened.map_err(|why| format!("{}: {why}", self.path))
    }

    fn try_open(&self, now: f64) -> Result<Content, String> {
        let options = Options {
            path: self.path.clone(),
            table: "store".to_owned(),
            busy: Duration::from_secs(5),
            pragmas: self.pragmas.clone(),
        };
        let words = |f: storage::Failure| f.text.unwrap_or_default();
        let database = Sqlite::open(&options).map_err(words)?;
        if self.is_checked {
            database.check().map_err(words)?;
        }
        Content::in_database(database, now)
    }
}

/// Tells why a database failed, if `Broker::log_stderr_severity_level` lets errors through.
pub(super) fn tell(c: &mut Call<'_>, text: &str) {
    let level = c.global("Broker::log_stderr_severity_level").and_then(|v| v.as_enum()).unwrap_or(0);
    if level >= LOG_ERROR {
        c.streams().print_error(format!("{text}\n").as_bytes());
    }
}
