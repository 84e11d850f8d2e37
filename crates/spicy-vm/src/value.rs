//! Values that grammars compute with.
use crate::bytes::Bytes;
use crate::codec::{Base64, Inflater};
use crate::error::Error;
use crate::list::Elements;
use crate::regexp::MatchState;
use crate::sink::Sink;
use crate::stream::StreamRef;
use crate::unit::Unit;
use spicy_sema::types::Ty;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::rc::Rc;

/// Elements that are shared until they are copied.
pub type List = Rc<Elements>;
/// Entries in the order of their keys.
pub type Map = Rc<RefCell<BTreeMap<Value, Value>>>;

/// A value. Containers are handles; the compiler copies them where the language does.
#[derive(Clone, Default)]
pub enum Value {
    /// Nothing was assigned.
    #[default]
    Unset,
    /// An unset optional, a null reference, or a result without an error.
    Null,
    /// `bool`
    Bool(bool),
    /// `int8` to `int64`
    Int(i64),
    /// `uint8` to `uint64`
    Uint(u64),
    /// `real`
    Real(f64),
    /// Nanoseconds since 1970.
    Time(u64),
    /// Nanoseconds.
    Interval(i64),
    /// A label's number.
    Enum(i64),
    /// Number and protocol (tcp, udp, icmp).
    Port(u16, u8),
    /// By its number in the program.
    Regexp(u32),
    /// `type`
    Type(Ty),
    /// `bytes`
    Bytes(Bytes),
    /// `string`
    Str(Rc<str>),
    /// `error`
    Error(Rc<str>),
    /// `addr`
    Addr(Rc<IpAddr>),
    /// `network`
    Net(Rc<(IpAddr, u8)>),
    /// Vectors, lists, tuples, structs and bitfields.
    List(List),
    /// `set` and `map`
    Map(Map),
    /// Units, and references to them.
    Unit(Rc<Unit>),
    /// References to anything else.
    Ref(Rc<RefCell<Value>>),
    /// `stream`
    Stream(StreamRef),
    /// `iterator<stream>`
    StreamIter(StreamRef, u64),
    /// `iterator<bytes>`
    BytesIter(Rc<Bytes>, u64),
    /// Over a vector.
    ListIter(List, u64),
    /// Over a set or map.
    MapIter(Map, u64),
    /// A range of a stream; the end is open if it is the highest number.
    View(Rc<(StreamRef, u64, u64)>),
    /// `sink`
    Sink(Rc<Sink>),
    /// A value with its type.
    Any(Rc<(Ty, Value)>),
    /// State of decompression.
    Inflater(Rc<RefCell<Inflater>>),
    /// State of Base64 coding.
    Base64(Rc<RefCell<Base64>>),
    /// State of matching.
    Match(Rc<RefCell<MatchState>>),
    /// A value of the host, which grammars only carry.
    Foreign(Rc<dyn std::any::Any>),
    /// A caught error.
    Caught(Error),
    /// A saved state of parsing.
    Input(Box<crate::machine::Input>),
}

impl Value {
    /// A vector, tuple or struct.
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(Rc::new(Elements::new(items)))
    }

    /// A string.
    pub fn text(s: &str) -> Value {
        Value::Str(Rc::from(s))
    }

    /// Bytes.
    pub fn bytes(b: impl Into<Vec<u8>>) -> Value {
        Value::Bytes(Bytes::from(b.into()))
    }

    /// Whether the value owns nothing, so that it can be forgotten instead of dropped.
    #[inline]
    fn is_plain(&self) -> bool {
        matches!(
            self,
            Value::Unset
                | Value::Null
                | Value::Bool(_)
                | Value::Int(_)
                | Value::Uint(_)
                | Value::Real(_)
                | Value::Time(_)
                | Value::Interval(_)
                | Value::Enum(_)
                | Value::Port(..)
                | Value::Regexp(_)
                | Value::Type(_)
        )
    }

    /// The same as `clone`, without a call for the values that are passed most often.
    #[inline]
    pub(crate) fn share(&self) -> Value {
        match self {
            Value::Uint(n) => Value::Uint(*n),
            Value::Bool(b) => Value::Bool(*b),
            Value::Unit(u) => Value::Unit(Rc::clone(u)),
            Value::Bytes(b) => Value::Bytes(b.clone()),
            other => other.clone(),
        }
    }

    /// Puts another value here. Most values own nothing: nothing is called to drop them.
    #[inline]
    pub(crate) fn set(&mut self, v: Value) {
        if self.is_plain() {
            std::mem::forget(std::mem::replace(self, v));
        } else {
            *self = v;
        }
    }

    /// Puts the same value as another one here. Those that are passed most often go from place to place, without a
    /// copy in between: a value that was just written in parts cannot be read as a whole at once.
    #[inline]
    pub(crate) fn set_from(&mut self, from: &Value) {
        match from {
            Value::Uint(n) => self.set(Value::Uint(*n)),
            Value::Bool(b) => self.set(Value::Bool(*b)),
            Value::Enum(n) => self.set(Value::Enum(*n)),
            Value::Unit(u) => self.set(Value::Unit(Rc::clone(u))),
            other => self.set_other(other),
        }
    }

    #[inline(never)]
    fn set_other(&mut self, from: &Value) {
        *self = from.clone();
    }

    /// Whether something was assigned.
    pub fn is_set(&self) -> bool {
        !matches!(self, Value::Unset)
    }

    /// A copy that shares nothing that can change, but units and what references refer to.
    pub(crate) fn copied(&self) -> Value {
        match self {
            Value::List(l) => Value::list(l.borrow().iter().map(Value::copied).collect()),
            Value::Map(m) => Value::Map(Rc::new(RefCell::new(
                m.borrow().iter().map(|(k, v)| (k.clone(), v.copied())).collect(),
            ))),
            other => other.clone(),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Value::Unset => 0,
            Value::Null => 1,
            Value::Bool(_) => 2,
            Value::Int(_) => 3,
            Value::Uint(_) => 4,
            Value::Real(_) => 5,
            Value::Time(_) => 6,
            Value::Interval(_) => 7,
            Value::Enum(_) => 8,
            Value::Port(..) => 9,
            Value::Bytes(_) => 10,
            Value::Str(_) => 11,
            Value::Error(_) => 12,
            Value::Addr(_) => 13,
            Value::Net(_) => 14,
            Value::List(_) => 15,
            Value::Map(_) => 16,
            _ => 17,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, o: &Self) -> Ordering {
        match (self, o) {
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::Int(a), Value::Int(b))
            | (Value::Interval(a), Value::Interval(b))
            | (Value::Enum(a), Value::Enum(b)) => a.cmp(b),
            (Value::Uint(a), Value::Uint(b)) | (Value::Time(a), Value::Time(b)) => a.cmp(b),
            (Value::Int(a), Value::Uint(b)) => i128::from(*a).cmp(&i128::from(*b)),
            (Value::Uint(a), Value::Int(b)) => i128::from(*a).cmp(&i128::from(*b)),
            (Value::Real(a), Value::Real(b)) => a.total_cmp(b),
            (Value::Port(a, p), Value::Port(b, q)) => (p, a).cmp(&(q, b)),
            (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
            (Value::Str(a), Value::Str(b)) | (Value::Error(a), Value::Error(b)) => a.cmp(b),
            (Value::Addr(a), Value::Addr(b)) => a.cmp(b),
            (Value::Net(a), Value::Net(b)) => a.cmp(b),
            (Value::Type(a), Value::Type(b)) => a.cmp(b),
            (Value::List(a), Value::List(b)) => {
                if Rc::ptr_eq(a, b) {
                    Ordering::Equal
                } else {
                    a.borrow().cmp(&b.borrow())
                }
            }
            (Value::Map(a), Value::Map(b)) => {
                if Rc::ptr_eq(a, b) {
                    Ordering::Equal
                } else {
                    a.borrow().cmp(&b.borrow())
                }
            }
            (Value::StreamIter(_, a), Value::StreamIter(_, b)) => a.cmp(b),
            (Value::BytesIter(_, a), Value::BytesIter(_, b)) => a.cmp(b),
            (Value::ListIter(_, a), Value::ListIter(_, b)) => a.cmp(b),
            (Value::MapIter(_, a), Value::MapIter(_, b)) => a.cmp(b),
            (Value::Unit(a), Value::Unit(b)) => Rc::as_ptr(a).cmp(&Rc::as_ptr(b)),
            (Value::Ref(a), Value::Ref(b)) => Rc::as_ptr(a).cast::<u8>().cmp(&Rc::as_ptr(b).cast::<u8>()),
            (Value::View(a), Value::View(b)) => {
                (a.1, a.2.min(a.0.borrow().end())).cmp(&(b.1, b.2.min(b.0.borrow().end())))
            }
            (Value::Any(a), Value::Any(b)) => a.1.cmp(&b.1),
            (Value::Foreign(a), Value::Foreign(b)) => {
                Rc::as_ptr(a).cast::<u8>().cmp(&Rc::as_ptr(b).cast::<u8>())
            }
            _ => self.rank().cmp(&o.rank()),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}

impl PartialEq for Value {
    fn eq(&self, o: &Self) -> bool {
        match (self, o) {
            // Equality of numbers: both zeros are equal, NaN equals nothing.
            (Value::Real(a), Value::Real(b)) => a == b,
            _ => self.cmp(o) == Ordering::Equal,
        }
    }
}

impl Eq for Value {}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(n) | Value::Enum(n) | Value::Interval(n) => write!(f, "{n}"),
            Value::Uint(n) | Value::Time(n) => write!(f, "{n}"),
            Value::Bytes(b) => write!(f, "b\"{}\"", b.as_slice().escape_ascii()),
            Value::Str(s) => write!(f, "{s:?}"),
            Value::List(l) => f.debug_list().entries(l.borrow().iter()).finish(),
            other => write!(f, "<{}>", other.rank()),
        }
    }
}
