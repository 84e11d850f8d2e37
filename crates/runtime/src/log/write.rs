//! A record is written: events, policies, paths, writers.
use super::delay;
use super::filter::Filter;
use super::writer::Open;
use super::{Stream, coerced, constants, has_bodies, report, stream_of};
use crate::bif::{Answer, Call, Stop};
use std::rc::Rc;
use value::{Level, Record, Str, Type, Value};

/// `Log::__write`.
pub(crate) fn write(c: &mut Call<'_>) -> Answer {
    let record = c.record(1)?;
    let Some(stream) = stream_of(c) else { return Ok(false.into()) };
    write_to(c, &stream, &record).map(Value::Bool)
}

/// A record goes to a stream's filters.
pub(super) fn write_to(c: &mut Call<'_>, stream: &Rc<Stream>, record: &Record) -> Result<bool, Stop> {
    if !stream.enabled.get() {
        return Ok(true);
    }
    stream.writes.set(stream.writes.get() + 1);
    let Some(record) = coerced(c, record, &stream.columns, false)? else {
        c.report("incompatible log record type");
        return Ok(false);
    };
    if let Some(event) = stream.event.filter(|&e| c.cx.has_bodies(e)) {
        c.cx.raise(event, vec![Value::Record(record.clone())]);
    }
    let passes = match constants(c).policy {
        None => true,
        Some(policy) => match delay::with_policy(c, stream, &record, &policy)? {
            Some(passes) => passes,
            None => return Ok(true),
        },
    };
    write_to_filters(c, stream, &record, passes)
}

/// Filters see the record one after the other; without `passes` their policies are asked and nothing is written.
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
        let open = writer(c, stream, &filter, path);
        write_row(c, stream, &filter, &open, record)?;
    }
}

/// Where a record goes: what the path function says, else the filter's own path.
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

/// The writer of a filter's path, made where there is none. A path that another filter writes already with the same kind
/// of writer is given a number.
fn writer(c: &mut Call<'_>, stream: &Rc<Stream>, filter: &Filter, path: Str) -> Rc<Open> {
    let kind = filter.writer_number();
    if let Some(open) = stream.writers.borrow().get(filter.last.get())
        && open.is(kind, &path)
        && open.filter == filter.name
    {
        return open.clone();
    }
    let find = |path: &Str| {
        let writers = stream.writers.borrow();
        let at = writers.iter().position(|w| w.is(kind, path))?;
        Some((at, writers[at].clone()))
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
        return open;
    }
    let open = Rc::new(Open::new(c, stream, filter, path));
    let mut writers = stream.writers.borrow_mut();
    filter.last.set(writers.len());
    writers.push(open.clone());
    open
}

fn write_row(
    c: &mut Call<'_>,
    stream: &Stream,
    filter: &Filter,
    open: &Open,
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
    let max = constants(c).max_record;
    let mut row = std::mem::take(&mut c.host().logs.row);
    let fits = row.fill(&filter.fields, record, extension.as_ref(), max);
    let error = if fits { row.with_cells(|cells| open.write(cells)) } else { None };
    c.host().logs.row = row;
    let counter = if fits { &open.writes } else { &open.discarded };
    counter.set(counter.get() + 1);
    if !fits {
        c.weird("log_record_too_large", &stream.name);
    }
    report(c, error);
    Ok(())
}

/// What `print` says, as a log: `Log::print_to_log`.
pub(crate) fn print(c: &mut Call<'_>) -> Result<(), Stop> {
    let Some(Type::Enum(ids)) = c.cx.named_type("Log::ID") else { return Ok(()) };
    let Some(id) = ids.number("Log::PRINTLOG").map(|n| Value::enumerator(n, &ids)) else { return Ok(()) };
    let Some(stream) = c.host().logs.stream(&id) else { return Ok(()) };
    let record = c.new_record("Log::PrintLogInfo")?;
    let texts = (0..c.len()).map(|at| {
        let mut text = Vec::new();
        value::Printer::new(&mut text).value(c.arg(at));
        Value::string(text)
    });
    let texts = texts.collect();
    record.set_named("ts", Value::Time(c.cx.now()));
    record.set_named("vals", c.vector_of("string_vec", texts)?);
    write_to(c, &stream, &record).map(drop)
}

/// What went wrong outside of any call of a script.
pub(crate) fn complain(cx: &mut dyn value::Context, errors: impl IntoIterator<Item = String>) {
    for e in errors {
        cx.report(Level::Error, &e, None);
    }
}
