//! Which registers hold members that were just parsed, so that reading these takes no instruction.
//!
//! A fact holds from one instruction to the next, until something may have changed the member or the register. Where code
//! can be jumped to, nothing is known, unless all ways there agree.
use super::body::{Builder, Label};
use crate::bytecode::{Inst, NONE, Reg};
use crate::machine::live;
use spicy_sema::hir::{Ex, Kind};
use spicy_sema::types::{Ty, Type};

/// A register holds a member of the value in another one.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Fact {
    of: Reg,
    /// The unit of that value; without it, the value is a bitfield.
    unit: Option<u32>,
    member: u32,
    value: Reg,
    /// Tells it from what was known of the same registers at another time.
    number: u32,
}

impl Fact {
    /// Whether the fact ends when a register gets another value.
    pub(super) fn holds(&self, r: Reg) -> bool {
        self.of == r || self.value == r
    }
}

/// What is known at a place in the code.
pub(super) type Facts = Vec<Fact>;

impl Builder<'_, '_> {
    /// The member of a unit was stored from a register.
    pub(super) fn learn(&mut self, of: Reg, unit: Option<u32>, member: u32, value: Reg) {
        self.facts.retain(|f| (f.unit, f.member) != (unit, member) || (unit.is_none() && f.of != of));
        if value != NONE && of != NONE {
            self.note(of, unit, member, value);
        }
    }

    /// The member of a unit was loaded to a register. What other code may assign to while this code waits for input is not
    /// known for long enough.
    pub(super) fn learn_loaded(&mut self, of: Reg, ty: Ty, member: u32, value: Reg) {
        let Some(unit) = self.c.unit_in(ty) else { return };
        if of != value && (!self.f.parses || self.c.is_parsed_only(unit, member)) {
            self.note(of, Some(unit), member, value);
        }
    }

    fn note(&mut self, of: Reg, unit: Option<u32>, member: u32, value: Reg) {
        self.noted += 1;
        self.facts.push(Fact { of, unit, member, value, number: self.noted });
    }

    /// Forgets a member of the current unit that gets another value.
    pub(super) fn forget_own(&mut self, inst: &Inst) {
        let (o, i, s) = match *inst {
            Inst::SetField { o, i, s } | Inst::Store { u: o, i, s, .. } => (o, i, s),
            Inst::TakeUntil { u: o, i, .. } | Inst::Unset { o, i } => (o, i, NONE),
            _ => return,
        };
        let unit = self.unit.filter(|_| o == self.this);
        let same = |f: &Fact| f.of == o || (unit.is_some() && f.unit == unit);
        self.facts.retain(|f| f.value == s || f.member != i || !same(f));
    }

    /// A member of a value of this type, or all of it, may have another value now.
    pub(super) fn forget(&mut self, ty: Ty, member: Option<u32>) {
        let hir = self.c.hir;
        let unit = match *hir.types.get(ty) {
            Type::Ref(t) | Type::Optional(t) | Type::Result(t) => return self.forget(t, member),
            Type::Unit(u) => Some(u),
            _ => None,
        };
        self.facts.retain(|f| f.unit != unit || member.is_some_and(|m| m != f.member));
    }

    /// A register holds the same as another one.
    pub(super) fn same(&mut self, d: Reg, s: Reg) {
        let more: Facts = self.facts.iter().filter(|f| f.of == s).map(|f| Fact { of: d, ..*f }).collect();
        self.facts.extend(more);
    }

    /// Forgets what an instruction may change.
    pub(super) fn forget_changes(&mut self, inst: &Inst) {
        if self.facts.is_empty() {
            return;
        }
        let mut changed = Vec::new();
        live::written(&self.f, inst, &mut |r| changed.push(r));
        self.facts.retain(|f| !changed.contains(&f.of) && !changed.contains(&f.value));
        // Other code may assign to members, but not those that nothing assigns to.
        let runs = matches!(
            inst,
            Inst::Call { .. } | Inst::Native { .. } | Inst::External { .. } | Inst::Raise { .. }
        );
        if runs {
            let c = &*self.c;
            self.facts.retain(|f| match f.unit {
                Some(u) => c.is_parsed_only(u, f.member),
                None => c.items_are_parsed_only(),
            });
        }
    }

    /// Forgets a register that gets another use.
    pub(super) fn forget_register(&mut self, r: Reg) {
        self.facts.retain(|f| !f.holds(r));
    }

    /// The register that holds what an expression names, if there is one.
    pub(super) fn known(&self, ex: &Ex) -> Option<Reg> {
        let r = match &*ex.kind {
            Kind::SelfUnit => self.this,
            Kind::Dollar => self.dollar,
            Kind::Local(i) => self.locals.get(*i as usize).copied()?,
            Kind::UnitParam(i) => self.params.as_ref()?.get(*i as usize).copied()?,
            Kind::Deref(e) if self.is_itself(ex, e) => self.known(e)?,
            Kind::Field { of, index, .. } => {
                let of = self.known(of)?;
                self.facts.iter().find(|f| f.of == of && f.member == *index)?.value
            }
            _ => return None,
        };
        (r != NONE).then_some(r)
    }

    /// Whether an expression refers to the unit that another one is: a unit is its own reference.
    pub(super) fn is_itself(&self, ex: &Ex, of: &Ex) -> bool {
        let types = &self.c.hir.types;
        matches!(types.get(ex.ty), Type::Unit(_)) && matches!(types.get(of.ty), Type::Ref(_))
    }

    /// Places the end of a part of the code that may have been left before. Nothing is known if it was.
    pub(super) fn place_end(&mut self, l: Label) {
        if self.is_jumped_to(l) {
            self.place(l);
        } else {
            self.place_known(l, self.facts.clone());
        }
    }

    /// Places a label where this is known, whichever way leads there.
    pub(super) fn place_known(&mut self, l: Label, facts: Facts) {
        self.place(l);
        self.facts = facts;
    }
}
