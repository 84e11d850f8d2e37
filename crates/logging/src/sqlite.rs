//! The SQLite writer: each row of the log is a row of a table.
use crate::Writer;
use crate::cell::{Cell, Kind, Schema};
use crate::cells::Cells;
use crate::output::LogError;
use crate::row::Row;
use crate::tsv::Tsv;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The most rows of a transaction: SQLite synchronizes the file once for all of them.
const BATCH: u64 = 1000;

/// How thoroughly SQLite syncs rows to disk (`PRAGMA synchronous`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Synchronous {
    /// `OFF`
    Off,
    /// `NORMAL`
    Normal,
    /// `FULL`
    Full,
    /// `EXTRA`
    Extra,
}

/// How SQLite keeps transactions atomic (`PRAGMA journal_mode`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JournalMode {
    /// `DELETE`
    Delete,
    /// `TRUNCATE`
    Truncate,
    /// `PERSIST`
    Persist,
    /// `MEMORY`
    Memory,
    /// `WAL`
    Wal,
    /// `OFF`
    Off,
}

/// The options of the writer, named as the script module `LogSQLite` names them.
#[derive(Clone, Debug)]
pub struct SqliteConfig {
    /// The table's name. The table is created if it does not exist.
    pub table: String,
    /// The separator of the elements of a set or vector, which is stored as one text.
    pub set_separator: Vec<u8>,
    /// The text for an unset element.
    pub unset_field: Vec<u8>,
    /// The text for an empty set or vector.
    pub empty_field: Vec<u8>,
    /// The sync mode; `None` for SQLite's default.
    pub synchronous: Option<Synchronous>,
    /// The journal mode; `None` for SQLite's default.
    pub journal_mode: Option<JournalMode>,
}

/// An open database. Its writers share the connection and its transactions: two connections would block each other.
struct Database {
    connection: Connection,
    /// The number of rows in the open transaction; 0 if no transaction is open.
    open: u64,
}

/// The open databases, by path.
static OPEN: Mutex<Vec<(PathBuf, Weak<Mutex<Database>>)>> = Mutex::new(Vec::new());

/// Locks even a poisoned mutex: at worst a writer left a transaction open, which the next one continues.
fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Database {
    /// Returns the database at a path, opening it on first use.
    fn at(path: &Path) -> Result<Arc<Mutex<Self>>, LogError> {
        let mut open = locked(&OPEN);
        open.retain(|(_, d)| d.strong_count() > 0);
        if let Some(known) = open.iter().find(|(p, _)| p == path).and_then(|(_, d)| d.upgrade()) {
            return Ok(known);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| error(path, &e))?;
        // Other programs may write into the same file.
        connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(|e| error(path, &e))?;
        let database = Arc::new(Mutex::new(Database { connection, open: 0 }));
        open.push((path.into(), Arc::downgrade(&database)));
        Ok(database)
    }

    /// Counts a row; begins a transaction if none is open.
    fn begin(&mut self) -> rusqlite::Result<()> {
        if self.open == 0 {
            self.connection.execute_batch("BEGIN")?;
        }
        self.open += 1;
        Ok(())
    }

    fn commit(&mut self) -> rusqlite::Result<()> {
        match std::mem::take(&mut self.open) {
            0 => Ok(()),
            _ => self.connection.execute_batch("COMMIT"),
        }
    }
}

/// Writes a log into a table of a database.
pub struct SqliteWriter {
    path: PathBuf,
    database: Arc<Mutex<Database>>,
    insert: String,
    lists: Tsv,
    rows: u64,
    /// The number of rows in the open transaction.
    pending: u64,
    /// The number of rows that could not be inserted.
    lost: u64,
}

impl std::fmt::Debug for SqliteWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqliteWriter").field("path", &self.path).field("rows", &self.rows).finish()
    }
}

impl SqliteWriter {
    /// Opens or creates the database and the table.
    ///
    /// # Errors
    /// SQLite's error, such as a missing folder or a table with other columns.
    pub fn create(path: &Path, schema: Schema, config: SqliteConfig) -> Result<Self, LogError> {
        let failed = |e: rusqlite::Error| error(path, &e);
        let shared = Database::at(path)?;
        let mut guard = locked(&shared);
        // Pragmas and new tables must be outside of transactions.
        guard.commit().map_err(failed)?;
        let database = &guard.connection;
        if let Some(s) = config.synchronous {
            let mode = match s {
                Synchronous::Off => "OFF",
                Synchronous::Normal => "NORMAL",
                Synchronous::Full => "FULL",
                Synchronous::Extra => "EXTRA",
            };
            database.pragma_update(None, "synchronous", mode).map_err(failed)?;
        }
        if let Some(j) = config.journal_mode {
            let mode = match j {
                JournalMode::Delete => "DELETE",
                JournalMode::Truncate => "TRUNCATE",
                JournalMode::Persist => "PERSIST",
                JournalMode::Memory => "MEMORY",
                JournalMode::Wal => "WAL",
                JournalMode::Off => "OFF",
            };
            // This pragma returns a row, the new mode, so `pragma_update` does not fit.
            database.query_row(&format!("PRAGMA journal_mode={mode}"), [], |_| Ok(())).map_err(failed)?;
        }
        let names: Vec<String> = schema.columns.iter().map(|c| quoted(&c.name)).collect();
        let columns: Vec<String> =
            schema.columns.iter().zip(&names).map(|(c, n)| format!("{n} {}", affinity(&c.kind))).collect();
        let table = &config.table;
        let create = format!("CREATE TABLE IF NOT EXISTS {table} (\n{}\n);", columns.join(",\n"));
        database.execute_batch(&create).map_err(failed)?;
        let places = vec!["?"; names.len()].join(", ");
        let insert = format!("INSERT INTO {table} ( {} ) VALUES ({places});", names.join(", "));
        // Fails now if the table exists with other columns.
        database.prepare_cached(&insert).map(drop).map_err(failed)?;
        drop(guard);
        Ok(SqliteWriter {
            path: path.into(),
            database: shared,
            insert,
            lists: Tsv {
                separator: config.set_separator.clone(),
                set_separator: config.set_separator,
                empty_field: config.empty_field,
                unset_field: config.unset_field,
                utf8: false,
            },
            rows: 0,
            pending: 0,
            lost: 0,
        })
    }

    fn commit(&mut self) -> Result<(), LogError> {
        locked(&self.database).commit().map_err(|e| error(&self.path, &e))?;
        self.pending = 0;
        Ok(())
    }
}

fn error(path: &Path, e: &rusqlite::Error) -> LogError {
    let said = match e {
        rusqlite::Error::SqliteFailure(_, Some(said)) => said.clone(),
        other => other.to_string(),
    };
    LogError {
        path: path.into(),
        action: "call SQLite".to_owned(),
        kept: false,
        source: io::Error::other(format!("SQLite call failed: {said}")),
    }
}

/// Quotes a name for SQL.
fn quoted(name: &str) -> String {
    format!("'{}'", name.replace('\'', "''"))
}

/// Returns the SQL type of a column. SQLite has no addresses or sets; they are stored as text.
fn affinity(kind: &Kind) -> &'static str {
    match kind {
        Kind::Bool => "boolean",
        Kind::Int | Kind::Count | Kind::Port => "integer",
        Kind::Time | Kind::Interval | Kind::Double => "double precision",
        _ => "text",
    }
}

/// The parameters of the INSERT. Times are stored as doubles, an empty string as NULL, lists, addresses and subnets as
/// text.
struct Parameters<'a> {
    lists: &'a Tsv,
    all: Vec<Parameter>,
    /// The text of the list that is being collected, and whether it has an element already.
    list: Option<(Vec<u8>, bool)>,
}

enum Parameter {
    Null,
    Integer(i64),
    Real(f64),
    Text(Box<[u8]>),
}

impl ToSql for Parameter {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Parameter::Null => ValueRef::Null,
            Parameter::Integer(n) => ValueRef::Integer(*n),
            Parameter::Real(d) => ValueRef::Real(*d),
            Parameter::Text(text) => ValueRef::Text(text),
        }))
    }
}

impl Cells for Parameters<'_> {
    fn cell(&mut self, cell: Cell<'_>) {
        if let Some((text, begun)) = &mut self.list {
            if std::mem::replace(begun, true) {
                text.extend_from_slice(&self.lists.set_separator);
            }
            self.lists.cell(text, &cell, true);
            return;
        }
        self.all.push(match cell {
            Cell::Bool(b) => Parameter::Integer(b.into()),
            Cell::Int(n) => Parameter::Integer(n),
            Cell::Count(n) => Parameter::Integer(n.cast_signed()),
            Cell::Port(n) => Parameter::Integer(n.into()),
            Cell::Double(d) | Cell::Time(d) | Cell::Interval(d) => Parameter::Real(d),
            Cell::Unset | Cell::Str([]) => Parameter::Null,
            Cell::Str(s) => Parameter::Text(s.into()),
            Cell::Addr(_) | Cell::Subnet(_) | Cell::List(_) => {
                let mut text = Vec::new();
                self.lists.cell(&mut text, &cell, false);
                Parameter::Text(text.into())
            }
        });
    }

    fn begin_list(&mut self) {
        self.list = Some((Vec::new(), false));
    }

    fn end_list(&mut self) {
        if let Some((text, begun)) = self.list.take() {
            let text = if begun { text } else { self.lists.empty_field.clone() };
            self.all.push(Parameter::Text(text.into()));
        }
    }
}

impl Writer for SqliteWriter {
    fn write(&mut self, row: &dyn Row) -> Result<bool, LogError> {
        let mut parameters = Parameters { lists: &self.lists, all: Vec::new(), list: None };
        if !row.give(&mut parameters) {
            return Ok(false);
        }
        let mut database = locked(&self.database);
        database.begin().map_err(|e| error(&self.path, &e))?;
        let inserted = database
            .connection
            .prepare_cached(&self.insert)
            .and_then(|mut s| s.execute(rusqlite::params_from_iter(parameters.all)));
        inserted.map_err(|e| {
            self.lost += 1;
            error(&self.path, &e)
        })?;
        self.rows += 1;
        self.pending += 1;
        if database.open >= BATCH {
            database.commit().map_err(|e| error(&self.path, &e))?;
            self.pending = 0;
        }
        Ok(true)
    }

    fn flush(&mut self) -> Result<(), LogError> {
        self.commit()
    }

    /// Commits. A database file is never renamed.
    fn rotate(&mut self, _to: &Path, _extension: &str) -> Result<Option<PathBuf>, LogError> {
        self.commit().map(|()| None)
    }

    fn finish(&mut self) -> Result<(), LogError> {
        self.commit()
    }

    fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of rows that could not be inserted or were in failed transactions. Final once the log has
    /// ended.
    fn lost(&self) -> u64 {
        self.lost + self.pending
    }
}

impl Drop for SqliteWriter {
    /// Ends a log that was not finished. Errors are lost: there is no caller to report them to.
    fn drop(&mut self) {
        drop(self.commit());
    }
}

#[cfg(test)]
mod tests;
