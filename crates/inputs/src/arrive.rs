//! Delivers rows to tables, events and files.
use super::convert::{Cells, Unfit, missing, record, value};
use super::item::{Item, Row, identity};
use super::stream::{EventTarget, FilePiece, SeenRow, Stream, TableTarget, Target};
use super::{raise, raise_named, warn};
use std::rc::Rc;
use value::{Context, Record, RecordType, Type, Value};

/// A change of a table entry. The values are those of `Input::Event`.
#[derive(Clone, Copy)]
enum Change {
    New = 0,
    Changed = 1,
    Removed = 2,
}

impl Change {
    fn value(self, cx: &dyn Context) -> Value {
        match cx.named_type("Input::Event") {
            Some(Type::Enum(e)) => Value::enumerator(self as i64, &e),
            _ => Value::Count(self as u64),
        }
    }
}

/// Delivers a row of a source that is read as a whole.
pub(super) fn entry(cx: &mut dyn Context, stream: &mut Stream, row: &Row) {
    match mem_take(stream) {
        Target::Table(mut t) => {
            table_entry(cx, stream, &mut t, row);
            stream.target = Target::Table(t);
        }
        other => {
            stream.target = other;
            put(cx, stream, row);
        }
    }
}

/// Delivers a row of a source that is followed.
pub(super) fn put(cx: &mut dyn Context, stream: &mut Stream, row: &Row) {
    match mem_take(stream) {
        Target::Table(t) => {
            drop(table_put(cx, stream, &t, row));
            stream.target = Target::Table(t);
        }
        Target::Event(e) => {
            drop(event_row(cx, stream, &e, row));
            stream.target = Target::Event(e);
        }
        Target::Analysis => {
            if let Some(Item::String(bytes)) = row.items.first() {
                stream
                    .pieces
                    .push_back(FilePiece { stream: stream.name.clone(), bytes: Some(bytes.clone()) });
            }
        }
    }
}

/// Takes the target out of its stream while rows are delivered.
fn mem_take(stream: &mut Stream) -> Target {
    std::mem::replace(&mut stream.target, Target::Analysis)
}

fn event_row(cx: &mut dyn Context, stream: &Stream, e: &EventTarget, row: &Row) -> Result<(), Unfit> {
    let mut args = vec![stream.description.clone().into(), Change::New.value(cx)];
    let mut cells = Cells { items: &row.items, line: row.line, at: 0 };
    if e.want_record {
        args.push(record(cx, stream, &e.fields, &mut cells)?.into());
    } else {
        for f in e.fields.fields() {
            let v = match &f.ty {
                Type::Record(inner) => Some(record(cx, stream, inner, &mut cells)?.into()),
                ty => value(cx, stream, cells.next(), ty, row.line)?,
            };
            // A handler cannot take an unset argument.
            let Some(v) = v else {
                missing(cx, stream, row.line, &format!("event argument {}", f.name));
                return Err(Unfit);
            };
            args.push(v);
        }
    }
    raise(cx, e.event, args);
    Ok(())
}

/// Returns a table's value from a row; `None` for a set.
fn yields(cx: &mut dyn Context, stream: &Stream, t: &TableTarget, row: &Row) -> Result<Option<Value>, Unfit> {
    let Some(ty) = t.value.as_ref().filter(|_| t.value_columns > 0) else { return Ok(None) };
    let mut cells = Cells { items: &row.items, line: row.line, at: t.index_columns };
    match ty.field(0) {
        Some(only) if t.value_columns == 1 && !t.want_record => {
            match value(cx, stream, cells.next(), &only.ty, row.line)? {
                Some(v) => Ok(Some(v)),
                None => {
                    missing(cx, stream, row.line, &format!("record field {}", only.name));
                    Err(Unfit)
                }
            }
        }
        _ => Ok(Some(record(cx, stream, ty, &mut cells)?.into())),
    }
}

/// Returns the index from a row, as a record.
fn index_record(cx: &mut dyn Context, stream: &Stream, t: &TableTarget, row: &Row) -> Result<Record, Unfit> {
    record(cx, stream, &t.index, &mut Cells { items: &row.items, line: row.line, at: 0 })
}

/// Returns the index from a row, in a table's form.
fn index(cx: &mut dyn Context, stream: &Stream, t: &TableTarget, row: &Row) -> Result<Vec<Value>, Unfit> {
    let mut cells = Cells { items: &row.items, line: row.line, at: 0 };
    let mut out = Vec::new();
    for f in t.index.fields() {
        let v = match &f.ty {
            Type::Record(inner) => Some(record(cx, stream, inner, &mut cells)?.into()),
            ty => value(cx, stream, cells.next(), ty, row.line)?,
        };
        match v {
            Some(v) => out.push(v),
            None => {
                missing(cx, stream, row.line, &format!("index field {}", f.name));
                return Err(Unfit);
            }
        }
    }
    Ok(out)
}

/// Returns the index in the fields of its record, which a predicate may have changed.
fn index_of(r: &Record) -> Vec<Value> {
    (0..r.len() as u32).filter_map(|i| r.get(i)).collect()
}

fn table_entry(cx: &mut dyn Context, stream: &Stream, t: &mut TableTarget, row: &Row) {
    let (index_items, value_items) = row.items.split_at(t.index_columns.min(row.items.len()));
    let Some(id) = identity(index_items) else {
        warn(cx, stream, "Could not hash line. Ignoring");
        return;
    };
    let hash = identity(value_items).map_or(0, |bytes| value::table::hash_of(&bytes));
    let old = t.last.remove(&id);
    match old {
        Some(known) if t.value_columns == 0 || known.value == hash => {
            t.current.insert(&id, known);
        }
        // If the row cannot be used, the entry under its index stays in the table but is no longer tracked.
        old => {
            if let Some(known) = changed_entry(cx, stream, t, row, hash, old) {
                t.current.insert(&id, known);
            }
        }
    }
}

/// Puts a new or changed row into the table. Returns the state to track for the row, or `None` if the row cannot be
/// used.
fn changed_entry(
    cx: &mut dyn Context,
    stream: &Stream,
    t: &TableTarget,
    row: &Row,
    hash: u64,
    old: Option<SeenRow>,
) -> Option<SeenRow> {
    let updated = old.is_some();
    let what = if updated { Change::Changed } else { Change::New };
    let new = yields(cx, stream, t, row).ok()?;
    let mut asked = None;
    if let Some(pred) = &t.pred {
        let idx = index_record(cx, stream, t, row).ok()?;
        let mut args = vec![what.value(cx), idx.clone().into()];
        args.extend(new.clone());
        if !accepted(cx, pred, &args) {
            return old;
        }
        asked = Some(idx);
    }
    let idx = match asked {
        Some(r) => index_of(&r),
        None => index(cx, stream, t, row).ok()?,
    };
    let key = t.table.key(&idx).map_err(|e| cx.report_error(&e)).ok()?;
    let before = if updated { t.table.get_raw(key.bytes()).flatten() } else { None };
    if let Err(e) = t.table.assign_key(cx, key.bytes(), new.clone()) {
        cx.report_error(&e);
    }
    cx.changed();
    tell(cx, stream, t, row, before, new, updated);
    Some(SeenRow { key: key.bytes().into(), value: hash })
}

/// Raises `ev` for a row that was put into the table.
fn tell(
    cx: &mut dyn Context,
    stream: &Stream,
    t: &TableTarget,
    row: &Row,
    before: Option<Value>,
    new: Option<Value>,
    updated: bool,
) {
    let Some(event) = t.event.filter(|&e| cx.has_bodies(e)) else { return };
    let Ok(idx) = index_record(cx, stream, t, row) else { return };
    let what = if updated { Change::Changed } else { Change::New };
    let mut args = vec![stream.description.clone().into(), what.value(cx), idx.into()];
    // For a change, handlers get the previous value.
    args.extend(if updated { before } else { new });
    cx.raise(event, args);
}

fn accepted(cx: &mut dyn Context, pred: &Rc<value::Func>, args: &[Value]) -> bool {
    match cx.call(pred, args) {
        Ok(v) => v.and_then(|v| v.as_bool()).unwrap_or(false),
        Err(e) => {
            cx.report_error(&e);
            false
        }
    }
}

fn table_put(cx: &mut dyn Context, stream: &Stream, t: &TableTarget, row: &Row) -> Result<(), Unfit> {
    let idx = index(cx, stream, t, row)?;
    let new = yields(cx, stream, t, row)?;
    let key = t.table.key(&idx).map_err(|e| {
        cx.report_error(&e);
        Unfit
    })?;
    let before = t.table.get_raw(key.bytes()).flatten();
    let updated = before.is_some();
    if let Some(pred) = &t.pred {
        let what = if updated { Change::Changed } else { Change::New };
        let mut args = vec![what.value(cx), index_record(cx, stream, t, row)?.into()];
        args.extend(new.clone());
        if !accepted(cx, pred, &args) {
            return Ok(());
        }
    }
    if let Err(e) = t.table.assign_key(cx, key.bytes(), new.clone()) {
        cx.report_error(&e);
    }
    cx.changed();
    tell(cx, stream, t, row, before, new, updated);
    Ok(())
}

/// Ends a pass: removes rows that were not read again.
pub(super) fn end_of_pass(cx: &mut dyn Context, stream: &mut Stream) {
    match mem_take(stream) {
        Target::Table(mut t) => {
            remove_missing(cx, stream, &mut t);
            stream.target = Target::Table(t);
        }
        Target::Analysis => {
            stream.pieces.push_back(FilePiece { stream: stream.name.clone(), bytes: None });
        }
        other => stream.target = other,
    }
    let args = vec![stream.name.as_str().into(), stream.source.as_str().into()];
    raise_named(cx, "Input::end_of_data", args);
}

fn remove_missing(cx: &mut dyn Context, stream: &Stream, t: &mut TableTarget) {
    let gone = std::mem::take(&mut t.last);
    for (key, known) in gone.iter() {
        if remove_one(cx, stream, t, &known.key) {
            continue;
        }
        let kept = SeenRow { key: known.key.clone(), value: known.value };
        t.current.insert(key.bytes(), kept);
    }
    t.last = std::mem::take(&mut t.current);
}

/// Removes an entry whose row is gone. Returns false if the predicate vetoes that.
fn remove_one(cx: &mut dyn Context, stream: &Stream, t: &TableTarget, key: &[u8]) -> bool {
    let idx = t.table.index_of(key);
    let before = match t.table.get_raw(key) {
        Some(v) => v,
        // A script removed the entry.
        None => t.table.lookup(cx, &idx).ok().flatten().filter(|_| t.value.is_some()),
    };
    if t.pred.is_some() || t.event.is_some() {
        let what = Change::Removed.value(cx);
        let Some(r) = as_record(cx, &idx, &t.index) else { return true };
        if let Some(pred) = &t.pred {
            let mut args = vec![what.clone(), r.clone().into()];
            args.extend(before.clone());
            if !accepted(cx, pred, &args) {
                return false;
            }
        }
        if let Some(event) = t.event {
            let mut args = vec![stream.description.clone().into(), what, r.into()];
            if t.value_columns > 0 {
                args.extend(before);
            }
            raise(cx, event, args);
        }
    }
    if let Err(e) = t.table.delete_key(cx, key) {
        cx.report_error(&e);
    }
    cx.changed();
    true
}

/// Returns an index as a record of the stream's index type.
fn as_record(cx: &mut dyn Context, idx: &[Value], ty: &Rc<RecordType>) -> Option<Record> {
    let r = cx.record(ty).map_err(|e| cx.report_error(&e)).ok()?;
    for (i, v) in idx.iter().enumerate() {
        r.set(i as u32, v.clone());
    }
    Some(r)
}
