//! The functions of the module `zeek` that are available in every context in which a grammar runs.
use crate::engine::Held;
use crate::grammar::{Grammar, Kind};
use crate::native;
use crate::scripts::{converted, same};
use protocols::files::kinds;
use protocols::registry;
use session::ScriptValue;
use session::analyzer::Tag;
use spicy_vm::{Error, ErrorKind, Outcome, Value};
use std::cell::Cell;
use std::rc::Rc;

/// The parts of the calling grammar that functions need.
pub(crate) struct Context<'a> {
    pub(crate) grammar: &'a Grammar,
    /// The size of the script values that the grammar holds, in bytes.
    pub(crate) held: &'a Rc<Cell<usize>>,
    pub(crate) random: &'a mut fastrand::Rng,
}

/// The host of a grammar, for functions that are available in every context.
pub(crate) trait Around {
    /// Returns the value of a script's global.
    fn script_value(&mut self, name: &str) -> Option<ScriptValue>;
    /// The number of frames so far, if it is known.
    fn packets(&self) -> Option<u64>;
    /// The time of the current packet, in nanoseconds.
    fn network_time(&self) -> u64;
    /// Whether a kind of protocol analyzer is enabled, if that is known.
    fn is_enabled(&self, tag: Tag) -> Option<bool> {
        let _ = tag;
        None
    }
}

/// `zeek::AnalyzerType`
pub(crate) const PROTOCOL: i64 = 0;
pub(crate) const FILE: i64 = 1;
pub(crate) const PACKET: i64 = 2;
pub(crate) const UNKNOWN: i64 = -1;

pub(crate) fn text(args: &[Value], at: usize) -> String {
    match args.get(at) {
        Some(Value::Str(s)) => s.to_string(),
        Some(Value::Bytes(b)) => String::from_utf8_lossy(b.as_slice()).into_owned(),
        _ => String::new(),
    }
}

pub(crate) fn number(args: &[Value], at: usize) -> u64 {
    match args.get(at) {
        Some(Value::Uint(n)) => *n,
        Some(Value::Int(n) | Value::Enum(n)) => u64::try_from(*n).unwrap_or(0),
        _ => 0,
    }
}

pub(crate) fn flag(args: &[Value], at: usize) -> bool {
    matches!(args.get(at), Some(Value::Bool(true)))
}

pub(crate) fn unavailable(name: &str) -> Error {
    let short = name.strip_prefix("zeek::").unwrap_or(name);
    Error::new(ErrorKind::InvalidValue, format!("{short}() not available in current context"))
}

/// Runs a function that is available in every context; `None` if `name` is another function.
pub(crate) fn answer(
    context: Context<'_>,
    around: &mut dyn Around,
    name: &str,
    args: &[Value],
) -> Option<Outcome<Value>> {
    if let Some(outcome) = native::call(name, args, context.random) {
        return Some(outcome);
    }
    let short = name.strip_prefix("zeek::")?;
    Some(match short {
        "number_packets" => around.packets().map(Value::Uint).ok_or_else(|| unavailable(name)),
        "network_time" => Ok(Value::Time(around.network_time())),
        "has_analyzer" => {
            let found = analyzer(context.grammar, around, &text(args, 0));
            Ok(Value::Bool(found.is_some_and(|f| f.1 || !flag(args, 1))))
        }
        "analyzer_type" => {
            let found = analyzer(context.grammar, around, &text(args, 0)).filter(|f| f.1 || !flag(args, 1));
            Ok(Value::Enum(found.map_or(UNKNOWN, |f| f.0)))
        }
        _ => return Access { held: context.held, around, name, args }.answer(short),
    })
}

/// Returns the analyzer type of the analyzer with this name, and whether it is enabled.
fn analyzer(grammar: &Grammar, around: &dyn Around, name: &str) -> Option<(i64, bool)> {
    let label = crate::grammar::label(name);
    // Tags of file and packet analyzers belong to grammars. Built-in ones are looked up in their lists.
    let own = grammar.analyzers.iter().find(|o| o.label == label);
    match own.map(|o| o.kind) {
        Some(Kind::File) => return Some((FILE, true)),
        Some(Kind::Packet) => return Some((PACKET, true)),
        _ => {}
    }
    if let Some(tag) = registry::find(&label) {
        return Some((PROTOCOL, around.is_enabled(tag).unwrap_or(true)));
    }
    if kinds::is_known(&label) {
        return Some((FILE, true));
    }
    session::is_layer(&label).then_some((PACKET, true))
}

/// Returns the error for a missing file: the named one, or the latest open one.
pub(crate) fn no_file(named: Option<&Value>) -> Error {
    let message = match named {
        Some(Value::Str(id)) => format!("unknown file ID '{id}'"),
        _ => "no file analysis currently in flight".to_owned(),
    };
    Error::new(ErrorKind::InvalidValue, message)
}

/// A function that reads script values.
struct Access<'a> {
    held: &'a Rc<Cell<usize>>,
    around: &'a mut dyn Around,
    name: &'a str,
    args: &'a [Value],
}

impl Access<'_> {
    fn answer(mut self, short: &str) -> Option<Outcome<Value>> {
        if let Some(kind) = short.strip_prefix("get_").or_else(|| short.strip_prefix("as_")) {
            let kind = kind.to_owned();
            return Some(self.first().and_then(|v| self.as_kind(&v, &kind)));
        }
        let plain = short.strip_suffix("_of").unwrap_or(short);
        let known = [
            "set_contains",
            "table_contains",
            "table_lookup",
            "record_has_value",
            "record_has_field",
            "record_field",
            "vector_index",
            "vector_size",
        ];
        known.contains(&plain).then(|| self.first().and_then(|v| self.inside(&v, plain)))
    }

    /// Returns the script value that the first argument names or holds.
    fn first(&mut self) -> Outcome<ScriptValue> {
        match self.args.first() {
            Some(Value::List(l)) => {
                let held = match l.borrow().first() {
                    Some(Value::Foreign(v)) => Rc::clone(v).downcast::<Held>().ok(),
                    _ => None,
                };
                held.map(|h| h.value.clone()).ok_or_else(|| unavailable(self.name))
            }
            _ => {
                let name = text(self.args, 0);
                self.around.script_value(&name).ok_or_else(|| {
                    Error::new(ErrorKind::InvalidValue, format!("no such Zeek variable: {name}"))
                })
            }
        }
    }

    fn held(&self, v: ScriptValue) -> Outcome<Value> {
        Held::value(v, self.held)
    }

    fn as_kind(&self, v: &ScriptValue, kind: &str) -> Outcome<Value> {
        let fits = matches!(
            (kind, v),
            ("value", _)
                | ("record", ScriptValue::Record(_))
                | ("set", ScriptValue::Set(_))
                | ("table", ScriptValue::Table(_))
                | ("vector", ScriptValue::Vector(_))
        );
        if fits { self.held(v.clone()) } else { converted(v, kind) }
    }

    fn inside(&self, v: &ScriptValue, what: &str) -> Outcome<Value> {
        let key = self.args.get(1);
        let mismatch =
            || Error::new(ErrorKind::InvalidValue, format!("{}: the value has another type", self.name));
        let member = |k: &ScriptValue| key.is_some_and(|key| same(k, key));
        match (what, v) {
            ("set_contains", ScriptValue::Set(s)) => Ok(Value::Bool(s.iter().any(member))),
            ("table_contains", ScriptValue::Table(t)) => Ok(Value::Bool(t.iter().any(|e| member(&e.0)))),
            ("table_lookup", ScriptValue::Table(t)) => {
                let found = t.iter().find(|e| member(&e.0));
                found.map_or(Ok(Value::Null), |e| self.held(e.1.clone()))
            }
            ("vector_size", ScriptValue::Vector(l)) => Ok(Value::Uint(l.len() as u64)),
            ("vector_index", ScriptValue::Vector(l)) => {
                let at = number(self.args, 1);
                let found = usize::try_from(at).ok().and_then(|at| l.get(at));
                let none = || Error::new(ErrorKind::InvalidValue, "vector index out of bounds".to_owned());
                found.ok_or_else(none).and_then(|v| self.held(v.clone()))
            }
            (_, ScriptValue::Record(fields)) => {
                let wanted = text(self.args, 1);
                let found = fields.iter().find(|f| f.0 == wanted).map(|f| &f.1);
                match what {
                    // Both functions require a value: a field that is not set counts as missing.
                    "record_has_field" | "record_has_value" => {
                        Ok(Value::Bool(found.is_some_and(|v| *v != ScriptValue::Unset)))
                    }
                    "record_field" => match found {
                        None => Err(Error::new(
                            ErrorKind::InvalidValue,
                            format!("no such record field: {wanted}"),
                        )),
                        Some(ScriptValue::Unset) => Err(Error::new(
                            ErrorKind::InvalidValue,
                            format!("record field is not set: {wanted}"),
                        )),
                        Some(v) => self.held(v.clone()),
                    },
                    _ => Err(mismatch()),
                }
            }
            _ => Err(mismatch()),
        }
    }
}
