//! Conversions from Rust's types and from containers.
use super::Value;
use crate::record::Record;
use crate::string::Str;
use crate::table::Table;
use crate::vector::Vector;
use net_types::{Addr, Port, Subnet};

impl From<bool> for Value {
    fn from(v: bool) -> Self {
        Value::Bool(v)
    }
}
impl From<u64> for Value {
    fn from(v: u64) -> Self {
        Value::Count(v)
    }
}
impl From<i64> for Value {
    fn from(v: i64) -> Self {
        Value::Int(v)
    }
}
impl From<f64> for Value {
    fn from(v: f64) -> Self {
        Value::Double(v)
    }
}
impl From<Port> for Value {
    fn from(v: Port) -> Self {
        Value::Port(v)
    }
}
impl From<Addr> for Value {
    fn from(v: Addr) -> Self {
        Value::addr(v)
    }
}
impl From<Subnet> for Value {
    fn from(v: Subnet) -> Self {
        Value::subnet(v)
    }
}
impl From<&str> for Value {
    fn from(v: &str) -> Self {
        Value::string(v)
    }
}
impl From<String> for Value {
    fn from(v: String) -> Self {
        Value::string(v)
    }
}
impl From<Str> for Value {
    fn from(v: Str) -> Self {
        Value::String(v)
    }
}
impl From<Table> for Value {
    fn from(v: Table) -> Self {
        Value::Table(v)
    }
}
impl From<Vector> for Value {
    fn from(v: Vector) -> Self {
        Value::Vector(v)
    }
}
impl From<Record> for Value {
    fn from(v: Record) -> Self {
        Value::Record(v)
    }
}
