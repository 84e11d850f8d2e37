//! Expressions, literals and function literals.
use super::{Attr, Bytes, Capture, ExprId, Field, LambdaId, List, StmtId, TypeId};
use crate::{Name, Span};
use net_types::{Addr, Port, Subnet};

/// An expression.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// The kind and the parts.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
    /// The height of the tree below, for the limit on nesting.
    pub(crate) height: u16,
}

/// Operators with two operands and no side effect on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "each is its operator")]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    AndAnd,
    OrOr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    NotIn,
}

impl BinOp {
    /// The operator as written.
    pub const fn text(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Mod => "%",
            BinOp::And => "&",
            BinOp::Or => "|",
            BinOp::Xor => "^",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
            BinOp::AndAnd => "&&",
            BinOp::OrOr => "||",
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
            BinOp::In => "in",
            BinOp::NotIn => "!in",
        }
    }
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnOp {
    /// `!`
    Not,
    /// `~`
    Complement,
    /// `-`
    Neg,
    /// `+`
    Pos,
    /// `++`
    Incr,
    /// `--`
    Decr,
    /// `add`
    Add,
    /// `delete`
    Delete,
    /// `copy(…)`
    Copy,
    /// `|…|`
    Size,
    /// `hook …`
    Hook,
    /// `(…)`
    Paren,
}

/// The kind of an expression, with its parts.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// An expression with a syntax error that was reported.
    Error,
    /// An identifier; in the form `::x`, its colons are included.
    Name(Name),
    /// A literal.
    Literal(Literal),
    /// A type as a value.
    Type(TypeId),
    /// An operator with one operand.
    Unary(UnOp, ExprId),
    /// An operator with two operands.
    Binary(BinOp, ExprId, ExprId),
    /// `a += b`
    AddTo(ExprId, ExprId),
    /// `a -= b`
    RemoveFrom(ExprId, ExprId),
    /// `a = b`
    Assign(ExprId, ExprId),
    /// `local x = e` in the condition of a `when`.
    Local(Name, ExprId),
    /// `a ? b : c`
    Cond(ExprId, ExprId, ExprId),
    /// `a[b, c]`
    Index(ExprId, List<ExprId>),
    /// `a[b:c]`; either bound may be missing.
    Slice(ExprId, Option<ExprId>, Option<ExprId>),
    /// `a$b`
    Field(ExprId, Name),
    /// `a?$b`
    HasField(ExprId, Name),
    /// `$a = e`
    FieldAssign(Name, ExprId),
    /// `[a, b]`
    Brackets(ListExpr),
    /// `{ a, b }` on the right of an assignment.
    Braces(ListExpr),
    /// `record(…)`
    Record(List<ExprId>),
    /// `table(…) attributes`
    Table(List<ExprId>, List<Attr>),
    /// `set(…) attributes`
    Set(List<ExprId>, List<Attr>),
    /// `vector(…)`
    Vector(List<ExprId>),
    /// `f(…)`, or a value of a named type.
    Call(ExprId, List<ExprId>),
    /// `function(…) { … }`
    Lambda(LambdaId),
    /// `schedule interval { event }`
    Schedule(ExprId, EventCall),
    /// `e as T`
    Cast(ExprId, TypeId),
    /// `e is T`
    Is(ExprId, TypeId),
}

/// The members of a bracketed list.
#[derive(Clone, Copy, Debug)]
pub struct ListExpr {
    /// The members in order.
    pub items: List<ExprId>,
    /// Whether a comma follows the last member.
    pub trailing_comma: bool,
}

/// An event and its arguments.
#[derive(Clone, Copy, Debug)]
pub struct EventCall {
    /// The event.
    pub name: Name,
    /// The place of the name.
    pub name_span: Span,
    /// Arguments.
    pub args: List<ExprId>,
}

/// A literal's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `T`, `F`
    Bool(bool),
    /// A number, decimal or hexadecimal.
    Count(u64),
    /// A number with a point or an exponent.
    Double(f64),
    /// A number with a unit, as their product in seconds.
    Interval(f64),
    /// `80/tcp`
    Port(Port),
    /// `1.2.3.4`, `[::1]`
    Addr(Addr),
    /// `10.0.0.0/8`
    Subnet(Subnet),
    /// A string, with escapes resolved; see [`Tree::bytes`](crate::Tree::bytes).
    Str(Bytes),
    /// `/…/is`
    Pattern {
        /// The text between the slashes, as written.
        text: Bytes,
        /// The flag `i`: letters match both cases.
        ignore_case: bool,
        /// The flag `s`: a dot also matches line ends.
        single_line: bool,
    },
}

impl Literal {
    /// The string, if the literal is one.
    pub fn as_str(self) -> Option<Bytes> {
        match self {
            Literal::Str(b) => Some(b),
            _ => None,
        }
    }
}

/// A function literal.
#[derive(Clone, Copy, Debug)]
pub struct Lambda {
    /// The captures `[a, copy b]`; `None` without brackets.
    pub captures: Option<List<Capture>>,
    /// Parameters.
    pub params: List<Field>,
    /// Its result type.
    pub ret: Option<TypeId>,
    /// Whether the result type is inferred from the body: `$f(x: count) = { … }`.
    pub infer_return: bool,
    /// Its statements.
    pub body: List<StmtId>,
    /// The place of the parameters.
    pub header: Span,
    /// The place of the body, braces included.
    pub body_span: Span,
}
