//! Statements.
use super::{Attr, Capture, EventCall, ExprId, ForId, Ident, List, LocalId, StmtId, TypeId, WhenId};
use crate::Span;

/// A statement.
#[derive(Clone, Copy, Debug)]
pub struct Stmt {
    /// Its kind, with the parts.
    pub kind: StmtKind,
    /// Its place; for `if`, `for`, `while` and `switch`, that of the head alone.
    pub span: Span,
}

/// The kind of a statement, with its parts.
#[derive(Clone, Copy, Debug)]
pub enum StmtKind {
    /// A statement with a syntax error that was reported.
    Error,
    /// `;`
    Null,
    /// `{ … }`
    Block(List<StmtId>),
    /// `assert e, message;`
    Assert(ExprId, Option<ExprId>),
    /// `print a, b;`
    Print(List<ExprId>),
    /// `event e(…);`
    Event(EventCall),
    /// `if ( e ) s else s`
    If(ExprId, StmtId, Option<StmtId>),
    /// `switch e { … }`
    Switch(ExprId, List<Case>),
    /// `for ( … in e ) s`
    For(ForId),
    /// `while ( e ) s`
    While(ExprId, StmtId),
    /// `next;`
    Next,
    /// `break;`
    Break,
    /// `fallthrough;`
    Fallthrough,
    /// `return e;`
    Return(Option<ExprId>),
    /// `local` or `const`
    Local(LocalId),
    /// `when`, `return when`
    When(WhenId),
    /// `e;`
    Expr(ExprId),
    /// `a[b:c] = e;`
    SliceAssign(ExprId, ExprId),
}

/// A `for`.
#[derive(Clone, Copy, Debug)]
pub struct For {
    /// The names for the parts of the index, with their places.
    pub keys: List<Ident>,
    /// Whether the keys were in brackets.
    pub bracketed: bool,
    /// The name for the value.
    pub value: Option<Ident>,
    /// The container.
    pub over: ExprId,
    /// The body.
    pub body: StmtId,
}

/// How a declaration combines with the variable's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Init {
    /// No operator follows the name.
    None,
    /// `=`
    Full,
    /// `+=`
    Extra,
    /// `-=`
    Remove,
}

/// A local variable or constant, or the corresponding part of a global declaration.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    /// Whether it is a `const`.
    pub constant: bool,
    /// Its name.
    pub ident: Ident,
    /// Its type, if written.
    pub ty: Option<TypeId>,
    /// The operator before its value.
    pub class: Init,
    /// Its value.
    pub init: Option<ExprId>,
    /// Its attributes.
    pub attrs: List<Attr>,
}

/// A `when`.
#[derive(Clone, Copy, Debug)]
pub struct When {
    /// Whether it is `return when`.
    pub is_return: bool,
    /// The captures `[…]`; `None` without brackets.
    pub captures: Option<List<Capture>>,
    /// The condition.
    pub condition: ExprId,
    /// The body.
    pub body: StmtId,
    /// `timeout e { … }`
    pub timeout: Option<(ExprId, List<StmtId>)>,
}

/// A branch of a `switch`.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its label.
    pub label: CaseLabel,
    /// Its statements.
    pub body: List<StmtId>,
    /// The place of the whole branch.
    pub span: Span,
}

/// The label of a `switch` branch.
#[derive(Clone, Copy, Debug)]
pub enum CaseLabel {
    /// `case a, b:`
    Values(List<ExprId>),
    /// `case type T as x:`
    Types(List<CaseType>),
    /// `default:`
    Default,
}

/// `type T as x`
#[derive(Clone, Copy, Debug)]
pub struct CaseType {
    /// The type.
    pub ty: TypeId,
    /// The name for the value.
    pub name: Option<Ident>,
}
