//! Writes a record: events, policies, paths, writers.
use super::delay;
use super::rows::{coerced, constants, write_to_filters};
use super::stream::stream_of;
use crate::call::{Answer, Call, Stop};
use log_framework::Stream;
use std::rc::Rc;
use value::{Record, Type, Value};

/// `Log::__write`
pub(crate) fn write(c: &mut Call<'_>) -> Answer {
    let record = c.record(1)?;
    let Some(stream) = stream_of(c) else { return Ok(false.into()) };
    write_to(c, &stream, &record).map(Value::Bool)
}

/// Passes a record to a stream's filters.
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

/// Writes the output of `print` to a log: `Log::print_to_log`.
pub(crate) fn print(c: &mut Call<'_>) -> Result<(), Stop> {
    let Some(Type::Enum(ids)) = c.cx.named_type("Log::ID") else { return Ok(()) };
    let Some(id) = ids.number("Log::PRINTLOG").map(|n| Value::enumerator(n, &ids)) else { return Ok(()) };
    let Some(stream) = c.logs().stream(&id) else { return Ok(()) };
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
