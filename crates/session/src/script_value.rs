//! Script values that an analyzer reads while it runs.
use net_types::{Addr, Interval, Port, Subnet, Timestamp};

/// A copy of a value. An analyzer that reads the same global twice sees changes made in between.
#[derive(Clone, PartialEq, Debug)]
pub enum ScriptValue {
    /// An optional field that is not set.
    Unset,
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `count`
    Count(u64),
    /// `double`
    Double(f64),
    /// `time`
    Time(Timestamp),
    /// `interval`
    Interval(Interval),
    /// `string`
    Str(Vec<u8>),
    /// `addr`
    Addr(Addr),
    /// `subnet`
    Subnet(Subnet),
    /// `port`
    Port(Port),
    /// A value of an enum, by its full name.
    Enum(String),
    /// Fields in order, with their names.
    Record(Vec<(String, ScriptValue)>),
    /// `vector`
    Vector(Vec<ScriptValue>),
    /// Members; more than one index makes a `Vector`.
    Set(Vec<ScriptValue>),
    /// Entries.
    Table(Vec<(ScriptValue, ScriptValue)>),
}
