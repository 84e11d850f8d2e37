//! Converts values to JSON and back.
mod build;
mod parse;

pub(super) use build::value_of;

use crate::call::{Answer, Call, family};
use crate::slices::{head, tail};
use logging::{escape_utf8, write_json_double, write_json_string};
use value::{Pattern, Type, Value};

family! {
    "to_json" => to_json,
    "from_json" => build::from_json,
}

/// Returns a value as JSON, with all fields of records under their own names.
pub(super) fn text(v: &Value) -> Vec<u8> {
    let mut w =
        Writer { out: Vec::new(), only_loggable: false, escape: None, interval_as_double: false, depth: 0 };
    w.value(Some(v));
    w.out
}

fn to_json(c: &mut Call<'_>) -> Answer {
    let (only_loggable, escape, interval_as_double) = (c.flag(1)?, c.pattern(2)?, c.flag(3)?);
    let mut w =
        Writer { out: Vec::new(), only_loggable, escape: Some(&escape), interval_as_double, depth: 0 };
    w.value(Some(c.arg(0)));
    Ok(Value::string(w.out))
}

struct Writer<'a> {
    out: Vec<u8>,
    /// Whether to write only the record fields with `&log`.
    only_loggable: bool,
    /// The pattern to remove from the names of fields.
    escape: Option<&'a Pattern>,
    interval_as_double: bool,
    depth: u32,
}

/// The depth at which writing stops, because a value can contain itself.
const MAX_DEPTH: u32 = 200;

/// Whether values of this type are strings in JSON. As keys of objects they need no further quotes.
fn is_string_type(t: &Type) -> bool {
    matches!(
        t,
        Type::Addr
            | Type::Enum(_)
            | Type::File(_)
            | Type::Func(_)
            | Type::Interval
            | Type::Pattern
            | Type::String
            | Type::Subnet
            | Type::Opaque(_)
    )
}

impl Writer<'_> {
    fn value(&mut self, v: Option<&Value>) {
        if self.depth >= MAX_DEPTH {
            return self.out.extend_from_slice(b"null");
        }
        self.depth += 1;
        match v {
            None | Some(Value::Type(_)) => self.out.extend_from_slice(b"null"),
            Some(Value::Bool(b)) => self.out.extend_from_slice(if *b { b"true" } else { b"false" }),
            Some(Value::Int(n)) => self.out.extend_from_slice(n.to_string().as_bytes()),
            Some(Value::Count(n)) => self.out.extend_from_slice(n.to_string().as_bytes()),
            Some(Value::Double(x) | Value::Time(x)) => write_json_double(&mut self.out, *x),
            Some(Value::Interval(x)) if self.interval_as_double => write_json_double(&mut self.out, *x),
            Some(Value::Port(p)) => {
                let text = format!("{{\"port\":{},\"proto\":\"{}\"}}", p.num, p.proto.name());
                self.out.extend_from_slice(text.as_bytes());
            }
            Some(Value::Table(t)) => self.table(t),
            Some(Value::Record(r)) => self.record(r),
            Some(Value::Vector(items)) => {
                let items = items.items();
                self.list(items.iter().map(Option::as_ref));
            }
            Some(Value::List(items)) => self.list(items.iter().map(Some)),
            Some(Value::Opaque(o)) => {
                self.out.extend_from_slice(b"{\"opaque_type\":");
                write_json_string(&mut self.out, o.shown().as_bytes());
                self.out.push(b'}');
            }
            Some(Value::Func(f)) => self.text(super::introspection::describe_function(f).as_bytes()),
            Some(v) => {
                let mut text = Vec::new();
                value::Printer::raw(&mut text).value(v);
                self.text(&text);
            }
        }
        self.depth -= 1;
    }

    fn text(&mut self, s: &[u8]) {
        let mut escaped = Vec::with_capacity(s.len());
        escape_utf8(&mut escaped, s, true);
        write_json_string(&mut self.out, &escaped);
    }

    fn list<'v>(&mut self, items: impl Iterator<Item = Option<&'v Value>>) {
        self.out.push(b'[');
        for (i, item) in items.enumerate() {
            if i > 0 {
                self.out.push(b',');
            }
            self.value(item);
        }
        self.out.push(b']');
    }

    fn index(&mut self, index: &[Value]) {
        match index {
            [one] => self.value(Some(one)),
            parts => self.list(parts.iter().map(Some)),
        }
    }

    fn table(&mut self, t: &value::Table) {
        let ty = t.table_type();
        let is_set = ty.yields.is_none();
        self.out.push(if is_set { b'[' } else { b'{' });
        for (i, (index, value)) in t.entries().iter().enumerate() {
            if i > 0 {
                self.out.push(b',');
            }
            if is_set {
                self.index(index);
                continue;
            }
            let from = self.out.len();
            self.index(index);
            let key = self.out.split_off(from);
            let bare = match &ty.index[..] {
                [one] if is_string_type(one) => key.get(1..key.len().saturating_sub(1)).unwrap_or_default(),
                _ => &key[..],
            };
            write_json_string(&mut self.out, bare);
            self.out.push(b':');
            self.value(value.as_ref());
        }
        self.out.push(if is_set { b']' } else { b'}' });
    }

    fn record(&mut self, r: &value::Record) {
        self.out.push(b'{');
        let mut first = true;
        for (i, field) in r.record_type().fields().iter().enumerate() {
            let Some(v) = r.get(i as u32) else { continue };
            if self.only_loggable && !field.attrs.log {
                continue;
            }
            if !first {
                self.out.push(b',');
            }
            first = false;
            let name = field.name.as_bytes();
            match self.escape.and_then(|e| e.find_longest(name, 0)) {
                Some((start, end)) => {
                    write_json_string(&mut self.out, &[head(name, start), tail(name, end)].concat());
                }
                None => write_json_string(&mut self.out, name),
            }
            self.out.push(b':');
            self.value(Some(&v));
        }
        self.out.push(b'}');
    }
}
