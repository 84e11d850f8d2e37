//! Logs on disk: a [`Schema`] of columns, rows of [`Cell`]s, and a [`Writer`] that formats rows straight into its
//! buffer. A [`Row`] passes its cells to the writer one by one, so rows are never collected.
//!
//! The crate handles columns, not script values, and knows neither scripts nor packets. A row is borrowed for the call
//! only; a writer does not allocate for it once its buffer has grown to the size of the largest row.
//!
//! ```
//! use logging::{AsciiConfig, AsciiWriter, Cell, Column, Kind, Schema, Writer};
//! # let dir = tempfile::tempdir().unwrap();
//! # let file = dir.path().join("greet.log");
//! let schema = Schema::new("greet", vec![Column::new("who", Kind::String), Column::new("n", Kind::Count)]);
//! let mut log = AsciiWriter::create(&file, schema, AsciiConfig::default()).unwrap();
//! log.write(&[Cell::Str(b"egret"), Cell::Count(3)]).unwrap();
//! log.finish().unwrap();
//! assert!(std::fs::read_to_string(&file).unwrap().contains("\negret\t3\n"));
//! ```
mod ascii;
mod cell;
mod cells;
pub mod checkpoint;
mod json;
mod number;
mod output;
mod row;
mod shadow;
mod sqlite;
mod text;
mod tsv;

use std::path::{Path, PathBuf};

pub use ascii::{AsciiConfig, AsciiWriter};
pub use cell::{Cell, Column, Kind, Schema};
pub use cells::Cells;
pub use checkpoint::Place;
pub use json::{JsonTimestamps, write_json_string};
pub use number::{write_double, write_fixed6, write_json_double};
pub use output::LogError;
pub use row::{Row, may_be_written};
pub use shadow::{Leftover, Leftovers, leftovers};
pub use sqlite::{JournalMode, SqliteConfig, SqliteWriter, Synchronous};
pub use text::escape_utf8;
pub use tsv::Line;

/// Writes one log.
pub trait Writer {
    /// Appends a row: one cell per column of the schema. Returns false if the row must not be written ([`Row::give`]);
    /// the log is then unchanged.
    fn write(&mut self, row: &dyn Row) -> Result<bool, LogError>;
    /// Writes the buffer to the file.
    fn flush(&mut self) -> Result<(), LogError>;
    /// Flushes, and returns once the device has the rows. Returns how far the file is; `None` if the log is not a file
    /// that can be cut.
    fn sync(&mut self) -> Result<Option<Place>, LogError> {
        self.flush().map(|()| None)
    }
    /// Like [`sync`](Self::sync), for a log that may have no row yet: creates its file. Writers whose logs have no place do
    /// nothing.
    fn begin_file(&mut self) -> Result<Option<Place>, LogError> {
        Ok(None)
    }
    /// Closes the file, moves it to `to` plus `extension`, with a number between them if that file exists, and begins a
    /// new one with the next row. Returns the new name; `None` if there was no row since the last rotation, and
    /// therefore no file.
    fn rotate(&mut self, to: &Path, extension: &str) -> Result<Option<PathBuf>, LogError>;
    /// Ends the log: writes the buffer and closes the file.
    fn finish(&mut self) -> Result<(), LogError>;
    /// Returns the number of rows taken since the log was created.
    fn rows(&self) -> u64;
    /// Returns the number of rows that are lost: not in any file, now or later.
    fn lost(&self) -> u64 {
        0
    }
    /// News since the last call about the file that the user should know.
    fn notice(&mut self) -> Option<String> {
        None
    }
}
