//! A trace of the events that traffic raises, as a script that raises them again (`-E`).
//!
//! The script has a handler per event that sets the time, raises the event and the next handler. Connections and files are
//! global variables: all events of one see the same record, so what scripts keep in it stays there. Fields that scripts add
//! to these records are not traced; the traced scripts fill them again.
use super::Machine;
use script_sema::tree::GlobalId;
use std::collections::HashMap;
use std::fmt::Write as _;
use value::{Record, Table, Value};

/// How deep values may be nested.
const DEEPEST: usize = 32;
/// The most connections and files that are remembered.
const MOST_OBJECTS: usize = 1_000_000;

/// Records with an identity, and the fields of theirs that traffic sets.
const OBJECTS: [(&str, &[&str]); 2] = [
    (
        "connection",
        &["id", "orig", "resp", "start_time", "duration", "history", "uid", "tunnel", "vlan", "inner_vlan"],
    ),
    (
        "fa_file",
        &[
            "id",
            "parent_id",
            "source",
            "is_orig",
            "conns",
            "last_active",
            "seen_bytes",
            "total_bytes",
            "missing_bytes",
            "overflow_bytes",
            "timeout_interval",
            "bof_buffer_size",
            "bof_buffer",
        ],
    ),
];

/// Events that a run without packets raises, too.
const OWN: [&str; 4] = ["zeek_init", "zeek_done", "zeek_script_loaded", "network_time_init"];

/// Takes pieces of the script, in order.
pub type Sink = Box<dyn FnMut(&str)>;

/// A connection or file with a variable, and the literals of its fields as the script has them.
struct Object {
    record: Record,
    name: String,
    fields: Vec<Option<String>>,
}

/// The trace so far.
pub(super) struct EventTrace {
    sink: Sink,
    events: u64,
    objects: HashMap<usize, Object>,
    named: u64,
    /// Declarations and statements that the event needs before it.
    declared: String,
    before: String,
}

impl Machine {
    /// Writes each event that traffic raises from now on as a part of a script.
    pub fn trace_events(&mut self, mut sink: Sink) {
        sink(
            "# Raises the events of a run again. Load it after the scripts of that run, without packets.\n\n\
              global egret_event_1: event();\n\n\
              event zeek_init() &priority=-1000000\n\t{\n\tevent egret_event_1();\n\t}\n",
        );
        self.trace = Some(Box::new(EventTrace {
            sink,
            events: 0,
            objects: HashMap::new(),
            named: 0,
            declared: String::new(),
            before: String::new(),
        }));
    }

    /// Adds an event to the trace.
    #[cold]
    pub(super) fn trace_event(&mut self, event: u32, at: f64, args: &[Value]) {
        let name = self.program.global(GlobalId(event)).name.clone();
        let Some(trace) = &mut self.trace else { return };
        if !OWN.contains(&&*name) {
            trace.event(&name, at, args);
        }
    }
}

impl EventTrace {
    fn event(&mut self, name: &str, at: f64, args: &[Value]) {
        (self.declared, self.before) = (String::new(), String::new());
        let literals: Vec<Option<String>> = args.iter().map(|v| self.literal(v, 0)).collect();
        self.events += 1;
        let (n, next) = (self.events, self.events + 1);
        let mut text = format!(
            "\n{}global egret_event_{next}: event();\n\nevent egret_event_{n}()\n\t{{\n",
            self.declared
        );
        // Writing to a string does not fail.
        _ = writeln!(text, "\tset_network_time(double_to_time({at:?}));");
        text.push_str(&self.before);
        match literals.into_iter().collect::<Option<Vec<_>>>() {
            Some(args) => _ = writeln!(text, "\tevent {name}({});", args.join(", ")),
            None => _ = writeln!(text, "\t# {name}: an argument cannot be written as a constant"),
        }
        _ = write!(text, "\tevent egret_event_{next}();\n\t}}\n");
        (self.sink)(&text);
        if name == "connection_state_remove" || name == "file_state_remove" {
            for r in args.iter().filter_map(Value::as_record) {
                self.objects.remove(&r.address());
            }
        }
    }

    /// A value as an expression of a script; `None` if there is none for it.
    fn literal(&mut self, v: &Value, depth: usize) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        let depth = depth + 1;
        Some(match v {
            Value::Double(n) => number(*n)?,
            Value::Time(n) => format!("double_to_time({})", number(*n)?),
            Value::Interval(n) => format!("double_to_interval({})", number(*n)?),
            Value::Int(n) => format!("{n:+}"),
            Value::String(s) => quoted(s.bytes()),
            Value::Addr6(_) => format!("[{v}]"),
            Value::Subnet(_) => {
                let text = v.to_string();
                let (addr, width) = text.split_once('/')?;
                if addr.contains(':') { format!("[{addr}]/{width}") } else { text }
            }
            Value::Bool(_) | Value::Count(_) | Value::Port(_) | Value::Addr4(_) | Value::Pattern(_) => {
                v.to_string()
            }
            Value::Enum(..) => v.enum_name()?.to_string(),
            Value::Vector(items) => {
                let items = items.items();
                let all =
                    items.iter().map(|i| self.literal(i.as_ref()?, depth)).collect::<Option<Vec<_>>>()?;
                format!("vector({})", all.join(", "))
            }
            Value::Table(t) => self.table(t, depth)?,
            Value::Record(r) => self.record(r, depth)?,
            Value::Func(f) if f.bodies.is_none() => f.name.to_string(),
            Value::Func(_) | Value::File(_) | Value::Opaque(_) | Value::List(_) | Value::Type(_) => {
                return None;
            }
        })
    }

    fn table(&mut self, t: &Table, depth: usize) -> Option<String> {
        let is_set = t.table_type().yields.is_none();
        let mut all = Vec::new();
        for (index, value) in t.entries() {
            let parts = index.iter().map(|v| self.literal(v, depth)).collect::<Option<Vec<_>>>()?;
            let (one, parts) = (parts.len() == 1, parts.join(", "));
            all.push(match value {
                Some(value) if !is_set => format!("[{parts}] = {}", self.literal(&value, depth)?),
                _ if one => parts,
                _ => format!("[{parts}]"),
            });
        }
        Some(format!("{}({})", if is_set { "set" } else { "table" }, all.join(", ")))
    }

    fn record(&mut self, r: &Record, depth: usize) -> Option<String> {
        let name = r.record_type().name();
        let object = OBJECTS.iter().find(|(n, _)| name.as_deref() == Some(*n));
        if let Some((_, fields)) = object {
            return Some(self.object(r, name.as_deref()?, fields, depth));
        }
        let mut all = Vec::new();
        for (i, f) in r.record_type().fields().iter().enumerate() {
            let Some(v) = r.get(i as u32) else { continue };
            match self.literal(&v, depth) {
                Some(text) => all.push(format!("${}={text}", f.name)),
                // It is left out if it may be.
                None if f.attrs.optional || f.attrs.default.is_some() => {}
                None => return None,
            }
        }
        let all = all.join(", ");
        Some(match name {
            Some(name) => format!("{name}({all})"),
            None => format!("[{all}]"),
        })
    }

    /// The variable of a connection or file, after statements that give its fields their values.
    fn object(&mut self, r: &Record, ty: &str, fields: &[&str], depth: usize) -> String {
        let key = r.address();
        let known = self.objects.get(&key).map(|o| o.name.clone());
        let is_new = known.is_none();
        let name = known.unwrap_or_else(|| {
            self.named += 1;
            format!("egret_{ty}_{}", self.named)
        });
        if is_new {
            if self.objects.len() >= MOST_OBJECTS {
                self.objects.clear();
            }
            // It is known before its fields are, which may lead back to it.
            let object = Object { record: r.clone(), name: name.clone(), fields: vec![None; fields.len()] };
            self.objects.insert(key, object);
        }
        let now: Vec<Option<String>> =
            fields.iter().map(|f| r.get_named(f).and_then(|v| self.literal(&v, depth))).collect();
        let Some(object) = self.objects.get_mut(&key).filter(|o| o.record.same_object(r)) else {
            return name;
        };
        if is_new {
            let given = fields.iter().zip(&now).filter_map(|(f, v)| Some(format!("${f}={}", v.as_ref()?)));
            _ = writeln!(self.declared, "global {name}: {ty};");
            _ = writeln!(self.before, "\t{name} = {ty}({});", given.collect::<Vec<_>>().join(", "));
        } else {
            for ((f, old), new) in
                fields.iter().zip(&object.fields).zip(&now).filter(|((_, old), new)| old != new)
            {
                _ = match (old, new) {
                    (_, Some(new)) => writeln!(self.before, "\t{name}${f} = {new};"),
                    (Some(_), None) => writeln!(self.before, "\tdelete {name}${f};"),
                    (None, None) => Ok(()),
                };
            }
        }
        object.fields = now;
        name
    }
}

/// A floating-point number; `None` if it is not finite.
fn number(n: f64) -> Option<String> {
    n.is_finite().then(|| format!("{n:?}"))
}

/// A string with escapes for all but plain characters.
fn quoted(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 2);
    out.push('"');
    for &b in bytes {
        match b {
            b'"' | b'\\' => out.extend(['\\', char::from(b)]),
            b' '..=b'~' => out.push(char::from(b)),
            _ => _ = write!(out, "\\x{b:02x}"),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted() {
        assert_eq!(quoted(b"a \"b\"\\\n\xff"), r#""a \"b\"\\\x0a\xff""#);
        assert_eq!(
            (number(-0.5), number(1e300), number(f64::NAN)),
            (Some("-0.5".into()), Some("1e300".into()), None)
        );
    }
}
