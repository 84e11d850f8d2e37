//! The tree of one item. Nodes lie in vectors and name each other by index, so an item is built without an allocation
//! of its own once the vectors have grown, and a deep tree is dropped without recursion.
use crate::{Name, Span, Tok};
use net_types::{Addr, Port, Subnet};
use std::marker::PhantomData;
use std::ops::Index;

/// Index of a node.
pub struct Id<T>(u32, PhantomData<fn() -> T>);

/// A run of nodes beside each other.
pub struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Id<T> {}
impl<T> std::fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.0)
    }
}
impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for List<T> {}
impl<T> std::fmt::Debug for List<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.len {
            0 => f.write_str("[]"),
            len => write!(f, "#{}+{len}", self.start),
        }
    }
}
impl<T> Id<T> {
    pub(crate) const fn new(index: u32) -> Self {
        Id(index, PhantomData)
    }

    pub(crate) const fn index(self) -> u32 {
        self.0
    }
}
impl<T> List<T> {
    pub(crate) const fn new(start: u32, len: u32) -> Self {
        List { start, len, of: PhantomData }
    }

    pub(crate) const fn bounds(self) -> (u32, u32) {
        (self.start, self.len)
    }

    /// No nodes.
    pub const EMPTY: List<T> = List { start: 0, len: 0, of: PhantomData };

    /// How many.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// An expression's index.
pub type ExprId = Id<Expr>;
/// A type's index.
pub type TypeId = Id<Type>;
/// A statement's index.
pub type StmtId = Id<Stmt>;
/// A function literal's index.
pub type LambdaId = Id<Lambda>;
/// A pattern or string's bytes.
pub type Bytes = List<u8>;

/// An expression.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// All of it.
    pub span: Span,
    /// Height of the tree below, for the limit on nesting.
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
    /// As written.
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

/// What an expression is.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// What could not be parsed; reported.
    Error,
    /// An identifier; `::x` with its colons.
    Name(Name),
    /// A literal.
    Literal(Literal),
    /// A type as a value.
    Type(TypeId),
    /// One operand.
    Unary(UnOp, ExprId),
    /// Two operands.
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
    /// `a[b:c]`, either bound may be missing.
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
    /// In order.
    pub items: List<ExprId>,
    /// Whether a comma follows the last one.
    pub trailing_comma: bool,
}

/// An event and its arguments.
#[derive(Clone, Copy, Debug)]
pub struct EventCall {
    /// The event.
    pub name: Name,
    /// Place of the name.
    pub name_span: Span,
    /// Arguments.
    pub args: List<ExprId>,
}

/// A literal's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `T`, `F`
    Bool(bool),
    /// Decimal or hexadecimal.
    Count(u64),
    /// With a point or an exponent.
    Double(f64),
    /// In seconds, as the product of the number and the unit.
    Interval(f64),
    /// `80/tcp`
    Port(Port),
    /// `1.2.3.4`, `[::1]`
    Addr(Addr),
    /// `10.0.0.0/8`
    Subnet(Subnet),
    /// With escapes resolved: [`Tree::bytes`].
    Str(Bytes),
    /// `/…/is`
    Pattern {
        /// Between the slashes, as written.
        text: Bytes,
        /// `i`: letters of either case.
        ignore_case: bool,
        /// `s`: a dot takes line ends too.
        single_line: bool,
    },
}

impl Literal {
    /// Whether it is a string.
    pub fn as_str(self) -> Option<Bytes> {
        match self {
            Literal::Str(b) => Some(b),
            _ => None,
        }
    }
}

impl PartialEq for List<u8> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}

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
    /// What could not be parsed; reported.
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
    /// Called, gives a value.
    Function,
    /// Queued, several bodies.
    Event,
    /// Called, several bodies, a `break` ends it.
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
    /// `= N`; `Some(None)` where it is not a count.
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

/// A variable that a function literal or a `when` takes along.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    /// Its name.
    pub name: Name,
    /// Place of the name.
    pub span: Span,
    /// `copy`: deeply.
    pub deep: bool,
}

/// A function literal.
#[derive(Clone, Copy, Debug)]
pub struct Lambda {
    /// `[a, copy b]`; `None` without brackets.
    pub captures: Option<List<Capture>>,
    /// Parameters.
    pub params: List<Field>,
    /// What it gives.
    pub ret: Option<TypeId>,
    /// Its type is to be found from what it returns: `$f(x: count) = { … }`.
    pub infer_return: bool,
    /// Its statements.
    pub body: List<StmtId>,
    /// From the parameters to their end.
    pub header: Span,
    /// The braces and what they hold.
    pub body_span: Span,
}

/// A statement.
#[derive(Clone, Copy, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// For `if`, `for`, `while`, `switch` the head alone, otherwise all of it.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Copy, Debug)]
pub enum StmtKind {
    /// What could not be parsed; reported.
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

/// A `for`'s index.
pub type ForId = Id<For>;
/// A local's index.
pub type LocalId = Id<Local>;
/// A `when`'s index.
pub type WhenId = Id<When>;

/// A `for`.
#[derive(Clone, Copy, Debug)]
pub struct For {
    /// Names for the parts of the index, with their places.
    pub keys: List<Ident>,
    /// Whether the keys stood in brackets.
    pub bracketed: bool,
    /// Name for the value.
    pub value: Option<Ident>,
    /// What is walked.
    pub over: ExprId,
    /// What is done each time.
    pub body: StmtId,
}

/// An identifier and its place.
#[derive(Clone, Copy, Debug)]
pub struct Ident {
    /// The name.
    pub name: Name,
    /// Its place.
    pub span: Span,
}

/// How a declaration combines with what the variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Init {
    /// Nothing stands between name and value.
    None,
    /// `=`
    Full,
    /// `+=`
    Extra,
    /// `-=`
    Remove,
}

/// A local variable or constant, or the like part of a global one.
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
    /// `[…]`; `None` without brackets.
    pub captures: Option<List<Capture>>,
    /// What is waited for.
    pub condition: ExprId,
    /// What is done then.
    pub body: StmtId,
    /// `timeout e { … }`
    pub timeout: Option<(ExprId, List<StmtId>)>,
}

/// A branch of a `switch`.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// What it is for.
    pub label: CaseLabel,
    /// What is done.
    pub body: List<StmtId>,
    /// All of it.
    pub span: Span,
}

/// What a branch of a `switch` is for.
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

/// Which word began a global declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is its keyword")]
pub enum GlobalKind {
    Global,
    Const,
    Option,
    Redef,
}

/// What stands at the top level of a file.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// All of it (a function's: its head).
    pub span: Span,
    /// Whether it stands inside `export { … }`.
    pub exported: bool,
}

/// What an item is.
#[derive(Clone, Copy, Debug)]
pub enum ItemKind {
    /// `module M;`
    Module(Name),
    /// `@load PATH`: the path.
    Load(Bytes),
    /// `global`, `const`, `option` or `redef` of a variable.
    Global(GlobalKind, Local),
    /// `type N: T attrs;`
    Type(Ident, TypeId, List<Attr>),
    /// `redef enum N += { … };`
    RedefEnum(Ident, List<EnumItem>),
    /// `redef record N += { … } attrs;`
    RedefRecord(Ident, List<Field>, List<Attr>),
    /// `redef record N$f += { attrs };`
    RedefField {
        /// The record.
        record: Ident,
        /// The field.
        field: Name,
        /// `+=` or `-=`.
        class: Init,
        /// What is added or taken away.
        attrs: List<Attr>,
    },
    /// A function, event handler or hook with its body.
    Function(Function),
    /// A statement after the declarations.
    Stmt(StmtId),
}

/// A function, event handler or hook.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Which of the three.
    pub flavor: Flavor,
    /// Whether `redef` stands before it.
    pub redef: bool,
    /// Its name.
    pub ident: Ident,
    /// Parameters.
    pub params: List<Field>,
    /// Place of the parameters with their parentheses and the type after them.
    pub params_span: Span,
    /// What it gives.
    pub ret: Option<TypeId>,
    /// Its attributes.
    pub attrs: List<Attr>,
    /// Its statements.
    pub body: List<StmtId>,
    /// Place of the opening brace.
    pub open: Span,
    /// Place of the closing brace.
    pub end: Span,
}

/// The nodes of one item.
#[derive(Default, Debug)]
pub struct Tree {
    pub(crate) exprs: Vec<Expr>,
    pub(crate) types: Vec<Type>,
    pub(crate) stmts: Vec<Stmt>,
    pub(crate) lambdas: Vec<Lambda>,
    pub(crate) fors: Vec<For>,
    pub(crate) locals: Vec<Local>,
    pub(crate) whens: Vec<When>,
    pub(crate) expr_lists: Vec<ExprId>,
    pub(crate) type_lists: Vec<TypeId>,
    pub(crate) stmt_lists: Vec<StmtId>,
    pub(crate) fields: Vec<Field>,
    pub(crate) attrs: Vec<Attr>,
    pub(crate) enum_items: Vec<EnumItem>,
    pub(crate) captures: Vec<Capture>,
    pub(crate) cases: Vec<Case>,
    pub(crate) case_types: Vec<CaseType>,
    pub(crate) idents: Vec<Ident>,
    pub(crate) bytes: Vec<u8>,
}

macro_rules! nodes {
    ($($ty:ty => $field:ident),* $(,)?) => { $(
        impl Index<Id<$ty>> for Tree {
            type Output = $ty;
            fn index(&self, i: Id<$ty>) -> &$ty {
                &self.$field[i.0 as usize]
            }
        }
        impl Arena<$ty> for Tree {
            fn push(&mut self, node: $ty) -> Id<$ty> {
                self.$field.push(node);
                Id(self.$field.len() as u32 - 1, PhantomData)
            }
        }
    )* };
}

macro_rules! lists {
    ($($ty:ty => $field:ident),* $(,)?) => { $(
        impl Index<List<$ty>> for Tree {
            type Output = [$ty];
            fn index(&self, l: List<$ty>) -> &[$ty] {
                &self.$field[l.start as usize..(l.start + l.len) as usize]
            }
        }
        impl Runs<$ty> for Tree {
            fn run(&mut self, nodes: impl IntoIterator<Item = $ty>) -> List<$ty> {
                let start = self.$field.len();
                self.$field.extend(nodes);
                List { start: start as u32, len: (self.$field.len() - start) as u32, of: PhantomData }
            }
        }
    )* };
}

pub(crate) trait Arena<T> {
    fn push(&mut self, node: T) -> Id<T>;
}

pub(crate) trait Runs<T> {
    fn run(&mut self, nodes: impl IntoIterator<Item = T>) -> List<T>;
}

nodes! {
    Expr => exprs, Type => types, Stmt => stmts, Lambda => lambdas, For => fors, Local => locals, When => whens,
}

lists! {
    ExprId => expr_lists, TypeId => type_lists, StmtId => stmt_lists, Field => fields, Attr => attrs,
    EnumItem => enum_items, Capture => captures, Case => cases, CaseType => case_types, Ident => idents, u8 => bytes,
}

impl Tree {
    /// Drops all nodes and keeps the room.
    pub(crate) fn clear(&mut self) {
        self.exprs.clear();
        self.types.clear();
        self.stmts.clear();
        self.lambdas.clear();
        self.fors.clear();
        self.locals.clear();
        self.whens.clear();
        self.expr_lists.clear();
        self.type_lists.clear();
        self.stmt_lists.clear();
        self.fields.clear();
        self.attrs.clear();
        self.enum_items.clear();
        self.captures.clear();
        self.cases.clear();
        self.case_types.clear();
        self.idents.clear();
        self.bytes.clear();
    }

    /// Nodes of the tree: a measure of its size.
    pub fn size(&self) -> usize {
        self.exprs.len() + self.types.len() + self.stmts.len() + self.fields.len()
    }
}
