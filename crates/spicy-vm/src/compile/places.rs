//! The code for embedded units (see [`super::embed`]): which places the members have that it names.
use super::body::Builder;
use super::embed::Embedded;
use crate::bytecode::{Inst, NONE, Reg, RegKind};
use crate::machine::live;
use spicy_sema::hir::{Const, Ex, Kind};
use spicy_sema::types::Ty;

/// The most embedded units of a function.
const INSTANCES: usize = 1024;

/// A unit that is parsed into the one in another register.
pub(super) struct Inside {
    base: Reg,
    offset: u32,
    unit: Option<u32>,
    /// The member that it is.
    member: (u32, u32),
}

/// A step of a path to a value: the type of what has the member, and the member.
pub(super) type Step = (Ty, u32);

impl Builder<'_, '_> {
    /// The register for a unit that is embedded in the current one as this member.
    pub(super) fn inside_of_this(&mut self, member: u32) -> Option<Reg> {
        let unit = self.unit?;
        let e = self.c.embedded(unit, member)?;
        if self.inside.len() >= INSTANCES {
            self.c.leaked.insert((unit, member));
            return None;
        }
        let (base, offset) = match self.standing_for(self.this) {
            Some(i) => (i.base, i.offset + self.c.place_within(i.unit, member) + u32::from(e.marked)),
            None => (self.this, e.offset),
        };
        self.inside.push(Inside { base, offset, unit: e.unit, member: (unit, member) });
        Some(NONE - self.inside.len() as Reg)
    }

    /// What a register stands for that does not exist.
    pub(super) fn standing_for(&self, r: Reg) -> Option<&Inside> {
        let at = usize::from(NONE.checked_sub(r)?);
        self.inside.get(at.checked_sub(1)?)
    }

    /// Gives an instruction that reads or writes a member of an embedded unit the unit around it. `None` if nothing reads
    /// what the instruction writes.
    pub(super) fn outward(&mut self, mut inst: Inst) -> Option<Inst> {
        match &mut inst {
            Inst::SetField { o, i, .. } | Inst::Store { u: o, i, .. } => {
                if let Some(inside) = self.standing_for(*o) {
                    if inside.unit.is_some_and(|u| !self.c.keeps(u, *i)) {
                        return None;
                    }
                    (*o, *i) = self.place_in(inside, *i);
                }
            }
            Inst::TakeUntil { u, i, .. } => {
                if let Some(inside) = self.standing_for(*u) {
                    let kept = inside.unit.is_none_or(|u| self.c.keeps(u, *i));
                    (*u, *i) = if kept { self.place_in(inside, *i) } else { (NONE, 0) };
                }
            }
            Inst::Unset { o, i } => {
                if let Some(inside) = self.standing_for(*o) {
                    // What nothing reads has no place.
                    if inside.unit.is_some_and(|u| !self.c.keeps(u, *i)) {
                        return None;
                    }
                    (*o, *i) = self.place_in(inside, *i);
                }
            }
            Inst::Field { o, i, .. } | Inst::Has { o, i, .. } => {
                if let Some(inside) = self.standing_for(*o) {
                    (*o, *i) = self.place_in(inside, *i);
                }
            }
            _ => {}
        }
        Some(inst)
    }

    fn place_in(&self, inside: &Inside, member: u32) -> (Reg, u32) {
        (inside.base, inside.offset + self.c.place_within(inside.unit, member))
    }

    /// The unit in which a member of the one in a register has its place, and that place.
    pub(super) fn place_of(&self, r: Reg, member: u32) -> (Reg, u32) {
        self.standing_for(r).map_or((r, member), |i| self.place_in(i, member))
    }

    /// Reads the value at the end of a path that begins in a register.
    pub(super) fn read_path(&mut self, ty: Ty, o: Reg, steps: &[Step], attempt: bool) -> Reg {
        self.note_path(steps, attempt);
        steps.iter().for_each(|(of, member)| self.c.reads_item(*of, *member));
        let start = o;
        let (o, path, pending) = self.resolve(o, steps);
        if attempt {
            // A trial tells which member is not set.
            self.leak(steps);
        }
        let Some((embedded, offset, _)) = pending else {
            let d = self.read_places(ty, o, path, attempt);
            if let [(of, member)] = steps {
                self.learn_loaded(start, *of, *member, d);
            }
            return d;
        };
        let Some(unit) = embedded.unit.filter(|u| self.c.is_simple(*u)) else {
            self.leak(steps.get(steps.len().saturating_sub(1)..).unwrap_or_default());
            return o;
        };
        let o = if path.is_empty() { o } else { self.read_places(ty, o, path, false) };
        self.copy_of(o, unit, offset)
    }

    /// These members cannot be embedded.
    fn leak(&mut self, steps: &[Step]) {
        let named = steps.iter().filter_map(|(of, member)| Some((self.c.unit_in(*of)?, *member)));
        let embedded: Vec<_> = named.filter(|(u, m)| self.c.embedded(*u, *m).is_some()).collect();
        self.c.leaked.extend(embedded);
    }

    /// Notes what a path names.
    fn note_path(&mut self, steps: &[Step], attempt: bool) {
        if !self.c.counts {
            return;
        }
        let named = |(of, member): &Step| Some((self.c.unit_in(*of)?, *member));
        let (all, last): (Vec<_>, _) =
            (steps.iter().filter_map(named).collect(), steps.last().and_then(named));
        match attempt {
            true => self.c.uses.seen.extend(all),
            false => self.c.uses.whole.extend(last),
        }
    }

    /// Where a path leads: a register, the places from there on, and what is embedded at its end, with its place and that of
    /// its mark.
    fn resolve(&self, o: Reg, steps: &[Step]) -> (Reg, Vec<Reg>, Option<(Embedded, u32, u32)>) {
        let (mut path, mut pending): (Vec<Reg>, _) = (Vec::new(), None);
        // In an embedded unit, members have other places than in an instance.
        let (o, mut within) = match self.standing_for(o) {
            Some(i) => (i.base, Some((i.unit, i.offset))),
            None => (o, None),
        };
        for (of, member) in steps {
            let unit = self.c.unit_in(*of);
            let embedded = unit.and_then(|u| self.c.embedded(u, *member));
            let own = within.map_or(*member, |(unit, offset)| offset + self.c.place_within(unit, *member));
            let place = match (within, embedded) {
                (Some(_), Some(e)) => own + u32::from(e.marked),
                (None, Some(e)) => e.offset,
                (_, None) => own,
            };
            pending = embedded.map(|e| (e, place, own));
            within = embedded.map(|e| (e.unit, place));
            if embedded.is_none() {
                path.push(place as Reg);
            }
        }
        (o, path, pending)
    }

    /// Whether a member is set.
    pub(super) fn has_value(&mut self, of: &Ex, index: u32) -> Reg {
        self.c.reads(of.ty, index);
        self.c.reads_item(of.ty, index);
        let owner = self.member_of(of);
        if self.c.counts {
            let asked = self.c.unit_in(of.ty).map(|u| (u, index));
            self.c.uses.marked.extend(owner.map(|(m, ..)| m).into_iter().chain(asked));
        }
        let was_whole = owner.is_some_and(|(m, ..)| self.c.uses.whole.contains(&m));
        let embedded = owner.filter(|((u, m), ..)| self.c.embedded(*u, *m).is_some());
        let (o, i) = match embedded {
            Some((_, outer, member)) if self.known(of).is_none() => {
                let (o, steps) = match self.known(outer) {
                    Some(o) => (self.hold(o), vec![(outer.ty, member)]),
                    None => {
                        let (root, steps) = self.path_to(outer, member);
                        (self.expr(root), steps)
                    }
                };
                self.c.reads(outer.ty, member);
                self.place_in_embedded(o, &steps, index)
            }
            _ => (self.expr(of), index),
        };
        if let Some((m, ..)) = owner.filter(|_| !was_whole) {
            self.c.uses.whole.remove(&m);
        }
        let d = self.temp(RegKind::Bool);
        self.emit(Inst::Has { d, o, i });
        d
    }

    /// The place of a member of the embedded unit that a path leads to. Fails when it runs if that unit is not set.
    fn place_in_embedded(&mut self, o: Reg, steps: &[Step], index: u32) -> (Reg, u32) {
        let (o, path, embedded) = self.resolve(o, steps);
        let o = if path.is_empty() { o } else { self.read_places(Ty::ANY, o, path, false) };
        let Some((e, offset, mark)) = embedded else { return (o, index) };
        let d = self.temp(RegKind::Any);
        self.emit(Inst::Field { d, o, i: mark, attempt: false });
        (o, offset + self.c.place_within(e.unit, index))
    }

    /// The member that an expression names: its unit and number, and what has it.
    fn member_of<'e>(&self, ex: &'e Ex) -> Option<((u32, u32), &'e Ex, u32)> {
        match &*ex.kind {
            Kind::Deref(e) if self.is_itself(ex, e) => self.member_of(e),
            Kind::Field { of, index, attempt: false } if self.default_of(of, *index).is_none() => {
                Some(((self.c.unit_in(of.ty)?, *index), of, *index))
            }
            _ => None,
        }
    }

    fn read_places(&mut self, ty: Ty, o: Reg, path: Vec<Reg>, attempt: bool) -> Reg {
        let d = self.of_type(ty);
        match path[..] {
            [i] => self.emit(Inst::Field { d, o, i: u32::from(i), attempt }),
            _ => {
                let path = self.args(path);
                self.emit(Inst::FieldAt { d, o, path, attempt });
            }
        }
        d
    }

    /// An instance of an embedded unit, for code that wants it as a whole.
    fn copy_of(&mut self, o: Reg, unit: u32, offset: u32) -> Reg {
        let d = self.temp(RegKind::Unit);
        let args = self.args(Vec::new());
        self.emit(Inst::NewUnit { d, unit, args, begun: false });
        for i in 0..self.c.size_of(unit) {
            if !self.c.holds(unit, i) {
                continue;
            }
            let s = self.of_type(self.c.hir.units[unit as usize].members[i as usize].ty);
            let i_within = offset + self.c.place_within(Some(unit), i);
            self.emit(Inst::Field { d: s, o, i: i_within, attempt: false });
            self.emit(Inst::SetField { o: d, i, s });
        }
        d
    }

    /// Marks an embedded unit as set, and gives its members their first values, as a new instance has them.
    pub(super) fn begin_inside(&mut self, around: Reg, o: Reg, member: (u32, u32), unit: u32) {
        let hir = self.c.hir;
        self.set_mark(around, member);
        for (i, m) in (0..).zip(&hir.units[unit as usize].members) {
            let Some(first) = self.c.initial(m).filter(|_| self.c.keeps(unit, i)) else { continue };
            let mark = self.mark();
            let s = self.constant(&first, m.ty);
            self.emit(Inst::SetField { o, i, s });
            self.release(mark);
        }
    }

    /// Marks an embedded bitfield of the current unit as set.
    pub(super) fn mark_inside(&mut self, unit: u32, member: Option<u32>) {
        let this = self.this;
        if let Some(member) = member {
            self.set_mark(this, (unit, member));
        }
    }

    fn set_mark(&mut self, around: Reg, member: (u32, u32)) {
        if !self.c.embedded(member.0, member.1).is_some_and(|e| e.marked) {
            return;
        }
        let mark = self.mark();
        let s = self.constant(&Const::Bool(true), Ty::BOOL);
        self.emit(Inst::SetField { o: around, i: member.1, s });
        self.release(mark);
    }

    /// Notes the embedded units that an instruction got as a whole.
    pub(super) fn note_leaks(&mut self) {
        let mut leaked = Vec::new();
        let crowded = self.f.kinds.len() + self.inside.len() >= usize::from(NONE);
        for inst in &self.f.code {
            let mut note = |r: Reg| leaked.extend(self.standing_for(r).map(|i| i.member));
            live::read(&self.f, inst, &mut note);
            live::written(&self.f, inst, &mut note);
        }
        leaked.extend(self.inside.iter().filter(|_| crowded).map(|i| i.member));
        self.c.leaked.extend(leaked);
    }
}
