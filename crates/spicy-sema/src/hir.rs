//! The typed program: all names are resolved and all conversions explicit.
#![expect(missing_docs, reason = "fields are named after what the language calls them")]
use crate::grammar::Token;
use crate::types::{Ty, Types};
use spicy_syntax::{Sources, Span};
use std::net::IpAddr;

pub use crate::op::Op;

#[derive(Debug, Default)]
pub struct Program {
    pub sources: Sources,
    pub types: Types,
    pub structs: Vec<Struct>,
    pub enums: Vec<Enum>,
    pub bitfields: Vec<Bitfield>,
    pub units: Vec<Unit>,
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    pub regexps: Vec<Regexp>,
    /// The look-ahead tokens of all units.
    pub tokens: Vec<Token>,
    /// Module-level statements, in order of execution.
    pub init: Vec<Body>,
    pub modules: Vec<String>,
    /// The analyzers of .evt files.
    pub analyzers: Vec<Analyzer>,
    pub exports: Vec<Export>,
    pub events: Vec<Event>,
}

/// A unit used as an analyzer of the monitor.
#[derive(Debug)]
pub struct Analyzer {
    /// The name with `::`, as in the .evt file.
    pub name: String,
    pub kind: spicy_syntax::evt::AnalyzerKind,
    pub originator: Option<u32>,
    pub responder: Option<u32>,
    pub ports: Vec<spicy_syntax::evt::Ports>,
    pub mime_types: Vec<String>,
    pub replaces: Option<String>,
    pub span: Span,
}

/// A type exported to scripts.
#[derive(Debug)]
pub struct Export {
    pub ty: Ty,
    /// The name in scripts.
    pub name: String,
    pub log: bool,
    pub fields: spicy_syntax::evt::Fields,
    pub span: Span,
}

/// An event raised by a hook.
#[derive(Debug)]
pub struct Event {
    pub name: String,
    pub args: Vec<EventArg>,
    pub span: Span,
}

/// An argument: a value from the grammar, or a value that the monitor provides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventArg {
    Value(Ty),
    Connection,
    File,
    Packet,
    IsOriginator,
}

#[derive(Debug)]
pub struct Struct {
    pub name: String,
    pub fields: Vec<StructField>,
}

#[derive(Debug)]
pub struct StructField {
    pub name: String,
    pub ty: Ty,
    pub optional: bool,
    pub default: Option<Thunk>,
}

#[derive(Debug)]
pub struct Enum {
    /// The name, with its module.
    pub name: String,
    pub labels: Vec<(String, i64)>,
    pub public: bool,
}

/// The value of `Undef`.
pub const ENUM_UNDEF: i64 = -1;

#[derive(Debug)]
pub struct Bitfield {
    pub name: Option<String>,
    pub bits: u8,
    pub msb0: bool,
    pub ranges: Vec<BitRange>,
}

#[derive(Debug)]
pub struct BitRange {
    pub name: String,
    pub from: u8,
    pub to: u8,
    /// The item's type after `&convert`.
    pub ty: Ty,
    pub convert: Option<Thunk>,
    pub expected: Option<u64>,
    pub requires: Vec<Requires>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regexp {
    pub patterns: Vec<spicy_syntax::ast::PatternText>,
}

#[derive(Debug)]
pub struct Global {
    pub name: String,
    pub ty: Ty,
    pub constant: bool,
    pub init: Option<Body>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: String,
    pub ty: Ty,
    pub inout: bool,
    pub default: Option<Ex>,
}

#[derive(Debug)]
pub struct Function {
    /// The name, with its module.
    pub name: String,
    pub params: Vec<Param>,
    pub ret: Ty,
    pub body: Option<Body>,
    /// The name in `&cxxname`.
    pub native: Option<String>,
    pub span: Span,
}

/// Statements with their local variables. Parameters come first.
#[derive(Debug, Default)]
pub struct Body {
    pub locals: Vec<Ty>,
    pub stmts: Vec<St>,
    /// In the hook of a field, its member: `$$`, the second local, is another name for that.
    pub dollar_is: Option<u32>,
}

/// An expression with its local variables.
#[derive(Clone, Debug)]
pub struct Thunk {
    pub locals: Vec<Ty>,
    pub ex: Ex,
}

#[derive(Clone, Debug)]
pub struct St {
    pub kind: StKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StKind {
    Assert { condition: Ex, text: String },
    AssertThrows { condition: Ex, text: String },
    Block(Vec<St>),
    Break,
    Confirm,
    Continue,
    Expr(Ex),
    For { var: u32, over: Ex, body: Vec<St> },
    If { condition: Ex, then: Vec<St>, otherwise: Vec<St> },
    Print(Vec<Ex>),
    Reject,
    Return(Option<Ex>),
    Set { local: u32, value: Ex },
    Stop,
    Switch { value: u32, cases: Vec<(Vec<Ex>, Vec<St>)>, default: Option<Vec<St>> },
    Throw(Ex),
    While { condition: Ex, body: Vec<St> },
}

#[derive(Clone, Debug)]
pub struct Ex {
    pub kind: Box<Kind>,
    pub ty: Ty,
    pub span: Span,
    /// Whether the expression can be assigned to.
    pub mutable: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Const {
    Null,
    Bool(bool),
    Uint(u64),
    Int(i64),
    Real(f64),
    Bytes(Vec<u8>),
    Str(String),
    Error(String),
    Addr(IpAddr),
    Net(IpAddr, u8),
    Port(u16, u8),
    Time(u64),
    Interval(i64),
    Enum(i64),
    Regexp(u32),
    Type(Ty),
}

#[derive(Clone, Debug)]
pub enum Kind {
    Const(Const),
    SelfUnit,
    Dollar,
    Capture(u64),
    Local(u32),
    Global(u32),
    UnitParam(u32),
    /// A member of a unit, struct, tuple or bitfield, by index.
    Field {
        of: Ex,
        index: u32,
        attempt: bool,
    },
    Has {
        of: Ex,
        index: u32,
    },
    Unset {
        of: Ex,
        index: u32,
    },
    /// An element of a vector or map.
    Index {
        of: Ex,
        at: Ex,
    },
    Not(Ex),
    Neg(Ex),
    And(Ex, Ex),
    Or(Ex, Ex),
    Ternary(Ex, Ex, Ex),
    Int {
        op: IntOp,
        a: Ex,
        b: Ex,
    },
    Real {
        op: IntOp,
        a: Ex,
        b: Ex,
    },
    Compare {
        op: Cmp,
        a: Ex,
        b: Ex,
    },
    Assign {
        target: Ex,
        value: Ex,
    },
    /// Assigns element by element.
    AssignTuple {
        targets: Vec<Ex>,
        value: Ex,
    },
    /// `a op= b`: the local variable receives the old value, from which the new one is computed.
    Update {
        target: Ex,
        old: u32,
        value: Ex,
        gives_old: bool,
    },
    Call {
        function: u32,
        args: Vec<Ex>,
    },
    Native {
        op: Op,
        args: Vec<Ex>,
    },
    /// Converts between numbers and other types.
    Convert {
        how: Convert,
        of: Ex,
    },
    Tuple(Vec<Ex>),
    Vector(Vec<Ex>),
    Set(Vec<Ex>),
    Map(Vec<(Ex, Ex)>),
    /// The fields that have values.
    Struct(Vec<(u32, Ex)>),
    NewUnit {
        unit: u32,
        args: Vec<Ex>,
    },
    /// The default value of the type.
    Default,
    Comprehension {
        var: u32,
        over: Ex,
        what: Ex,
        condition: Option<Ex>,
    },
    Test {
        condition: Ex,
        error: Ex,
    },
    Ref(Ex),
    Deref(Ex),
    /// Raises an event of an .evt file. The values are the event's arguments that come from the grammar.
    Raise {
        event: u32,
        args: Vec<Ex>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
    And,
    Or,
    Xor,
    Shl,
    Shr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convert {
    /// Converts an integer to the type's width; it is an error if the value does not fit.
    IntChecked,
    /// Converts an integer to the type's width, dropping higher bits.
    IntWrapped,
    ToBool,
    IntToReal,
    RealToInt,
    ToTime,
    ToInterval,
    ToEnum,
    EnumToInt,
    ToOptional,
    ToResult,
    ToAny,
    BytesToStream,
    ToView,
    UintToBitfield,
    /// Converts the elements of a list or vector to a set.
    ToSet,
}

#[derive(Debug)]
pub struct Hook {
    pub priority: i64,
    pub function: u32,
    /// Whether `$$` is a parameter.
    pub dollar: bool,
    pub captures: bool,
    /// Whether the error message is a parameter.
    pub message: bool,
    pub debug: bool,
    /// The only field that the hook applies to, if several fields share the member.
    pub only: Option<Span>,
}

#[derive(Debug, Default)]
pub struct Hooks {
    pub list: Vec<Hook>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberKind {
    Field,
    Var,
    Sink,
}

#[derive(Debug)]
pub struct Member {
    pub name: String,
    pub ty: Ty,
    pub kind: MemberKind,
    pub optional: bool,
    pub default: Option<Thunk>,
    pub init: Option<Thunk>,
    /// Whether the member has no name.
    pub anonymous: bool,
    /// Whether the member stores no value, as for `void` and `skip`.
    pub hidden: bool,
    pub hooks: Hooks,
    pub each: Hooks,
    pub errors: Hooks,
}

#[derive(Debug)]
pub struct Unit {
    /// The name, with its module.
    pub name: String,
    pub module: u32,
    pub public: bool,
    pub span: Span,
    pub ty: Ty,
    pub params: Vec<Param>,
    pub members: Vec<Member>,
    pub items: Vec<Item>,
    pub hooks: Vec<(&'static str, Hooks)>,
    pub requires: Vec<Requires>,
    pub convert: Option<Thunk>,
    pub size: Option<(Thunk, Span)>,
    pub max_size: Option<(Thunk, Span)>,
    pub context: Option<Ty>,
    /// The name of the context's type in the grammar.
    pub context_name: String,
    pub is_filter: bool,
    pub ports: Vec<(u16, u8, Side)>,
    pub mime_types: Vec<String>,
    pub description: String,
    pub skip_pre: Option<u32>,
    pub skip: Option<u32>,
    pub skip_post: Option<u32>,
    pub sync_at: Option<Vec<u32>>,
    pub sync_after: Option<Vec<u32>>,
    pub sync_block: u64,
    /// Whether the unit's input must be kept until the unit is parsed.
    pub keeps_input: bool,
    /// Whether the grammar asks the unit where it is in its input.
    pub asks_place: bool,
    /// Whether the grammar moves the unit within its input.
    pub moves: bool,
    /// Other names by which the unit can be parsed.
    pub aliases: Vec<String>,
    pub uses_filter: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Both,
    Originator,
    Responder,
}

#[derive(Clone, Debug)]
pub struct Requires {
    pub test: Thunk,
    pub text: String,
    pub span: Span,
}

#[derive(Debug)]
pub enum Item {
    Field(Box<Field>),
    Switch(Box<Switch>),
    If { condition: Thunk, then: Vec<Item>, otherwise: Vec<Item> },
}

#[derive(Debug)]
pub struct Switch {
    pub value: Option<Thunk>,
    pub cases: Vec<Case>,
    pub condition: Option<Thunk>,
    pub around: Around,
    pub span: Span,
}

#[derive(Debug)]
pub struct Case {
    pub values: Vec<Thunk>,
    pub is_default: bool,
    pub items: Vec<Item>,
    pub span: Span,
    /// The look-ahead tokens that select the case.
    pub first: Vec<u32>,
}

/// Limits or redirects the input of a field or switch.
#[derive(Debug, Default)]
pub struct Around {
    pub size: Option<(Thunk, Span)>,
    pub max_size: Option<(Thunk, Span)>,
    pub parse_from: Option<Thunk>,
    pub parse_at: Option<Thunk>,
}

#[derive(Debug)]
pub struct Field {
    /// The member that stores the value. Every field has one, for its hooks.
    pub member: Option<u32>,
    /// The members that store the items of an anonymous bitfield.
    pub lifted: Vec<u32>,
    pub what: What,
    /// The parsed type.
    pub parsed: Ty,
    /// The type after `&convert`.
    pub ty: Ty,
    pub condition: Option<Thunk>,
    pub around: Around,
    pub attempt: bool,
    pub synchronize: bool,
    /// The tokens with which the field may begin, for synchronization.
    pub first: Vec<u32>,
    pub convert: Option<Thunk>,
    pub requires: Vec<Requires>,
    pub sinks: Vec<Thunk>,
    pub skip: bool,
    pub eod: bool,
    pub span: Span,
    pub what_span: Span,
}

#[derive(Debug)]
pub enum What {
    Void,
    Int {
        order: Option<Thunk>,
    },
    Real {
        kind: Thunk,
        order: Option<Thunk>,
    },
    Addr {
        v6: bool,
        order: Option<Thunk>,
    },
    Bitfield {
        id: u32,
        order: Option<Thunk>,
        token: Option<u32>,
    },
    Bytes {
        until: Option<(Thunk, bool, Span)>,
        chunked: bool,
    },
    /// A constant, which is also a look-ahead token.
    Literal {
        value: Const,
        order: Option<Thunk>,
        token: u32,
    },
    Regexp {
        regexp: u32,
        captures: bool,
        token: u32,
    },
    Unit {
        unit: u32,
        args: Vec<Thunk>,
    },
    Repeat {
        until: Until,
        element: Box<Field>,
    },
    Inner(Box<Field>),
}

#[derive(Debug)]
pub enum Until {
    Count(Thunk),
    EndOfData,
    /// Until a condition holds after, before or while an element is parsed. `$$` is the element.
    Until(Thunk),
    Including(Thunk),
    While(Thunk),
    /// As long as one of the tokens follows. `default` is set if an element may also begin with input that is not a
    /// token.
    LookAhead {
        first: Vec<u32>,
        follow: Vec<u32>,
        default: bool,
    },
}

impl Unit {
    pub fn hook(&self, name: &str) -> &[Hook] {
        self.hooks.iter().find(|(n, _)| *n == name).map_or(&[], |(_, h)| &h.list)
    }
}
