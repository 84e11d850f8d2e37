//! The reader of an SQLite query's rows. The query runs on its own thread, which blocks while too many rows are
//! waiting.
use super::{MESSAGES, Mode, Reader, Request, Settings, Step};
use crate::item::{Column, Item};
use crate::outbox::Outbox;
use crate::text::{self, Notation};
use net_types::{Port, Subnet};
use outside::Sources;
use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OpenFlags};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use value::{Str, Type};

/// The most rows that may wait for the reader.
const WAITING: usize = 1024;

pub(super) struct Sqlite {
    request: Request,
    notation: Notation,
    /// The rows of the current pass.
    rows: Option<Receiver<Answer>>,
    /// For each of the stream's columns: the query's column, and the column that names a port's transport.
    places: Vec<(usize, Option<usize>)>,
}

/// A message from the thread.
enum Answer {
    /// The query was accepted; contains the names of its columns.
    Columns(Vec<String>),
    Row(Vec<Cell>),
    /// The query failed to start.
    Refused(String),
    /// The query failed after it had started.
    Failed(String),
    Done,
}

impl Sqlite {
    pub(super) fn new(request: Request, settings: &Settings<'_>) -> Self {
        Sqlite {
            notation: Notation {
                set_separator: settings.bytes("InputSQLite::set_separator").first().copied().unwrap_or(b','),
                unset: settings.bytes("InputSQLite::unset_field"),
                empty: settings.bytes("InputSQLite::empty_field"),
            },
            rows: None,
            places: Vec::new(),
            request,
        }
    }

    fn ask(&mut self, query: String) {
        let path = format!("{}.sqlite", self.request.source);
        let (to, rows) = sync_channel(WAITING);
        std::thread::spawn(move || {
            // If the stream has ended, the message is dropped.
            drop(answer(&path, &query, &to));
        });
        self.rows = Some(rows);
    }

    /// Maps the stream's columns to the query's columns.
    fn map(&self, names: &[String]) -> Result<Vec<(usize, Option<usize>)>, String> {
        let find = |wanted: &str| {
            let mut all = names.iter().enumerate().filter(|(_, n)| *n == wanted).map(|(at, _)| at);
            match (all.next(), all.next()) {
                (_, Some(_)) => Err(format!(
                    "SQLite statement returns several columns with name {wanted}! Cannot decide which to choose, aborting"
                )),
                (one, None) => Ok(one),
            }
        };
        let place = |c: &Column| {
            let at = find(&c.name)?
                .ok_or_else(|| format!("Required field {} not found after SQLite statement", c.name))?;
            let proto = c.proto_column.as_deref().map_or(Ok(None), find)?;
            Ok((at, proto))
        };
        self.request.columns.iter().map(place).collect()
    }

    fn row(&self, cells: &[Cell], outbox: &mut Outbox) -> Option<Vec<Item>> {
        let mut items = Vec::with_capacity(self.places.len());
        for (c, (at, proto)) in self.request.columns.iter().zip(&self.places) {
            let cell = cells.get(*at).unwrap_or(&Cell::Null);
            let mut item = self.item(cell, &c.ty, outbox)?;
            if let (Item::Port(p), Some(at)) = (&mut item, proto) {
                match cells.get(*at) {
                    Some(Cell::Null) | None => {
                        outbox.error("Port protocol definition did not contain text");
                    }
                    Some(word) => p.proto = text::proto(&text_of(word), outbox),
                }
            }
            items.push(item);
        }
        Some(items)
    }

    fn item(&self, cell: &Cell, ty: &Type, outbox: &mut Outbox) -> Option<Item> {
        if matches!(cell, Cell::Null) {
            return Some(Item::Unset);
        }
        Some(match ty {
            Type::String => Item::String(Str::new(&text_of(cell))),
            Type::Enum(_) => Item::Enum(Str::new(&text_of(cell))),
            Type::Bool => match cell {
                Cell::Integer(n @ (0 | 1)) => Item::Bool(*n == 1),
                Cell::Integer(n) => {
                    outbox.error(format!("Invalid value for boolean: {n}"));
                    return None;
                }
                _ => {
                    outbox.error("Invalid data type for boolean - expected Integer");
                    return None;
                }
            },
            Type::Int => Item::Int(integer_of(cell)),
            Type::Count => Item::Count(integer_of(cell) as u64),
            Type::Double | Type::Time | Type::Interval => Item::Double(double_of(cell)),
            Type::Port => Item::Port(Port { num: integer_of(cell) as u16, ..Port::default() }),
            Type::Addr => Item::Addr(text::addr(&text_of(cell), outbox)),
            Type::Subnet => {
                let text = text_of(cell);
                let slash = text.iter().position(|&b| b == b'/').unwrap_or(text.len());
                let prefix = text::addr(text.get(..slash)?, outbox);
                let width = text.get(slash + 1..).and_then(|w| std::str::from_utf8(w).ok()?.parse().ok());
                Item::Subnet(Subnet::new(prefix, width.unwrap_or(0))?)
            }
            Type::Pattern | Type::Table(_) | Type::Vector(_) => {
                self.notation.item(&text_of(cell), "", ty, outbox)?
            }
            other => {
                outbox.error(format!("unsupported field format {}", other.tag_name()));
                return None;
            }
        })
    }
}

/// Converts a cell to text as SQLite does.
fn text_of(cell: &Cell) -> Vec<u8> {
    match cell {
        Cell::Null => Vec::new(),
        Cell::Integer(n) => n.to_string().into_bytes(),
        Cell::Real(x) => format!("{x:?}").into_bytes(),
        Cell::Text(s) => s.clone().into_bytes(),
        Cell::Blob(b) => b.clone(),
    }
}

/// Converts a cell to an integer as SQLite does.
fn integer_of(cell: &Cell) -> i64 {
    match cell {
        Cell::Integer(n) => *n,
        Cell::Real(x) => *x as i64,
        _ => String::from_utf8_lossy(&text_of(cell)).trim().parse().unwrap_or(0),
    }
}

fn double_of(cell: &Cell) -> f64 {
    match cell {
        Cell::Integer(n) => *n as f64,
        Cell::Real(x) => *x,
        _ => String::from_utf8_lossy(&text_of(cell)).trim().parse().unwrap_or(0.0),
    }
}

/// Returns SQLite's own text of an error.
fn message(e: &rusqlite::Error) -> String {
    match e {
        rusqlite::Error::SqliteFailure(_, Some(text)) => text.clone(),
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}

/// Runs the query on the thread. Fails if the stream has ended.
fn answer(
    path: &str,
    query: &str,
    to: &SyncSender<Answer>,
) -> Result<(), std::sync::mpsc::SendError<Answer>> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = match Connection::open_with_flags(path, flags) {
        Ok(db) => db,
        Err(e) => return to.send(Answer::Refused(message(&e))),
    };
    let mut statement = match db.prepare(query) {
        Ok(s) => s,
        Err(e) => return to.send(Answer::Refused(message(&e))),
    };
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let width = names.len();
    to.send(Answer::Columns(names))?;
    let mut rows = match statement.query([]) {
        Ok(rows) => rows,
        Err(e) => return to.send(Answer::Failed(message(&e))),
    };
    loop {
        let cells = match rows.next() {
            Ok(None) => return to.send(Answer::Done),
            Ok(Some(row)) => (0..width).map(|at| row.get::<_, Cell>(at)).collect::<Result<Vec<_>, _>>(),
            Err(e) => Err(e),
        };
        match cells {
            Ok(cells) => to.send(Answer::Row(cells))?,
            Err(e) => return to.send(Answer::Failed(message(&e))),
        }
    }
}

impl Reader for Sqlite {
    fn open(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        if self.request.mode != Mode::Manual {
            outbox.error("SQLite only supports manual reading mode.");
            return Step::Failed;
        }
        if !self.request.config.contains_key("query") {
            outbox.error(format!(
                "No query specified when setting up SQLite data source {}. Aborting.",
                self.request.source
            ));
            return Step::Failed;
        }
        self.update(world, outbox)
    }

    fn update(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        let query = self.request.config.get("query").cloned().unwrap_or_default();
        self.ask(String::from_utf8_lossy(&query).into_owned());
        self.read_on(world, outbox)
    }

    fn read_on(&mut self, _: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        while let Some(rows) = &self.rows {
            let answer = match rows.try_recv() {
                Ok(answer) => answer,
                Err(TryRecvError::Empty) => return Step::Later,
                Err(TryRecvError::Disconnected) => Answer::Failed("the query ended early".to_owned()),
            };
            match answer {
                Answer::Columns(names) => match self.map(&names) {
                    Ok(places) => self.places = places,
                    Err(fault) => {
                        outbox.error(fault);
                        self.rows = None;
                    }
                },
                Answer::Row(cells) => match self.row(&cells, outbox) {
                    Some(items) => outbox.row(items),
                    None => self.rows = None,
                },
                Answer::Refused(why) => {
                    outbox.error(format!("SQLite call failed: {why}"));
                    self.rows = None;
                    return Step::Failed;
                }
                Answer::Failed(why) => {
                    outbox.error(format!("SQLite call failed: {why}"));
                    self.rows = None;
                }
                Answer::Done => {
                    outbox.end_of_pass();
                    self.rows = None;
                }
            }
            if outbox.waiting() >= MESSAGES {
                return Step::More;
            }
        }
        Step::Done
    }

    fn wants_update(&mut self) -> bool {
        false
    }
}
