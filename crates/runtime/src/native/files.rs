//! The files of logs: each appears with its first row.
use logging::{AsciiConfig, AsciiWriter, Cell, Column, Kind, LogError, Schema, Writer};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The columns that name a connection.
pub(super) fn id_columns() -> [Column; 4] {
    [
        Column::new("id.orig_h", Kind::Addr),
        Column::new("id.orig_p", Kind::Port),
        Column::new("id.resp_h", Kind::Addr),
        Column::new("id.resp_p", Kind::Port),
    ]
}

/// Which of the logs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Log {
    Conn,
    Weird,
    Tunnel,
}

/// Their names, in the order of [`Log`].
const NAMES: [&str; 3] = ["conn", "weird", "tunnel"];

/// A folder of logs. A copy of it writes to the same files, from whatever thread; rows are whole.
#[derive(Clone)]
pub struct LogFiles {
    folder: PathBuf,
    suffix: String,
    config: AsciiConfig,
    /// Taken once a row, which is rare beside packets.
    open: Arc<Mutex<[Option<AsciiWriter>; 3]>>,
}

impl LogFiles {
    /// Logs in `folder`, named NAME.`suffix`, written as `config` says.
    pub fn new(folder: PathBuf, suffix: String, config: AsciiConfig) -> Self {
        LogFiles { folder, suffix, config, open: Arc::default() }
    }

    fn open(&self) -> MutexGuard<'_, [Option<AsciiWriter>; 3]> {
        // A thread that panicked left whole rows behind.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a row; `schema` is asked for with the first.
    pub(super) fn write(
        &mut self,
        log: Log,
        schema: fn() -> Schema,
        row: &[Cell<'_>],
    ) -> Result<(), LogError> {
        let mut open = self.open();
        let Some(slot) = open.get_mut(log as usize) else { return Ok(()) };
        let writer = match slot {
            Some(w) => w,
            None => {
                let schema = schema();
                let path = self.folder.join(format!("{}.{}", schema.path, self.suffix));
                slot.insert(AsciiWriter::create(&path, schema, self.config.clone())?)
            }
        };
        writer.write(row)
    }

    /// Hands to the system what is buffered.
    pub(super) fn flush(&mut self) -> Result<(), LogError> {
        self.open().iter_mut().flatten().try_for_each(Writer::flush)
    }

    /// Moves all logs to names with `stamp` in them; the next rows begin new ones.
    pub(super) fn rotate(&mut self, stamp: &str) -> Result<(), LogError> {
        for (slot, name) in self.open().iter_mut().zip(NAMES) {
            if let Some(w) = slot {
                w.rotate(&self.folder.join(format!("{name}.{stamp}.{}", self.suffix)))?;
            }
        }
        Ok(())
    }

    /// Ends all logs: names and rows.
    ///
    /// # Errors
    /// What the file system says.
    pub fn finish(&mut self) -> Result<Vec<(String, u64)>, LogError> {
        let mut rows = Vec::new();
        for (slot, name) in self.open().iter_mut().zip(NAMES) {
            if let Some(mut w) = slot.take() {
                w.finish()?;
                rows.push((name.to_owned(), w.rows()));
            }
        }
        Ok(rows)
    }
}
