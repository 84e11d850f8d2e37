//! Checks bytecode before it runs: registers exist and are of matching kinds, jumps and indices are in range.
use crate::bytecode::{Function, Inst, Item, NONE, Reg, RegKind, Rows};
use crate::compile::Program;

/// Invalid bytecode: a bug of the compiler.
#[derive(Debug, thiserror::Error)]
#[error("bytecode of '{function}' at {at}: {what}")]
pub struct VerifyError {
    /// The function.
    pub function: String,
    /// The instruction's number.
    pub at: usize,
    /// What is invalid.
    pub what: String,
}

/// Checks every function of a program.
pub(crate) fn verify(p: &Program) -> Result<(), VerifyError> {
    for f in &p.functions {
        let fail =
            |at: usize, what: &str| VerifyError { function: f.name.clone(), at, what: what.to_owned() };
        if f.kinds.len() >= usize::from(NONE) {
            return Err(fail(0, "too many registers: the function is too large"));
        }
        if f.code.len() != f.spans.len() || usize::from(f.params) > f.kinds.len() {
            return Err(fail(0, "tables do not fit the code"));
        }
        if !matches!(f.code.last(), Some(Inst::Return { .. } | Inst::ReturnVoid)) {
            return Err(fail(f.code.len(), "no return at the end"));
        }
        for (at, inst) in f.code.iter().enumerate() {
            check(p, f, inst).map_err(|what| fail(at, &what))?;
        }
    }
    Ok(())
}

type Check = Result<(), String>;

fn is(f: &Function, r: Reg, allowed: &[RegKind]) -> Check {
    match f.kinds.get(usize::from(r)) {
        Some(RegKind::Any) => Ok(()),
        Some(k) if allowed.contains(k) || allowed.contains(&RegKind::Any) => Ok(()),
        Some(k) => Err(format!("register {r} is {k:?}, one of {allowed:?} was expected")),
        None => Err(format!("register {r} does not exist")),
    }
}

fn any(f: &Function, regs: &[Reg]) -> Check {
    regs.iter().try_for_each(|r| is(f, *r, &[RegKind::Any]))
}

fn optional(f: &Function, r: Reg) -> Check {
    if r == NONE { Ok(()) } else { any(f, &[r]) }
}

fn jump(f: &Function, to: u32) -> Check {
    if (to as usize) < f.code.len() { Ok(()) } else { Err(format!("jump to {to}, behind the end")) }
}

fn list(f: &Function, args: u32) -> Check {
    match f.args.get(args as usize) {
        Some(regs) => any(f, regs),
        None => Err("arguments do not exist".into()),
    }
}

fn within(n: u32, len: usize, what: &str) -> Check {
    if (n as usize) < len { Ok(()) } else { Err(format!("{what} {n} does not exist")) }
}

fn check(p: &Program, f: &Function, inst: &Inst) -> Check {
    use RegKind::{Any, Bool, Bytes, Error, Input, Int, List, Real, Unit};
    match inst {
        Inst::Const { d, k } => any(f, &[*d]).and(within(*k, p.consts.len(), "constant")),
        Inst::Move { d, s }
        | Inst::Copy { d, s }
        | Inst::Ref { d, s }
        | Inst::Deref { d, s }
        | Inst::IterStart { d, s } => any(f, &[*d, *s]),
        Inst::Convert { d, s, .. } | Inst::Message { d, s } => any(f, &[*d, *s]),
        Inst::Default { d, .. } | Inst::NewStruct { d, .. } => any(f, &[*d]),
        Inst::LoadGlobal { d: r, g } | Inst::StoreGlobal { g, s: r } => {
            any(f, &[*r]).and(within(*g, p.globals.len(), "global"))
        }
        Inst::Param { d, u, .. } => any(f, &[*d]).and(is(f, *u, &[Unit])),
        Inst::Field { d: r, o, .. } | Inst::SetField { o, s: r, .. } => {
            any(f, &[*r]).and(is(f, *o, &[Unit, List]))
        }
        Inst::FieldAt { d, o, path, .. } => {
            any(f, &[*d]).and(is(f, *o, &[Unit, List])).and(within(*path, f.args.len(), "path"))
        }
        Inst::SetConst { o, k, .. } => is(f, *o, &[Unit, List]).and(within(*k, p.consts.len(), "constant")),
        Inst::Has { d, o, .. } => is(f, *d, &[Bool]).and(is(f, *o, &[Unit, List])),
        Inst::Unset { o, .. } => is(f, *o, &[Unit, List]),
        Inst::Index { d: r, o, k } | Inst::SetIndex { o, k, s: r } => any(f, &[*r, *o, *k]),
        Inst::Not { d, s } => is(f, *d, &[Bool]).and(is(f, *s, &[Bool])),
        Inst::Neg { d, s, .. } => is(f, *d, &[Int, Real]).and(is(f, *s, &[Int, Real])),
        Inst::Int { d, a, b, .. } => [d, a, b].iter().try_for_each(|r| is(f, **r, &[Int])),
        Inst::Real { d, a, b, .. } => [d, a, b].iter().try_for_each(|r| is(f, **r, &[Real])),
        Inst::Compare { d, a, b, .. } => is(f, *d, &[Bool]).and(any(f, &[*a, *b])),
        Inst::Jump { to } | Inst::JumpIfTrial { to } => jump(f, *to),
        Inst::Switch { s, table } => {
            any(f, &[*s]).and(within(*table, f.tables.len(), "table"))?;
            f.tables.get(*table as usize).into_iter().flatten().try_for_each(|(_, to)| jump(f, *to))
        }
        Inst::SwitchBytes { s, table } => {
            any(f, &[*s]).and(within(*table, f.words.len(), "table"))?;
            f.words.get(*table as usize).into_iter().flatten().try_for_each(|(_, to)| jump(f, *to))
        }
        Inst::JumpCompare { a, b, to, .. } => any(f, &[*a, *b]).and(jump(f, *to)),
        Inst::JumpCompareConst { a, k, to, .. } => {
            any(f, &[*a]).and(within(*k, p.consts.len(), "constant")).and(jump(f, *to))
        }
        Inst::CountDown { left, to } => is(f, *left, &[Int]).and(jump(f, *to)),
        Inst::JumpIf { c, to } | Inst::JumpIfNot { c, to } => is(f, *c, &[Bool]).and(jump(f, *to)),
        Inst::Call { f: callee, d, args } => {
            within(*callee, p.functions.len(), "function")?;
            let (given, wanted) =
                (f.args.get(*args as usize).map_or(0, |a| a.len()), p.functions[*callee as usize].params);
            if given != usize::from(wanted) {
                return Err(format!(
                    "'{}' takes {wanted} arguments, {given} are given",
                    p.functions[*callee as usize].name
                ));
            }
            any(f, &[*d]).and(list(f, *args))
        }
        Inst::Native { d, args, .. }
        | Inst::List { d, args }
        | Inst::Set { d, args }
        | Inst::Map { d, args } => any(f, &[*d]).and(list(f, *args)),
        Inst::External { name, d, args } => {
            any(f, &[*d]).and(list(f, *args)).and(within(*name, p.texts.len(), "text"))
        }
        Inst::FixedUnit { d, layout, to } => {
            is(f, *d, &[Unit]).and(within(*layout, p.layouts.len(), "layout")).and(jump(f, *to))
        }
        Inst::FixedUnits { list, rows, left } => {
            optional(f, *list)?;
            match rows {
                Rows::Numbers(_) => {}
                Rows::Units(layout) => within(*layout, p.layouts.len(), "layout")?,
                Rows::Chosen(choice) => within(*choice, p.choices.len(), "choice")?,
            }
            if *left == NONE { Ok(()) } else { is(f, *left, &[Int]) }
        }
        Inst::FixedRun { u, layout, to } => {
            let unit = if *u == NONE { Ok(()) } else { is(f, *u, &[Unit]) };
            unit.and(within(*layout, p.layouts.len(), "layout")).and(jump(f, *to))
        }
        Inst::UnpackMany { list, numbers, left } => {
            optional(f, *list).and(within(*numbers, f.numbers.len(), "numbers"))?;
            if *left == NONE { Ok(()) } else { is(f, *left, &[Int]) }
        }
        Inst::NewUnit { d, unit, args, .. } => {
            is(f, *d, &[Unit]).and(list(f, *args)).and(within(*unit, p.parsers.len(), "unit"))
        }
        Inst::Return { s } | Inst::Throw { s } | Inst::NoCase { s, .. } => any(f, &[*s]),
        Inst::SetRef { r, s } => any(f, &[*r, *s]),
        Inst::IterNext { d, it, to } => any(f, &[*d, *it]).and(jump(f, *to)),
        Inst::Push { list, s } => any(f, &[*list, *s]),
        Inst::Test { d, c, e } => any(f, &[*d, *e]).and(is(f, *c, &[Bool])),
        Inst::Print { args } => list(f, *args),
        Inst::HasHandler { d, event } => is(f, *d, &[Bool]).and(within(*event, p.hir.events.len(), "event")),
        Inst::Raise { event, args } => list(f, *args).and(within(*event, p.hir.events.len(), "event")),
        Inst::Rethrow { s } | Inst::EnterTrial { error: s } => is(f, *s, &[Error]),
        Inst::Assert { c, text } => any(f, &[*c]).and(within(*text, p.texts.len(), "text")),
        Inst::Fail { text, .. } => within(*text, p.texts.len(), "text"),
        Inst::PushHandler { to, d, .. } => jump(f, *to).and(is(f, *d, &[Error])),
        Inst::Confirm { u, d } => any(f, &[*u]).and(is(f, *d, &[Bool])),
        Inst::BeginUnit { u, saved, .. }
        | Inst::StartFilters { u, saved }
        | Inst::EndFilters { u, saved } => is(f, *u, &[Unit]).and(is(f, *saved, &[Input])),
        Inst::EndUnit { u, saved } => is(f, *u, &[Unit]).and(optional(f, *saved)),
        Inst::CloseUnit { u, .. }
        | Inst::SetPosition { u }
        | Inst::ApplyInput { u }
        | Inst::SyncAdvance { u } => is(f, *u, &[Unit]),
        Inst::SavePosition { u, d: r } | Inst::RestorePosition { u, s: r } => {
            is(f, *u, &[Unit]).and(any(f, &[*r]))
        }
        Inst::Store { u, s, from, .. } => any(f, &[*s]).and(is(f, *u, &[Unit])).and(optional(f, *from)),
        Inst::SaveInput { d: r } | Inst::RestoreInput { s: r } => is(f, *r, &[Input]),
        Inst::RedirectFrom { s } => is(f, *s, &[Bytes]),
        Inst::RedirectAt { s } => any(f, &[*s]),
        Inst::Cursor { d } | Inst::CheckMoved { start: d } => is(f, *d, &[Int]),
        Inst::Limit { old, n, .. } => is(f, *old, &[Int]).and(is(f, *n, &[Int])),
        Inst::EndSize { start, n, old, .. } | Inst::EndMax { start, n, old } => {
            [start, n, old].iter().try_for_each(|r| is(f, **r, &[Int]))
        }
        Inst::UnpackInt { d, order, .. } => is(f, *d, &[Int]).and(optional(f, *order)),
        Inst::UnpackReal { d, kind, order } => {
            is(f, *d, &[Real]).and(any(f, &[*kind])).and(optional(f, *order))
        }
        Inst::UnpackAddr { d, order, .. } => is(f, *d, &[Any]).and(optional(f, *order)),
        Inst::TakeSize { d, n, .. } => is(f, *d, &[Bytes]).and(is(f, *n, &[Int])),
        Inst::TakeAll { d } => is(f, *d, &[Bytes]),
        Inst::TakeUntil { d, delimiter, u, max, to, .. } => {
            let limit = if *max == NONE { Ok(()) } else { is(f, *max, &[Int]) };
            is(f, *d, &[Bytes])
                .and(is(f, *delimiter, &[Bytes]))
                .and(optional(f, *u))
                .and(limit)
                .and(jump(f, *to))
        }
        Inst::SkipSize { left, .. } => is(f, *left, &[Int]),
        Inst::ChunkSize { d, left, to, .. } => {
            is(f, *d, &[Bytes]).and(is(f, *left, &[Int])).and(jump(f, *to))
        }
        Inst::ChunkAll { d, to } => is(f, *d, &[Bytes]).and(jump(f, *to)),
        Inst::ChunkUntil { d, delimiter, done, to, .. } => {
            is(f, *d, &[Bytes]).and(is(f, *delimiter, &[Bytes])).and(is(f, *done, &[Bool])).and(jump(f, *to))
        }
        Inst::Literal { d, k, token } => is(f, *d, &[Bytes])
            .and(within(*k, p.consts.len(), "constant"))
            .and(within(*token, p.hir.tokens.len(), "token")),
        Inst::LiteralInt { d, k, token, order, .. } => is(f, *d, &[Int])
            .and(within(*k, p.consts.len(), "constant"))
            .and(within(*token, p.hir.tokens.len(), "token"))
            .and(optional(f, *order)),
        Inst::MatchRegexp { d, regexp, token, captures } => {
            within(*regexp, p.hir.regexps.len(), "regexp")?;
            is(f, *d, &[Bytes]).and(within(*token, p.hir.tokens.len(), "token")).and(optional(f, *captures))
        }
        Inst::SkipRegexp { regexp } => within(*regexp, p.hir.regexps.len(), "regexp"),
        Inst::Bits { d, s, item, .. } => {
            let kind = match item {
                Item::Number => Int,
                Item::Truth => Bool,
                Item::Label => Any,
            };
            is(f, *d, &[kind]).and(is(f, *s, &[Int]))
        }
        Inst::ExpectBits { s, name, .. } => is(f, *s, &[Int]).and(within(*name, p.texts.len(), "text")),
        Inst::UseToken { token } => within(*token, p.hir.tokens.len(), "token"),
        Inst::LookAhead { set } => within(*set, p.sets.len(), "set of tokens"),
        Inst::JumpIfToken { set, to } => within(*set, p.sets.len(), "set of tokens").and(jump(f, *to)),
        Inst::AtEnd { d } => is(f, *d, &[Bool]),
        Inst::Synchronize { set, error, u, hook, .. } => {
            within(*set, p.sets.len(), "set of tokens")?;
            is(f, *error, &[Error]).and(is(f, *u, &[Unit])).and(is(f, *hook, &[Bool]))
        }
        Inst::ReturnVoid | Inst::PopHandler | Inst::Reject | Inst::NoToken | Inst::SkipAll => Ok(()),
    }
}
