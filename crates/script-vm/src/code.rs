//! Bytecode: instructions on two files of registers.
//!
//! *Word* registers hold scalars without a tag (a count, a double's bits, a bool); the compiler knows which. *Value*
//! registers hold everything else, and may be empty: a variable without a value. A call's arguments are at the top of
//! the caller's frame and become the first registers of the callee's, so nothing is copied.
//!
//! [`Code`] holds instructions, and an instruction is verified against the code that contains it; therefore this
//! module, `ins` and `operand` use each other.
mod ins;
mod numbers;
mod operand;

pub(crate) use ins::Ins;
pub(crate) use numbers::{ENUMS, NONE, R, Target};

use script_sema::tree::{BinOp, BodyId, CmpOp, ExprRef, UnOp};
use std::collections::HashMap;
use std::rc::Rc;
use value::table::KeyBytes;
use value::{EnumType, Loc, Name, RecordType, TableMeta, Type, Value, VectorType};

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
    /// The kind as it appears in an instruction; enumerations are in a pool that the compiler fills.
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

/// The variables that a loop assigns; [`NONE`] for unused ones.
#[derive(Clone, Debug)]
pub(crate) struct LoopVars {
    pub(crate) keys: Vec<Var>,
    pub(crate) value: Var,
}

/// A register of either file, or no register.
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
    /// Adds 1 (true) or subtracts 1 (false).
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
    /// Indexes a string or vector by an int, or a vector by a vector of ints or bools.
    Index(Type),
    /// Slices a string or vector; the flags say which ends are given.
    Slice(bool, bool),
    /// Replaces a slice of a vector; the assigned value is the last operand. The flags are as in `Slice`.
    SetSlice(bool, bool),
    /// `item in container`
    In,
    And(Type),
    Or(Type),
    Cond(Type),
    /// `+=` on containers
    Merge,
    Subtract,
    Extend,
    PatternOr,
    /// Makes a vector of its operands.
    VectorOf(Rc<VectorType>),
    /// Empties a table or vector.
    Clear,
    /// Takes a part of a list.
    Part(usize),
    List,
}

/// A lambda: its body, its type, and which captured variables it deep-copies.
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

/// The expression that an error message at a position shows.
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

/// The jump table of a `switch`: maps the bytes of a value to the start of its case.
#[derive(Default, Debug)]
pub(crate) struct SwitchTable {
    pub(crate) cases: HashMap<Box<[u8]>, Target, foldhash::fast::RandomState>,
    pub(crate) default: Target,
}

impl SwitchTable {
    /// Returns the start of the case for a value.
    pub(crate) fn case_of(&self, v: &Value) -> Target {
        let mut key = KeyBytes::default();
        let found = match v {
            // A string's bytes are its own key.
            Value::String(s) => self.cases.get(&s[..]),
            other if key.push_value(other).is_ok() => self.cases.get(key.bytes()),
            _ => None,
        };
        found.copied().unwrap_or(self.default)
    }
}

/// The registers that hold a signature's arguments.
#[derive(Clone, Default)]
pub(crate) struct Signature {
    /// One entry for each argument.
    pub(crate) args: Rc<[Var]>,
    pub(crate) kinds: Rc<[Kind]>,
    pub(crate) result: Class,
}

/// The register file that a value belongs in.
#[derive(Clone, Default)]
pub(crate) enum Class {
    #[default]
    Nothing,
    Word(Kind),
    Value,
}

/// The compiled code of a body.
#[derive(Default)]
pub(crate) struct Code {
    pub(crate) name: String,
    pub(crate) ins: Vec<Ins>,
    /// The size of the frame in word registers and in value registers.
    pub(crate) words: R,
    pub(crate) values: R,
    pub(crate) word_pool: Vec<u64>,
    pub(crate) value_pool: Vec<Value>,
    /// The enumerations of tagged words, indexed by [`Kind::code`] minus [`ENUMS`].
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
    /// The sites of instructions that can fail, in ascending order of position.
    pub(crate) sites: Vec<(Target, Site)>,
    /// Calls of built-in functions whose value is used, in ascending order of position: where the run continues if the
    /// function yields none.
    pub(crate) skips: Vec<(Target, Skip)>,
    /// The number of leading value registers that hold parameters; all others are empty at the start.
    pub(crate) value_params: R,
    /// The number of globals that the program had at compile time.
    pub(crate) globals: usize,
    /// The number of captured variables.
    pub(crate) captures: usize,
    /// The class of the body's result.
    pub(crate) result: Class,
    /// Whether the body belongs to a function with a result. A body that waits in a `when` returns it later.
    pub(crate) owes_value: bool,
    /// Whether this is the body of a hook: the caller gets false if it executes `break`, true otherwise.
    pub(crate) is_hook: bool,
    /// The entry points of a `when`: condition, body and timeout.
    pub(crate) entries: [Target; 3],
    /// The calls that were compiled in place, inner ones before those around them.
    pub(crate) inlined: Vec<Inlined>,
    /// The handlers of an event, each with its first instruction, in the order in which they run.
    pub(crate) handlers: Vec<(BodyId, Target)>,
}

/// A call that was compiled in place.
pub(crate) struct Inlined {
    /// The instructions of the function: from `from` up to but excluding `to`.
    pub(crate) from: Target,
    pub(crate) to: Target,
    /// The function's name.
    pub(crate) name: Name,
    /// The call.
    pub(crate) call: Site,
}

/// Leaves a statement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skip {
    /// The instruction after the statement.
    pub(crate) to: Target,
    /// The number of arguments on the stack that the statement has pushed for other calls.
    pub(crate) args: usize,
}

impl Code {
    /// Returns how to leave the statement of the call at `pc`, if it can be left.
    #[cold]
    pub(crate) fn skip(&self, pc: usize) -> Option<Skip> {
        let i = self.skips.binary_search_by_key(&pc, |(at, _)| *at as usize).ok()?;
        self.skips.get(i).map(|s| s.1)
    }

    /// Returns the start of the handler that follows the instruction before `pc`; `None` after the last handler.
    pub(crate) fn next_handler(&self, pc: usize) -> Option<usize> {
        self.handlers.iter().map(|(_, start)| *start as usize).find(|start| *start >= pc)
    }

    /// Returns the functions that are running at the instruction at `pc`, from the innermost outwards, each with the site
    /// that it has reached. The last one is this code's own.
    pub(crate) fn calls(&self, pc: usize) -> impl Iterator<Item = (&str, Option<&Site>)> {
        let around = self.inlined.iter().filter(move |i| (i.from as usize..i.to as usize).contains(&pc));
        let names = around.clone().map(|i| &*i.name).chain([self.name.as_str()]);
        names.zip([self.site(pc)].into_iter().chain(around.map(|i| Some(&i.call))))
    }

    /// Returns the site of the instruction at `pc`: the last recorded one at or before it.
    pub(crate) fn site(&self, pc: usize) -> Option<&Site> {
        let i = self.sites.partition_point(|(at, _)| *at as usize <= pc);
        self.sites.get(i.checked_sub(1)?).map(|s| &s.1)
    }
}

/// Returns the kind of a scalar type; `None` for types that live in value registers.
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

/// Returns the register file for values of a type.
pub(crate) fn class(t: &Type) -> Class {
    match t {
        Type::Void => Class::Nothing,
        t => word_kind(t).map_or(Class::Value, Class::Word),
    }
}
