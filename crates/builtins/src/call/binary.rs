//! The bytes that represent a value in digests.
use value::{Printer, Value};

/// Appends the binary form of a value: for a scalar, the number of its type and its bytes in memory, or its text with a
/// NUL at the end; for a composite value, the sequence of its parts.
pub(super) fn binary(v: &Value, out: &mut Vec<u8>) {
    let kind: i32 = match v {
        Value::Bool(_) => 1,
        Value::Int(_) => 2,
        Value::Count(_) => 3,
        Value::Double(_) => 4,
        Value::Time(_) => 5,
        Value::Interval(_) => 6,
        Value::String(_) => 7,
        Value::Pattern(_) => 8,
        Value::Enum(..) => 9,
        Value::Port(_) => 10,
        Value::Addr4(_) | Value::Addr6(_) => 11,
        Value::Subnet(_) => 12,
        _ => 0,
    };
    if kind != 0 {
        out.extend_from_slice(&kind.to_le_bytes());
    }
    match v {
        Value::Bool(b) => out.extend_from_slice(&i64::from(*b).to_le_bytes()),
        Value::Int(n) => out.extend_from_slice(&n.to_le_bytes()),
        Value::Count(n) => out.extend_from_slice(&n.to_le_bytes()),
        Value::Double(x) | Value::Time(x) | Value::Interval(x) => out.extend_from_slice(&x.to_le_bytes()),
        Value::Enum(n, t) => out.extend_from_slice(&t.number_at(*n).to_le_bytes()),
        Value::Port(p) => {
            out.extend_from_slice(&u32::from(p.num).to_le_bytes());
            out.extend_from_slice(b"/\0");
            out.extend_from_slice(p.proto.name().as_bytes());
            out.push(0);
        }
        Value::Record(r) => {
            for field in (0..r.len() as u32).filter_map(|i| r.get(i)) {
                binary(&field, out);
            }
        }
        Value::Vector(items) => {
            for item in items.items().iter().flatten() {
                binary(item, out);
            }
        }
        Value::List(items) => {
            for item in items.iter() {
                binary(item, out);
            }
        }
        Value::String(s) => out.extend_from_slice(s),
        other => {
            Printer::raw(out).value(other);
            out.push(0);
        }
    }
}
