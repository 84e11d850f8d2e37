//! The functions of the module `zeek` that are available wherever a grammar runs.
use crate::engine::Engine;
use crate::native;
use crate::scripts::{converted, same};
use session::ScriptValue;
use spicy_vm::{Error, ErrorKind, Outcome, Value};

/// The host of a grammar, for functions that are available everywhere.
pub(crate) trait Around {
    /// The value of a script's global.
    fn script_value(&mut self, name: &str) -> Option<ScriptValue>;
    /// Number of packets so far.
    fn packets(&self) -> u64;
    /// The time of the current packet, in nanoseconds.
    fn network_time(&self) -> u64;
    /// The kind of input of the analyzer with this name, and whether it is enabled.
    fn analyzer(&self, name: &str) -> Option<(i64, bool)>;
}

/// `zeek::AnalyzerType`
pub(crate) const PROTOCOL: i64 = 0;
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

/// Runs a function that is available everywhere; `None` if it is another one.
pub(crate) fn answer(
    engine: &Engine,
    around: &mut dyn Around,
    name: &str,
    args: &[Value],
) -> Option<Outcome<Value>> {
    if let Some(outcome) = native::call(name, args) {
        return Some(outcome);
    }
    let short = name.strip_prefix("zeek::")?;
    Some(match short {
        "number_packets" => Ok(Value::Uint(around.packets())),
        "network_time" => Ok(Value::Time(around.network_time())),
        "has_analyzer" => {
            let found = around.analyzer(&text(args, 0));
            Ok(Value::Bool(found.is_some_and(|f| f.1 || !flag(args, 1))))
        }
        "analyzer_type" => {
            let found = around.analyzer(&text(args, 0)).filter(|f| f.1 || !flag(args, 1));
            Ok(Value::Enum(found.map_or(UNKNOWN, |f| f.0)))
        }
        _ => return Access { engine, around, name, args }.answer(short),
    })
}

/// A function that reads script values.
struct Access<'a> {
    engine: &'a Engine,
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

    /// The script value that the first argument names or holds.
    fn first(&mut self) -> Outcome<ScriptValue> {
        match self.args.first() {
            Some(Value::List(l)) => {
                let handle = number(&l.borrow(), 0) as usize;
                self.engine.held.borrow().get(handle).cloned().ok_or_else(|| unavailable(self.name))
            }
            _ => {
                let name = text(self.args, 0);
                self.around.script_value(&name).ok_or_else(|| {
                    Error::new(ErrorKind::InvalidValue, format!("no such Zeek variable: {name}"))
                })
            }
        }
    }

    fn held(&self, v: ScriptValue) -> Value {
        Value::list(vec![Value::Uint(self.engine.hold(v))])
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
        if fits { Ok(self.held(v.clone())) } else { converted(v, kind) }
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
                Ok(found.map_or(Value::Null, |e| self.held(e.1.clone())))
            }
            ("vector_size", ScriptValue::Vector(l)) => Ok(Value::Uint(l.len() as u64)),
            ("vector_index", ScriptValue::Vector(l)) => {
                let at = number(self.args, 1);
                let found = usize::try_from(at).ok().and_then(|at| l.get(at));
                found.map(|v| self.held(v.clone())).ok_or_else(|| {
                    Error::new(ErrorKind::InvalidValue, "vector index out of bounds".to_owned())
                })
            }
            (_, ScriptValue::Record(fields)) => {
                let wanted = text(self.args, 1);
                let found = fields.iter().find(|f| f.0 == wanted).map(|f| &f.1);
                match what {
                    "record_has_field" => Ok(Value::Bool(found.is_some())),
                    "record_has_value" => Ok(Value::Bool(found.is_some_and(|v| *v != ScriptValue::Unset))),
                    "record_field" => match found {
                        None => Err(Error::new(
                            ErrorKind::InvalidValue,
                            format!("no such record field: {wanted}"),
                        )),
                        Some(ScriptValue::Unset) => Err(Error::new(
                            ErrorKind::InvalidValue,
                            format!("record field is not set: {wanted}"),
                        )),
                        Some(v) => Ok(self.held(v.clone())),
                    },
                    _ => Err(mismatch()),
                }
            }
            _ => Err(mismatch()),
        }
    }
}
