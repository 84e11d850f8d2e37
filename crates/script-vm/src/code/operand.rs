//! Kinds of operands: how an instruction stores each, and what makes it valid.
use super::Code;
use super::numbers::{ENUMS, NONE, R, SCALARS, Target};
use value::Value;

type Checked = Result<(), String>;

/// A kind of operand.
pub(crate) trait Operand {
    /// The form in which an instruction stores the operand.
    type Stored: Copy;

    /// Checks that the operand is valid in this code.
    fn check(x: Self::Stored, code: &Code) -> Checked;

    /// Returns the operand if it is the number of a global.
    fn global(_: Self::Stored) -> Option<u32> {
        None
    }

    /// Replaces the operand if it is the target of a jump.
    fn retarget(_: &mut Self::Stored, _: Target) {}
}

fn within(n: usize, len: usize, what: &str) -> Checked {
    if n < len { Ok(()) } else { Err(format!("{what} {n} of {len}")) }
}

/// Checks that `n` value registers from `first` on lie in the frame.
pub(crate) fn row(code: &Code, first: R, n: usize) -> Checked {
    let end = usize::from(first) + n;
    if end <= code.values.into() {
        Ok(())
    } else {
        Err(format!("value registers up to {end} of {}", code.values))
    }
}

/// Defines operands that are indices, each with the length of the list in the code that it indexes.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident, $what:literal, |$code:ident| $len:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) enum $name {}

        impl Operand for $name {
            type Stored = R;
            fn check(x: R, $code: &Code) -> Checked {
                within(x.into(), $len, $what)
            }
        }
    )*};
}

numbers! {
    /// A word register.
    W, "word register", |c| c.words.into();
    /// A value register.
    V, "value register", |c| c.values.into();
    /// A constant word.
    WordConst, "constant word", |c| c.word_pool.len();
    /// A constant value.
    ValueConst, "constant value", |c| c.value_pool.len();
    /// A table's index, made of registers.
    Key, "index", |c| c.keys.len();
    /// A type.
    TypeNumber, "type", |c| c.types.len();
    /// Type and attributes of a table.
    MetaNumber, "table", |c| c.metas.len();
    /// A record type, and the fields that get no default.
    RecordNumber, "record", |c| c.records.len();
    /// The variables of a loop.
    LoopNumber, "loop", |c| c.loops.len();
    /// An operation on values.
    GenericNumber, "operation", |c| c.generics.len();
    /// A jump table.
    SwitchNumber, "switch", |c| c.switches.len();
    /// An anonymous function.
    ClosureNumber, "lambda", |c| c.closures.len();
    /// A `when`.
    WhenNumber, "when", |c| c.whens.len();
    /// How a call passes its arguments.
    SignatureNumber, "signature", |c| c.signatures.len();
    /// The text of an assertion.
    TextNumber, "text", |c| c.texts.len();
    /// A handler of the event.
    HandlerNumber, "handler", |c| c.handlers.len();
    /// A captured variable.
    Capture, "captured variable", |c| c.captures;
}

/// Defines operands that are always valid.
macro_rules! free {
    ($($(#[$doc:meta])* $name:ident: $stored:ty;)*) => {$(
        $(#[$doc])*
        pub(crate) enum $name {}

        impl Operand for $name {
            type Stored = $stored;
            fn check(_: $stored, _: &Code) -> Checked {
                Ok(())
            }
        }
    )*};
}

free! {
    /// A small constant.
    Imm: i16;
    /// A small non-negative constant.
    UnsignedImm: u16;
    /// A very small constant, for instructions with little room.
    SmallImm: i8;
    /// The outcome of a test that makes the instruction jump.
    Flag: bool;
    /// The number of arguments or registers.
    Count: R;
    /// The first of a row of value registers, which [`row`] checks.
    RowStart: R;
    /// A field's number. It is not checked, since the record's type is not known here.
    Field: R;
    /// The number of a thunk in the program.
    ThunkNumber: u32;
}

/// A global variable, function or event, by its number in the program.
pub(crate) enum Global {}

impl Operand for Global {
    type Stored = u32;

    fn check(x: u32, code: &Code) -> Checked {
        within(x as usize, code.globals, "global")
    }

    fn global(x: u32) -> Option<u32> {
        Some(x)
    }
}

/// A jump's target.
pub(crate) enum To {}

impl Operand for To {
    type Stored = Target;

    fn check(x: Target, code: &Code) -> Checked {
        within(x as usize, code.ins.len(), "jump to")
    }

    fn retarget(x: &mut Target, target: Target) {
        *x = target;
    }
}

/// A constant value that is a string.
pub(crate) enum StringConst {}

impl Operand for StringConst {
    type Stored = R;

    fn check(x: R, code: &Code) -> Checked {
        match code.value_pool.get(usize::from(x)) {
            Some(Value::String(_)) => Ok(()),
            _ => Err(format!("constant {x} is not a string")),
        }
    }
}

/// The kind of a tagged word: a scalar type's code, or an enumeration of the code's pool.
pub(crate) enum KindCode {}

impl Operand for KindCode {
    type Stored = R;

    fn check(x: R, code: &Code) -> Checked {
        match x.checked_sub(ENUMS) {
            None => within(x.into(), SCALARS, "kind"),
            Some(e) => within(e.into(), code.enums.len(), "enumeration"),
        }
    }
}

/// A register that may be [`NONE`].
macro_rules! optional {
    ($($name:ident: $of:ident;)*) => {$(
        pub(crate) enum $name {}

        impl Operand for $name {
            type Stored = R;
            fn check(x: R, code: &Code) -> Checked {
                if x == NONE { Ok(()) } else { $of::check(x, code) }
            }
        }
    )*};
}

optional! {
    OptionalW: W;
    OptionalV: V;
}
