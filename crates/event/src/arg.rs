//! Arguments of events: borrowed views, which the receiver of an event converts to its own values.
use net_types::{Addr, Interval, Port, Subnet, Timestamp, days_from_epoch};

/// A connection, by its number in the session's table. Valid while the event is handled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConnId(pub u64);

impl ConnId {
    /// The connection's index in the session's table. A later connection may get the same index with another id.
    #[must_use]
    pub const fn place(self) -> u32 {
        self.0 as u32
    }
}

/// A file under analysis, by its number. Valid while the event is handled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u64);

/// A value of an enum, by its full name in scripts (`Analyzer::ANALYZER_HTTP`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnumName(pub &'static str);

/// A value of an enum that was declared at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnumLabel<'a> {
    /// The enum's full name in scripts.
    pub ty: &'a str,
    /// The value's number in the enum.
    pub number: i64,
}

/// A point in time as scripts represent it, in seconds since 1970. For protocols with times outside the range of
/// [`Timestamp`], before 1678 or after 2262.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moment(f64);

impl Moment {
    /// The moment of a Microsoft file time, in units of 100 ns since 1601 ([MS-DTYP] 2.3.3).
    pub fn from_filetime(units: u64) -> Self {
        Moment(units as f64 / 10_000_000.0 - 11_644_473_600.0)
    }

    /// Seconds since 1970.
    pub const fn from_secs(secs: f64) -> Self {
        Moment(secs)
    }

    /// The moment `secs` seconds after the start of a day of the Gregorian calendar. Months and days count from 1.
    pub fn from_date(year: i64, month: i64, day: i64, secs: f64) -> Self {
        Moment(days_from_epoch(year, month, day) as f64 * 86_400.0 + secs)
    }

    /// Seconds since 1970.
    pub fn as_secs_f64(self) -> f64 {
        self.0
    }
}

/// An argument of an event, or a part of one.
#[derive(Clone, Copy)]
pub enum Arg<'a> {
    /// An optional field that is not set.
    Unset,
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `count`
    Count(u64),
    /// `double`, or a `time` that is finer than [`Arg::Time`] or outside its range
    Double(f64),
    /// `time`
    Time(Timestamp),
    /// `interval`
    Interval(Interval),
    /// `string`: bytes
    Str(&'a [u8]),
    /// `opaque of x509`: a certificate in DER
    Certificate(&'a [u8]),
    /// `addr`
    Addr(Addr),
    /// `subnet`
    Subnet(Subnet),
    /// `port`
    Port(Port),
    /// A value of an enum.
    Enum(EnumName),
    /// A value of an enum that was declared at run time.
    Label(EnumLabel<'a>),
    /// `connection`
    Conn(ConnId),
    /// `fa_file`
    File(FileId),
    /// A record.
    Record(&'a dyn Record),
    /// The headers of a packet, and the packet's number. All events of a packet share the value that the receiver makes
    /// of the record.
    Packet(&'a dyn Record, u64),
    /// A record or tuple whose fields are known only at run time.
    Fields(&'a dyn Fields),
    /// A vector or a set; the script's declaration tells which.
    List(&'a dyn List),
    /// A table: keys with values, in the order of insertion.
    Table(&'a dyn Pairs),
}

/// The fixed part of a record: its script type and field names, in order.
#[derive(Debug)]
pub struct Shape {
    /// The script type.
    pub name: &'static str,
    /// The names of the fields, in the order of [`Record::each`].
    pub fields: &'static [&'static str],
}

/// A record.
pub trait Record {
    /// The type and field names. Every record of a type returns the same reference.
    fn shape(&self) -> &'static Shape;
    /// Calls `f` with each field's position in the shape and its value.
    fn each(&self, f: &mut dyn FnMut(usize, Arg<'_>));
    /// Replaces the contents of `to` by the fields, each as a number. Returns false if a field is neither a count nor a
    /// flag.
    fn numbers(&self, to: &mut Vec<u64>) -> bool;
}

/// A record or tuple whose fields are known only at run time.
pub trait Fields {
    /// The number of fields.
    fn count(&self) -> usize;
    /// Calls `f` with each field's name, if it has one, and its value, in order.
    fn each(&self, f: &mut dyn FnMut(Option<&str>, Arg<'_>));
}

/// A sequence of arguments of one kind.
pub trait List {
    /// The number of arguments.
    fn count(&self) -> usize;
    /// Calls `f` with each argument, in order.
    fn each(&self, f: &mut dyn FnMut(Arg<'_>));
}

/// A sequence of pairs.
pub trait Pairs {
    /// Calls `f` with each key and its value, in order.
    fn each(&self, f: &mut dyn FnMut(Arg<'_>, Arg<'_>));
}

/// A type that can be an argument.
pub trait ToArg {
    /// A view of this value as an argument.
    fn arg(&self) -> Arg<'_>;
}

macro_rules! plain {
    ($($ty:ty => $variant:ident),* $(,)?) => {
        $(impl ToArg for $ty {
            fn arg(&self) -> Arg<'_> {
                Arg::$variant(*self)
            }
        })*
    };
}
plain! {
    bool => Bool, i64 => Int, u64 => Count, f64 => Double, Timestamp => Time, Interval => Interval, Addr => Addr,
    Subnet => Subnet, Port => Port, EnumName => Enum, ConnId => Conn, FileId => File,
}

impl ToArg for Moment {
    fn arg(&self) -> Arg<'_> {
        Arg::Double(self.0)
    }
}

impl ToArg for [u8] {
    fn arg(&self) -> Arg<'_> {
        Arg::Str(self)
    }
}

impl ToArg for &[u8] {
    fn arg(&self) -> Arg<'_> {
        Arg::Str(self)
    }
}

impl ToArg for &str {
    fn arg(&self) -> Arg<'_> {
        Arg::Str(self.as_bytes())
    }
}

impl ToArg for Vec<u8> {
    fn arg(&self) -> Arg<'_> {
        Arg::Str(self)
    }
}

/// A certificate in DER. Scripts pass it to the functions that work on certificates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CertificateDer<'a>(pub &'a [u8]);

impl ToArg for CertificateDer<'_> {
    fn arg(&self) -> Arg<'_> {
        Arg::Certificate(self.0)
    }
}

impl ToArg for Arg<'_> {
    fn arg(&self) -> Arg<'_> {
        *self
    }
}

impl<T: ToArg> ToArg for Option<T> {
    fn arg(&self) -> Arg<'_> {
        self.as_ref().map_or(Arg::Unset, ToArg::arg)
    }
}

impl<R: Record> ToArg for R {
    fn arg(&self) -> Arg<'_> {
        Arg::Record(self)
    }
}

/// A vector or set argument: a slice of anything that can be an argument.
pub struct ListOf<'a, T>(pub &'a [T]);

impl<T> Clone for ListOf<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ListOf<'_, T> {}

impl<T: ToArg> List for ListOf<'_, T> {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        for item in self.0 {
            f(item.arg());
        }
    }
}

impl<T: ToArg> ToArg for ListOf<'_, T> {
    fn arg(&self) -> Arg<'_> {
        Arg::List(self)
    }
}

/// A table argument: a slice of pairs.
pub struct TableOf<'a, K, V>(pub &'a [(K, V)]);

impl<K, V> Clone for TableOf<'_, K, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, V> Copy for TableOf<'_, K, V> {}

impl<K: ToArg, V: ToArg> Pairs for TableOf<'_, K, V> {
    fn each(&self, f: &mut dyn FnMut(Arg<'_>, Arg<'_>)) {
        for (k, v) in self.0 {
            f(k.arg(), v.arg());
        }
    }
}

impl<K: ToArg, V: ToArg> ToArg for TableOf<'_, K, V> {
    fn arg(&self) -> Arg<'_> {
        Arg::Table(self)
    }
}

/// A list whose items are produced while it is read.
impl ToArg for &dyn List {
    fn arg(&self) -> Arg<'_> {
        Arg::List(*self)
    }
}

impl ToArg for &dyn Record {
    fn arg(&self) -> Arg<'_> {
        Arg::Record(*self)
    }
}

/// A table whose pairs are produced while it is read.
impl ToArg for &dyn Pairs {
    fn arg(&self) -> Arg<'_> {
        Arg::Table(*self)
    }
}
