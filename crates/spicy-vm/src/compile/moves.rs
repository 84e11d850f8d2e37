//! Lets instructions write where their results are moved to.
use crate::bytecode::{Function, Inst, Item, NONE, Reg};
use crate::machine::live::{self, Live};
use spicy_sema::hir::Convert;

/// The register for the result of an instruction that always writes it when it succeeds, and nothing else.
fn result(inst: &mut Inst) -> Option<&mut Reg> {
    match inst {
        Inst::Const { d, .. }
        | Inst::Move { d, .. }
        | Inst::Copy { d, .. }
        | Inst::Default { d, .. }
        | Inst::LoadGlobal { d, .. }
        | Inst::Param { d, .. }
        | Inst::Field { d, .. }
        | Inst::FieldAt { d, .. }
        | Inst::Has { d, .. }
        | Inst::Index { d, .. }
        | Inst::Not { d, .. }
        | Inst::Neg { d, .. }
        | Inst::Int { d, .. }
        | Inst::Real { d, .. }
        | Inst::Compare { d, .. }
        | Inst::Convert { d, .. }
        | Inst::Call { d, .. }
        | Inst::Native { d, .. }
        | Inst::External { d, .. }
        | Inst::List { d, .. }
        | Inst::Set { d, .. }
        | Inst::Map { d, .. }
        | Inst::NewStruct { d, .. }
        | Inst::Ref { d, .. }
        | Inst::Deref { d, .. }
        | Inst::UnpackInt { d, .. }
        | Inst::TakeSize { d, .. } => Some(d),
        _ => None,
    }
}

/// Whether something jumps to each instruction.
fn targets(f: &mut Function) -> Vec<bool> {
    let mut all = vec![false; f.code.len() + 1];
    let mut mark = |to: u32| {
        if let Some(slot) = all.get_mut(to as usize) {
            *slot = true;
        }
    };
    f.code.iter_mut().filter_map(Inst::target_mut).for_each(|to| mark(*to));
    f.tables.iter().flatten().for_each(|(_, to)| mark(*to));
    f.words.iter().flatten().for_each(|(_, to)| mark(*to));
    all
}

/// Joins an instruction with the one before it, if the result of that is read nowhere else: a constant with the member that
/// is set to it, and an item of a bitfield with its conversion.
pub(super) fn join(f: &mut Function, live: &Live, dead: &mut [bool]) {
    let targets = targets(f);
    for at in 1..f.code.len() {
        if targets[at] || dead[at] || dead[at - 1] {
            continue;
        }
        let joined = match (&f.code[at - 1], &f.code[at]) {
            (
                &Inst::Const { d, k },
                &Inst::SetField { o, i, s } | &Inst::Store { u: o, i, s, from: NONE },
            ) if d == s && o != s => Some((d, Inst::SetConst { o, i, k })),
            (
                &Inst::Bits { d: bits, s: of, from, to, item: Item::Number },
                &Inst::Convert { how: how @ (Convert::ToBool | Convert::ToEnum), d, s, .. },
                // A label is less than the highest numbers of 64 bits.
            ) if bits == s && to.saturating_sub(from) < 62 => {
                let item = if how == Convert::ToBool { Item::Truth } else { Item::Label };
                Some((s, Inst::Bits { d, s: of, from, to, item }))
            }
            _ => None,
        };
        let Some((between, joined)) = joined else { continue };
        let overwritten = matches!(joined, Inst::Bits { d, .. } if d == between);
        let read_later = !overwritten && u32::try_from(at + 1).is_ok_and(|next| live.reads(next, between));
        if !read_later {
            f.code[at] = joined;
            dead[at - 1] = true;
        }
    }
}

/// Finds moves of a result that is read nowhere else, straight behind the instruction that it is of. That instruction gets
/// the register to which the result is moved, and the move joins the dead instructions.
pub(super) fn shorten(f: &mut Function, live: &Live, dead: &mut [bool]) {
    let targets = targets(f);
    for at in 1..f.code.len() {
        let Some(&Inst::Move { d, s }) = f.code.get(at) else { continue };
        let read_later = u32::try_from(at + 1).is_ok_and(|next| live.reads(next, s));
        let of_one_kind = f.kinds.get(usize::from(d)) == f.kinds.get(usize::from(s));
        if d == s || read_later || !of_one_kind || targets[at] || dead[at] || dead[at - 1] {
            continue;
        }
        let mut before = f.code[at - 1].clone();
        let mut reads = false;
        live::read(f, &before, &mut |r| reads |= r == d);
        if reads {
            continue;
        }
        if let Some(r) = result(&mut before).filter(|r| **r == s) {
            *r = d;
            f.code[at - 1] = before;
            dead[at] = true;
        }
    }
}
