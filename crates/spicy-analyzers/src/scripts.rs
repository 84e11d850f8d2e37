//! Converts script values to grammar values.
use net_types::{Addr, Port, Timestamp, TransportProto};
use session::ScriptValue;
use spicy_vm::{Error, ErrorKind, Outcome, Value};
use std::net::IpAddr;
use std::rc::Rc;

pub(crate) fn ip(a: Addr) -> Value {
    let ip = match *a.wire_bytes() {
        [a, b, c, d] => IpAddr::from([a, b, c, d]),
        _ => IpAddr::from(*a.octets()),
    };
    Value::Addr(Rc::new(ip))
}

pub(crate) fn port(p: Port) -> Value {
    let proto = match p.proto {
        TransportProto::Tcp => 0,
        TransportProto::Udp => 1,
        TransportProto::Icmp => 2,
        TransportProto::Unknown => u8::MAX,
    };
    Value::Port(p.num, proto)
}

pub(crate) fn nanos(n: i64) -> u64 {
    u64::try_from(n).unwrap_or(0)
}

/// Returns a time in nanoseconds, rounded as in scripts, which have times as floating-point seconds.
pub(crate) fn moment(t: Timestamp) -> u64 {
    (t.as_secs_f64() * 1e9) as u64
}

/// Converts a value to the type `wanted`, from the name of a function of `zeek`.
pub(crate) fn converted(v: &ScriptValue, wanted: &str) -> Outcome<Value> {
    Ok(match (wanted, v) {
        ("address", ScriptValue::Addr(a)) => ip(*a),
        ("bool", ScriptValue::Bool(b)) => Value::Bool(*b),
        ("count", ScriptValue::Count(n)) => Value::Uint(*n),
        ("double", ScriptValue::Double(d)) => Value::Real(*d),
        // The enumerator's label, without the module.
        ("enum", ScriptValue::Enum(name)) => Value::text(name.rsplit("::").next().unwrap_or(name)),
        ("int", ScriptValue::Int(n)) => Value::Int(*n),
        ("interval", ScriptValue::Interval(i)) => Value::Interval(i.nanos()),
        ("port", ScriptValue::Port(p)) => port(*p),
        ("string", ScriptValue::Str(s)) => Value::bytes(s.clone()),
        ("subnet", ScriptValue::Subnet(n)) => match ip(n.prefix()) {
            Value::Addr(a) => Value::Net(Rc::new((*a, n.len()))),
            _ => Value::Null,
        },
        ("time", ScriptValue::Time(t)) => Value::Time(nanos(t.nanos())),
        _ => {
            let message =
                format!("type mismatch in conversion from Zeek to Spicy: a value that is no {wanted}");
            return Err(Error::new(ErrorKind::InvalidValue, message));
        }
    })
}

/// Whether a script's value equals a grammar's, for look-ups by index.
pub(crate) fn same(a: &ScriptValue, b: &Value) -> bool {
    match (a, b) {
        (_, Value::Any(any)) => same(a, &any.1),
        (ScriptValue::Bool(x), Value::Bool(y)) => x == y,
        (ScriptValue::Int(x), Value::Int(y)) => x == y,
        (ScriptValue::Int(x), Value::Uint(y)) => u64::try_from(*x) == Ok(*y),
        (ScriptValue::Count(x), Value::Uint(y)) => x == y,
        (ScriptValue::Count(x), Value::Int(y)) => i64::try_from(*x) == Ok(*y),
        (ScriptValue::Double(x), Value::Real(y)) => x == y,
        (ScriptValue::Str(x), Value::Bytes(y)) => x == y.as_slice(),
        (ScriptValue::Str(x), Value::Str(y)) => x == y.as_bytes(),
        (ScriptValue::Time(x), Value::Time(y)) => nanos(x.nanos()) == *y,
        (ScriptValue::Interval(x), Value::Interval(y)) => x.nanos() == *y,
        (ScriptValue::Addr(x), Value::Addr(y)) => crate::arguments::addr(y) == *x,
        (ScriptValue::Port(x), Value::Port(n, p)) => crate::arguments::port(*n, *p) == *x,
        (ScriptValue::Vector(x), Value::List(y)) => {
            let y = y.borrow();
            x.len() == y.len() && x.iter().zip(y.iter()).all(|(a, b)| same(a, b))
        }
        _ => false,
    }
}
