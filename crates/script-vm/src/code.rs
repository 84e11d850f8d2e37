//! Bytecode: instructions on two files of registers.
//!
//! *Word* registers hold scalars without a tag (a count, a double's bits, a bool); the compiler knows which. *Value*
//! registers hold everything else, and may be empty: a variable without a value. A call's arguments are at the top of
//! the caller's frame and become the first registers of the callee's, so nothing is copied.
//!
//! [`Code`] holds instructions, and an instruction is checked against the code that contains it; so this module, `ins`
//! and `operand` use each other.
mod ins;
mod numbers;
mod operand;

pub(crate) use ins::Ins;
pub(crate) use numbers::{ENUMS, NONE, R, Target};

use script_sema::tree::{BinOp, BodyId, CmpOp, ExprRef, UnOp};
use std::collections::HashMap;
use std::rc::Rc;
use value::table::KeyBytes;
use value::{EnumType, Loc, RecordType, TableMeta, Type, Value, VectorType};

/// The type of a word.
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

/// The variables of a loop; [`NONE`] for those that are not used.
#[derive(Clone, Debug)]
pub(crate) struct LoopVars {
    pub(crate) keys: Vec<Var>,
    pub(crate) value: Var,
}

/// A register of either file, or none.
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
    /// adds 1 (true) or subtracts 1
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
    /// of a string or vector; which ends are given
    Slice(bool, bool),
    /// of a vector; the assigned value is the last operand
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

/// The expression that an error at a position names.
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

/// The jump table of a `switch`: from the bytes of a value to the start of its case.
#[derive(Default, Debug)]
pub(crate) struct SwitchTable {
    pub(crate) cases: HashMap<Box<[u8]>, Target, foldhash::fast::RandomState>,
    pub(crate) default: Target,
}

impl SwitchTable {
    /// The start of a value's case.
    pub(crate) fn case_of(&self, v: &Value) -> Target {
        let mut key = KeyBytes::default();
        let found = match v {
            // A string is its own key.
            Value::String(s) => self.cases.get(&s[..]),
            other if key.push_value(other).is_ok() => self.cases.get(key.bytes()),
            _ => None,
        };
        found.copied().unwrap_or(self.default)
    }
}

/// The registers of a signature's arguments.
#[derive(Clone)]
pub(crate) struct Signature {
    /// Per argument.
    pub(crate) args: Rc<[Var]>,
    pub(crate) kinds: Rc<[Kind]>,
    pub(crate) result: Class,
}

/// The register file of a value.
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
    /// Instructions that can fail, in ascending order.
    pub(crate) sites: Vec<(Target, Site)>,
    /// How many of the first value registers are parameters; the others are empty at the start.
    pub(crate) value_params: R,
    /// The number of the program's globals at compile time.
    pub(crate) globals: usize,
    /// The number of captured variables.
    pub(crate) captures: usize,
    /// The class of its result.
    pub(crate) result: Class,
    /// It is the body of a function with a result. One that waits in a `when` gives it later.
    pub(crate) owes_value: bool,
    /// The parts of a `when`: where condition, body and timeout begin.
    pub(crate) entries: [Target; 3],
}

impl Code {
    /// The site of the instruction at `pc`: the last one at or before it.
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

/// The register file of a type's values.
pub(crate) fn class(t: &Type) -> Class {
    match t {
        Type::Void => Class::Nothing,
        t => word_kind(t).map_or(Class::Value, Class::Word),
    }
}
