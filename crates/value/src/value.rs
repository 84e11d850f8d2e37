//! A value of the script language.
mod from;

use crate::file::File;
use crate::func::Func;
use crate::opaque::Opaque;
use crate::pattern::Pattern;
use crate::record::Record;
use crate::string::Str;
use crate::table::Table;
use crate::types::{EnumType, Name, Type};
use crate::vector::Vector;
use net_types::{Addr, Port, Subnet, TransportProto};
use std::rc::Rc;

/// A value: 16 bytes, a tag and eight bytes of content or a handle.
///
/// Scalars and strings have value semantics. Tables, vectors and records are handles to shared objects: cloning such a
/// `Value` gives a second handle ([`Value::deep_copy`] gives a second object).
///
/// The order of the variants serves speed: scalars come first, then handles whose count is at the start of the object
/// that they point to. So one comparison tells how to copy a value.
#[repr(u8)]
pub enum Value {
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `count`
    Count(u64),
    /// `double`
    Double(f64),
    /// `time`, seconds since the epoch
    Time(f64),
    /// `interval`, seconds
    Interval(f64),
    /// `port`
    Port(Port),
    /// An IPv4 `addr`, in network byte order. [`Value::addr`] picks the right one of the two forms.
    Addr4([u8; 4]),
    /// `string`
    String(Str),
    /// `table` or `set`
    Table(Table),
    /// `vector`
    Vector(Vector),
    /// `record`
    Record(Record),
    /// An enumerator: its code ([`EnumType::code`]), and the enumeration that names it.
    Enum(i32, Rc<EnumType>),
    /// An IPv6 `addr`.
    Addr6(Rc<Addr>),
    /// `subnet`
    Subnet(Rc<Subnet>),
    /// `pattern`
    Pattern(Rc<Pattern>),
    /// `function`, `event` or `hook`
    Func(Rc<Func>),
    /// `file`
    File(Rc<File>),
    /// `opaque`
    Opaque(Opaque),
    /// A sequence of values: a composite index that is passed to a function as a single `any`.
    List(Rc<Vec<Value>>),
    /// A type that is passed to a built-in function.
    Type(Rc<Type>),
}

const _: () = assert!(size_of::<Value>() == 16 && size_of::<Option<Value>>() == 16);

impl Value {
    /// Creates an address in its shorter form.
    #[inline]
    pub fn addr(a: Addr) -> Value {
        match *a.octets() {
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, b0, b1, b2, b3] => Value::Addr4([b0, b1, b2, b3]),
            _ => Value::Addr6(Rc::new(a)),
        }
    }

    /// Creates a subnet.
    pub fn subnet(n: Subnet) -> Value {
        Value::Subnet(Rc::new(n))
    }

    /// Creates a string.
    pub fn string(bytes: impl AsRef<[u8]>) -> Value {
        Value::String(Str::new(bytes.as_ref()))
    }

    /// Returns a port as one number, with the transport (unknown, tcp, udp, icmp) in the upper bits. `|p|` and
    /// comparisons use this number.
    #[inline]
    pub const fn port_number(p: Port) -> u32 {
        (p.proto as u32) << 16 | p.num as u32
    }

    /// Returns the port with this [`Value::port_number`].
    #[inline]
    pub const fn port_from_number(n: u32) -> Value {
        let proto = match n >> 16 {
            1 => TransportProto::Tcp,
            2 => TransportProto::Udp,
            3 => TransportProto::Icmp,
            _ => TransportProto::Unknown,
        };
        Value::Port(Port { proto, num: n as u16 })
    }

    /// Creates an enumerator from its number.
    pub fn enumerator(number: i64, ty: &Rc<EnumType>) -> Value {
        Value::Enum(ty.code(number), ty.clone())
    }

    /// The type of this value; for tables, vectors, records and functions, the declared type.
    pub fn ty(&self) -> Type {
        match self {
            Value::Bool(_) => Type::Bool,
            Value::Int(_) => Type::Int,
            Value::Count(_) => Type::Count,
            Value::Double(_) => Type::Double,
            Value::Time(_) => Type::Time,
            Value::Interval(_) => Type::Interval,
            Value::Port(_) => Type::Port,
            Value::Enum(_, t) => Type::Enum(t.clone()),
            Value::Addr4(_) | Value::Addr6(_) => Type::Addr,
            Value::Subnet(_) => Type::Subnet,
            Value::String(_) => Type::String,
            Value::Pattern(_) => Type::Pattern,
            Value::Table(t) => Type::Table(t.table_type()),
            Value::Vector(v) => Type::Vector(v.vector_type()),
            Value::Record(r) => Type::Record(r.record_type().clone()),
            Value::Func(f) => Type::Func(f.ty.clone()),
            Value::File(_) => Type::file(),
            Value::Opaque(o) => Type::Opaque(o.kind().clone()),
            Value::List(l) => Type::List(Rc::new(l.iter().map(Value::ty).collect())),
            Value::Type(t) => Type::TypeType(t.clone()),
        }
    }

    /// Whether the value is stored inline, so that copying and dropping it count nothing.
    #[inline]
    pub const fn is_scalar(&self) -> bool {
        matches!(
            self,
            Value::Bool(_)
                | Value::Int(_)
                | Value::Count(_)
                | Value::Double(_)
                | Value::Time(_)
                | Value::Interval(_)
                | Value::Port(_)
                | Value::Addr4(_)
        )
    }

    /// Returns a number, bool, time, interval, port or enumerator as 64 bits without a tag; `None` for all other
    /// values. Converting it back to a value requires its type.
    #[inline]
    pub fn to_word(&self) -> Option<u64> {
        // Counts are by far the most frequent. The rest is a separate function, so that counts need no jump table.
        match self {
            Value::Count(c) => Some(*c),
            other => other.other_word(),
        }
    }

    #[inline(never)]
    fn other_word(&self) -> Option<u64> {
        Some(match self {
            Value::Bool(b) => u64::from(*b),
            Value::Int(i) => *i as u64,
            Value::Count(c) => *c,
            Value::Double(d) | Value::Time(d) | Value::Interval(d) => d.to_bits(),
            Value::Port(p) => u64::from(Value::port_number(*p)),
            Value::Enum(n, t) => t.number_at(*n) as u64,
            _ => return None,
        })
    }

    /// Replaces a scalar by a word ([`Value::to_word`]) of the same type, in place. Returns false if this is not a
    /// scalar, or is a port.
    #[inline]
    pub fn put_word(&mut self, w: u64) -> bool {
        match self {
            Value::Count(c) => {
                *c = w;
                true
            }
            other => other.put_other_word(w),
        }
    }

    #[inline(never)]
    fn put_other_word(&mut self, w: u64) -> bool {
        match self {
            Value::Bool(b) => *b = w != 0,
            Value::Int(i) => *i = w as i64,
            Value::Double(d) | Value::Time(d) | Value::Interval(d) => *d = f64::from_bits(w),
            Value::Enum(n, t) => *n = t.code(w as i64),
            _ => return false,
        }
        true
    }

    /// The value of a `bool`.
    pub fn as_bool(&self) -> Option<bool> {
        match *self {
            Value::Bool(b) => Some(b),
            _ => None,
        }
    }

    /// The value of an `int`.
    pub fn as_int(&self) -> Option<i64> {
        match *self {
            Value::Int(b) => Some(b),
            _ => None,
        }
    }

    /// The value of a `count`.
    pub fn as_count(&self) -> Option<u64> {
        match *self {
            Value::Count(b) => Some(b),
            _ => None,
        }
    }

    /// The number in a `double`, `time` or `interval`.
    pub fn as_double(&self) -> Option<f64> {
        match *self {
            Value::Double(b) | Value::Time(b) | Value::Interval(b) => Some(b),
            _ => None,
        }
    }

    /// Any number, converted to a double.
    pub fn as_number(&self) -> Option<f64> {
        match *self {
            Value::Int(i) => Some(i as f64),
            Value::Count(c) => Some(c as f64),
            _ => self.as_double(),
        }
    }

    /// The value of a `port`.
    pub fn as_port(&self) -> Option<Port> {
        match *self {
            Value::Port(p) => Some(p),
            _ => None,
        }
    }

    /// The value of an `addr`.
    #[inline]
    pub fn as_addr(&self) -> Option<Addr> {
        match self {
            Value::Addr4(b) => Some(Addr::v4(*b)),
            Value::Addr6(a) => Some(**a),
            _ => None,
        }
    }

    /// The value of a `subnet`.
    pub fn as_subnet(&self) -> Option<Subnet> {
        match self {
            Value::Subnet(n) => Some(**n),
            _ => None,
        }
    }

    /// The value of a `string`.
    pub fn as_string(&self) -> Option<&Str> {
        match self {
            Value::String(s) => Some(s),
            _ => None,
        }
    }

    /// The value of a `pattern`.
    pub fn as_pattern(&self) -> Option<&Rc<Pattern>> {
        match self {
            Value::Pattern(p) => Some(p),
            _ => None,
        }
    }

    /// The number of an enumerator.
    pub fn as_enum(&self) -> Option<i64> {
        match self {
            Value::Enum(n, t) => Some(t.number_at(*n)),
            _ => None,
        }
    }

    /// The full name of an enumerator.
    pub fn enum_name(&self) -> Option<Name> {
        match self {
            Value::Enum(n, t) => t.name_of(t.number_at(*n)),
            _ => None,
        }
    }

    /// The value of a `table` or `set`.
    pub fn as_table(&self) -> Option<&Table> {
        match self {
            Value::Table(t) => Some(t),
            _ => None,
        }
    }

    /// The value of a `vector`.
    pub fn as_vector(&self) -> Option<&Vector> {
        match self {
            Value::Vector(v) => Some(v),
            _ => None,
        }
    }

    /// The value of a `record`.
    pub fn as_record(&self) -> Option<&Record> {
        match self {
            Value::Record(r) => Some(r),
            _ => None,
        }
    }

    /// The value of a `function`, `event` or `hook`.
    pub fn as_func(&self) -> Option<&Rc<Func>> {
        match self {
            Value::Func(f) => Some(f),
            _ => None,
        }
    }

    /// The value of a `file`.
    pub fn as_file(&self) -> Option<&Rc<File>> {
        match self {
            Value::File(f) => Some(f),
            _ => None,
        }
    }

    /// The value of an `opaque`.
    pub fn as_opaque(&self) -> Option<&Opaque> {
        match self {
            Value::Opaque(o) => Some(o),
            _ => None,
        }
    }
}
