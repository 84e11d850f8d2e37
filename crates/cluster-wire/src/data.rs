//! The values that nodes exchange: the types of Broker's data model.
//!
//! A decoded value borrows its strings from the message ([`Data<'a>`]); [`Data::into_owned`] makes it independent.
//! Records are sent as lists of all their fields, vectors as lists, and patterns, functions and opaque values as lists
//! that the receiver interprets by its own declarations.
use net_types::{Addr, Interval, Port, Subnet, Timestamp};
use std::borrow::Cow;
use std::cmp::Ordering;

/// A value. Equality and order are total: NaN equals itself.
#[derive(Clone, Debug)]
pub enum Data<'a> {
    /// An unset field.
    None,
    /// `bool`
    Bool(bool),
    /// `count`
    Count(u64),
    /// `int`
    Int(i64),
    /// `double`
    Real(f64),
    /// `string`; any bytes
    String(Cow<'a, [u8]>),
    /// `addr`
    Addr(Addr),
    /// `subnet`
    Subnet(Subnet),
    /// `port`
    Port(Port),
    /// `time`
    Time(Timestamp),
    /// `interval`
    Interval(Interval),
    /// An enumerator as `Module::NAME`.
    Enum(Cow<'a, [u8]>),
    /// Unique values, in the order of the message.
    Set(Vec<Data<'a>>),
    /// Unique keys with their values, in the order of the message.
    Table(Vec<(Data<'a>, Data<'a>)>),
    /// Values in order.
    List(Vec<Data<'a>>),
}

impl<'a> Data<'a> {
    /// Creates a borrowed string.
    pub fn string(s: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Data::String(Cow::Borrowed(s.as_ref()))
    }

    /// Creates an enumerator with a borrowed name.
    pub fn enumerator(name: &'a str) -> Self {
        Data::Enum(Cow::Borrowed(name.as_bytes()))
    }

    /// Returns the name of the type, as in JSON's `@data-type`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Data::None => "none",
            Data::Bool(_) => "boolean",
            Data::Count(_) => "count",
            Data::Int(_) => "integer",
            Data::Real(_) => "real",
            Data::String(_) => "string",
            Data::Addr(_) => "address",
            Data::Subnet(_) => "subnet",
            Data::Port(_) => "port",
            Data::Time(_) => "timestamp",
            Data::Interval(_) => "timespan",
            Data::Enum(_) => "enum-value",
            Data::Set(_) => "set",
            Data::Table(_) => "table",
            Data::List(_) => "vector",
        }
    }

    /// Converts to an owned value.
    pub fn into_owned(self) -> Data<'static> {
        let all = |values: Vec<Data<'a>>| values.into_iter().map(Data::into_owned).collect();
        match self {
            Data::None => Data::None,
            Data::Bool(b) => Data::Bool(b),
            Data::Count(n) => Data::Count(n),
            Data::Int(n) => Data::Int(n),
            Data::Real(n) => Data::Real(n),
            Data::String(s) => Data::String(Cow::Owned(s.into_owned())),
            Data::Addr(a) => Data::Addr(a),
            Data::Subnet(n) => Data::Subnet(n),
            Data::Port(p) => Data::Port(p),
            Data::Time(t) => Data::Time(t),
            Data::Interval(i) => Data::Interval(i),
            Data::Enum(s) => Data::Enum(Cow::Owned(s.into_owned())),
            Data::Set(v) => Data::Set(all(v)),
            Data::Table(v) => {
                Data::Table(v.into_iter().map(|(k, v)| (k.into_owned(), v.into_owned())).collect())
            }
            Data::List(v) => Data::List(all(v)),
        }
    }

    /// Returns the rank of the type in the order of values: its tag in `broker-bin-v1`.
    pub fn tag(&self) -> u8 {
        match self {
            Data::None => 0,
            Data::Bool(_) => 1,
            Data::Count(_) => 2,
            Data::Int(_) => 3,
            Data::Real(_) => 4,
            Data::String(_) => 5,
            Data::Addr(_) => 6,
            Data::Subnet(_) => 7,
            Data::Port(_) => 8,
            Data::Time(_) => 9,
            Data::Interval(_) => 10,
            Data::Enum(_) => 11,
            Data::Set(_) => 12,
            Data::Table(_) => 13,
            Data::List(_) => 14,
        }
    }
}

impl Ord for Data<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Data::Bool(a), Data::Bool(b)) => a.cmp(b),
            (Data::Count(a), Data::Count(b)) => a.cmp(b),
            (Data::Int(a), Data::Int(b)) => a.cmp(b),
            (Data::Real(a), Data::Real(b)) => a.total_cmp(b),
            (Data::String(a), Data::String(b)) | (Data::Enum(a), Data::Enum(b)) => a.cmp(b),
            (Data::Addr(a), Data::Addr(b)) => a.cmp(b),
            (Data::Subnet(a), Data::Subnet(b)) => a.cmp(b),
            (Data::Port(a), Data::Port(b)) => (a.num, a.proto).cmp(&(b.num, b.proto)),
            (Data::Time(a), Data::Time(b)) => a.cmp(b),
            (Data::Interval(a), Data::Interval(b)) => a.cmp(b),
            (Data::Set(a), Data::Set(b)) | (Data::List(a), Data::List(b)) => a.cmp(b),
            (Data::Table(a), Data::Table(b)) => a.cmp(b),
            _ => self.tag().cmp(&other.tag()),
        }
    }
}

impl PartialOrd for Data<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Data<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Data<'_> {}

/// Whether two values have the same key. Senders sort sets, so comparing neighbors usually suffices.
pub(crate) fn repeats<T, K: Ord + ?Sized>(values: &[T], key: impl Fn(&T) -> &K) -> bool {
    if values.is_sorted_by(|a, b| key(a) < key(b)) {
        return false;
    }
    let mut sorted: Vec<&K> = values.iter().map(key).collect();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}
