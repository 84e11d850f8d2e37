//! Removes instructions whose results nothing reads, among them whole instances of units: a unit that is parsed in the code
//! of another one is often only written to, as what is read of it stands in registers.
use super::moves;
use crate::bytecode::{Function, Inst, NONE, Reg};
use crate::machine::live::{self, Live};
use spicy_sema::hir;

/// How often a function is looked through: what was removed read other registers.
const ROUNDS: usize = 4;

/// Removes what nothing sees.
pub(super) fn remove(hir: &hir::Program, f: &mut Function) {
    forget_unseen(hir, f);
    for _ in 0..ROUNDS {
        let live = Live::of(f);
        let mut dead: Vec<bool> = (0..).zip(&f.code).map(|(at, i)| is_dead(&live, at, i)).collect();
        // The last instruction ends the function.
        if let Some(last) = dead.last_mut() {
            *last = false;
        }
        moves::shorten(f, &live, &mut dead);
        moves::join(f, &live, &mut dead);
        if !dead.contains(&true) {
            return;
        }
        compact(f, &dead);
    }
}

/// The register that an instruction fills, if that is all it does.
fn only_fills(inst: &Inst) -> Option<Reg> {
    match inst {
        Inst::Const { d, .. }
        | Inst::Move { d, .. }
        | Inst::Copy { d, .. }
        | Inst::LoadGlobal { d, .. }
        | Inst::Cursor { d }
        | Inst::Compare { d, .. }
        | Inst::List { d, .. }
        | Inst::Map { d, .. }
        | Inst::Set { d, .. } => Some(*d),
        _ => None,
    }
}

fn is_dead(live: &Live, at: u32, inst: &Inst) -> bool {
    match inst {
        Inst::Jump { to } => *to == at + 1,
        // Its register holds a number: it was read from the input.
        Inst::Bits { d, .. } => !live.reads(at + 1, *d),
        _ => only_fills(inst).is_some_and(|d| !live.reads(at + 1, d)),
    }
}

/// Removes instances of units that are written to and never read.
fn forget_unseen(hir: &hir::Program, f: &mut Function) {
    let mut made = vec![false; f.kinds.len()];
    let mut seen = vec![false; f.kinds.len()];
    seen.iter_mut().take(usize::from(f.params).max(1)).for_each(|s| *s = true);
    let mark = |list: &mut Vec<bool>, r: Reg| {
        if let Some(slot) = list.get_mut(usize::from(r)) {
            *slot = true;
        }
    };
    for inst in &f.code {
        let written_to = match inst {
            Inst::NewUnit { d, unit, args, begun: false } if is_plain(hir, f, *unit, *args) => {
                mark(&mut made, *d);
                continue;
            }
            Inst::SetField { o: u, .. }
            | Inst::Store { u, .. }
            | Inst::FixedRun { u, .. }
            | Inst::TakeUntil { u, .. } => *u,
            _ => NONE,
        };
        let mut times = 0;
        live::read(f, inst, &mut |r| match r == written_to {
            true => times += 1,
            false => mark(&mut seen, r),
        });
        // It is stored in itself.
        if times > 1 {
            mark(&mut seen, written_to);
        }
        live::written(f, inst, &mut |r| mark(&mut seen, r));
    }
    let unseen = |r: Reg| {
        let at = usize::from(r);
        made.get(at).copied().unwrap_or_default() && !seen.get(at).copied().unwrap_or(true)
    };
    let mut dead = vec![false; f.code.len()];
    for (inst, dead) in f.code.iter_mut().zip(&mut dead) {
        match inst {
            Inst::NewUnit { d: u, .. } | Inst::SetField { o: u, .. } | Inst::Store { u, .. } => {
                *dead = unseen(*u);
            }
            Inst::FixedRun { u, .. } | Inst::TakeUntil { u, .. } if unseen(*u) => *u = NONE,
            _ => {}
        }
    }
    if dead.contains(&true) {
        compact(f, &dead);
    }
}

/// Whether a new unit takes no arguments and has no context.
fn is_plain(hir: &hir::Program, f: &Function, unit: u32, args: u32) -> bool {
    let given = f.args.get(args as usize).is_some_and(|a| !a.is_empty());
    !given && hir.units.get(unit as usize).is_some_and(|u| u.context.is_none())
}

/// Takes instructions out. Jumps to them go to what follows.
fn compact(f: &mut Function, dead: &[bool]) {
    let mut moved = Vec::with_capacity(dead.len());
    let mut kept = 0;
    for d in dead {
        moved.push(kept);
        kept += u32::from(!d);
    }
    let resolve = |to: &mut u32| *to = moved.get(*to as usize).copied().unwrap_or(*to);
    let mut flags = dead.iter();
    f.code.retain(|_| flags.next() == Some(&false));
    let mut flags = dead.iter();
    f.spans.retain(|_| flags.next() == Some(&false));
    f.code.iter_mut().filter_map(Inst::target_mut).for_each(resolve);
    f.tables.iter_mut().flatten().for_each(|(_, to)| resolve(to));
    f.words.iter_mut().flatten().for_each(|(_, to)| resolve(to));
}
