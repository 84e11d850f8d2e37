//! Statements.
use super::{BodyId, CaptureFrom, EventCall, ExprRef, LocalId};
use value::{Loc, Name, Type, Value};

/// A statement.
pub struct Stmt {
    /// Its kind, with its parts.
    pub kind: StmtKind,
    /// Its place.
    pub loc: Loc,
}

/// The kind of a statement, with its parts.
pub enum StmtKind {
    /// An expression that is evaluated for its effects. `local x = e;` is an assignment to the slot.
    Expr(ExprRef),
    /// `print args;`, possibly to a file.
    Print {
        /// The file, if the first argument was one.
        to: Option<ExprRef>,
        /// The values to print, separated by `, `.
        args: Vec<ExprRef>,
    },
    /// `if ( cond ) then else otherwise`
    If {
        /// The condition, a bool.
        cond: ExprRef,
        /// The branch for true.
        then: Box<Stmt>,
        /// The branch for false.
        otherwise: Option<Box<Stmt>>,
    },
    /// `while ( cond ) body`
    While {
        /// The condition, a bool.
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
    /// `break;` out of a loop or switch. In the body of a hook, outside of loops, it is [`StmtKind::HookBreak`].
    Break,
    /// `break;` that ends a hook: the hook yields false, and bodies of lower priority do not run.
    HookBreak,
    /// `fallthrough;`
    Fallthrough,
    /// `return;`, `return e;`
    Return(Option<ExprRef>),
    /// `{ … }`
    Block(Vec<Stmt>),
    /// `local x: T;` without a value: tables, sets, vectors and records start empty, other variables lose their value.
    InitLocals(Vec<LocalId>),
    /// `event name(args);`
    Event(EventCall),
    /// `when` or `return when`.
    When(Box<When>),
    /// `assert cond;`, `assert cond, message;`
    Assert {
        /// The condition, a bool.
        cond: ExprRef,
        /// The message, a string.
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

/// The variables that a `for` assigns; `None` for `_`.
pub enum ForKind {
    /// Tables and sets: the parts of the index, and the value.
    Table {
        /// A variable for each part of the index. The language does not allow a single variable over a composite index.
        keys: Vec<Option<LocalId>>,
        /// `for ( k, v in t )`
        value: Option<LocalId>,
    },
    /// Vectors: position and element; holes are skipped.
    Vector {
        /// The position.
        index: Option<LocalId>,
        /// The element.
        value: Option<LocalId>,
    },
    /// Strings: each byte as a one-byte string.
    String {
        /// The byte.
        char: Option<LocalId>,
    },
}

impl For {
    /// Returns the variables that each round assigns.
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
    /// The value to compare with the labels.
    pub on: ExprRef,
    /// The cases in order of appearance. Bodies end in `break`, `fallthrough`, `return` or `next`.
    pub cases: Vec<Case>,
}

/// One `case` (or `default`), with all its labels.
pub struct Case {
    /// The labels that lead to this case.
    pub labels: Vec<CaseLabel>,
    /// `default:`
    pub is_default: bool,
    /// The statements of this case.
    pub body: Stmt,
}

/// A label of a `case`.
pub enum CaseLabel {
    /// `case 5:`; the checker has folded the value and converted it to the type of the switched value.
    Value(Value),
    /// `case E:` where E is not a constant of the language itself but, for example, a `const` global; computed at the
    /// start.
    Expr(ExprRef),
    /// `case type T:`, `case type T as x:`
    Type(Type, Option<LocalId>),
}

/// A `when` statement. Its condition, body and timeout are in a body of kind `When`, whose frame is kept while the
/// condition waits.
pub struct When {
    /// The frame and the captures; `block` is a [`StmtKind::Block`] of three statements: the condition as
    /// [`StmtKind::Expr`], the body, and the timeout's body ([`StmtKind::Null`] if there is none).
    pub body: BodyId,
    /// The sources of the captured values, in the order of the body's captures.
    pub captures: Vec<CaptureFrom>,
    /// The time to wait: an interval, computed when the `when` runs.
    pub timeout: Option<ExprRef>,
    /// Whether this is `return when`: the function's caller waits for the value that the body returns.
    pub is_return: bool,
    /// The globals that the condition reads; it is evaluated again when one of them changes.
    pub globals: Vec<super::GlobalId>,
}
