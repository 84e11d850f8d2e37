//! Rows for loggers in other processes. They are encoded in batches as they are written, in addition to the local file
//! or instead of it.
use crate::call::Call;
use cluster_wire::rows::{self, Field, FieldType, Head};
use log_framework::{Filter, OpenLog, Stream};
use logging::{Cell, Cells, Column, Kind, LogError, Row, Writer};
use net_types::{Port, TransportProto};
use std::cell::{Cell as Shared, RefCell};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use value::Value;

/// The maximum size of a batch in bytes, whatever `Log::write_buffer_size` is, because carriers limit the size of
/// messages.
const BATCH: usize = 512 << 10;

/// A batch that is ready to be sent.
pub(crate) struct Batch {
    /// The `Log::ID`.
    pub(crate) stream: Value,
    pub(crate) path: String,
    pub(crate) rows: u64,
    pub(crate) body: Vec<u8>,
}

/// The batches to be sent, and how they are filled.
#[derive(Clone)]
pub(crate) struct Outgoing(Rc<Waiting>);

struct Waiting {
    batches: RefCell<VecDeque<Batch>>,
    /// The maximum number of rows in a batch: `Log::write_buffer_size`.
    most: u32,
    /// Whether rows from other processes are being written. They are not sent on.
    is_receiving: Shared<bool>,
}

impl Outgoing {
    pub(crate) fn new(most: u64) -> Self {
        let most = u32::try_from(most).unwrap_or(u32::MAX).max(1);
        Outgoing(Rc::new(Waiting { batches: RefCell::default(), most, is_receiving: Shared::new(false) }))
    }

    /// Removes the next batch.
    pub(crate) fn take(&self) -> Option<Batch> {
        self.0.batches.borrow_mut().pop_front()
    }

    /// The number of waiting batches.
    pub(crate) fn len(&self) -> u64 {
        self.0.batches.borrow().len() as u64
    }

    /// Sets whether the rows being written come from other processes.
    pub(super) fn receiving(&self, is_receiving: bool) {
        self.0.is_receiving.set(is_receiving);
    }
}

/// Sends the rows of a log to other processes from now on, if its filter requests that and there are other processes.
pub(super) fn attach(c: &mut Call<'_>, stream: &Stream, filter: &Filter, open: &OpenLog) {
    let Some(out) = c.cluster().outgoing.clone().filter(|_| filter.remote) else { return };
    open.also(Box::new(Remote {
        stream: stream.id.clone(),
        writer: filter.writer.enum_name().map_or(String::new(), |n| n.to_string()),
        filter: filter.name.clone(),
        path: open.path_text(),
        columns: filter.renamed_columns(),
        batch: None,
        out,
    }));
}

/// Sends the rows of all open logs from now on, because other processes can be reached.
pub(crate) fn attach_all(c: &mut Call<'_>) {
    for stream in c.logs().streams() {
        let writers = stream.writers.borrow().clone();
        for open in writers {
            let filter = stream.filters.borrow().iter().find(|f| f.name == open.filter).cloned();
            if let Some(filter) = filter {
                attach(c, &stream, &filter, &open);
            }
        }
    }
}

/// The writer that encodes rows for other processes.
struct Remote {
    stream: Value,
    writer: String,
    filter: String,
    path: String,
    columns: Vec<Column>,
    batch: Option<rows::Writer>,
    out: Outgoing,
}

impl Remote {
    fn begun(&self) -> rows::Writer {
        let fields = self.columns.iter().map(|column| {
            let (kind, subtype) = types(&column.kind);
            Field { name: column.name.as_bytes(), second_name: None, kind, subtype, optional: true }
        });
        let name = self.stream.enum_name().unwrap_or_else(|| "".into());
        let head = Head {
            stream: name.as_bytes(),
            writer: self.writer.as_bytes(),
            filter: self.filter.as_bytes(),
            path: self.path.as_bytes(),
            fields: fields.collect(),
        };
        rows::Writer::new(Vec::new(), &head)
    }

    fn send(&mut self) {
        if let Some(batch) = self.batch.take() {
            let (stream, path) = (self.stream.clone(), self.path.clone());
            let rows = batch.rows().into();
            self.out.0.batches.borrow_mut().push_back(Batch { stream, path, rows, body: batch.finish() });
        }
    }
}

impl Writer for Remote {
    fn write(&mut self, row: &dyn Row) -> Result<bool, LogError> {
        if self.out.0.is_receiving.get() {
            return Ok(true);
        }
        let mut batch = self.batch.take().unwrap_or_else(|| self.begun());
        let mark = batch.mark();
        batch.begin_row();
        let mut cells = Encoding { batch: &mut batch, columns: self.columns.iter(), list: None };
        let is_whole = row.give(&mut cells);
        if !is_whole {
            batch.back_to(mark);
        }
        let is_full = batch.rows() >= self.out.0.most || batch.size() >= BATCH;
        self.batch = Some(batch);
        if is_full {
            self.send();
        }
        Ok(is_whole)
    }

    fn flush(&mut self) -> Result<(), LogError> {
        self.send();
        Ok(())
    }

    fn rotate(&mut self, _to: &Path, _extension: &str) -> Result<Option<PathBuf>, LogError> {
        Ok(None)
    }

    fn finish(&mut self) -> Result<(), LogError> {
        self.send();
        Ok(())
    }

    /// No local file has these rows.
    fn rows(&self) -> u64 {
        0
    }
}

/// Returns the types of a column in the wire format.
pub(super) fn types(kind: &Kind) -> (FieldType, FieldType) {
    match kind {
        Kind::Set(inner) => (FieldType::Set, types(inner).0),
        Kind::Vector(inner) => (FieldType::Vector, types(inner).0),
        Kind::Bool => (FieldType::Bool, FieldType::Void),
        Kind::Int => (FieldType::Int, FieldType::Void),
        Kind::Count => (FieldType::Count, FieldType::Void),
        Kind::Double => (FieldType::Double, FieldType::Void),
        Kind::Time => (FieldType::Time, FieldType::Void),
        Kind::Interval => (FieldType::Interval, FieldType::Void),
        Kind::String | Kind::Pattern => (FieldType::String, FieldType::Void),
        Kind::Port => (FieldType::Port, FieldType::Void),
        Kind::Addr => (FieldType::Addr, FieldType::Void),
        Kind::Subnet => (FieldType::Subnet, FieldType::Void),
        Kind::Enum => (FieldType::Enum, FieldType::Void),
        Kind::Func => (FieldType::Func, FieldType::Void),
        Kind::File => (FieldType::File, FieldType::Void),
    }
}

/// A row that is being encoded.
struct Encoding<'a> {
    batch: &'a mut rows::Writer,
    /// The columns that do not have a cell yet.
    columns: std::slice::Iter<'a, Column>,
    /// The open list: the kind of its elements, the offset of the first one, and their number so far.
    list: Option<(&'a Kind, usize, usize)>,
}

impl Cells for Encoding<'_> {
    fn cell(&mut self, cell: Cell<'_>) {
        let kind = match &mut self.list {
            Some((kind, _, n)) => {
                *n += 1;
                *kind
            }
            None => match self.columns.next() {
                Some(column) => &column.kind,
                None => return,
            },
        };
        put(self.batch, kind, &cell);
    }

    fn begin_list(&mut self) {
        let Some(column) = self.columns.next() else { return };
        let (ty, subtype) = types(&column.kind);
        self.batch.present(ty, subtype);
        let kind = match &column.kind {
            Kind::Set(inner) | Kind::Vector(inner) => inner,
            other => other,
        };
        self.list = Some((kind, self.batch.begin_elements(), 0));
    }

    fn end_list(&mut self) {
        if let Some((_, at, n)) = self.list.take() {
            self.batch.end_elements(at, n);
        }
    }
}

fn put(out: &mut rows::Writer, kind: &Kind, cell: &Cell<'_>) {
    let (ty, subtype) = types(kind);
    match cell {
        Cell::Unset => return out.unset(ty, subtype),
        // Lists cannot contain lists.
        Cell::List(_) => return out.unset(ty, subtype),
        _ => out.present(ty, subtype),
    }
    match cell {
        Cell::Unset | Cell::List(_) => {}
        Cell::Bool(b) => out.bool(*b),
        Cell::Int(n) => out.int(*n),
        Cell::Count(n) => out.count(*n),
        Cell::Double(n) | Cell::Time(n) | Cell::Interval(n) => out.real(*n),
        Cell::Str(s) => out.text(s),
        // Logs contain only the port's number.
        Cell::Port(num) => out.port(Port { num: *num, proto: TransportProto::Unknown }),
        Cell::Addr(a) => out.addr(*a),
        Cell::Subnet(n) => out.subnet(*n),
    }
}
