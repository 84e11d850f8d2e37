//! Expressions.
use super::{BodyId, GlobalId, LocalId};
use std::rc::Rc;
use value::{Loc, Name, TableAttrs, ThunkId, Type, Value};

/// A shared expression.
pub type ExprRef = Rc<Expr>;

/// An expression.
pub struct Expr {
    /// The operation.
    pub kind: ExprKind,
    /// The type of its value; [`Type::Void`] for a call without a result.
    pub ty: Type,
    /// Its place in the scripts.
    pub loc: Loc,
    /// Whether it was written in parentheses, which messages show.
    pub paren: bool,
}

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VarRef {
    /// A slot of the frame.
    Local(LocalId),
    /// A global.
    Global(GlobalId),
    /// A captured variable of a lambda or `when`, by its number in [`super::Body::captures`].
    Capture(u32),
}

/// The operation of an expression.
pub enum ExprKind {
    /// A constant.
    Const(Value),
    /// A variable. Reading one without a value is a run-time error.
    Var(VarRef, Name),
    /// The name of a type, as an argument of a built-in function that takes a type.
    TypeName(Type),
    /// The value of a thunk: the default of a parameter, computed at each call that omits the argument.
    Thunk(ThunkId),
    /// `!`, `~`, `+` or `-`; element by element on vectors.
    Unary(UnOp, ExprRef),
    /// `++x`; yields the new value. On a vector, increments all elements.
    Increment(ExprRef),
    /// `--x`, like [`ExprKind::Increment`].
    Decrement(ExprRef),
    /// Both operands have the same type, except in `time ± interval`, `time - time`, `interval * double` (in either
    /// order), `interval / double`, `addr / count` (a subnet), and shifts by a count. If either side is a vector, works
    /// element by element (a scalar operand is repeated).
    Binary(BinOp, ExprRef, ExprRef),
    /// A comparison; element by element if an operand is a vector (the type is then `vector of bool`). On sets, `<` and
    /// `<=` mean "is a subset of"; a pattern and a string compare by exact match.
    Compare(CmpOp, ExprRef, ExprRef),
    /// `&&`; the right side is not evaluated if the left side decides. Element by element on vectors.
    And(ExprRef, ExprRef),
    /// `||`, evaluated like [`ExprKind::And`].
    Or(ExprRef, ExprRef),
    /// `c ? a : b`; element by element if `c` is a vector.
    Cond(ExprRef, ExprRef, ExprRef),
    /// `target = value`; the target is a `Var`, `Index`, `Slice`, `Field` or a `List` of variables.
    Assign(ExprRef, ExprRef),
    /// `target += value`
    AddTo(AddKind, ExprRef, ExprRef),
    /// `target -= value`
    RemoveFrom(RemoveKind, ExprRef, ExprRef),
    /// `base[index]`: a table by the parts of its index; a vector or string by an int or count (negative numbers count
    /// from the end). A table by subnets also accepts an address.
    Index(ExprRef, Vec<ExprRef>),
    /// `base[low:high]` of a vector or string; both are ints and may be negative.
    Slice(ExprRef, Option<ExprRef>, Option<ExprRef>),
    /// `record$field`
    Field(ExprRef, u32, Name),
    /// `record?$field`
    HasField(ExprRef, u32, Name),
    /// `item in container`: parts of an index in a table or set; string in string; pattern in string; address in
    /// subnet; number in vector (whether the element exists); address in a table of subnets.
    In(Vec<ExprRef>, ExprRef),
    /// `!in`
    NotIn(Vec<ExprRef>, ExprRef),
    /// A call, with default arguments filled in. The arguments of a `varargs` built-in keep their own types.
    Call(Callee, Vec<ExprRef>),
    /// `schedule delay { event(args) }`
    Schedule(ExprRef, EventCall),
    /// An anonymous function.
    Lambda(BodyId, Vec<CaptureFrom>),
    /// A record of this expression's type: the given fields by number; other fields start with their default, empty or
    /// absent.
    Record(Vec<(u32, ExprRef)>),
    /// A table. If several entries have equal indices, the last one counts.
    Table(Vec<(Vec<ExprRef>, ExprRef)>, Option<Rc<TableAttrs>>),
    /// A set.
    Set(Vec<Vec<ExprRef>>, Option<Rc<TableAttrs>>),
    /// A vector.
    Vector(Vec<ExprRef>),
    /// A conversion that the checker inserted.
    Coerce(Coercion, ExprRef),
    /// `|x|`: size, length, absolute value, number of an enum or port, 2^(host bits) of a subnet, 32 or 128 for an
    /// addr.
    Size(ExprRef),
    /// `copy(x)`
    Copy(ExprRef),
    /// `x as T`, to this expression's type.
    Cast(ExprRef),
    /// `x is T`
    Is(ExprRef, Type),
    /// `add s[i]`; the operand is an `Index`.
    Add(ExprRef),
    /// `delete t[i]`, `delete r$f`; on a whole table or vector, it removes all entries.
    Delete(ExprRef),
    /// Several values, such as in `print` of a list or `[a, b] = …`.
    List(Vec<ExprRef>),
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnOp {
    /// `!`
    Not,
    /// `~`
    Complement,
    /// `+`, which converts a count to an int.
    Plus,
    /// `-`
    Negate,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinOp {
    /// `+`
    Add,
    /// `-`; on sets, the difference.
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Mod,
    /// `addr / count`, which yields a subnet.
    Mask,
    /// `&`; on sets, the intersection; on patterns, the concatenation.
    And,
    /// `|`; on sets, the union; on patterns, the alternative.
    Or,
    /// `^`
    Xor,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CmpOp {
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `>=`
    Ge,
    /// `>`
    Gt,
}

/// The kinds of `+=`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddKind {
    /// `x = x + e` for numbers, times and strings, and for vectors of numbers element by element. If `x` is a vector
    /// and `e` a scalar, that is [`AddKind::Append`].
    Plus,
    /// Appends an element to a vector.
    Append,
    /// Appends all elements of another vector to a vector.
    Extend,
    /// Adds all entries of another table or set.
    Merge,
    /// `x = x | e` for patterns.
    PatternOr,
}

/// The kinds of `-=`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemoveKind {
    /// `x = x - e`
    Minus,
    /// Removes all entries whose index occurs in another table or set.
    Subtract,
}

/// The target of a call.
pub enum Callee {
    /// A function, hook or built-in that is bound to its name.
    Global(GlobalId, Name),
    /// A function value.
    Value(ExprRef),
}

/// An event to queue, with its arguments.
pub struct EventCall {
    /// The event.
    pub event: GlobalId,
    /// Its name.
    pub name: Name,
    /// Its arguments, in canonical order.
    pub args: Vec<ExprRef>,
}

/// The source of a captured value.
#[derive(Clone, Copy, Debug)]
pub struct CaptureFrom {
    /// The outer variable.
    pub from: VarRef,
    /// Whether to make a deep copy (`copy x`).
    pub copy: bool,
}

/// Conversions.
pub enum Coercion {
    /// Between int, count and double (and from them to time and interval where the language allows it), to the
    /// expression's type; element by element on vectors. A value that does not fit is a run-time error.
    Arith,
    /// To a record with other fields: for each field of the target, the number of the source's field, or `None` for the
    /// default.
    Record(Rc<[Option<u32>]>),
    /// From `table()`, `set()` or `{}` without types, to a table with these attributes.
    Table(Option<Rc<TableAttrs>>),
    /// From `vector()` without a type, or a vector of `any`, to a typed vector.
    Vector,
    /// To `any`, which leaves the value unchanged.
    ToAny,
    /// From `any`, checked at run time.
    FromAny,
}

impl Expr {
    /// Makes a shared expression without parentheses.
    pub fn new(kind: ExprKind, ty: Type, loc: Loc) -> ExprRef {
        Rc::new(Expr { kind, ty, loc, paren: false })
    }
}

impl BinOp {
    /// The operator as written.
    pub const fn text(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div | BinOp::Mask => "/",
            BinOp::Mod => "%",
            BinOp::And => "&",
            BinOp::Or => "|",
            BinOp::Xor => "^",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
        }
    }
}

impl CmpOp {
    /// The operator as written.
    pub const fn text(self) -> &'static str {
        match self {
            CmpOp::Lt => "<",
            CmpOp::Le => "<=",
            CmpOp::Eq => "==",
            CmpOp::Ne => "!=",
            CmpOp::Ge => ">=",
            CmpOp::Gt => ">",
        }
    }
}
