//! A stream: where its rows come from, and where they go.
use super::item::Column;
use super::outbox::Outbox;
use super::readers::{Mode, Reader};
use dict::{Chosen, Order, Table as _};
use std::collections::VecDeque;
use std::rc::Rc;
use value::{Func, Record, RecordType, Str, Table};

/// A stream: its reader, and where its rows go.
pub struct Stream {
    pub(super) name: String,
    pub(super) source: String,
    /// What messages call it: source and reader.
    pub(super) label: String,
    pub(super) mode: Mode,
    pub(super) description: Record,
    pub(super) error_event: Option<u32>,
    pub(super) target: Target,
    pub(super) reader: Box<dyn Reader>,
    pub(super) outbox: Outbox,
    /// Pieces of files that wait for those who analyze files.
    pub(super) pieces: VecDeque<FilePiece>,
    /// The reader was told to open its source.
    pub(super) opened: bool,
    /// It is still at that.
    pub(super) opening: bool,
    /// The pass under way was asked for.
    pub(super) forced: bool,
    /// A pass is under way.
    pub(super) reading: bool,
    /// What it waits for has not come yet.
    pub(super) later: bool,
    /// Another is to follow it.
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

/// Rows go into a table or set.
pub(super) struct TableTarget {
    pub(super) table: Table,
    pub(super) index: Rc<RecordType>,
    /// `None` for a set.
    pub(super) value: Option<Rc<RecordType>>,
    /// How many columns are the index's; the others are the value's.
    pub(super) index_columns: usize,
    pub(super) value_columns: usize,
    pub(super) want_record: bool,
    pub(super) pred: Option<Rc<Func>>,
    pub(super) event: Option<u32>,
    /// Rows of this pass, by what tells them apart.
    pub(super) current: Chosen<SeenRow>,
    /// Rows of the pass before that have not come again.
    pub(super) last: Chosen<SeenRow>,
}

/// A row that came.
pub(super) struct SeenRow {
    /// Under which index it stands in the table.
    pub(super) key: Box<[u8]>,
    /// Hash of its value columns.
    pub(super) value: u64,
}

/// Rows are events.
pub(super) struct EventTarget {
    pub(super) fields: Rc<RecordType>,
    pub(super) event: u32,
    pub(super) want_record: bool,
}

/// Tables of known rows start empty.
pub(super) fn no_rows() -> Chosen<SeenRow> {
    Chosen::new(Order::Any)
}

impl Target {
    /// The columns that a stream without records of its own wants.
    pub(super) fn analysis_columns() -> Vec<Column> {
        vec![Column::bytes()]
    }
}
