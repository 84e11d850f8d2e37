//! Types. They are interned: equal types have equal numbers.
#![expect(missing_docs, reason = "variants are the language's types")]
use std::collections::HashMap;

/// The number of a type in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(pub u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// The element type of an empty container, or the type of an invalid expression. Compatible with every type.
    Unknown,
    Void,
    Any,
    Bool,
    Int {
        signed: bool,
        bits: u8,
    },
    Real,
    Bytes,
    Str,
    Addr,
    Network,
    Port,
    Time,
    Interval,
    Error,
    Regexp,
    MatchState,
    Stream,
    View,
    Sink,
    TypeInfo,
    Null,
    Zlib,
    Base64,
    /// An iterator over a container, bytes or a stream.
    Iter(Ty),
    Optional(Ty),
    Result(Ty),
    Vector(Ty),
    List(Ty),
    Set(Ty),
    Map(Ty, Ty),
    Tuple(Vec<(Option<String>, Ty)>),
    /// A literal such as `[$a=1]` before it is converted to a struct.
    StructLiteral(Vec<(String, Ty)>),
    Struct(u32),
    Enum(u32),
    Bitfield(u32),
    Unit(u32),
    Ref(Ty),
}

/// All types of a program.
#[derive(Debug)]
pub struct Types {
    list: Vec<Type>,
    index: HashMap<Type, Ty>,
}

macro_rules! fixed {
    ($($name:ident = $number:expr, $ty:expr;)*) => {
        impl Ty {
            $(pub const $name: Ty = Ty($number);)*
        }
        const FIXED: &[Type] = &[$($ty),*];
    };
}

fixed! {
    UNKNOWN = 0, Type::Unknown;
    VOID = 1, Type::Void;
    ANY = 2, Type::Any;
    BOOL = 3, Type::Bool;
    UINT8 = 4, Type::Int { signed: false, bits: 8 };
    UINT16 = 5, Type::Int { signed: false, bits: 16 };
    UINT32 = 6, Type::Int { signed: false, bits: 32 };
    UINT64 = 7, Type::Int { signed: false, bits: 64 };
    INT8 = 8, Type::Int { signed: true, bits: 8 };
    INT16 = 9, Type::Int { signed: true, bits: 16 };
    INT32 = 10, Type::Int { signed: true, bits: 32 };
    INT64 = 11, Type::Int { signed: true, bits: 64 };
    REAL = 12, Type::Real;
    BYTES = 13, Type::Bytes;
    STR = 14, Type::Str;
    ADDR = 15, Type::Addr;
    NETWORK = 16, Type::Network;
    PORT = 17, Type::Port;
    TIME = 18, Type::Time;
    INTERVAL = 19, Type::Interval;
    ERROR = 20, Type::Error;
    REGEXP = 21, Type::Regexp;
    MATCH_STATE = 22, Type::MatchState;
    STREAM = 23, Type::Stream;
    VIEW = 24, Type::View;
    SINK = 25, Type::Sink;
    TYPE = 26, Type::TypeInfo;
    NULL = 27, Type::Null;
    ZLIB = 28, Type::Zlib;
    BASE64 = 29, Type::Base64;
    BYTES_ITER = 30, Type::Iter(Ty(13));
    STREAM_ITER = 31, Type::Iter(Ty(23));
    SINK_REF = 32, Type::Ref(Ty(25));
    RESULT_VOID = 33, Type::Result(Ty(1));
    VEC_BYTES = 34, Type::Vector(Ty(13));
    VEC_STR = 35, Type::Vector(Ty(14));
}

impl Default for Types {
    fn default() -> Self {
        let index = FIXED.iter().enumerate().map(|(i, t)| (t.clone(), Ty(i as u32))).collect();
        Types { list: FIXED.to_vec(), index }
    }
}

impl Types {
    pub fn of(&mut self, t: Type) -> Ty {
        if let Some(known) = self.index.get(&t) {
            return *known;
        }
        let ty = Ty(self.list.len() as u32);
        self.list.push(t.clone());
        self.index.insert(t, ty);
        ty
    }

    /// Returns the number of a type; `None` if the program lacks it.
    pub fn find(&self, t: &Type) -> Option<Ty> {
        self.index.get(t).copied()
    }

    pub fn get(&self, ty: Ty) -> &Type {
        self.list.get(ty.0 as usize).unwrap_or(&Type::Unknown)
    }

    pub fn int(signed: bool, bits: u8) -> Ty {
        match (signed, bits) {
            (false, 8) => Ty::UINT8,
            (false, 16) => Ty::UINT16,
            (false, 32) => Ty::UINT32,
            (false, _) => Ty::UINT64,
            (true, 8) => Ty::INT8,
            (true, 16) => Ty::INT16,
            (true, 32) => Ty::INT32,
            (true, _) => Ty::INT64,
        }
    }

    pub fn tuple(&mut self, items: &[Ty]) -> Ty {
        self.of(Type::Tuple(items.iter().map(|t| (None, *t)).collect()))
    }

    /// Returns the element type of a loop over a value.
    pub fn element(&mut self, ty: Ty) -> Option<Ty> {
        match *self.get(ty) {
            Type::Vector(t) | Type::List(t) | Type::Set(t) => Some(t),
            Type::Map(k, v) => Some(self.tuple(&[k, v])),
            Type::Bytes | Type::Stream | Type::View => Some(Ty::UINT8),
            Type::Ref(t) => self.element(t),
            _ => None,
        }
    }

    /// Whether `==` and `<` are defined for the type, so that it can be a key.
    pub fn is_key(&self, ty: Ty) -> bool {
        match self.get(ty) {
            Type::Unit(_)
            | Type::Struct(_)
            | Type::StructLiteral(_)
            | Type::Map(..)
            | Type::Sink
            | Type::Stream => false,
            Type::Tuple(ts) => ts.iter().all(|(_, t)| self.is_key(*t)),
            Type::Vector(t) | Type::Optional(t) | Type::Set(t) | Type::List(t) => self.is_key(*t),
            _ => true,
        }
    }

    /// Whether assignments must copy a value because a change would be visible elsewhere.
    pub fn is_copied(&self, ty: Ty) -> bool {
        match self.get(ty) {
            Type::Vector(_)
            | Type::List(_)
            | Type::Set(_)
            | Type::Map(..)
            | Type::Tuple(_)
            | Type::Struct(_)
            | Type::Stream => true,
            Type::Optional(t) | Type::Result(t) => self.is_copied(*t),
            _ => false,
        }
    }
}
