//! Values of scripts in the form that the traffic side uses.
use net_types::{Interval, Timestamp};
use session::ScriptValue;
use value::Value;

/// Maximum number of levels of nested containers that are copied.
const DEPTH: usize = 16;

/// Copies a value; unset if it has no form on the traffic side.
#[must_use]
pub fn shown(v: &Value) -> ScriptValue {
    copy(v, DEPTH)
}

fn copy(v: &Value, depth: usize) -> ScriptValue {
    let Some(depth) = depth.checked_sub(1) else { return ScriptValue::Unset };
    if let Some(name) = v.enum_name() {
        return ScriptValue::Enum(name.to_string());
    }
    match v {
        Value::Bool(b) => ScriptValue::Bool(*b),
        Value::Int(n) => ScriptValue::Int(*n),
        Value::Count(n) => ScriptValue::Count(*n),
        Value::Double(d) => ScriptValue::Double(*d),
        Value::Time(t) => ScriptValue::Time(Timestamp::from_secs_f64(*t)),
        Value::Interval(i) => ScriptValue::Interval(Interval::from_secs_f64(*i)),
        Value::Port(p) => ScriptValue::Port(*p),
        Value::String(s) => ScriptValue::Str(s.to_vec()),
        Value::Addr4(_) | Value::Addr6(_) => v.as_addr().map_or(ScriptValue::Unset, ScriptValue::Addr),
        Value::Subnet(n) => ScriptValue::Subnet(**n),
        Value::Vector(l) => {
            let item = |at| l.get(at).map_or(ScriptValue::Unset, |v| copy(&v, depth));
            ScriptValue::Vector((0..l.len()).map(item).collect())
        }
        Value::Record(r) => {
            let fields = r.record_type().fields();
            let field = |(at, f): (usize, &std::rc::Rc<value::Field>)| {
                let v = r.get(at as u32).map_or(ScriptValue::Unset, |v| copy(&v, depth));
                (f.name.to_string(), v)
            };
            ScriptValue::Record(fields.iter().enumerate().map(field).collect())
        }
        Value::Table(t) => {
            let entries = t.entries();
            let key = |k: &[Value]| match k {
                [one] => copy(one, depth),
                many => ScriptValue::Vector(many.iter().map(|v| copy(v, depth)).collect()),
            };
            if entries.iter().all(|e| e.1.is_none()) && t.table_type().yields.is_none() {
                ScriptValue::Set(entries.iter().map(|e| key(&e.0)).collect())
            } else {
                let pair = |(k, v): &(Vec<Value>, Option<Value>)| Some((key(k), copy(v.as_ref()?, depth)));
                ScriptValue::Table(entries.iter().filter_map(pair).collect())
            }
        }
        _ => ScriptValue::Unset,
    }
}
