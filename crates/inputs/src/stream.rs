//! A stream: its source and its target.
use super::item::Column;
use super::outbox::Outbox;
use super::readers::{Mode, Reader};
use std::collections::VecDeque;
use std::rc::Rc;
use value::table::Beside;
use value::{Func, Record, RecordType, Str, Table};

/// A stream: its reader and the target of its rows.
pub struct Stream {
    pub(super) name: String,
    pub(super) source: String,
    /// The stream's name in messages: source and reader.
    pub(super) label: String,
    pub(super) mode: Mode,
    pub(super) description: Record,
    pub(super) error_event: Option<u32>,
    pub(super) target: Target,
    pub(super) reader: Box<dyn Reader>,
    pub(super) outbox: Outbox,
    /// Pieces of files that wait for the files framework.
    pub(super) pieces: VecDeque<FilePiece>,
    /// A file that must exist before the reader opens it.
    pub(super) awaited: Option<String>,
    /// Whether the reader was told to open its source.
    pub(super) opened: bool,
    /// Whether the reader is still opening its source.
    pub(super) opening: bool,
    /// Whether a script requested the current pass.
    pub(super) forced: bool,
    /// Whether a pass is in progress.
    pub(super) reading: bool,
    /// Whether the reader waits for its source.
    pub(super) later: bool,
    /// Whether another pass follows the current one.
    pub(super) again: bool,
}

/// A piece of a file that a stream reads for the files framework.
pub struct FilePiece {
    /// The name of the stream.
    pub stream: String,
    /// The bytes; `None` at the end of the file.
    pub bytes: Option<Str>,
}

pub(super) enum Target {
    Table(Box<TableTarget>),
    Event(EventTarget),
    Analysis,
}

/// A table or set as target.
pub(super) struct TableTarget {
    pub(super) table: Table,
    pub(super) index: Rc<RecordType>,
    /// The type of the table's values; `None` for a set.
    pub(super) value: Option<Rc<RecordType>>,
    /// The number of index columns. The remaining columns form the value.
    pub(super) index_columns: usize,
    pub(super) value_columns: usize,
    pub(super) want_record: bool,
    pub(super) pred: Option<Rc<Func>>,
    pub(super) event: Option<u32>,
    /// The rows of this pass, by identity.
    pub(super) current: Beside<SeenRow>,
    /// The rows of the previous pass that were not read again so far.
    pub(super) last: Beside<SeenRow>,
}

/// A row that is in the table.
pub(super) struct SeenRow {
    /// Its index in the table.
    pub(super) key: Box<[u8]>,
    /// The hash of its value columns.
    pub(super) value: u64,
}

/// An event as target.
pub(super) struct EventTarget {
    pub(super) fields: Rc<RecordType>,
    pub(super) event: u32,
    pub(super) want_record: bool,
}

impl Target {
    /// Returns the columns of a stream without records.
    pub(super) fn analysis_columns() -> Vec<Column> {
        vec![Column::bytes()]
    }
}
