//! Bytecode: instructions on two files of registers.
//!
//! *Word* registers hold scalars without a tag (a count, a double's bits, a bool); the compiler knows which. *Value*
//! registers hold everything else, and may be empty: a variable without a value. A call's arguments stand at the top of
//! the caller's frame and become the first registers of the callee's, so nothing is copied.
use script_sema::tree::{BinOp, BodyId, CmpOp, ExprRef, UnOp};
use std::collections::HashMap;
use std::rc::Rc;
use value::table::KeyBytes;
use value::{EnumType, Loc, RecordType, TableMeta, Type, Value, VectorType};

/// Number of a register of either file, or of an entry of a pool.
pub(crate) type R = u16;

/// Position in the code.
pub(crate) type Target = u32;

/// One instruction. `d` is written, `a` and `b` are read; *w* and *v* tell the file where it is not plain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ins {
    /// w ← w
    MoveW {
        d: R,
        a: R,
    },
    /// w ← constant
    ConstW {
        d: R,
        k: R,
    },
    /// v ← v
    MoveV {
        d: R,
        a: R,
    },
    /// v ← v, which becomes empty
    TakeV {
        d: R,
        a: R,
    },
    /// v ← constant
    ConstV {
        d: R,
        k: R,
    },
    /// v ← empty
    ClearV {
        d: R,
    },
    /// v ← w, tagged
    Box {
        d: R,
        a: R,
        kind: R,
    },
    /// w ← v, which must hold a scalar
    Unbox {
        d: R,
        a: R,
    },
    /// error where v is empty
    CheckV {
        a: R,
    },

    /// wrapping
    AddI {
        d: R,
        a: R,
        b: R,
    },
    /// wrapping, a small constant
    AddImm {
        d: R,
        a: R,
        imm: i16,
    },
    /// wrapping
    SubI {
        d: R,
        a: R,
        b: R,
    },
    /// wrapping with a warning
    SubC {
        d: R,
        a: R,
        b: R,
    },
    /// less a small constant, wrapping with a warning
    SubImm {
        d: R,
        a: R,
        imm: u16,
    },
    /// wrapping
    MulI {
        d: R,
        a: R,
        b: R,
    },
    DivI {
        d: R,
        a: R,
        b: R,
    },
    DivC {
        d: R,
        a: R,
        b: R,
    },
    ModI {
        d: R,
        a: R,
        b: R,
    },
    ModC {
        d: R,
        a: R,
        b: R,
    },
    And {
        d: R,
        a: R,
        b: R,
    },
    Or {
        d: R,
        a: R,
        b: R,
    },
    Xor {
        d: R,
        a: R,
        b: R,
    },
    AddD {
        d: R,
        a: R,
        b: R,
    },
    SubD {
        d: R,
        a: R,
        b: R,
    },
    MulD {
        d: R,
        a: R,
        b: R,
    },
    DivD {
        d: R,
        a: R,
        b: R,
    },
    NegI {
        d: R,
        a: R,
    },
    NegD {
        d: R,
        a: R,
    },
    /// of a bool
    Not {
        d: R,
        a: R,
    },
    /// bitwise
    Complement {
        d: R,
        a: R,
    },
    IntToDouble {
        d: R,
        a: R,
    },
    CountToDouble {
        d: R,
        a: R,
    },

    Eq {
        d: R,
        a: R,
        b: R,
    },
    Ne {
        d: R,
        a: R,
        b: R,
    },
    LtI {
        d: R,
        a: R,
        b: R,
    },
    LeI {
        d: R,
        a: R,
        b: R,
    },
    LtC {
        d: R,
        a: R,
        b: R,
    },
    LeC {
        d: R,
        a: R,
        b: R,
    },
    EqD {
        d: R,
        a: R,
        b: R,
    },
    NeD {
        d: R,
        a: R,
        b: R,
    },
    LtD {
        d: R,
        a: R,
        b: R,
    },
    LeD {
        d: R,
        a: R,
        b: R,
    },
    /// w ← v == v, two strings
    EqS {
        d: R,
        a: R,
        b: R,
    },

    Jump {
        to: Target,
    },
    /// backwards: counts against the budget
    Loop {
        to: Target,
    },
    JumpIf {
        a: R,
        to: Target,
    },
    JumpIfNot {
        a: R,
        to: Target,
    },
    JumpEq {
        a: R,
        b: R,
        to: Target,
    },
    JumpNe {
        a: R,
        b: R,
        to: Target,
    },
    JumpLtC {
        a: R,
        b: R,
        to: Target,
    },
    JumpGeC {
        a: R,
        b: R,
        to: Target,
    },
    JumpLtI {
        a: R,
        b: R,
        to: Target,
    },
    JumpGeI {
        a: R,
        b: R,
        to: Target,
    },
    /// w against a constant
    JumpEqK {
        a: R,
        k: R,
        to: Target,
    },
    JumpNeK {
        a: R,
        k: R,
        to: Target,
    },
    JumpLtCK {
        a: R,
        k: R,
        to: Target,
    },
    JumpGeCK {
        a: R,
        k: R,
        to: Target,
    },
    JumpLtIK {
        a: R,
        k: R,
        to: Target,
    },
    JumpGeIK {
        a: R,
        k: R,
        to: Target,
    },
    /// backwards where less: counts against the budget
    LoopLtC {
        a: R,
        b: R,
        to: Target,
    },
    LoopLtI {
        a: R,
        b: R,
        to: Target,
    },
    LoopLtCK {
        a: R,
        k: R,
        to: Target,
    },
    LoopLtIK {
        a: R,
        k: R,
        to: Target,
    },
    /// w ← w + small constant, then backwards where less than w: counts against the budget
    StepLoopLtC {
        step: i8,
        a: R,
        b: R,
        to: Target,
    },
    StepLoopLtI {
        step: i8,
        a: R,
        b: R,
        to: Target,
    },
    StepLoopLtCK {
        step: i8,
        a: R,
        k: R,
        to: Target,
    },
    StepLoopLtIK {
        step: i8,
        a: R,
        k: R,
        to: Target,
    },
    /// where the string in v is a constant, or where it is not
    JumpString {
        a: R,
        k: R,
        same: bool,
        to: Target,
    },
    /// where the record in v has a field, or where it has not
    JumpHas {
        r: R,
        f: R,
        has: bool,
        to: Target,
    },
    /// where key is in t, or where it is not
    JumpIn {
        t: R,
        key: R,
        is_in: bool,
        to: Target,
    },
    /// by the value in v: a table of constants
    Switch {
        a: R,
        table: R,
    },
    /// where v is of a type
    JumpIfType {
        a: R,
        ty: R,
        to: Target,
    },

    GlobalW {
        d: R,
        g: u32,
    },
    GlobalV {
        d: R,
        g: u32,
    },
    SetGlobalW {
        g: u32,
        a: R,
        kind: R,
    },
    SetGlobalV {
        g: u32,
        a: R,
    },
    /// v ← captured variable
    Captured {
        d: R,
        at: R,
    },
    SetCaptured {
        at: R,
        a: R,
    },

    /// w ← field of the record in v
    FieldW {
        d: R,
        r: R,
        f: R,
    },
    /// v ← field of the record in v
    FieldV {
        d: R,
        r: R,
        f: R,
    },
    SetFieldW {
        r: R,
        f: R,
        a: R,
        kind: R,
    },
    SetFieldV {
        r: R,
        f: R,
        a: R,
    },
    /// w ← field `g` of the record in field `f` of the record in v
    InnerW {
        d: R,
        r: R,
        f: R,
        g: R,
    },
    /// v ← the same
    InnerV {
        d: R,
        r: R,
        f: R,
        g: R,
    },
    SetInnerW {
        r: R,
        f: R,
        g: R,
        a: R,
        kind: R,
    },
    SetInnerV {
        r: R,
        f: R,
        g: R,
        a: R,
    },
    /// field ← field + w, an int or count
    AddFieldI {
        r: R,
        f: R,
        a: R,
    },
    /// field ← field + small constant, an int or count
    AddFieldImm {
        r: R,
        f: R,
        imm: i16,
    },
    /// w
    HasField {
        d: R,
        r: R,
        f: R,
    },
    /// w
    HasInner {
        d: R,
        r: R,
        f: R,
        g: R,
    },
    ClearField {
        r: R,
        f: R,
    },
    /// v ← record of a type with its defaults, but for fields that are assigned next
    NewRecord {
        d: R,
        spec: R,
    },
    /// v ← empty table
    NewTable {
        d: R,
        meta: R,
    },

    /// the table in v yields what is in v for indices that it has not
    SetDefault {
        t: R,
        a: R,
    },
    /// v ← the default start of a variable's type
    NewDefault {
        d: R,
        ty: R,
    },

    /// v ← t[key]
    IndexV {
        d: R,
        t: R,
        key: R,
    },
    /// w ← t[key]
    IndexW {
        d: R,
        t: R,
        key: R,
    },
    SetIndexV {
        t: R,
        key: R,
        a: R,
    },
    SetIndexW {
        t: R,
        key: R,
        a: R,
        kind: R,
    },
    /// w ← key in t
    InTable {
        d: R,
        t: R,
        key: R,
    },
    AddElement {
        t: R,
        key: R,
    },
    Delete {
        t: R,
        key: R,
    },
    /// values of all patterns that match the string in v
    Matching {
        d: R,
        t: R,
        a: R,
    },

    /// w ← vector in v at w (an int)
    ElementW {
        d: R,
        v: R,
        i: R,
    },
    /// v ← vector in v at w (an int)
    ElementV {
        d: R,
        v: R,
        i: R,
    },
    SetElementV {
        v: R,
        i: R,
        a: R,
    },
    SetElementW {
        v: R,
        i: R,
        a: R,
        kind: R,
    },
    /// error where the vector in v, which is known as one of `any`, does not take what is in a
    CheckPush {
        v: R,
        a: R,
    },
    PushV {
        v: R,
        a: R,
    },
    PushW {
        v: R,
        a: R,
        kind: R,
    },
    /// w ← |v|, a string, table or vector
    SizeV {
        d: R,
        a: R,
    },

    /// v ← generic operation on v
    Op1 {
        d: R,
        a: R,
        op: R,
    },
    /// v ← generic operation on v, v
    Op2 {
        d: R,
        a: R,
        b: R,
        op: R,
    },
    /// v ← generic operation on v[first..first + n]
    OpN {
        d: R,
        first: R,
        n: R,
        op: R,
    },

    /// the function's only body; arguments from w and v on, the result in the first of them
    Call {
        g: u32,
        w: R,
        v: R,
    },
    /// the function value in v
    CallValue {
        f: R,
        w: R,
        v: R,
        sig: R,
    },
    /// an argument for what takes a row of values: onto the stack of arguments
    ArgW {
        a: R,
        kind: R,
    },
    /// a copy of v
    ArgV {
        a: R,
    },
    /// v, which becomes empty
    ArgTake {
        a: R,
    },
    /// a constant
    ArgConst {
        k: R,
    },
    /// v ← built-in on the last n arguments
    Builtin {
        d: R,
        n: R,
        g: u32,
    },
    /// w ← built-in on the last n arguments
    BuiltinW {
        d: R,
        n: R,
        g: u32,
    },
    /// queue an event with the last n arguments
    Raise {
        n: R,
        g: u32,
    },
    /// the same at the time in w
    Schedule {
        n: R,
        a: R,
        g: u32,
    },
    /// error: a call gives more than its function takes
    TooMany,
    ReturnW {
        a: R,
    },
    ReturnV {
        a: R,
    },
    Return,
    /// out of a hook: false, and no further bodies
    ReturnBreak,

    /// v ← closure over v[first..]
    Closure {
        d: R,
        spec: R,
        first: R,
    },
    /// wait for a condition, with v[first..] captured and the timeout (if any) in w
    When {
        spec: R,
        first: R,
        a: R,
    },
    /// the condition of a `when` holds: its body begins
    Holds,
    /// w ← the network's time
    Now {
        d: R,
    },
    /// v ← what a thunk computes
    Thunk {
        d: R,
        id: u32,
    },

    IterTable {
        t: R,
    },
    IterVector {
        v: R,
    },
    IterString {
        s: R,
    },
    /// next element into the loop's variables, or out
    Next {
        vars: R,
        to: Target,
    },
    /// the innermost loop's iterator is no longer wanted
    EndIter,

    /// the last n arguments
    Print {
        n: R,
    },
    /// an assertion was checked; message in v where `b` is not [`NONE`]
    Assert {
        held: bool,
        text: R,
        b: R,
    },
}

/// No register.
pub(crate) const NONE: R = R::MAX;

/// How a word is tagged.
#[derive(Clone)]
pub(crate) enum Kind {
    Bool,
    Int,
    Count,
    Double,
    Time,
    Interval,
    Port,
    Enum(Rc<EnumType>),
}

/// Codes of kinds from here on are enumerations of the code's pool.
pub(crate) const ENUMS: R = 8;

impl Kind {
    /// The kind in an instruction; enumerations are pooled by the compiler.
    pub(crate) const fn code(&self) -> R {
        match self {
            Kind::Bool => 0,
            Kind::Int => 1,
            Kind::Count => 2,
            Kind::Double => 3,
            Kind::Time => 4,
            Kind::Interval => 5,
            Kind::Port => 6,
            Kind::Enum(_) => ENUMS,
        }
    }
}

/// A part of a table's index.
#[derive(Clone)]
pub(crate) enum KeyPart {
    Word(R, Kind),
    Value(R),
}

/// The variables of a loop; [`NONE`] for those that are not wanted.
#[derive(Clone, Debug)]
pub(crate) struct LoopVars {
    pub(crate) keys: Vec<Var>,
    pub(crate) value: Var,
}

/// Where something is put.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Var {
    None,
    Word(R),
    Value(R),
}

/// An operation on values that has no instruction of its own.
#[derive(Clone)]
pub(crate) enum Generic {
    Binary(BinOp, Type),
    Compare(CmpOp, Type),
    Unary(UnOp, Type),
    /// by one, up (true) or down
    Step(bool),
    Size,
    Copy,
    Arith(Type),
    Record(Rc<RecordType>, Rc<[Option<u32>]>),
    Table(Rc<TableMeta>),
    Vector(Rc<VectorType>),
    FromAny(Type),
    Cast(Type),
    Is(Type),
    /// string or vector, by an int (or a vector of ints or bools)
    Index(Type),
    /// of a string or vector, which of the ends are given
    Slice(bool, bool),
    /// of a vector: what is assigned comes last
    SetSlice(bool, bool),
    /// item in container
    In,
    And(Type),
    Or(Type),
    Cond(Type),
    /// `+=` on containers
    Merge,
    Subtract,
    Extend,
    PatternOr,
    /// elements of a vector
    VectorOf(Rc<VectorType>),
    /// empties a table or vector
    Clear,
    /// part of a list
    Part(usize),
    List,
}

/// What a lambda captures by deep copy.
#[derive(Clone, Debug)]
pub(crate) struct ClosureSpec {
    pub(crate) body: BodyId,
    pub(crate) copies: Rc<[bool]>,
    pub(crate) ty: Type,
}

/// A `when`.
#[derive(Clone, Debug)]
pub(crate) struct WhenSpec {
    pub(crate) body: BodyId,
    pub(crate) copies: Rc<[bool]>,
    pub(crate) is_return: bool,
    /// The globals that the condition names.
    pub(crate) globals: Rc<[u32]>,
}

/// What a position is reported as.
#[derive(Clone)]
pub(crate) enum Site {
    Expr(ExprRef),
    Loc(Loc),
}

impl Site {
    pub(crate) fn loc(&self) -> Loc {
        match self {
            Site::Expr(e) => e.loc,
            Site::Loc(l) => *l,
        }
    }
}

/// A constant `switch`: bytes of the value to where its case begins.
#[derive(Default, Debug)]
pub(crate) struct SwitchTable {
    pub(crate) cases: HashMap<Box<[u8]>, Target, foldhash::fast::RandomState>,
    pub(crate) default: Target,
}

impl SwitchTable {
    /// Where the case of a value begins.
    pub(crate) fn case_of(&self, v: &Value) -> Target {
        let mut key = KeyBytes::default();
        let found = match v {
            // The bytes of a string are its key.
            Value::String(s) => self.cases.get(&s[..]),
            other if key.push_value(other).is_ok() => self.cases.get(key.bytes()),
            _ => None,
        };
        found.copied().unwrap_or(self.default)
    }
}

/// Where a signature's arguments stand.
#[derive(Clone)]
pub(crate) struct Signature {
    /// Per argument.
    pub(crate) args: Rc<[Var]>,
    pub(crate) kinds: Rc<[Kind]>,
    pub(crate) result: Class,
}

/// Which file something lives in.
#[derive(Clone, Default)]
pub(crate) enum Class {
    #[default]
    Nothing,
    Word(Kind),
    Value,
}

/// The code of a body.
#[derive(Default)]
pub(crate) struct Code {
    pub(crate) name: String,
    pub(crate) ins: Vec<Ins>,
    /// Size of the frame, of words and of values.
    pub(crate) words: R,
    pub(crate) values: R,
    pub(crate) word_pool: Vec<u64>,
    pub(crate) value_pool: Vec<Value>,
    /// Enumerations that words are tagged with: [`Kind::code`] minus [`ENUMS`].
    pub(crate) enums: Vec<Rc<EnumType>>,
    pub(crate) keys: Vec<Vec<KeyPart>>,
    pub(crate) types: Vec<Type>,
    pub(crate) metas: Vec<Rc<TableMeta>>,
    pub(crate) records: Vec<(Rc<RecordType>, Rc<[u32]>)>,
    pub(crate) loops: Vec<LoopVars>,
    pub(crate) generics: Vec<Generic>,
    pub(crate) switches: Vec<SwitchTable>,
    pub(crate) closures: Vec<ClosureSpec>,
    pub(crate) whens: Vec<WhenSpec>,
    pub(crate) signatures: Vec<Signature>,
    pub(crate) texts: Vec<String>,
    /// Positions that can fail, ascending.
    pub(crate) sites: Vec<(Target, Site)>,
    /// How many of the first value registers are parameters: the others are empty when it begins.
    pub(crate) value_params: R,
    /// How many variables it captures.
    pub(crate) captures: usize,
    /// Where its result is left.
    pub(crate) result: Class,
    /// The parts of a `when`: where condition, body and timeout begin.
    pub(crate) entries: [Target; 3],
}

impl Code {
    /// What the instruction at `pc` is reported as: the last site at or before it that belongs to it.
    pub(crate) fn site(&self, pc: usize) -> Option<&Site> {
        let i = self.sites.partition_point(|(at, _)| *at as usize <= pc);
        self.sites.get(i.checked_sub(1)?).map(|s| &s.1)
    }
}

/// The kind of a scalar type; `None` for types that live in value registers.
pub(crate) fn word_kind(t: &Type) -> Option<Kind> {
    Some(match t {
        Type::Bool => Kind::Bool,
        Type::Int => Kind::Int,
        Type::Count => Kind::Count,
        Type::Double => Kind::Double,
        Type::Time => Kind::Time,
        Type::Interval => Kind::Interval,
        Type::Port => Kind::Port,
        Type::Enum(e) => Kind::Enum(e.clone()),
        _ => return None,
    })
}

/// Which file values of a type live in.
pub(crate) fn class(t: &Type) -> Class {
    match t {
        Type::Void => Class::Nothing,
        t => word_kind(t).map_or(Class::Value, Class::Word),
    }
}

const _: () = assert!(size_of::<Ins>() <= 12);
