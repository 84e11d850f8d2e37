//! Types as written, and their parts: fields, attributes, captures.
use super::{Bytes, ExprId, List, TypeId};
use crate::{Name, Span, Tok};

/// A type as written.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    /// Its kind, with the parts.
    pub kind: TypeKind,
    /// Its place.
    pub span: Span,
}

/// Types that consist of one word.
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

/// The kind of a type, with its parts.
#[derive(Clone, Copy, Debug)]
pub enum TypeKind {
    /// A type with a syntax error that was reported.
    Error,
    /// A type that consists of one word.
    Basic(BasicType),
    /// `table[index] of value`
    Table(List<TypeId>, TypeId),
    /// `set[index]`
    Set(List<TypeId>),
    /// `record { … }`, with the place of its closing brace.
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
    /// The name of a declared type.
    Name(Name),
}

/// The three kinds of function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Flavor {
    /// `function`: is called, has a result.
    Function,
    /// `event`: is queued, may have several bodies.
    Event,
    /// `hook`: is called, may have several bodies; `break` ends it.
    Hook,
}

/// A field of a record, or a parameter.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// The place of the name.
    pub name_span: Span,
    /// Its type.
    pub ty: TypeId,
    /// Its attributes.
    pub attrs: List<Attr>,
    /// The place of the whole field.
    pub span: Span,
}

/// An enumerator.
#[derive(Clone, Copy, Debug)]
pub struct EnumItem {
    /// Its name.
    pub name: Name,
    /// The place of the name.
    pub span: Span,
    /// The number after `=`, if there is one; `Some(None)` if it is not a count.
    pub value: Option<Option<u64>>,
    /// `&deprecated`, if present, with its text if it has one.
    pub deprecated: Option<Option<Bytes>>,
}

/// An attribute.
#[derive(Clone, Copy, Debug)]
pub struct Attr {
    /// Its name: one of the `Attr…` tokens.
    pub tok: Tok,
    /// The expression after its `=`.
    pub value: Option<ExprId>,
    /// The place of the whole attribute.
    pub span: Span,
}

/// A captured variable of a function literal or `when`.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    /// Its name.
    pub name: Name,
    /// The place of the name.
    pub span: Span,
    /// Whether it is a deep copy (`copy`).
    pub deep: bool,
}
