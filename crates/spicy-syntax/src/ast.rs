//! The syntax tree of a grammar.
#![expect(missing_docs, reason = "variants and fields carry the grammar's own names")]
pub use crate::token::PatternText;
use crate::{FileId, Span};
use std::net::IpAddr;

/// A name with its position. Scoped names contain `::`.
#[derive(Clone, Debug, PartialEq)]
pub struct Id {
    pub text: String,
    pub span: Span,
}

/// One file.
#[derive(Debug)]
pub struct Module {
    pub file: FileId,
    pub name: Id,
    pub span: Span,
    pub items: Vec<Item>,
}

#[derive(Debug)]
pub enum Item {
    Import(Import),
    Type(TypeDecl),
    Variable(Variable),
    Function(Function),
    Hook(Hook),
    Property(Property),
    Statement(Stmt),
}

/// `import NAME [from PATH];`
#[derive(Clone, Debug)]
pub struct Import {
    pub name: Id,
    pub from: Option<Id>,
    pub span: Span,
}

#[derive(Debug)]
pub struct TypeDecl {
    pub public: bool,
    pub name: Id,
    pub ty: TypeExpr,
    pub attrs: Vec<Attr>,
    pub span: Span,
}

/// A global variable, constant or local variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub public: bool,
    pub constant: bool,
    pub name: Id,
    pub ty: Option<TypeExpr>,
    /// The arguments for the unit type.
    pub args: Vec<Expr>,
    pub init: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub inout: bool,
    pub name: Id,
    pub ty: TypeExpr,
    pub default: Option<Expr>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Function {
    pub public: bool,
    pub name: Id,
    pub params: Vec<Param>,
    pub ret: Option<TypeExpr>,
    pub attrs: Vec<Attr>,
    pub body: Option<Vec<Stmt>>,
    pub span: Span,
}

/// `%name [= value];`
#[derive(Clone, Debug)]
pub struct Property {
    pub name: &'static str,
    pub value: Option<Expr>,
    pub attrs: Vec<Attr>,
    pub span: Span,
}

/// `&name[=value]`
#[derive(Clone, Debug)]
pub struct Attr {
    pub name: &'static str,
    pub value: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct TypeExpr {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    Name(String),
    /// A type that is a single word.
    Simple(&'static str),
    Int {
        signed: bool,
        bits: u8,
    },
    Iterator(Box<TypeExpr>),
    View,
    Optional(Box<TypeExpr>),
    Result(Box<TypeExpr>),
    Vector(Option<Box<TypeExpr>>),
    List(Option<Box<TypeExpr>>),
    Set(Option<Box<TypeExpr>>),
    Map(Option<Box<(TypeExpr, TypeExpr)>>),
    Tuple(Vec<(Option<Id>, TypeExpr)>),
    Struct(Vec<StructField>),
    Enum(Vec<(Id, Option<Expr>)>),
    Bitfield(Box<Bitfield>),
    Unit(Box<UnitDecl>),
    Ref(Box<TypeExpr>),
}

#[derive(Clone, Debug)]
pub struct StructField {
    pub name: Id,
    pub ty: TypeExpr,
    pub attrs: Vec<Attr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Bitfield {
    pub bits: u64,
    pub ranges: Vec<BitRange>,
    pub attrs: Vec<Attr>,
}

#[derive(Clone, Debug)]
pub struct BitRange {
    pub name: Id,
    pub from: u64,
    pub to: u64,
    pub expected: Option<Expr>,
    pub attrs: Vec<Attr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct UnitDecl {
    pub params: Vec<Param>,
    pub items: Vec<UnitItem>,
    pub attrs: Vec<Attr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum UnitItem {
    Field(Field),
    Var(UnitVar),
    Sink(Id, Span),
    Switch(Switch),
    If(UnitIf),
    Hook(Hook),
    Property(Property),
}

#[derive(Clone, Debug)]
pub struct UnitVar {
    pub name: Id,
    pub ty: Option<TypeExpr>,
    pub init: Option<Expr>,
    pub attrs: Vec<Attr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Option<Id>,
    pub skip: bool,
    pub what: FieldWhat,
    /// The arguments for the unit.
    pub args: Vec<Expr>,
    /// `[]` or `[n]` after the type; the count of `[n]`.
    pub repeat: Option<Option<Expr>>,
    pub attrs: Vec<Attr>,
    pub condition: Option<Expr>,
    pub sinks: Vec<Expr>,
    pub hooks: Vec<Hook>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum FieldWhat {
    /// The name of a type or constant. Which of the two it is becomes known when names are resolved.
    Name(Id),
    Type(TypeExpr),
    Literal(Expr),
    /// A field in parentheses.
    Inner(Box<Field>),
}

#[derive(Clone, Debug)]
pub struct Switch {
    /// The value; without one, look-ahead selects the branch.
    pub value: Option<Expr>,
    pub cases: Vec<SwitchCase>,
    pub attrs: Vec<Attr>,
    pub condition: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct SwitchCase {
    /// The values; empty for the default case and for look-ahead.
    pub values: Vec<Expr>,
    pub is_default: bool,
    pub items: Vec<UnitItem>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct UnitIf {
    pub condition: Expr,
    pub then: Vec<UnitItem>,
    pub otherwise: Vec<UnitItem>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Hook {
    /// `%done`, `field`, `Unit::%done`, `Module::Unit::field`; empty for a hook attached to its field
    pub target: Id,
    pub params: Vec<Param>,
    pub foreach: u8,
    pub error: u8,
    pub debug: bool,
    pub priority: Option<Expr>,
    pub body: Vec<Stmt>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Add(Expr),
    Assert { condition: Expr, throws: bool },
    Block(Vec<Stmt>),
    Break,
    Confirm,
    Continue,
    Delete(Expr),
    Expr(Expr),
    For { var: Id, over: Expr, body: Vec<Stmt> },
    If { init: Option<Box<Variable>>, condition: Option<Expr>, then: Vec<Stmt>, otherwise: Vec<Stmt> },
    Local(Box<Variable>),
    Print(Vec<Expr>),
    Reject,
    Return(Option<Expr>),
    Stop,
    Switch { init: Option<Box<Variable>>, value: Option<Expr>, cases: Vec<Case> },
    Throw(Expr),
    Unset(Expr),
    While { init: Option<Box<Variable>>, condition: Option<Expr>, body: Vec<Stmt> },
}

#[derive(Clone, Debug)]
pub struct Case {
    /// The values; empty for `default`.
    pub values: Vec<Expr>,
    pub body: Vec<Stmt>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: Box<ExprKind>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Bool(bool),
    Null,
    Uint(u64),
    Real(f64),
    Str(String),
    Bytes(Vec<u8>),
    Error(String),
    Port(u16, String),
    Addr(IpAddr),
    Net(IpAddr, u8),
    Regexp(Vec<PatternText>),
    Name(String),
    Dollar,
    Capture(u64),
    /// `$conn` and the like, in .evt files
    DollarName(String),
    Paren(Expr),
    Member(Expr, Id),
    HasMember(Expr, Id),
    TryMember(Expr, Id),
    Index(Expr, Expr),
    Call(Expr, Vec<Expr>),
    /// `uint8(1)`, `vector<T>(…)`, `set(…)`.
    Make(TypeExpr, Vec<Expr>),
    Map(Option<Box<(TypeExpr, TypeExpr)>>, Vec<(Expr, Expr)>),
    Unary(&'static str, Expr),
    /// `x++` and `x--`.
    Postfix(Expr, &'static str),
    Binary(&'static str, Expr, Expr),
    /// `=`, `+=`, …
    Assign(&'static str, Expr, Expr),
    Ternary(Expr, Expr, Expr),
    /// `condition : error`
    Test(Expr, Expr),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    Struct(Vec<(Id, Expr)>),
    Comprehension {
        what: Expr,
        var: Id,
        over: Expr,
        condition: Option<Expr>,
    },
    Cast(TypeExpr, Expr),
    New(Expr),
    /// A type as a value.
    Type(TypeExpr),
    Begin(Expr),
    EndOf(Expr),
    Pack(Vec<Expr>),
    Unpack(TypeExpr, Vec<Expr>),
    TypeInfo(Expr),
    Size(Expr),
}
