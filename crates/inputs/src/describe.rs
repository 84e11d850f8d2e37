//! Creates a stream from a script's description.
mod fits;

use super::item::{Column, Remark, columns};
use super::outbox::Outbox;
use super::readers::{self, Mode, Request};
use super::stream::{EventTarget, Stream, TableTarget, Target};
use script_sema::tree::Program;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use value::table::Beside;
use value::{Context, Flavor, Func, Level, Record, RecordType, Type, Value};

/// The target of a stream's rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Entries of a table or set.
    Table,
    /// Events.
    Event,
    /// Bytes of a file under analysis.
    Analysis,
}

impl Kind {
    /// Returns the name of the description's record type.
    fn type_name(self) -> &'static str {
        match self {
            Kind::Table => "Input::TableDescription",
            Kind::Event => "Input::EventDescription",
            Kind::Analysis => "Input::AnalysisDescription",
        }
    }
}

/// Creates a stream from a script's description. `program` contains the options that configuration files may set;
/// `taken` contains the names of existing streams. With `copy`, the stream reads this file in place of its source, and
/// waits until it exists.
///
/// # Errors
/// A sentence that says what is wrong with the description.
pub fn create(
    cx: &mut dyn Context,
    kind: Kind,
    description: &Record,
    program: Option<Rc<Program>>,
    taken: &[String],
    copy: Option<String>,
) -> Result<Stream, String> {
    Description { cx, kind, record: description, name: String::new(), program, taken, copy }.stream()
}

struct Description<'a> {
    cx: &'a mut dyn Context,
    kind: Kind,
    record: &'a Record,
    name: String,
    program: Option<Rc<Program>>,
    taken: &'a [String],
    copy: Option<String>,
}

/// A result or a sentence that says what is wrong.
type Checked<T> = Result<T, String>;

/// Formats a type for messages about wrong types.
fn both(ty: &Type) -> String {
    format!("'{}':{ty}", ty.tag_name())
}

/// Returns the record type in a field of a description.
fn record_type(v: &Value) -> Option<Rc<RecordType>> {
    match v {
        Value::Type(t) => t.as_record().cloned(),
        _ => None,
    }
}

impl Description<'_> {
    fn field(&self, name: &str) -> Option<Value> {
        self.record.get_named(name)
    }

    fn text(&self, name: &str) -> Vec<u8> {
        self.field(name).and_then(|v| Some(v.as_string()?.to_vec())).unwrap_or_default()
    }

    /// Creates an error about this stream.
    fn fault<T>(&self, what: impl std::fmt::Display) -> Checked<T> {
        Err(format!("Input stream {}: {what}", self.name))
    }

    fn is(&self, ty: Option<&Type>, name: &str) -> bool {
        match (ty, self.cx.named_type(name)) {
            (Some(t), Some(named)) => t.same(&named),
            _ => false,
        }
    }

    fn stream(mut self) -> Checked<Stream> {
        let own = Type::Record(self.record.record_type().clone());
        if !self.is(Some(&own), self.kind.type_name()) {
            let kind = self.kind.type_name().trim_start_matches("Input::");
            return Err(format!("{kind} argument not of right type"));
        }
        self.name = String::from_utf8_lossy(&self.text("name")).into_owned();
        let mut wanted = Vec::new();
        let target = match self.kind {
            Kind::Table => Target::Table(Box::new(self.table(&mut wanted)?)),
            Kind::Event => Target::Event(self.event(&mut wanted)?),
            Kind::Analysis => {
                wanted = Target::analysis_columns();
                Target::Analysis
            }
        };
        let error_event = match self.kind {
            Kind::Analysis => None,
            _ => self.error_event()?.and_then(|f| self.cx.global_id(&f.name)),
        };
        self.finish(target, error_event, wanted)
    }

    fn finish(self, target: Target, error_event: Option<u32>, columns: Vec<Column>) -> Checked<Stream> {
        if self.taken.contains(&self.name) {
            return Err(format!("Trying create already existing input stream {}", self.name));
        }
        let source = String::from_utf8_lossy(&self.text("source")).into_owned();
        let mode = match self.field("mode").and_then(|v| v.as_enum()) {
            Some(1) => Mode::Reread,
            Some(2) => Mode::Stream,
            _ => Mode::Manual,
        };
        let reader = self.field("reader").and_then(|v| v.enum_name()).unwrap_or_default();
        let read = self.copy.clone().unwrap_or_else(|| source.clone());
        let request = Request { source: read, mode, config: self.config(), columns };
        let made = readers::named(&reader, request, self.cx, self.program.clone()).map_err(|_| {
            "The reader that was requested was not found and could not be initialized.".to_owned()
        })?;
        Ok(Stream {
            label: format!("{source}/{reader}"),
            name: self.name,
            source,
            mode,
            description: self.record.clone(),
            error_event,
            target,
            reader: made,
            outbox: Outbox::new(mode == Mode::Stream),
            pieces: VecDeque::new(),
            awaited: self.copy,
            opened: false,
            opening: false,
            forced: false,
            reading: false,
            later: false,
            again: false,
        })
    }

    fn config(&self) -> HashMap<String, Vec<u8>> {
        let table = self.field("config").and_then(|v| v.as_table().cloned());
        let entries = table.map(|t| t.entries()).unwrap_or_default();
        let texts = entries.into_iter().filter_map(|(index, v)| {
            let key = index.first()?.as_string()?.to_text().into_owned();
            Some((key, v?.as_string()?.to_vec()))
        });
        texts.collect()
    }

    fn flag(&self, name: &str) -> bool {
        self.field(name).and_then(|v| v.as_bool()).unwrap_or(true)
    }

    /// Returns the function in an optional field that holds an event.
    fn func(&self, field: &str) -> Checked<Option<Rc<Func>>> {
        match self.field(field) {
            None => Ok(None),
            Some(Value::Func(f)) => Ok(Some(f)),
            Some(_) => self.fault(format!("'{field}' field is not an event")),
        }
    }

    /// Returns the number of an event's global.
    fn number(&self, f: &Func) -> Checked<u32> {
        match self.cx.global_id(&f.name) {
            Some(id) => Ok(id),
            None => self.fault(format!("{} is not a global event", f.name)),
        }
    }

    fn is_event(&self, f: &Func, what: &str) -> Checked<()> {
        if f.ty.flavor != Flavor::Event {
            return self.fault(format!("{what} event is a function, not an event"));
        }
        Ok(())
    }

    fn error_event(&self) -> Checked<Option<Rc<Func>>> {
        let Some(f) = self.func("error_ev")? else { return Ok(None) };
        self.is_event(&f, "Error")?;
        let params: Vec<&Type> = f.ty.params.iter().map(|p| &p.ty).collect();
        let &[first, second, third] = &params[..] else {
            return self.fault("Error event must take 3 arguments");
        };
        if !self.is(Some(first), self.kind.type_name()) {
            let name = self.kind.type_name();
            return self.fault(format!("Error event's first attribute must be of type {name}"));
        }
        if !matches!(second, Type::String) {
            return self.fault("Error event's second attribute must be of type string");
        }
        if !self.is(Some(third), "Reporter::Level") {
            return self.fault("Error event's third attribute must be of type Reporter::Level");
        }
        Ok(Some(f))
    }

    /// Appends the columns for a record's fields.
    fn columns(&mut self, rec: &Rc<RecordType>, lenient: bool, out: &mut Vec<Column>) -> Checked<()> {
        let cx = &mut *self.cx;
        let spread = columns(rec, "", lenient, out, &mut |r| match r {
            Remark::Info(text) => cx.report(Level::Info, &text, None),
            Remark::Error(text) => cx.report(Level::Error, &text, None),
        });
        spread.or_else(|_| self.fault("Problem unrolling"))
    }

    fn lenient(&self) -> bool {
        let v = self.cx.global_id("Input::accept_unsupported_types").and_then(|id| self.cx.global(id));
        v.and_then(|v| v.as_bool()).unwrap_or(false)
    }

    fn event(&mut self, wanted: &mut Vec<Column>) -> Checked<EventTarget> {
        let Some(fields) = self.field("fields").as_ref().and_then(record_type) else {
            return self.fault("'idx' field is not a record type");
        };
        let want_record = self.flag("want_record");
        let Some(f) = self.func("ev")? else { return self.fault("'ev' field is not an event") };
        self.is_event(&f, "Stream")?;
        let params: Vec<&Type> = f.ty.params.iter().map(|p| &p.ty).collect();
        let [first, second, rest @ ..] = &params[..] else {
            return self.fault("Event does not take enough arguments");
        };
        if !self.is(Some(second), "Input::Event") {
            return self.fault("Event's second attribute must be of type Input::Event");
        }
        if !self.is(Some(first), "Input::EventDescription") {
            return self.fault("Event's first attribute must be of type Input::EventDescription");
        }
        if want_record {
            let &[third] = rest else { return self.fault("Event has wrong number of arguments") };
            let needed = Type::Record(fields.clone());
            if !third.same(&needed) {
                return self.fault(format!(
                    "Incompatible type {} for event, which needs type {}\n",
                    both(third),
                    both(&needed)
                ));
            }
        } else {
            if rest.len() != fields.len() {
                return self.fault("Event has wrong number of arguments");
            }
            for (at, (field, given)) in fields.fields().iter().zip(rest).enumerate() {
                if !given.same(&field.ty) {
                    return self.fault(format!(
                        "Incompatible type for event in field {}. Need type {}, got {}",
                        at + 3,
                        both(&field.ty),
                        both(given)
                    ));
                }
            }
        }
        self.error_event()?;
        let lenient = want_record && self.lenient();
        self.columns(&fields, lenient, wanted)?;
        Ok(EventTarget { event: self.number(&f)?, fields, want_record })
    }

    fn table(&mut self, wanted: &mut Vec<Column>) -> Checked<TableTarget> {
        let pred = match self.field("pred") {
            Some(Value::Func(f)) => Some(f),
            _ => None,
        };
        let Some(index) = self.field("idx").as_ref().and_then(record_type) else {
            return self.fault("'idx' field is not a record type");
        };
        let value = match self.field("val") {
            None => None,
            Some(v) => match record_type(&v) {
                Some(t) => Some(t),
                None => return self.fault("'val' field is not a record type"),
            },
        };
        let table = match self.field("destination") {
            Some(Value::Table(t)) => t,
            other => {
                let ty = other.map_or_else(String::new, |v| v.ty().to_string());
                return self
                    .fault(format!("'destination' field has type {ty}, expected table or set identifier"));
            }
        };
        let want_record = self.flag("want_record");
        let ty = table.table_type();
        self.index_fits(&index, &ty.index)?;
        self.value_fits(value.as_ref(), ty.yields.as_ref(), want_record)?;
        let event = self.func("ev")?;
        if let Some(f) = &event {
            self.table_event(f, &index, value.as_ref(), want_record)?;
        }
        self.error_event()?;
        let mut spread = self.columns(&index, false, wanted);
        let index_columns = wanted.len();
        if let (Ok(()), Some(v)) = (&spread, &value) {
            let lenient = self.lenient();
            spread = self.columns(v, lenient, wanted);
        }
        let value_columns = wanted.len() - index_columns;
        if value_columns > 1 && !want_record {
            return self
                .fault("Stream does not want a record (want_record=F), but has more then one value field.");
        }
        spread?;
        let event = match event {
            Some(f) => Some(self.number(&f)?),
            None => None,
        };
        Ok(TableTarget {
            table,
            index,
            value,
            index_columns,
            value_columns,
            want_record,
            pred,
            event,
            current: Beside::default(),
            last: Beside::default(),
        })
    }
}
