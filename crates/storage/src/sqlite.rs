//! A table of keys, values and expiration times in a SQLite database.
//!
//! The layout is Zeek's, so that both programs can open the same database: `key_str`, `value_str` and `expire_time`
//! (seconds since the epoch, 0 for never), and a table with the time of the last removal of expired entries.
use super::{Code, Failure, Outcome};
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use std::time::Duration;

/// The options for opening a database.
pub struct Options {
    /// The path of the file, or `:memory:`.
    pub path: String,
    /// The name of the table.
    pub table: String,
    /// The maximum time that an operation waits for other writers.
    pub busy: Duration,
    /// The pragmas to run: names, and values that may be empty.
    pub pragmas: Vec<(String, String)>,
}

/// An open database.
pub struct Sqlite {
    db: Connection,
    /// The table's name, quoted for SQL.
    table: String,
    name: String,
}

/// A key, its value, and its expiration time.
pub type Entry = (Vec<u8>, Vec<u8>, f64);

impl Sqlite {
    /// Opens a database and creates its tables.
    ///
    /// # Errors
    /// [`Code::InitializationFailed`] or [`Code::Failed`], with the reason.
    pub fn open(o: &Options) -> Outcome<Self> {
        let db = Connection::open(&o.path).map_err(failed)?;
        db.busy_timeout(o.busy).map_err(failed)?;
        for (name, value) in o.pragmas.iter().filter(|(name, _)| name != "busy_timeout") {
            pragma(&db, name, value)?;
        }
        let table = quoted(&o.table);
        let make = format!(
            "create table if not exists {table} (key_str blob primary key, value_str blob not null, expire_time real); \
             create table if not exists zeek_storage_expiry_runs (ukey primary key, last_run double);"
        );
        let made = db.execute_batch(&make).and_then(|()| {
            let first = "insert or ignore into zeek_storage_expiry_runs (ukey, last_run) values (?, 0)";
            db.execute(first, params![o.table])
        });
        made.map_err(|e| Failure {
            code: Code::InitializationFailed,
            text: Some(format!("Error executing table creation statement: {}", message(&e))),
        })?;
        Ok(Sqlite { db, table, name: o.table.clone() })
    }

    /// Stores a value under a key until the time `expires`; 0 means forever.
    ///
    /// # Errors
    /// [`Code::KeyExists`] without `overwrite`, or SQLite's error.
    pub fn put(&self, key: &[u8], value: &[u8], overwrite: bool, expires: f64, now: f64) -> Outcome<()> {
        let insert = format!(
            "insert into {} (key_str, value_str, expire_time) values (?1, ?2, ?3) \
             on conflict (key_str) do update set value_str = ?2, expire_time = ?3",
            self.table
        );
        // An expired entry that was not removed yet counts as missing.
        let sql = if overwrite { insert } else { insert + " where expire_time > 0.0 and expire_time < ?4" };
        let mut statement = self.db.prepare_cached(&sql).map_err(failed)?;
        let changed = if overwrite {
            statement.execute(params![key, value, expires])
        } else {
            statement.execute(params![key, value, expires, now])
        };
        match changed.map_err(failed)? {
            0 => Err(Code::KeyExists.into()),
            _ => Ok(()),
        }
    }

    /// Returns the value of a key.
    ///
    /// # Errors
    /// [`Code::KeyNotFound`], or SQLite's error.
    pub fn get(&self, key: &[u8], now: f64) -> Outcome<Vec<u8>> {
        let sql = format!(
            "select value_str from {} where key_str = ? and (expire_time > ? or expire_time = 0.0)",
            self.table
        );
        let mut statement = self.db.prepare_cached(&sql).map_err(failed)?;
        let found = statement.query_row(params![key, now], |row| row.get(0)).optional().map_err(failed)?;
        found.ok_or_else(|| Code::KeyNotFound.into())
    }

    /// Removes a key. A missing key is not an error.
    ///
    /// # Errors
    /// SQLite's error.
    pub fn erase(&self, key: &[u8]) -> Outcome<()> {
        let sql = format!("delete from {} where key_str = ?", self.table);
        self.db.prepare_cached(&sql).and_then(|mut s| s.execute(params![key])).map_err(failed)?;
        Ok(())
    }

    /// Removes expired entries, unless this or another process did so within the last `interval` seconds. Returns the
    /// number of removed entries.
    ///
    /// # Errors
    /// SQLite's error.
    pub fn expire(&self, now: f64, interval: f64) -> Outcome<usize> {
        let turn =
            "update zeek_storage_expiry_runs set last_run = ?1 where ukey = ?2 and ?1 - last_run >= ?3";
        match self.db.execute(turn, params![now, self.name, interval]) {
            Ok(0) => return Ok(0),
            Ok(_) => {}
            // Another process is removing the entries.
            Err(e) if e.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => return Ok(0),
            Err(e) => return Err(failed(e)),
        }
        let sql = format!("delete from {} where expire_time > 0.0 and expire_time <= ?", self.table);
        self.db.execute(&sql, params![now]).map_err(failed)
    }

    /// Returns all entries, in the order of their keys.
    ///
    /// # Errors
    /// SQLite's error.
    pub fn entries(&self) -> Outcome<Vec<Entry>> {
        let sql = format!("select key_str, value_str, expire_time from {} order by key_str", self.table);
        let mut statement = self.db.prepare(&sql).map_err(failed)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        rows.and_then(Iterator::collect).map_err(failed)
    }

    /// Checks the integrity of the database.
    ///
    /// # Errors
    /// The damage that SQLite found, or its error.
    pub fn check(&self) -> Outcome<()> {
        let found: String =
            self.db.query_row("pragma integrity_check", [], |row| row.get(0)).map_err(failed)?;
        let damaged = || Failure { code: Code::Failed, text: Some(found.clone()) };
        if found == "ok" { Ok(()) } else { Err(damaged()) }
    }

    /// Returns the path of the database.
    pub fn path(&self) -> Option<&str> {
        self.db.path()
    }

    /// Returns the number of pages in the database.
    pub fn pages(&self) -> Option<i64> {
        self.db.query_row("pragma page_count", [], |row| row.get(0)).ok()
    }

    /// Closes the database.
    ///
    /// # Errors
    /// [`Code::DisconnectionFailed`], with the reason.
    pub fn close(self) -> Outcome<()> {
        let disconnected = |text: String| Failure { code: Code::DisconnectionFailed, text: Some(text) };
        let optimized = match self.db.execute_batch("pragma optimize") {
            Err(e) if e.sqlite_error_code() != Some(ErrorCode::DatabaseBusy) => {
                Err(disconnected(format!("Sqlite failed to optimize at shutdown: {}", message(&e))))
            }
            _ => Ok(()),
        };
        self.db.close().map_err(|_| disconnected("Sqlite could not close main db connection".to_owned()))?;
        optimized
    }
}

/// Runs a pragma and ignores its rows.
fn pragma(db: &Connection, name: &str, value: &str) -> Outcome<()> {
    let sql = if value.is_empty() { format!("pragma {name}") } else { format!("pragma {name} = {value}") };
    let run = || -> rusqlite::Result<()> {
        let mut statement = db.prepare(&sql)?;
        let mut rows = statement.query([])?;
        while rows.next()?.is_some() {}
        Ok(())
    };
    run().map_err(|e| Failure {
        code: Code::InitializationFailed,
        text: Some(format!("Error while executing '{sql}': {}", message(&e))),
    })
}

fn failed(e: rusqlite::Error) -> Failure {
    Failure { code: Code::Failed, text: Some(format!("SQLite call failed: {}", message(&e))) }
}

/// Quotes a name for SQL.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Returns SQLite's message for an error.
fn message(e: &rusqlite::Error) -> String {
    match e {
        rusqlite::Error::SqliteFailure(code, None) => code.to_string(),
        // Drop the path, which follows the message.
        rusqlite::Error::SqliteFailure(code, Some(text)) if code.code == ErrorCode::CannotOpen => {
            text.split(": ").next().unwrap_or(text).to_owned()
        }
        rusqlite::Error::SqliteFailure(_, Some(text)) => text.clone(),
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(path: &str) -> Outcome<Sqlite> {
        let pragmas =
            vec![("journal_mode".to_owned(), "WAL".to_owned()), ("quick_check".to_owned(), String::new())];
        Sqlite::open(&Options {
            path: path.into(),
            table: "a \"b".into(),
            busy: Duration::from_millis(10),
            pragmas,
        })
    }

    #[test]
    fn values_are_kept_until_they_expire() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.sqlite").to_string_lossy().into_owned();
        let s = open(&path).unwrap();
        assert_eq!(s.get(b"k", 0.0), Err(Code::KeyNotFound.into()));
        assert_eq!(s.put(b"k", b"v", false, 0.0, 1.0), Ok(()));
        assert_eq!(s.put(b"k", b"w", false, 0.0, 1.0), Err(Code::KeyExists.into()));
        assert_eq!(s.get(b"k", 9.0), Ok(b"v".to_vec()));
        assert_eq!(s.put(b"k", b"w", true, 5.0, 1.0), Ok(()));
        assert_eq!((s.get(b"k", 4.0), s.get(b"k", 5.0)), (Ok(b"w".to_vec()), Err(Code::KeyNotFound.into())));
        // An expired entry does not block a new one.
        assert_eq!(s.put(b"k", b"x", false, 7.0, 6.0), Ok(()));
        assert_eq!((s.expire(8.0, 2.0), s.expire(9.0, 2.0)), (Ok(1), Ok(0)));
        assert_eq!(s.put(b"k", b"y", false, 0.0, 9.0), Ok(()));
        assert_eq!(s.close(), Ok(()));
        let s = open(&path).unwrap();
        assert_eq!(s.get(b"k", 9.0), Ok(b"y".to_vec()));
        assert_eq!((s.erase(b"k"), s.erase(b"k")), (Ok(()), Ok(())));
        assert_eq!(s.get(b"k", 9.0), Err(Code::KeyNotFound.into()));
        assert!(s.pages().is_some_and(|n| n > 0));
    }

    #[test]
    fn what_cannot_be_opened_is_told() {
        let e = open("/nowhere/at/all.sqlite").err().unwrap();
        assert_eq!(e.text.as_deref(), Some("SQLite call failed: unable to open database file"));
        let odd = Options {
            path: ":memory:".into(),
            table: "t".into(),
            busy: Duration::ZERO,
            pragmas: vec![("no such".into(), "thing".into())],
        };
        let e = Sqlite::open(&odd).err().unwrap();
        assert_eq!(e.code, Code::InitializationFailed);
        assert!(e.text.unwrap().starts_with("Error while executing 'pragma no such = thing': "));
    }
}
