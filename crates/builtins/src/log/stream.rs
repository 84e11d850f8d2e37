//! Creates streams and filters.
use super::report;
use crate::call::{Answer, Call};
use log_framework::{Delays, Filter, Stream, function_in, is_loggable};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use value::{Code, Flavor, Func, Record, RecordType, Type, Value};

/// `Log::__create_stream`: creates a stream, replacing an earlier one with the same id.
pub(crate) fn create_stream(c: &mut Call<'_>) -> Answer {
    let (id, stream) = (c.arg(0).clone(), c.record(1)?);
    let Some(columns) = columns(&stream) else {
        c.report("logged record type is not a record");
        return Ok(false.into());
    };
    let mut any = false;
    for f in columns.fields().iter().filter(|f| f.attrs.log) {
        if !is_loggable(&f.ty, false) {
            c.report(&format!("type of field '{}' is not support for logging output", f.name));
            return Ok(false.into());
        }
        any = true;
    }
    if !any {
        c.report("logged record type does not have any &log attributes");
        return Ok(false.into());
    }
    let event = match function_in(&stream, "ev") {
        Some(f) => match event(&f, &columns) {
            Ok(event) => Some(event),
            Err(wrong) => {
                c.report(wrong);
                return Ok(false.into());
            }
        },
        None => None,
    };
    let new = Stream {
        name: id.enum_name().unwrap_or_else(|| "".into()),
        columns,
        event,
        policy: function_in(&stream, "policy"),
        enabled: Cell::new(true),
        filters: RefCell::default(),
        writers: RefCell::default(),
        delays: Delays::new(
            stream.get_named("max_delay_interval").and_then(|v| v.as_double()).unwrap_or(0.0),
            stream.get_named("max_delay_queue_size").and_then(|v| v.as_count()).unwrap_or(1),
        ),
        id,
        writes: Cell::new(0),
    };
    if let Some(old) = c.logs().remove_stream(&new.id) {
        let errors = c.logs().close(&old);
        report(c, errors);
    }
    c.logs().put(new);
    Ok(true.into())
}

/// Returns the record type in `$columns`.
fn columns(stream: &Record) -> Option<Rc<RecordType>> {
    let Value::Type(ty) = stream.get_named("columns")? else { return None };
    match &*ty {
        Type::Record(r) => Some(r.clone()),
        Type::TypeType(t) => t.as_record().cloned(),
        _ => None,
    }
}

/// Returns the number of the event in `$ev`, or why it is invalid.
fn event(f: &Func, columns: &Rc<RecordType>) -> Result<u32, &'static str> {
    if f.ty.flavor != Flavor::Event {
        return Err("stream event is a function, not an event");
    }
    let [param] = &f.ty.params[..] else {
        return Err("stream event must take a single argument");
    };
    if !param.ty.same(&Type::Record(columns.clone())) {
        return Err("stream event's argument type does not match column record type");
    }
    match f.code {
        Code::Global(id) => Ok(id),
        Code::Closure(..) => Err("stream event is a function, not an event"),
    }
}

/// `Log::__add_filter`: adds a filter to a stream, replacing one with the same name.
pub(crate) fn add_filter(c: &mut Call<'_>) -> Answer {
    let Some(stream) = stream_of(c) else { return Ok(false.into()) };
    let filter = match Filter::new(&stream.columns, stream.policy.as_ref(), &c.record(1)?) {
        Ok(f) => f,
        Err(wrong) => {
            c.report(&wrong);
            return Ok(false.into());
        }
    };
    stream.remove_filter(filter.name.as_bytes());
    stream.filters.borrow_mut().push(Rc::new(filter));
    Ok(true.into())
}

/// Returns the stream whose id is the first argument.
pub(crate) fn stream_of(c: &mut Call<'_>) -> Option<Rc<Stream>> {
    let id = c.arg(0).clone();
    c.logs().stream(&id)
}
