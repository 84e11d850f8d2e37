//! Types of the script language: [`Type`] and the shared bodies that it points to.
//!
//! A `Type` is a cheap handle (a tag and at most one reference). Records and enums are *nominal and growable*: `redef`
//! adds to them while scripts load, so their bodies have interior mutability and every handle sees additions. All other
//! types are structural and immutable. Types refer to their expressions (defaults, expiry, handlers) by number
//! ([`ThunkId`]); the typed tree holds the expressions.
//!
//! Types contain types, so the submodules use each other. A record's type also holds the initial values of records
//! (`record::Layout`): a separate lookup would cost a hash per new record.
mod attrs;
mod describe;
mod enums;
mod func;
mod record;
mod same;

pub use crate::name::Name;
pub use attrs::{ExpireKind, StoreAttr, TableAttrs};
pub use enums::EnumType;
pub use func::{Flavor, FuncType, Prototype};
pub use record::{Field, FieldAttrs, RecordType};

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// The number of a parameterless computation in the typed tree's list of thunks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThunkId(pub u32);

/// A type. Cloning copies a handle.
#[derive(Clone)]
pub enum Type {
    /// The type of an expression that the checker could not type and has reported. It is compatible with every type, so
    /// that one error causes one message.
    Error,
    /// No value: the result type of a function without a result.
    Void,
    /// `bool`
    Bool,
    /// `int`: 64 bits, signed.
    Int,
    /// `count`: 64 bits, unsigned.
    Count,
    /// `double`
    Double,
    /// `time`: seconds since the epoch.
    Time,
    /// `interval`: seconds.
    Interval,
    /// `string`: bytes.
    String,
    /// `pattern`
    Pattern,
    /// `port`
    Port,
    /// `addr`
    Addr,
    /// `subnet`
    Subnet,
    /// `any`
    Any,
    /// `enum NAME`
    Enum(Rc<EnumType>),
    /// `table[…] of …` and `set[…]`
    Table(Rc<TableType>),
    /// `vector of …`
    Vector(Rc<VectorType>),
    /// `record { … }`
    Record(Rc<RecordType>),
    /// `function(…): …`, `event(…)`, `hook(…)`
    Func(Rc<FuncType>),
    /// `file`, or `file of T`
    File(Rc<Type>),
    /// `opaque of NAME`
    Opaque(Rc<Name>),
    /// A sequence of values: a table's composite index, an argument list.
    List(Rc<Vec<Type>>),
    /// The type of a type name that is passed to a built-in function.
    TypeType(Rc<Type>),
}

/// `table[…] of …` or, without a yield, `set[…]`.
pub struct TableType {
    /// The name of its `type` declaration.
    pub name: Option<Name>,
    /// Types of the index's parts; empty if the element types are unknown (`table()`, `set()`).
    pub index: Vec<Type>,
    /// Type of a table's values; `None` for a set.
    pub yields: Option<Type>,
}

/// `vector of …`.
pub struct VectorType {
    /// The name of its `type` declaration.
    pub name: Option<Name>,
    /// Element type; [`Type::Void`] if it is unknown (`vector()`).
    pub elem: Type,
}

impl Type {
    /// `set[index…]`
    pub fn set_of(index: Vec<Type>) -> Type {
        Type::Table(Rc::new(TableType { name: None, index, yields: None }))
    }

    /// `table[index…] of yields`
    pub fn table_of(index: Vec<Type>, yields: Type) -> Type {
        Type::Table(Rc::new(TableType { name: None, index, yields: Some(yields) }))
    }

    /// `vector of elem`
    pub fn vector_of(elem: Type) -> Type {
        Type::Vector(Rc::new(VectorType { name: None, elem }))
    }

    /// `opaque of name`
    pub fn opaque(name: &str) -> Type {
        Type::Opaque(Rc::new(name.into()))
    }

    /// `file`, which is `file of string`.
    pub fn file() -> Type {
        Type::File(Rc::new(Type::String))
    }

    /// Returns the same structure under the name of a `type` declaration. A record or enumeration that already has
    /// another name is copied, and the copy does not see later additions to the original. Other scalar types carry no
    /// name.
    pub fn named(&self, name: &str) -> Type {
        let name: Name = name.into();
        match self {
            Type::Table(t) => Type::Table(Rc::new(TableType {
                name: Some(name),
                index: t.index.clone(),
                yields: t.yields.clone(),
            })),
            Type::Vector(v) => Type::Vector(Rc::new(VectorType { name: Some(name), elem: v.elem.clone() })),
            Type::Func(f) => Type::Func(Rc::new(FuncType {
                name: Some(name),
                flavor: f.flavor,
                params: f.params.clone(),
                result: f.result.clone(),
                varargs: f.varargs,
                prototypes: f.prototypes.clone(),
            })),
            Type::Record(r) if r.name().is_none() => {
                r.set_name(name);
                self.clone()
            }
            Type::Record(r) if r.name().as_deref() != Some(&*name) => {
                let fields = r.fields().iter().map(|f| Field::clone(f)).collect();
                Type::Record(Rc::new(RecordType::new(Some(name), fields)))
            }
            Type::Enum(e) if *e.name() != name => {
                let copy = EnumType::new(name);
                for (n, v) in e.values() {
                    copy.add_with(n, v);
                }
                Type::Enum(Rc::new(copy))
            }
            other => other.clone(),
        }
    }

    /// Creates a function type without alternate prototypes.
    pub fn func(flavor: Flavor, params: Vec<Field>, result: Type) -> Type {
        Type::Func(Rc::new(FuncType {
            name: None,
            flavor,
            params,
            result,
            varargs: false,
            prototypes: RefCell::default(),
        }))
    }

    /// Whether this is a table without yield.
    pub fn is_set(&self) -> bool {
        matches!(self, Type::Table(t) if t.yields.is_none())
    }

    /// Whether this is a table with yield.
    pub fn is_table(&self) -> bool {
        matches!(self, Type::Table(t) if t.yields.is_some())
    }

    /// Whether this is `int` or `count`.
    pub fn is_integral(&self) -> bool {
        matches!(self, Type::Int | Type::Count)
    }

    /// Whether this is `int`, `count` or `double`.
    pub fn is_arithmetic(&self) -> bool {
        matches!(self, Type::Int | Type::Count | Type::Double)
    }

    /// Whether values of this type have no parts and fill one column of a file: numbers, times, addresses, ports,
    /// strings, enums.
    pub fn is_scalar(&self) -> bool {
        matches!(
            self,
            Type::Bool
                | Type::Int
                | Type::Count
                | Type::Double
                | Type::Time
                | Type::Interval
                | Type::String
                | Type::Enum(_)
                | Type::Port
                | Type::Addr
                | Type::Subnet
        )
    }

    /// Whether values of this type are shared by reference: assignment does not copy, and every name sees a change.
    pub fn is_aggregate(&self) -> bool {
        matches!(self, Type::Table(_) | Type::Vector(_) | Type::Record(_))
    }

    /// The inner type: of a table's values, a vector's elements, a file's content, a function's result.
    pub fn yields(&self) -> Option<&Type> {
        match self {
            Type::Table(t) => t.yields.as_ref(),
            Type::Vector(v) => Some(&v.elem),
            Type::File(t) | Type::TypeType(t) => Some(t),
            Type::Func(f) => Some(&f.result),
            _ => None,
        }
    }

    /// The record type, if this is one.
    pub fn as_record(&self) -> Option<&Rc<RecordType>> {
        match self {
            Type::Record(r) => Some(r),
            _ => None,
        }
    }

    /// The table or set type, if this is one.
    pub fn as_table(&self) -> Option<&Rc<TableType>> {
        match self {
            Type::Table(t) => Some(t),
            _ => None,
        }
    }

    /// The signature, if this is callable.
    pub fn as_func(&self) -> Option<&Rc<FuncType>> {
        match self {
            Type::Func(f) => Some(f),
            _ => None,
        }
    }

    /// The enumeration type, if this is one.
    pub fn as_enum(&self) -> Option<&Rc<EnumType>> {
        match self {
            Type::Enum(e) => Some(e),
            _ => None,
        }
    }

    /// The kind of type as messages name it: `count`, `table` (also for sets), `func`.
    pub fn tag_name(&self) -> &'static str {
        match self {
            Type::Error => "error",
            Type::Void => "void",
            Type::Bool => "bool",
            Type::Int => "int",
            Type::Count => "count",
            Type::Double => "double",
            Type::Time => "time",
            Type::Interval => "interval",
            Type::String => "string",
            Type::Pattern => "pattern",
            Type::Port => "port",
            Type::Addr => "addr",
            Type::Subnet => "subnet",
            Type::Any => "any",
            Type::Enum(_) => "enum",
            Type::Table(_) => "table",
            Type::Vector(_) => "vector",
            Type::Record(_) => "record",
            Type::Func(_) => "func",
            Type::File(_) => "file",
            Type::Opaque(_) => "opaque",
            Type::List(_) => "list",
            Type::TypeType(_) => "type",
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests;
