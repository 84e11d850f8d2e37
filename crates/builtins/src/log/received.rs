//! Writes rows from other processes to the logs of this one. Filters, policies and extensions ran at the sender.
use super::remote::types;
use super::rows::local_writer;
use crate::call::{Call, Stop};
use cluster_wire::Limits;
use cluster_wire::rows::{self, Batch};
use logging::{Cell, Column, Kind};
use value::{Context, Level, Type, Value};

/// Writes a batch of rows.
///
/// # Errors
/// If a script ends the run.
pub(crate) fn received(cx: &mut dyn Context, body: &[u8]) -> value::Result<()> {
    Call::aside(cx, |c| {
        if let Err(why) = write(c, body)? {
            c.cx.report(Level::Warning, &format!("rows of another node are lost: {why}"), None);
        }
        Ok(())
    })
}

fn write(c: &mut Call<'_>, body: &[u8]) -> Result<Result<(), String>, Stop> {
    let batch = match Batch::read(body, &Limits::DEFAULT) {
        Ok(batch) => batch,
        Err(e) => return Ok(Err(e.to_string())),
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (name, path) = (text(batch.head.stream), text(batch.head.path));
    let id = match c.cx.named_type("Log::ID") {
        Some(Type::Enum(ids)) => ids.number(&name).map(|n| Value::enumerator(n, &ids)),
        _ => None,
    };
    let Some(stream) = id.and_then(|id| c.logs().stream(&id)) else {
        return Ok(Err(format!("stream {name} is unknown here")));
    };
    if !stream.enabled.get() {
        return Ok(Ok(()));
    }
    let filter = stream.filters.borrow().iter().find(|f| f.name.as_bytes() == batch.head.filter).cloned();
    let Some(filter) = filter else {
        return Ok(Err(format!("stream {name} has no filter {} here", text(batch.head.filter))));
    };
    let writer = filter.writer.enum_name().unwrap_or_else(|| "".into());
    if writer.as_bytes() != batch.head.writer {
        let theirs = text(batch.head.writer);
        return Ok(Err(format!(
            "stream {name}, filter {} has writer {writer} here, {theirs} there",
            filter.name
        )));
    }
    let columns = filter.renamed_columns();
    if let Err(why) = check(&columns, &batch) {
        return Ok(Err(format!("stream {name}: {why}")));
    }
    let open = local_writer(c, &stream, &filter, path.as_str().into())?;
    stream.writes.set(stream.writes.get() + batch.len() as u64);
    open.writes.set(open.writes.get() + batch.len() as u64);
    c.cluster().came.rows += batch.len() as u64;
    super::on_disk::begin(c, &open);
    open.owes_disk();
    let out = c.cluster().outgoing.clone();
    out.iter().for_each(|out| out.receiving(true));
    let (mut rows, mut row, mut failed) = (batch.rows(), Vec::new(), Vec::new());
    let result = loop {
        match rows.next_row(&mut row) {
            Ok(true) => failed.extend(with_cells(&columns, &row, |cells| open.write(cells).1)),
            Ok(false) => break Ok(()),
            Err(e) => break Err(e.to_string()),
        }
    };
    out.iter().for_each(|out| out.receiving(false));
    super::report(c, failed);
    Ok(result)
}

fn check(columns: &[Column], batch: &Batch<'_>) -> Result<(), String> {
    let fields = &batch.head.fields;
    if fields.len() != columns.len() {
        return Err(format!("rows have {} fields, {} are expected", fields.len(), columns.len()));
    }
    for (field, column) in fields.iter().zip(columns) {
        if (field.kind, field.subtype) != types(&column.kind) {
            let (theirs, ours) = (field.kind.name(), types(&column.kind).0.name());
            return Err(format!("field {} is {theirs}, {ours} is expected", column.name));
        }
    }
    Ok(())
}

/// Calls `f` with the cells of a row.
fn with_cells<R>(columns: &[Column], row: &[rows::Value<'_>], f: impl FnOnce(&Vec<Cell<'_>>) -> R) -> R {
    let lists: Vec<Vec<Cell<'_>>> = columns
        .iter()
        .zip(row)
        .map(|(column, value)| match (value, &column.kind) {
            (rows::Value::Elements(all), Kind::Set(inner) | Kind::Vector(inner)) => {
                all.iter().map(|v| cell(inner, v)).collect()
            }
            _ => Vec::new(),
        })
        .collect();
    let cells: Vec<Cell<'_>> = columns
        .iter()
        .zip(row)
        .zip(&lists)
        .map(|((column, value), list)| match value {
            rows::Value::Elements(_) => Cell::List(list),
            value => cell(&column.kind, value),
        })
        .collect();
    f(&cells)
}

fn cell<'a>(kind: &Kind, value: &rows::Value<'a>) -> Cell<'a> {
    match (value, kind) {
        (rows::Value::Bool(b), _) => Cell::Bool(*b),
        (rows::Value::Int(n), _) => Cell::Int(*n),
        (rows::Value::Count(n), _) => Cell::Count(*n),
        (rows::Value::Real(n), Kind::Time) => Cell::Time(*n),
        (rows::Value::Real(n), Kind::Interval) => Cell::Interval(*n),
        (rows::Value::Real(n), _) => Cell::Double(*n),
        (rows::Value::Text(s), _) => Cell::Str(s),
        (rows::Value::Port(p), _) => Cell::Port(p.num),
        (rows::Value::Addr(a), _) => Cell::Addr(*a),
        (rows::Value::Subnet(n), _) => Cell::Subnet(*n),
        (rows::Value::Unset | rows::Value::Elements(_), _) => Cell::Unset,
    }
}
