//! The offset of a unit: how much of its input was parsed where its current field begins.
//!
//! If only the code that parses a unit asks for its offset, two registers hold where the unit began and where the field does:
//! what nothing reads is removed, and the instance keeps no place. Units that ask for more than numbers have their place in
//! the instance, where other code finds it.
use super::Compiler;
use super::body::Builder;
use crate::bytecode::{Inst, Reg, RegKind};
use spicy_sema::hir::{Around, Ex, IntOp, Item, Op, What};
use spicy_sema::types::Ty;

/// The registers with the place where a unit began, and that where its current field did.
#[derive(Clone, Copy)]
pub(super) struct Offset {
    begin: Reg,
    field: Reg,
}

/// Whether nothing is parsed from elsewhere, and no error leads on to another place.
fn goes_straight(items: &[Item]) -> bool {
    let here = |a: &Around| a.parse_from.is_none() && a.parse_at.is_none();
    items.iter().all(|item| match item {
        Item::Field(f) => {
            let (mut f, mut straight) = (f, true);
            loop {
                straight = straight && here(&f.around) && !f.synchronize;
                match &f.what {
                    What::Inner(inner) | What::Repeat { element: inner, .. } => f = inner,
                    _ => break straight,
                }
            }
        }
        Item::Switch(s) => here(&s.around) && s.cases.iter().all(|c| goes_straight(&c.items)),
        Item::If { then, otherwise, .. } => goes_straight(then) && goes_straight(otherwise),
    })
}

impl Compiler<'_> {
    /// Whether the instance of a unit keeps its place in the input.
    pub(super) fn keeps_place(&self, unit: u32) -> bool {
        self.hir.units[unit as usize].asks_place && !self.counts_offset(unit)
    }

    /// Whether registers hold the offset of a unit that asks for nothing else.
    pub(super) fn counts_offset(&self, unit: u32) -> bool {
        let u = &self.hir.units[unit as usize];
        let more = u.moves || u.keeps_input || u.uses_filter || u.is_filter || self.ranges;
        let known = self.counts || self.known.as_ref().is_some_and(|k| !k.placed.contains(&unit));
        u.asks_place && !more && known && goes_straight(&u.items)
    }

    /// An operation asks for the place that the instance of a unit keeps.
    fn asks_place_of(&mut self, unit: u32) {
        if self.counts_offset(unit) {
            self.missing_places.insert(unit);
        }
        self.uses.placed.insert(unit);
    }
}

impl Builder<'_, '_> {
    /// The registers for the offset of a unit that begins here.
    pub(super) fn begin_offset(&mut self, unit: u32) -> Option<Offset> {
        if !self.c.counts_offset(unit) {
            return None;
        }
        let (begin, field) = (self.reg(RegKind::Int), self.reg(RegKind::Int));
        self.emit(Inst::Cursor { d: begin });
        self.emit(Inst::Cursor { d: field });
        Some(Offset { begin, field })
    }

    /// Records the place in the input, if the grammar asks for it.
    pub(crate) fn set_position(&mut self) {
        if let Some(o) = self.offset {
            self.emit(Inst::Cursor { d: o.field });
        } else if self.unit.is_some_and(|u| self.c.keeps_place(u)) {
            self.emit(Inst::SetPosition { u: self.this });
        }
    }

    /// Keeps the place of a field while its elements are parsed, which have their own.
    pub(super) fn save_position(&mut self) -> Option<Reg> {
        if let Some(o) = self.offset {
            let d = self.temp(RegKind::Int);
            self.emit(Inst::Move { d, s: o.field });
            return Some(d);
        }
        self.unit.filter(|u| self.c.keeps_place(*u))?;
        let d = self.temp(RegKind::Any);
        self.emit(Inst::SavePosition { u: self.this, d });
        Some(d)
    }

    /// Goes back to the place of a field.
    pub(super) fn restore_position(&mut self, s: Reg) {
        match self.offset {
            Some(o) => self.emit(Inst::Move { d: o.field, s }),
            None => self.emit(Inst::RestorePosition { u: self.this, s }),
        }
    }

    /// The offset of the current unit, if that is what an operation asks for.
    pub(super) fn offset_of(&mut self, op: Op, args: &[Ex]) -> Option<Reg> {
        let of = args.first()?;
        if !matches!(op, Op::UnitOffset | Op::UnitPosition | Op::UnitInput | Op::UnitFind | Op::UnitStream) {
            return None;
        }
        if let (Op::UnitOffset, Some(o)) = (op, self.offset)
            && self.known(of) == Some(self.this)
        {
            let d = self.of_type(Ty::UINT64);
            self.emit(Inst::Int { op: IntOp::Sub, d, a: o.field, b: o.begin, signed: false, bits: 64 });
            return Some(d);
        }
        if let Some(unit) = self.c.unit_in(of.ty) {
            self.c.asks_place_of(unit);
        }
        None
    }
}
