//! Typed register bytecode.
//!
//! A function has registers. Each keeps one kind; the verifier checks that every instruction reads and writes registers
//! of the right kinds. Instructions that parse can report missing input: the machine returns, and runs the same
//! instruction again when more has arrived.
use spicy_sema::hir::{Cmp, Convert, IntOp, Op};
use spicy_sema::types::Ty;
use spicy_syntax::Span;

/// A register of a frame.
pub(crate) type Reg = u16;

/// What a register may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RegKind {
    Any,
    Bool,
    Int,
    Real,
    Bytes,
    Unit,
    List,
    Input,
    Error,
}

/// The errors that a handler catches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Catch {
    All,
    Backtrack,
    Recoverable,
    /// What `%error` hooks of fields see.
    Failures,
}

/// What an item of a bitfield is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Number,
    Truth,
    Label,
}

#[derive(Clone, Debug)]
pub(crate) enum Inst {
    Const {
        d: Reg,
        k: u32,
    },
    Move {
        d: Reg,
        s: Reg,
    },
    Copy {
        d: Reg,
        s: Reg,
    },
    Default {
        d: Reg,
        ty: Ty,
    },
    LoadGlobal {
        d: Reg,
        g: u32,
    },
    StoreGlobal {
        g: u32,
        s: Reg,
    },
    Param {
        d: Reg,
        u: Reg,
        i: u32,
    },
    Field {
        d: Reg,
        o: Reg,
        i: u32,
        attempt: bool,
    },
    /// A member of a member, and so on. The indices are in the place of arguments.
    FieldAt {
        d: Reg,
        o: Reg,
        path: u32,
        attempt: bool,
    },
    SetField {
        o: Reg,
        i: u32,
        s: Reg,
    },
    /// Sets a member to a constant.
    SetConst {
        o: Reg,
        i: u32,
        k: u32,
    },
    Has {
        d: Reg,
        o: Reg,
        i: u32,
    },
    Unset {
        o: Reg,
        i: u32,
    },
    Index {
        d: Reg,
        o: Reg,
        k: Reg,
    },
    SetIndex {
        o: Reg,
        k: Reg,
        s: Reg,
    },
    Not {
        d: Reg,
        s: Reg,
    },
    Neg {
        d: Reg,
        s: Reg,
        bits: u8,
    },
    Int {
        op: IntOp,
        d: Reg,
        a: Reg,
        b: Reg,
        signed: bool,
        bits: u8,
    },
    Real {
        op: IntOp,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Compare {
        op: Cmp,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Convert {
        how: Convert,
        d: Reg,
        s: Reg,
        from: Ty,
        to: Ty,
    },
    Jump {
        to: u32,
    },
    /// A jump if the comparison gives `when`.
    JumpCompare {
        op: Cmp,
        a: Reg,
        b: Reg,
        when: bool,
        to: u32,
    },
    /// The same with a constant.
    JumpCompareConst {
        op: Cmp,
        a: Reg,
        k: u32,
        when: bool,
        to: u32,
    },
    /// Takes one off a number, or jumps if it is zero.
    CountDown {
        left: Reg,
        to: u32,
    },
    JumpIf {
        c: Reg,
        to: u32,
    },
    JumpIfNot {
        c: Reg,
        to: u32,
    },
    /// A jump by a number, if the table has it.
    Switch {
        s: Reg,
        table: u32,
    },
    /// A jump by bytes, if the table has them.
    SwitchBytes {
        s: Reg,
        table: u32,
    },
    Call {
        f: u32,
        d: Reg,
        args: u32,
    },
    Native {
        op: Op,
        d: Reg,
        args: u32,
    },
    External {
        name: u32,
        d: Reg,
        args: u32,
    },
    Return {
        s: Reg,
    },
    ReturnVoid,
    List {
        d: Reg,
        args: u32,
    },
    Set {
        d: Reg,
        args: u32,
    },
    Map {
        d: Reg,
        args: u32,
    },
    /// A new unit; `begun` if its variables have their initial values afterwards.
    NewUnit {
        d: Reg,
        unit: u32,
        args: u32,
        begun: bool,
    },
    /// Parses members of a unit that are numbers in a row, and jumps, if all of their input is at hand. Without a
    /// register for the unit, they are not kept.
    FixedRun {
        u: Reg,
        layout: u32,
        to: u32,
    },
    /// Parses a unit of numbers only and jumps, if all of its input is at hand.
    FixedUnit {
        d: Reg,
        layout: u32,
        to: u32,
    },
    NewStruct {
        d: Reg,
        ty: Ty,
    },
    Ref {
        d: Reg,
        s: Reg,
    },
    Deref {
        d: Reg,
        s: Reg,
    },
    SetRef {
        r: Reg,
        s: Reg,
    },
    IterStart {
        d: Reg,
        s: Reg,
    },
    /// The next element, or a jump.
    IterNext {
        d: Reg,
        it: Reg,
        to: u32,
    },
    Push {
        list: Reg,
        s: Reg,
    },
    Test {
        d: Reg,
        c: Reg,
        e: Reg,
    },
    Print {
        args: u32,
    },
    HasHandler {
        d: Reg,
        event: u32,
    },
    Raise {
        event: u32,
        args: u32,
    },
    Throw {
        s: Reg,
    },
    Rethrow {
        s: Reg,
    },
    Assert {
        c: Reg,
        text: u32,
    },
    Fail {
        text: u32,
        assertion: bool,
    },
    NoCase {
        s: Reg,
        ty: Ty,
        parse: bool,
    },
    PushHandler {
        to: u32,
        d: Reg,
        catch: Catch,
    },
    PopHandler,
    Message {
        d: Reg,
        s: Reg,
    },
    Confirm {
        u: Reg,
        d: Reg,
    },
    Reject,

    /// `track` if the grammar asks for the unit's place in the input.
    BeginUnit {
        u: Reg,
        saved: Reg,
        track: bool,
    },
    StartFilters {
        u: Reg,
        saved: Reg,
    },
    EndFilters {
        u: Reg,
        saved: Reg,
    },
    CloseUnit {
        u: Reg,
        abort: bool,
    },
    EndUnit {
        u: Reg,
        saved: Reg,
    },
    SetPosition {
        u: Reg,
    },
    SavePosition {
        u: Reg,
        d: Reg,
    },
    RestorePosition {
        u: Reg,
        s: Reg,
    },
    ApplyInput {
        u: Reg,
    },
    /// Sets a member. If places are recorded, it was parsed from the offset `from` to the cursor.
    Store {
        u: Reg,
        i: u32,
        s: Reg,
        from: Reg,
    },
    SaveInput {
        d: Reg,
    },
    RestoreInput {
        s: Reg,
    },
    RedirectFrom {
        s: Reg,
    },
    RedirectAt {
        s: Reg,
    },
    Cursor {
        d: Reg,
    },
    Limit {
        old: Reg,
        n: Reg,
        extra: u8,
    },
    EndSize {
        start: Reg,
        n: Reg,
        old: Reg,
        eod: bool,
    },
    EndMax {
        start: Reg,
        n: Reg,
        old: Reg,
    },
    /// `order` holds the order of bytes. Without that register, `little` says it.
    UnpackInt {
        d: Reg,
        signed: bool,
        bits: u8,
        order: Reg,
        little: bool,
    },
    /// Adds numbers to a list, if it is a register, while they are at hand, the test holds and `left`, if it is a
    /// register, is not zero.
    UnpackMany {
        list: Reg,
        numbers: u32,
        left: Reg,
    },
    /// Adds units of numbers to a list, if it is a register, while they are at hand and `left`, if it is a register, is
    /// not zero. Ends before a byte that tells no layout.
    FixedUnits {
        list: Reg,
        rows: Rows,
        left: Reg,
    },
    UnpackReal {
        d: Reg,
        kind: Reg,
        order: Reg,
    },
    UnpackAddr {
        d: Reg,
        v6: bool,
        order: Reg,
    },
    TakeSize {
        d: Reg,
        n: Reg,
        eod: bool,
    },
    TakeAll {
        d: Reg,
    },
    /// Takes bytes up to a delimiter. With the register `max`, jumps if they were no more than it says.
    TakeUntil {
        d: Reg,
        delimiter: Reg,
        including: bool,
        eod: bool,
        u: Reg,
        i: u32,
        max: Reg,
        to: u32,
    },
    /// Skips that many bytes, as they arrive.
    SkipSize {
        left: Reg,
        eod: bool,
    },
    SkipAll,
    /// The next piece, or a jump at the end; `left` counts down.
    ChunkSize {
        d: Reg,
        left: Reg,
        eod: bool,
        to: u32,
    },
    ChunkAll {
        d: Reg,
        to: u32,
    },
    ChunkUntil {
        d: Reg,
        delimiter: Reg,
        including: bool,
        eod: bool,
        done: Reg,
        to: u32,
    },
    Literal {
        d: Reg,
        k: u32,
        token: u32,
    },
    LiteralInt {
        d: Reg,
        k: u32,
        token: u32,
        signed: bool,
        bits: u8,
        order: Reg,
        little: bool,
    },
    MatchRegexp {
        d: Reg,
        regexp: u32,
        token: u32,
        captures: Reg,
    },
    SkipRegexp {
        regexp: u32,
    },
    Bits {
        d: Reg,
        s: Reg,
        from: u8,
        to: u8,
        item: Item,
    },
    ExpectBits {
        s: Reg,
        value: u64,
        name: u32,
    },
    UseToken {
        token: u32,
    },
    LookAhead {
        set: u32,
    },
    JumpIfToken {
        set: u32,
        to: u32,
    },
    NoToken,
    AtEnd {
        d: Reg,
    },
    CheckMoved {
        start: Reg,
    },
    Synchronize {
        set: u32,
        error: Reg,
        u: Reg,
        after: bool,
        hook: Reg,
    },
    SyncAdvance {
        u: Reg,
    },
    EnterTrial {
        error: Reg,
    },
    JumpIfTrial {
        to: u32,
    },
}

/// No register.
pub(crate) const NONE: Reg = Reg::MAX;

/// A function of the program.
impl Inst {
    /// Where the instruction jumps, apart from the tables of switches: a label until its function is finished, then an
    /// instruction.
    pub(crate) fn target_mut(&mut self) -> Option<&mut u32> {
        match self {
            Inst::Jump { to }
            | Inst::JumpIf { to, .. }
            | Inst::JumpIfNot { to, .. }
            | Inst::JumpCompare { to, .. }
            | Inst::JumpCompareConst { to, .. }
            | Inst::CountDown { to, .. }
            | Inst::FixedUnit { to, .. }
            | Inst::FixedRun { to, .. }
            | Inst::IterNext { to, .. }
            | Inst::PushHandler { to, .. }
            | Inst::ChunkSize { to, .. }
            | Inst::ChunkAll { to, .. }
            | Inst::ChunkUntil { to, .. }
            | Inst::TakeUntil { to, .. }
            | Inst::JumpIfToken { to, .. }
            | Inst::JumpIfTrial { to } => Some(to),
            _ => None,
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) params: u16,
    /// Parameters whose changes the caller sees.
    pub(crate) inout: Vec<u16>,
    pub(crate) kinds: Vec<RegKind>,
    pub(crate) code: Vec<Inst>,
    pub(crate) spans: Vec<Span>,
    /// Registers that instructions refer to by number.
    pub(crate) args: Vec<Box<[Reg]>>,
    /// Numbers in their order, with what each jumps to.
    pub(crate) tables: Vec<Vec<(i128, u32)>>,
    /// Bytes in their order, with what each jumps to.
    pub(crate) words: Vec<Vec<(Box<[u8]>, u32)>>,
    pub(crate) numbers: Vec<Numbers>,
    /// Whether it parses the unit in its first register.
    pub(crate) parses: bool,
}

/// How a number is read: its width, and its order of bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Number {
    pub(crate) bytes: u8,
    pub(crate) signed: bool,
    pub(crate) little: bool,
}

/// What bytes are that are parsed in bulk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rows {
    Numbers(Number),
    /// Units of a layout, by its number.
    Units(u32),
    /// Units of a layout that the first byte tells, by the number of the choice.
    Chosen(u32),
}

/// Numbers in a row, up to the first for which a comparison with a constant does not give `when`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    pub(crate) each: Number,
    pub(crate) test: Option<(Cmp, i128, bool)>,
}

/// Numbers in a row that are members of a unit: all of the unit, or a part of it.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) unit: u32,
    pub(crate) bytes: u64,
    /// The member, the offset from the first one, how it is read.
    pub(crate) members: Vec<(u32, usize, Number)>,
    /// The member that keeps the byte with which the unit begins, as `bytes`.
    pub(crate) literal: Option<u32>,
}

/// The layouts of units that begin with one of several bytes.
#[derive(Debug)]
pub(crate) struct Choice {
    /// For each byte, the number of its layout counted from one; zero if no unit begins with it.
    pub(crate) by_byte: Box<[u8; 256]>,
    pub(crate) layouts: Vec<Layout>,
}

impl Choice {
    /// The layout of the units that begin with this byte.
    #[inline]
    pub(crate) fn layout(&self, byte: u8) -> Option<&Layout> {
        usize::from(self.by_byte[usize::from(byte)]).checked_sub(1).and_then(|i| self.layouts.get(i))
    }
}
