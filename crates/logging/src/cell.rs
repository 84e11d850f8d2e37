//! Columns and cells.
use net_types::{Addr, Interval, Subnet, Timestamp};
use std::fmt;

/// The kind of a column, as a log's `#types` line names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `count`
    Count,
    /// `double`
    Double,
    /// `time`: seconds since the epoch
    Time,
    /// `interval`: seconds
    Interval,
    /// `string`
    String,
    /// `port`: the number alone
    Port,
    /// `addr`
    Addr,
    /// `subnet`
    Subnet,
    /// `enum`
    Enum,
    /// `func`
    Func,
    /// `file`
    File,
    /// `pattern`
    Pattern,
    /// `set[…]`
    Set(Box<Kind>),
    /// `vector[…]`
    Vector(Box<Kind>),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Count => "count",
            Kind::Double => "double",
            Kind::Time => "time",
            Kind::Interval => "interval",
            Kind::String => "string",
            Kind::Port => "port",
            Kind::Addr => "addr",
            Kind::Subnet => "subnet",
            Kind::Enum => "enum",
            Kind::Func => "func",
            Kind::File => "file",
            Kind::Pattern => "pattern",
            Kind::Set(of) => return write!(f, "set[{of}]"),
            Kind::Vector(of) => return write!(f, "vector[{of}]"),
        })
    }
}

/// A column: its name (`id.orig_h`) and kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The name; fields of nested records are joined by the scope separator.
    pub name: String,
    /// The kind.
    pub kind: Kind,
}

impl Column {
    /// Creates a column.
    pub fn new(name: impl Into<String>, kind: Kind) -> Self {
        Column { name: name.into(), kind }
    }
}

/// The columns of a log, and its path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schema {
    /// The path: `conn` for conn.log.
    pub path: String,
    /// The columns in order.
    pub columns: Vec<Column>,
}

impl Schema {
    /// Creates a schema.
    pub fn new(path: impl Into<String>, columns: Vec<Column>) -> Self {
        Schema { path: path.into(), columns }
    }
}

/// One value of a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cell<'a> {
    /// No value.
    Unset,
    /// A bool.
    Bool(bool),
    /// An int.
    Int(i64),
    /// A count.
    Count(u64),
    /// A double.
    Double(f64),
    /// Seconds since the epoch.
    Time(f64),
    /// Seconds.
    Interval(f64),
    /// The bytes of a string, or of the name of an enumerator, function or file.
    Str(&'a [u8]),
    /// A port number.
    Port(u16),
    /// An address.
    Addr(Addr),
    /// A subnet.
    Subnet(Subnet),
    /// The elements of a set or vector.
    List(&'a [Cell<'a>]),
}

impl From<Timestamp> for Cell<'_> {
    fn from(t: Timestamp) -> Self {
        Cell::Time(t.as_secs_f64())
    }
}

impl From<Interval> for Cell<'_> {
    fn from(i: Interval) -> Self {
        Cell::Interval(i.as_secs_f64())
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(s: &'a str) -> Self {
        Cell::Str(s.as_bytes())
    }
}
