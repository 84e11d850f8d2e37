//! Types as written, and what their parts carry: fields, attributes, captures.
use super::{Bytes, ExprId, List, TypeId};
use crate::{Name, Span, Tok};

/// A type as written.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// All of it.
    pub span: Span,
}

/// Types that are one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is its keyword")]
pub enum BasicType {
    Bool,
    Int,
    Count,
    Double,
    Time,
    Interval,
    String,
    Pattern,
    Port,
    Addr,
    Subnet,
    Any,
}

/// What a type is.
#[derive(Clone, Copy, Debug)]
pub enum TypeKind {
    /// A reported syntax error.
    Error,
    /// One word.
    Basic(BasicType),
    /// `table[index] of value`
    Table(List<TypeId>, TypeId),
    /// `set[index]`
    Set(List<TypeId>),
    /// `record { … }`, and the place of its closing brace.
    Record(List<Field>, Span),
    /// `enum { … }`
    Enum(List<EnumItem>),
    /// `vector of T`
    Vector(TypeId),
    /// `file`, `file of T`
    File(Option<TypeId>),
    /// `opaque of NAME`
    Opaque(Name),
    /// `function(…): T`, `event(…)`, `hook(…)`
    Func(Flavor, List<Field>, Option<TypeId>),
    /// A name.
    Name(Name),
}

/// The three kinds of function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Flavor {
    /// Called; has a result.
    Function,
    /// Queued; several bodies.
    Event,
    /// Called; several bodies; `break` ends it.
    Hook,
}

/// A field of a record, or a parameter.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Place of the name.
    pub name_span: Span,
    /// Its type.
    pub ty: TypeId,
    /// Its attributes.
    pub attrs: List<Attr>,
    /// All of it.
    pub span: Span,
}

/// One name of an enumeration.
#[derive(Clone, Copy, Debug)]
pub struct EnumItem {
    /// Its name.
    pub name: Name,
    /// Place of the name.
    pub span: Span,
    /// `= N`; `Some(None)` if it is not a count.
    pub value: Option<Option<u64>>,
    /// `&deprecated`, perhaps with a text.
    pub deprecated: Option<Option<Bytes>>,
}

/// An attribute.
#[derive(Clone, Copy, Debug)]
pub struct Attr {
    /// Which one: one of the `Attr…` tokens.
    pub tok: Tok,
    /// What follows its `=`.
    pub value: Option<ExprId>,
    /// All of it.
    pub span: Span,
}

/// A captured variable of a function literal or `when`.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    /// Its name.
    pub name: Name,
    /// Place of the name.
    pub span: Span,
    /// `copy`: deeply.
    pub deep: bool,
}
