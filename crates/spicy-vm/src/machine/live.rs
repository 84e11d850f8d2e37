//! Which registers of a function may still be read from an instruction on.
use crate::bytecode::{Function, Inst, NONE, Reg};

/// The registers that may be read before they are written, for each instruction of a function.
pub(crate) struct Live {
    /// Words of 64 registers for each instruction.
    words: usize,
    bits: Vec<u64>,
}

/// How an instruction uses a register.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    Read,
    /// Written on every way on from the instruction.
    Written,
}

impl Live {
    /// Of a function that does not exist.
    pub(crate) fn none() -> Live {
        Live { words: 0, bits: Vec::new() }
    }

    /// Follows the function's code backwards until nothing changes.
    pub(crate) fn of(f: &Function) -> Live {
        let (words, n) = (f.kinds.len().div_ceil(64), f.code.len());
        let mut live = Live { words, bits: vec![0; words * (n + 1)] };
        // An error may happen anywhere: what a handler reads is needed everywhere.
        let mut everywhere = vec![0_u64; words];
        if f.parses {
            set(&mut everywhere, 0);
        }
        let mut row = vec![0_u64; words];
        let mut changed = true;
        while changed {
            changed = false;
            for (at, inst) in f.code.iter().enumerate().rev() {
                row.copy_from_slice(&everywhere);
                if !matches!(inst, Inst::Jump { .. } | Inst::Return { .. } | Inst::ReturnVoid) {
                    live.join(&mut row, at + 1);
                }
                targets(f, inst, &mut |to| live.join(&mut row, to as usize));
                registers(f, inst, &mut |r, how| {
                    if how == Use::Written {
                        clear(&mut row, r);
                    }
                });
                registers(f, inst, &mut |r, how| {
                    if how == Use::Read {
                        set(&mut row, r);
                    }
                });
                join(&mut row, &everywhere);
                let known = &mut live.bits[at * words..(at + 1) * words];
                if known != row {
                    known.copy_from_slice(&row);
                    changed = true;
                }
                if let Inst::PushHandler { to, .. } = inst {
                    let before = everywhere.clone();
                    live.join(&mut everywhere, *to as usize);
                    changed |= everywhere != before;
                }
            }
        }
        live
    }

    /// The registers that may be read when the instruction at `pc` runs.
    pub(crate) fn at(&self, pc: u32) -> impl Iterator<Item = usize> {
        let mut words = self.row(pc as usize).iter();
        let (mut base, mut word) = (0, words.next().copied().unwrap_or(0));
        std::iter::from_fn(move || {
            while word == 0 {
                word = *words.next()?;
                base += 64;
            }
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            Some(base + bit)
        })
    }

    /// Whether a register may be read when the instruction at `pc` runs.
    pub(crate) fn reads(&self, pc: u32, r: Reg) -> bool {
        let word = self.row(pc as usize).get(usize::from(r) / 64).copied().unwrap_or_default();
        word >> (r % 64) & 1 != 0
    }

    fn row(&self, at: usize) -> &[u64] {
        self.bits.get(at * self.words..(at + 1) * self.words).unwrap_or_default()
    }

    fn join(&self, into: &mut [u64], at: usize) {
        join(into, self.row(at));
    }
}

fn join(into: &mut [u64], more: &[u64]) {
    for (a, b) in into.iter_mut().zip(more) {
        *a |= b;
    }
}

fn set(row: &mut [u64], r: Reg) {
    if let Some(word) = row.get_mut(usize::from(r) / 64) {
        *word |= 1 << (r % 64);
    }
}

fn clear(row: &mut [u64], r: Reg) {
    if let Some(word) = row.get_mut(usize::from(r) / 64) {
        *word &= !(1 << (r % 64));
    }
}

/// The instructions that an instruction may jump to.
fn targets(f: &Function, inst: &Inst, each: &mut impl FnMut(u32)) {
    match inst {
        Inst::Switch { table, .. } => {
            f.tables.get(*table as usize).into_iter().flatten().for_each(|(_, to)| each(*to));
        }
        Inst::SwitchBytes { table, .. } => {
            f.words.get(*table as usize).into_iter().flatten().for_each(|(_, to)| each(*to));
        }
        other => {
            if let Some(to) = other.clone().target_mut() {
                each(*to);
            }
        }
    }
}

/// The registers that an instruction reads.
pub(crate) fn read(f: &Function, inst: &Inst, each: &mut impl FnMut(Reg)) {
    registers(f, inst, &mut |r, how| {
        if how == Use::Read {
            each(r);
        }
    });
}

/// The registers that an instruction may write.
pub(crate) fn written(f: &Function, inst: &Inst, each: &mut impl FnMut(Reg)) {
    registers(f, inst, &mut |r, how| {
        if how == Use::Written {
            each(r);
        }
    });
    match inst {
        Inst::IterNext { d, it: other, .. }
        | Inst::ChunkSize { d, left: other, .. }
        | Inst::ChunkUntil { d, done: other, .. }
        | Inst::Synchronize { hook: d, error: other, .. } => {
            each(*d);
            each(*other);
        }
        Inst::FixedUnit { d, .. }
        | Inst::ChunkAll { d, .. }
        | Inst::PushHandler { d, .. }
        | Inst::SkipSize { left: d, .. }
        | Inst::CountDown { left: d, .. }
        | Inst::UnpackMany { left: d, .. }
        | Inst::FixedUnits { left: d, .. }
        | Inst::RestoreInput { s: d } => each(*d),
        // Arguments that the callee changes come back.
        Inst::Call { args, .. } => f.args.get(*args as usize).into_iter().flatten().for_each(|r| each(*r)),
        _ => {}
    }
}

/// The registers that an instruction reads, and those that it writes in every case.
fn registers(f: &Function, inst: &Inst, each: &mut impl FnMut(Reg, Use)) {
    use Inst as I;
    let mut read = |regs: &[Reg]| regs.iter().filter(|r| **r != NONE).for_each(|r| each(*r, Use::Read));
    let list = |args: u32| f.args.get(args as usize).map_or(&[][..], |a| a);
    let written: Option<Reg> = match inst {
        I::Const { d, .. }
        | I::Default { d, .. }
        | I::LoadGlobal { d, .. }
        | I::NewStruct { d, .. }
        | I::HasHandler { d, .. }
        | I::SaveInput { d }
        | I::Cursor { d }
        | I::TakeAll { d }
        | I::Literal { d, .. }
        | I::Confirm { d, .. }
        | I::AtEnd { d } => Some(*d),
        I::Move { d, s }
        | I::Copy { d, s }
        | I::Ref { d, s }
        | I::Deref { d, s }
        | I::IterStart { d, s }
        | I::Convert { d, s, .. }
        | I::Message { d, s }
        | I::Not { d, s }
        | I::Neg { d, s, .. }
        | I::Bits { d, s, .. }
        | I::Param { d, u: s, .. }
        | I::Field { d, o: s, .. }
        | I::FieldAt { d, o: s, .. }
        | I::Has { d, o: s, .. }
        | I::SavePosition { d, u: s }
        | I::Limit { old: d, n: s, .. }
        | I::BeginUnit { saved: d, u: s, .. }
        | I::StartFilters { saved: d, u: s }
        | I::UnpackInt { d, order: s, .. }
        | I::UnpackAddr { d, order: s, .. }
        | I::LiteralInt { d, order: s, .. }
        | I::TakeSize { d, n: s, .. } => {
            read(&[*s]);
            Some(*d)
        }
        I::Index { d, o: a, k: b }
        | I::Int { d, a, b, .. }
        | I::Real { d, a, b, .. }
        | I::Compare { d, a, b, .. }
        | I::Test { d, c: a, e: b }
        | I::UnpackReal { d, kind: a, order: b }
        | I::Synchronize { hook: d, error: a, u: b, .. } => {
            read(&[*a, *b]);
            Some(*d)
        }
        I::TakeUntil { d, delimiter, u, max, .. } => {
            read(&[*delimiter, *u, *max]);
            Some(*d)
        }
        I::Call { d, args, .. }
        | I::Native { d, args, .. }
        | I::External { d, args, .. }
        | I::List { d, args }
        | I::Set { d, args }
        | I::Map { d, args }
        | I::NewUnit { d, args, .. } => {
            read(list(*args));
            Some(*d)
        }
        I::Print { args } | I::Raise { args, .. } => {
            read(list(*args));
            None
        }
        I::MatchRegexp { d, captures, .. } => {
            if *captures != NONE {
                each(*captures, Use::Written);
            }
            Some(*d)
        }
        I::StoreGlobal { s, .. }
        | I::Unset { o: s, .. }
        | I::SetConst { o: s, .. }
        | I::JumpIf { c: s, .. }
        | I::JumpCompareConst { a: s, .. }
        | I::CountDown { left: s, .. }
        | I::JumpIfNot { c: s, .. }
        | I::Switch { s, .. }
        | I::SwitchBytes { s, .. }
        | I::Throw { s }
        | I::Rethrow { s }
        | I::Assert { c: s, .. }
        | I::NoCase { s, .. }
        | I::CloseUnit { u: s, .. }
        | I::FixedRun { u: s, .. }
        | I::SetPosition { u: s }
        | I::ApplyInput { u: s }
        | I::RestoreInput { s }
        | I::RedirectFrom { s }
        | I::RedirectAt { s }
        | I::SkipSize { left: s, .. }
        | I::ChunkSize { left: s, .. }
        | I::ExpectBits { s, .. }
        | I::CheckMoved { start: s }
        | I::SyncAdvance { u: s }
        | I::IterNext { it: s, .. }
        | I::EnterTrial { error: s } => {
            read(&[*s]);
            None
        }
        I::SetField { o: a, s: b, .. }
        | I::JumpCompare { a, b, .. }
        | I::SetRef { r: a, s: b }
        | I::Push { list: a, s: b }
        | I::EndFilters { u: a, saved: b }
        | I::EndUnit { u: a, saved: b }
        | I::RestorePosition { u: a, s: b }
        | I::UnpackMany { list: a, left: b, .. }
        | I::FixedUnits { list: a, left: b, .. }
        | I::ChunkUntil { delimiter: a, done: b, .. } => {
            read(&[*a, *b]);
            None
        }
        I::SetIndex { o: a, k: b, s: c }
        | I::Store { u: a, s: b, from: c, .. }
        | I::EndSize { start: a, n: b, old: c, .. }
        | I::EndMax { start: a, n: b, old: c } => {
            read(&[*a, *b, *c]);
            None
        }
        // The caller reads what `inout` parameters hold at the end.
        I::Return { s } => {
            read(&[*s]);
            read(&f.inout);
            None
        }
        I::ReturnVoid => {
            read(&f.inout);
            None
        }
        // What these write, they write on some ways only.
        I::FixedUnit { .. }
        | I::PushHandler { .. }
        | I::ChunkAll { .. }
        | I::Jump { .. }
        | I::Fail { .. }
        | I::PopHandler
        | I::Reject
        | I::SkipAll
        | I::SkipRegexp { .. }
        | I::UseToken { .. }
        | I::LookAhead { .. }
        | I::JumpIfToken { .. }
        | I::NoToken
        | I::JumpIfTrial { .. } => None,
    };
    if let Some(d) = written {
        each(d, Use::Written);
    }
}
