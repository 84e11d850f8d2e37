//! The instruction set, as one table. The macro below generates from it the type, the verifier of each instruction, the
//! targets of jumps, and the names in dumps. The dispatch loop (`machine::run`) implements the instructions.
//!
//! Fields are named after their role: `d` is written, `a` and `b` are read, `to` is a jump's target. Their kinds are
//! those of [`super::operand`]: `W` a word register, `V` a value register.
use super::operand::*;
use super::{Code, Target};

macro_rules! instructions {
    ($($(#[$doc:meta])* $name:ident $({ $($field:ident: $kind:ident),* })? $(where $fits:expr)?;)*) => {
        /// One instruction.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(crate) enum Ins {
            $($(#[$doc])* $name $({ $($field: <$kind as Operand>::Stored),* })?,)*
        }

        impl Ins {
            /// Checks that every register is in the frame, every number in its pool, and every jump target in the code.
            pub(crate) fn verify(&self, code: &Code) -> Result<(), String> {
                match *self {
                    $(Ins::$name $({ $($field),* })? => {
                        $($($kind::check($field, code)?;)*)?
                        $(($fits)(code)?;)?
                        Ok(())
                    })*
                }
            }

            /// Returns the global that the instruction names.
            pub(crate) fn global(&self) -> Option<u32> {
                match *self {
                    $(Ins::$name $({ $($field),* })? => { None$($(.or($kind::global($field)))*)? })*
                }
            }

            /// Sets the target of a jump; leaves other instructions unchanged.
            pub(crate) fn set_target(&mut self, target: Target) {
                match self {
                    $(Ins::$name $({ $($field),* })? => { $($($kind::retarget($field, target);)*)? })*
                }
            }
        }
    };
}

impl Ins {
    /// Whether no other instruction follows this one.
    pub(crate) fn ends(&self) -> bool {
        matches!(
            self,
            Ins::Return | Ins::ReturnW { .. } | Ins::ReturnV { .. } | Ins::ReturnBreak | Ins::Jump { .. }
        )
    }
}

instructions! {
    // Moves.

    /// Copies a word.
    MoveW { d: W, a: W };
    /// Loads a constant word.
    ConstW { d: W, k: WordConst };
    /// Copies a value, or its absence.
    MoveV { d: V, a: V };
    /// Moves a value out of `a`, which is empty afterwards.
    TakeV { d: V, a: V };
    /// Loads a constant value.
    ConstV { d: V, k: ValueConst };
    /// Empties a register.
    ClearV { d: V };
    /// Converts a word to a value.
    Box { d: V, a: W, kind: KindCode };
    /// Extracts the word from a scalar value; fails on other values.
    Unbox { d: W, a: V };
    /// Fails if the register is empty.
    CheckV { a: V };

    // Arithmetic on words. `I` is signed, `C` unsigned, `D` a double; integers wrap.

    AddI { d: W, a: W, b: W };
    /// Adds a small constant.
    AddImm { d: W, a: W, imm: Imm };
    SubI { d: W, a: W, b: W };
    /// Warns if the difference is negative.
    SubC { d: W, a: W, b: W };
    /// Subtracts a small constant; warns if the difference is negative.
    SubImm { d: W, a: W, imm: UnsignedImm };
    MulI { d: W, a: W, b: W };
    /// Fails if `b` is zero, as all divisions do.
    DivI { d: W, a: W, b: W };
    DivC { d: W, a: W, b: W };
    ModI { d: W, a: W, b: W };
    ModC { d: W, a: W, b: W };
    And { d: W, a: W, b: W };
    Or { d: W, a: W, b: W };
    Xor { d: W, a: W, b: W };
    AddD { d: W, a: W, b: W };
    SubD { d: W, a: W, b: W };
    MulD { d: W, a: W, b: W };
    DivD { d: W, a: W, b: W };
    NegI { d: W, a: W };
    NegD { d: W, a: W };
    /// Negates a bool.
    Not { d: W, a: W };
    /// Inverts every bit.
    Complement { d: W, a: W };
    IntToDouble { d: W, a: W };
    CountToDouble { d: W, a: W };

    // Comparisons.

    Eq { d: W, a: W, b: W };
    Ne { d: W, a: W, b: W };
    LtI { d: W, a: W, b: W };
    LeI { d: W, a: W, b: W };
    LtC { d: W, a: W, b: W };
    LeC { d: W, a: W, b: W };
    EqD { d: W, a: W, b: W };
    NeD { d: W, a: W, b: W };
    LtD { d: W, a: W, b: W };
    LeD { d: W, a: W, b: W };
    /// Compares two strings.
    EqS { d: W, a: V, b: V };
    /// Whether a string starts with another.
    StartsWith { d: W, a: V, b: V };

    // Jumps. A `Loop` goes backwards and counts as a step; `K` compares with a constant word.

    Jump { to: To };
    Loop { to: To };
    JumpIf { a: W, to: To };
    JumpIfNot { a: W, to: To };
    JumpEq { a: W, b: W, to: To };
    JumpNe { a: W, b: W, to: To };
    JumpLtC { a: W, b: W, to: To };
    JumpGeC { a: W, b: W, to: To };
    JumpLtI { a: W, b: W, to: To };
    JumpGeI { a: W, b: W, to: To };
    JumpEqK { a: W, k: WordConst, to: To };
    JumpNeK { a: W, k: WordConst, to: To };
    JumpLtCK { a: W, k: WordConst, to: To };
    JumpGeCK { a: W, k: WordConst, to: To };
    JumpLtIK { a: W, k: WordConst, to: To };
    JumpGeIK { a: W, k: WordConst, to: To };
    LoopLtC { a: W, b: W, to: To };
    LoopLtI { a: W, b: W, to: To };
    LoopLtCK { a: W, k: WordConst, to: To };
    LoopLtIK { a: W, k: WordConst, to: To };
    /// Adds `step` to `a`, then loops if that is less than `b`.
    StepLoopLtC { step: SmallImm, a: W, b: W, to: To };
    StepLoopLtI { step: SmallImm, a: W, b: W, to: To };
    StepLoopLtCK { step: SmallImm, a: W, k: WordConst, to: To };
    StepLoopLtIK { step: SmallImm, a: W, k: WordConst, to: To };
    /// Jumps if the truth of "`a` is this string" equals `same`.
    JumpString { a: V, k: StringConst, same: Flag, to: To };
    /// Jumps if the truth of "the record has the field" equals `has`.
    JumpHas { r: V, f: Field, has: Flag, to: To };
    /// Jumps if the truth of "the record in field `f` has field `g`" equals `has`.
    JumpHasInner { r: V, f: Field, g: Field, has: Flag, to: To };
    /// Jumps if the truth of "the table has the key" equals `is_in`.
    JumpIn { t: V, key: Key, is_in: Flag, to: To };
    /// Like `JumpIn`, for the table in a global.
    JumpInGlobal { g: Global, key: Key, is_in: Flag, to: To };
    /// Jumps by a table of constants.
    Switch { a: V, table: SwitchNumber };
    /// Jumps if the value is of a type.
    JumpIfType { a: V, ty: TypeNumber, to: To };

    // Variables outside of the frame.

    GlobalW { d: W, g: Global };
    /// Fails if the global has no value.
    GlobalV { d: V, g: Global };
    /// Copies the value of a global, or its absence.
    GlobalAny { d: V, g: Global };
    SetGlobalW { g: Global, a: W, kind: KindCode };
    SetGlobalV { g: Global, a: V };
    /// Loads a captured variable.
    Captured { d: V, at: Capture };
    SetCaptured { at: Capture, a: V };

    // Records. An `Inner` reaches field `g` of the record in field `f`.

    FieldW { d: W, r: V, f: Field };
    FieldV { d: V, r: V, f: Field };
    SetFieldW { r: V, f: Field, a: W, kind: KindCode };
    SetFieldV { r: V, f: Field, a: V };
    InnerW { d: W, r: V, f: Field, g: Field };
    InnerV { d: V, r: V, f: Field, g: Field };
    SetInnerW { r: V, f: Field, g: Field, a: W, kind: KindCode };
    SetInnerV { r: V, f: Field, g: Field, a: V };
    /// Adds a word to a field of type `int` or `count`.
    AddFieldI { r: V, f: Field, a: W };
    /// Adds a small constant to a field of type `int` or `count`.
    AddFieldImm { r: V, f: Field, imm: Imm };
    HasField { d: W, r: V, f: Field };
    HasInner { d: W, r: V, f: Field, g: Field };
    ClearField { r: V, f: Field };
    /// Makes a record with its defaults, except for fields that the next instructions assign.
    NewRecord { d: V, spec: RecordNumber };

    // Tables and vectors.

    /// Makes an empty table.
    NewTable { d: V, meta: MetaNumber };
    /// Sets a table's default.
    SetDefault { t: V, a: V };
    /// Makes the initial value of a variable of the given type.
    NewDefault { d: V, ty: TypeNumber };
    IndexV { d: V, t: V, key: Key };
    IndexW { d: W, t: V, key: Key };
    SetIndexV { t: V, key: Key, a: V };
    SetIndexW { t: V, key: Key, a: W, kind: KindCode };
    InTable { d: W, t: V, key: Key };
    AddElement { t: V, key: Key };
    Delete { t: V, key: Key };
    /// Collects the values of all table entries whose pattern matches a string.
    Matching { d: V, t: V, a: V };
    /// Loads the element of a vector at an `int` index.
    ElementW { d: W, v: V, i: W };
    ElementV { d: V, v: V, i: W };
    SetElementV { v: V, i: W, a: V };
    SetElementW { v: V, i: W, a: W, kind: KindCode };
    /// Fails if the vector, typed `vector of any` here, cannot hold the value.
    CheckPush { v: V, a: V };
    PushV { v: V, a: V };
    PushW { v: V, a: W, kind: KindCode };
    /// Counts the bytes of a string, or the elements of a table or vector.
    SizeV { d: W, a: V };

    // Operations on values without an instruction of their own.

    Op1 { d: V, a: V, op: GenericNumber };
    Op2 { d: V, a: V, b: V, op: GenericNumber };
    /// Takes its operands from `n` adjacent registers, starting at `first`.
    OpN { d: V, first: RowStart, n: Count, op: GenericNumber } where |c| row(c, first, n.into());

    // Calls. Arguments are in registers from `w` and `v` on; the result is left in the first register of its class. If
    // neither is a value, `v` may be the end of the frame.

    /// Calls a global function that has a single body.
    Call { g: Global, w: W, v: RowStart } where |c| row(c, v, 0);
    /// Calls a function value.
    CallValue { f: V, w: W, v: RowStart, sig: SignatureNumber } where |c| row(c, v, 0);
    /// Pushes a word onto the stack of arguments.
    ArgW { a: W, kind: KindCode };
    /// Pushes a copy of a value.
    ArgV { a: V };
    /// Pushes a value and empties the register.
    ArgTake { a: V };
    ArgConst { k: ValueConst };
    /// Calls a built-in function with the last `n` arguments.
    Builtin { d: V, n: Count, g: Global };
    BuiltinW { d: W, n: Count, g: Global };
    /// Queues an event with the last `n` arguments.
    Raise { n: Count, g: Global };
    /// Schedules an event for the time in `a`.
    Schedule { n: Count, a: W, g: Global };
    /// Fails because a call has more arguments than the function takes.
    TooMany;
    ReturnW { a: W };
    ReturnV { a: V };
    Return;
    /// Ends a hook with `F`: its remaining bodies do not run.
    ReturnBreak;

    // Functions and `when`.

    /// Makes a closure that captures registers from `first` on.
    Closure { d: V, spec: ClosureNumber, first: RowStart }
        where |c: &Code| row(c, first, c.closures.get(usize::from(spec)).map_or(0, |s| s.copies.len()));
    /// Waits for a condition, with registers from `first` on captured. `a` holds the timeout, or is
    /// [`NONE`](super::NONE).
    When { spec: WhenNumber, first: RowStart, a: OptionalW }
        where |c: &Code| row(c, first, c.whens.get(usize::from(spec)).map_or(0, |s| s.copies.len()));
    /// Marks that the condition of a `when` holds; its body follows.
    Holds;
    /// Loads network time.
    Now { d: W };
    /// Computes a thunk.
    Thunk { d: V, id: ThunkNumber };

    // Loops over containers.

    IterTable { t: V };
    IterVector { v: V };
    IterString { s: V };
    /// Puts the next element into the loop's variables, or jumps out.
    Next { vars: LoopNumber, to: To };
    /// Like `Next`, but jumps backwards if there is an element, and ends the iterator if there is none.
    LoopNext { vars: LoopNumber, to: To };
    /// Drops the innermost loop's iterator.
    EndIter;

    // Statements.

    /// Begins a handler of an event. Jumps if the handler's group or module is off.
    Handler { body: HandlerNumber, to: To };
    /// Prints the last `n` arguments.
    Print { n: Count };
    /// Reports the result of an assertion; `b` holds its message, or is [`NONE`](super::NONE).
    Assert { held: Flag, text: TextNumber, b: OptionalV };
}

const _: () = assert!(size_of::<Ins>() <= 12);
