//! Statements.
use super::{BodyId, CaptureFrom, EventCall, ExprRef, LocalId};
use value::{Loc, Name, Type, Value};

/// A statement.
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub loc: Loc,
}

/// What a statement does.
pub enum StmtKind {
    /// An expression for its effects. A `local x = e;` is an assignment to the slot.
    Expr(ExprRef),
    /// `print args;`, or to a file.
    Print {
        /// The file, where the first argument was one.
        to: Option<ExprRef>,
        /// What is printed, with `, ` between.
        args: Vec<ExprRef>,
    },
    /// `if ( cond ) then else otherwise`
    If {
        /// A bool.
        cond: ExprRef,
        /// Where it is true.
        then: Box<Stmt>,
        /// Where it is false.
        otherwise: Option<Box<Stmt>>,
    },
    /// `while ( cond ) body`
    While {
        /// A bool.
        cond: ExprRef,
        /// The loop body.
        body: Box<Stmt>,
    },
    /// `for`
    For(Box<For>),
    /// `switch`
    Switch(Box<Switch>),
    /// `next;`
    Next,
    /// `break;` out of a loop or switch; in the body of a hook, outside of loops, [`StmtKind::HookBreak`].
    Break,
    /// `break;` that ends a hook: it yields false and bodies of lower priority do not run.
    HookBreak,
    /// `fallthrough;`
    Fallthrough,
    /// `return;`, `return e;`
    Return(Option<ExprRef>),
    /// `{ … }`
    Block(Vec<Stmt>),
    /// `local x: T;` without a value: tables, sets, vectors and records start empty, others lose their value.
    InitLocals(Vec<LocalId>),
    /// `event name(args);`
    Event(EventCall),
    /// `when`, and `return when`.
    When(Box<When>),
    /// `assert cond;`, `assert cond, message;`
    Assert {
        /// A bool.
        cond: ExprRef,
        /// A string.
        message: Option<ExprRef>,
        /// The condition as written.
        text: Name,
    },
    /// `;`
    Null,
}

/// A `for` loop.
pub struct For {
    /// The container.
    pub over: ExprRef,
    /// The kind of the loop.
    pub kind: ForKind,
    /// The loop body.
    pub body: Stmt,
}

/// What the variables of a `for` receive; `None` for `_`.
pub enum ForKind {
    /// Tables and sets: the parts of the index, and the value.
    Table {
        /// A variable for each part of the index. A single one over a composite index is not possible in the language.
        keys: Vec<Option<LocalId>>,
        /// `for ( k, v in t )`
        value: Option<LocalId>,
    },
    /// Vectors: position and element; holes are left out.
    Vector {
        /// Position.
        index: Option<LocalId>,
        /// Element.
        value: Option<LocalId>,
    },
    /// Strings: each byte as a one-byte string.
    String {
        /// The byte.
        char: Option<LocalId>,
    },
}

impl For {
    /// The variables that each round assigns.
    pub fn variables(&self) -> Vec<LocalId> {
        match &self.kind {
            ForKind::Table { keys, value } => keys.iter().chain([value]).flatten().copied().collect(),
            ForKind::Vector { index, value } => [index, value].into_iter().flatten().copied().collect(),
            ForKind::String { char } => char.iter().copied().collect(),
        }
    }
}

/// A `switch`.
pub struct Switch {
    /// What is looked at.
    pub on: ExprRef,
    /// In order of appearance. Bodies end in `break`, `fallthrough`, `return` or `next`.
    pub cases: Vec<Case>,
}

/// One `case` (or `default`), with all its labels.
pub struct Case {
    /// What leads here.
    pub labels: Vec<CaseLabel>,
    /// `default:`
    pub is_default: bool,
    /// What is done.
    pub body: Stmt,
}

/// A label of a `case`.
pub enum CaseLabel {
    /// `case 5:`; folded by the checker and converted to the type of what is looked at.
    Value(Value),
    /// `case E:` where E is no constant of the language itself (a `const` global): computed at the start.
    Expr(ExprRef),
    /// `case type T:`, `case type T as x:`
    Type(Type, Option<LocalId>),
}

/// A `when` statement. Its condition, body and timeout are in a [`BodyId`] of kind `When`, whose frame is kept while
/// the condition waits.
pub struct When {
    /// Frame, captures, and as `block` a [`StmtKind::Block`] of three statements: the condition as [`StmtKind::Expr`],
    /// the body, and the timeout's body ([`StmtKind::Null`] without one).
    pub body: BodyId,
    /// Where the captured values come from, in the order of the body's captures.
    pub captures: Vec<CaptureFrom>,
    /// How long to wait: an interval, computed where the `when` is met.
    pub timeout: Option<ExprRef>,
    /// `return when`: the function's caller waits for what the body returns.
    pub is_return: bool,
    /// Globals that the condition reads: it is evaluated again when one of them changes.
    pub globals: Vec<super::GlobalId>,
}
