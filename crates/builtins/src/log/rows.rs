//! Converts a record to a row for each filter: runs policies, determines paths and opens logs.
use super::make::NoWriter;
use super::{fatal, make, remote, report, rotation};
use crate::call::{Call, Stop};
use log_framework::{Constants, Filter, OpenLog, RecordRow, Stream};
use logging::Schema;
use std::rc::Rc;
use value::{Func, Record, RecordType, Str, Type, Value};

/// Passes a record to the filters in order. Without `passes`, only their policies run and nothing is written.
pub(super) fn write_to_filters(
    c: &mut Call<'_>,
    stream: &Rc<Stream>,
    record: &Record,
    passes: bool,
) -> Result<bool, Stop> {
    let mut at = 0;
    loop {
        let Some(filter) = stream.filters.borrow().get(at).cloned() else { return Ok(true) };
        at += 1;
        if let Some(policy) = filter.policy.as_ref().filter(|f| has_bodies(c, f)) {
            let args =
                [Value::Record(record.clone()), stream.id.clone(), Value::Record(filter.value.clone())];
            let said = c.invoke(policy, &args)?;
            if said.and_then(|v| v.as_bool()) == Some(false) {
                continue;
            }
        }
        if !passes {
            continue;
        }
        let Some(path) = path(c, stream, &filter, record)? else { return Ok(false) };
        let open = writer(c, stream, &filter, path, filter.local)?;
        write_row(c, stream, &filter, &open, record)?;
    }
}

/// Returns the path of a record's log: the path function's result, else the filter's own path.
fn path(c: &mut Call<'_>, stream: &Stream, filter: &Filter, record: &Record) -> Result<Option<Str>, Stop> {
    let known = filter.path.borrow().clone();
    let Some(f) = &filter.path_func else { return Ok(Some(known.unwrap_or_else(|| Str::from("")))) };
    let argument = match f.ty.params.get(2).map(|p| &p.ty) {
        Some(Type::Record(t)) => match coerced(c, record, t, true)? {
            Some(r) => r,
            None => record.clone(),
        },
        _ => record.clone(),
    };
    let suggestion = known.clone().unwrap_or_else(|| Str::from(""));
    let args = [stream.id.clone(), Value::String(suggestion), Value::Record(argument)];
    match c.invoke(f, &args)? {
        None => {
            c.report("path_func did not return a value");
            Ok(None)
        }
        Some(Value::String(s)) => {
            if known.is_none() {
                *filter.path.borrow_mut() = Some(s.clone());
            }
            Ok(Some(s))
        }
        Some(_) => {
            c.report("path_func did not return string");
            Ok(None)
        }
    }
}

/// Returns the writer for a filter's path, and creates it if needed. If another filter already writes to that path with
/// the same kind of writer, adds a number to the path.
fn writer(
    c: &mut Call<'_>,
    stream: &Rc<Stream>,
    filter: &Filter,
    path: Str,
    is_local: bool,
) -> Result<Rc<OpenLog>, Stop> {
    let kind = filter.writer_number();
    if let Some(open) = stream.writers.borrow().get(filter.last.get())
        && open.is(kind, &path)
        && open.filter == filter.name
    {
        return Ok(open.clone());
    }
    let find = |path: &Str| {
        let writers = stream.writers.borrow();
        writers.iter().enumerate().find(|(_, w)| w.is(kind, path)).map(|(at, w)| (at, w.clone()))
    };
    let (mut path, mut found) = (path.clone(), find(&path));
    if let Some((_, other)) = found.clone().filter(|(_, w)| w.filter != filter.name) {
        let wanted = path.clone();
        for number in 2u64.. {
            path = Str::from(format!("{}-{number}", wanted.to_text()));
            found = find(&path);
            if found.as_ref().is_none_or(|(_, w)| w.filter == filter.name) {
                break;
            }
        }
        *filter.path.borrow_mut() = Some(path.clone());
        c.warn(&format!(
            "Write using filter '{}' on path '{}' changed to use new path '{}' to avoid conflict with filter '{}'",
            filter.name,
            wanted.to_text(),
            path.to_text(),
            other.filter
        ));
    }
    if let Some((at, open)) = found {
        filter.last.set(at);
        return Ok(open);
    }
    let open = Rc::new(opened(c, stream, filter, path, is_local)?);
    let mut writers = stream.writers.borrow_mut();
    filter.last.set(writers.len());
    writers.push(open.clone());
    Ok(open)
}

/// Opens the log of a filter under a path. If its writer cannot be created, reports that and drops its rows. If another
/// run writes into the folder, this one ends.
fn opened(
    c: &mut Call<'_>,
    stream: &Stream,
    filter: &Filter,
    path: Str,
    is_local: bool,
) -> Result<OpenLog, Stop> {
    // The filter that owns the path determines rotation, whichever filter writes first.
    let same = |f: &&Rc<Filter>| {
        f.writer_number() == filter.writer_number() && *f.path.borrow() == Some(path.clone())
    };
    let found = stream.filters.borrow().iter().find(same).cloned();
    let rotation = match found {
        Some(f) => (f.interval, f.postprocessor.clone()),
        None => {
            let default = c.global("Log::default_rotation_interval").and_then(|v| v.as_double());
            (default.unwrap_or(0.0), None)
        }
    };
    let open = OpenLog::new((filter.writer.clone(), path, filter.name.clone()), c.cx.now(), rotation);
    if is_local {
        let schema = Schema::new(open.path_text(), filter.renamed_columns());
        match make::writer(c, &open, filter, schema) {
            Ok(target) => open.direct(target),
            Err(NoWriter::Failed(wrong)) => {
                c.report(&open.error(&wrong));
                c.report(&open.error("terminating thread"));
                open.has_no_writer();
            }
            Err(NoWriter::Occupied(held)) => return Err(fatal(c, held)),
        }
    }
    remote::attach(c, stream, filter, &open);
    rotation::schedule(c, stream, &open);
    Ok(open)
}

/// Returns the writer for rows from another process. It writes a file even if the filter writes none for this process's
/// own rows.
pub(super) fn local_writer(
    c: &mut Call<'_>,
    stream: &Rc<Stream>,
    filter: &Filter,
    path: Str,
) -> Result<Rc<OpenLog>, Stop> {
    writer(c, stream, filter, path, true)
}

fn write_row(
    c: &mut Call<'_>,
    stream: &Stream,
    filter: &Filter,
    open: &OpenLog,
    record: &Record,
) -> Result<(), Stop> {
    let extension = match &filter.extension {
        None => None,
        Some(f) => {
            let path = filter.path.borrow().clone().unwrap_or_else(|| Str::from(""));
            let made = c.invoke(f, &[Value::String(path)])?;
            made.and_then(|v| v.as_record().cloned())
        }
    };
    let row = RecordRow {
        fields: &filter.fields,
        record,
        extension: extension.as_ref(),
        max: constants(c).max_record,
    };
    let (fits, error) = open.write(&row);
    let counter = if fits { &open.writes } else { &open.discarded };
    counter.set(counter.get() + 1);
    if !fits {
        c.weird("log_record_too_large", &stream.name);
    }
    report(c, error);
    Ok(())
}

/// Returns the options that all streams share.
pub(super) fn constants(c: &mut Call<'_>) -> Constants {
    if let Some(known) = &c.logs().constants {
        return known.clone();
    }
    let policy = c.cx.global_id("Log::log_stream_policy").filter(|&id| c.cx.has_bodies(id));
    let known = Constants {
        max_record: c.global("Log::max_log_record_size").and_then(|v| v.as_count()).unwrap_or(u64::MAX),
        policy: policy.and_then(|id| c.cx.global(id)).and_then(|v| v.as_func().cloned()),
    };
    if !c.program().loading {
        c.logs().constants = Some(known.clone());
    }
    known
}

/// Whether a function has a body to call.
fn has_bodies(c: &Call<'_>, f: &Func) -> bool {
    match f.code {
        value::Code::Global(id) => c.cx.has_bodies(id),
        value::Code::Closure(..) => true,
    }
}

/// Converts a record to another type: copies fields with the same name, and gives others their defaults. `None` if the
/// types do not fit. With `orphans`, the other type may lack fields.
pub(super) fn coerced(
    c: &mut Call<'_>,
    r: &Record,
    to: &Rc<RecordType>,
    orphans: bool,
) -> Result<Option<Record>, Stop> {
    if Rc::ptr_eq(r.record_type(), to) {
        return Ok(Some(r.clone()));
    }
    let new = c.cx.record(to)?;
    for (at, field) in r.record_type().fields().iter().enumerate() {
        let Some(v) = r.get(at as u32) else { continue };
        let Some(place) = to.position(&field.name) else {
            if orphans {
                continue;
            }
            return Ok(None);
        };
        let Some(target) = to.field(place) else { return Ok(None) };
        let v = match (&v, &target.ty) {
            (Value::Record(inner), Type::Record(t)) => match coerced(c, inner, t, orphans)? {
                Some(r) => Value::Record(r),
                None => return Ok(None),
            },
            _ if field.ty.same(&target.ty) => v,
            _ => return Ok(None),
        };
        new.set(place, v);
    }
    let complete = to.fields().iter().enumerate().all(|(at, f)| f.attrs.optional || new.has(at as u32));
    Ok(complete.then_some(new))
}
