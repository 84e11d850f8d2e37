//! Finds units and vectors of plain numbers, which are parsed in bulk.
use super::Compiler;
use super::body::{Builder, Label};
use crate::bytecode::{Inst, Layout, NONE, Number, Numbers, Reg, Rows};
use spicy_sema::hir::{Around, Cmp, Const, Field, Item, Kind, Thunk, Until, What};
use spicy_sema::types::Type;

/// Whether the least significant byte comes first, if that is known before input comes.
pub(super) fn is_little(order: Option<&Thunk>) -> Option<bool> {
    match order.map(|t| &*t.ex.kind) {
        None => Some(false),
        Some(Kind::Const(Const::Enum(n))) => Some(*n == 0 || (*n == 3 && cfg!(target_endian = "little"))),
        Some(_) => None,
    }
}

/// How a field's number is read, if the field is nothing but a number of a known byte order.
fn number(c: &Compiler<'_>, f: &Field) -> Option<Number> {
    let What::Int { order } = &f.what else { return None };
    let little = is_little(order.as_ref())?;
    let &Type::Int { signed, bits } = c.hir.types.get(f.parsed) else { return None };
    is_plain(f).then_some(Number { bytes: bits / 8, signed, little })
}

/// Whether what is parsed has limits or another input.
pub(super) fn changes_input(a: &Around) -> bool {
    a.size.is_some() || a.max_size.is_some() || a.parse_from.is_some() || a.parse_at.is_some()
}

/// Whether a field only parses its type.
pub(super) fn is_plain(f: &Field) -> bool {
    let plain = f.condition.is_none()
        && !changes_input(&f.around)
        && !f.attempt
        && !f.synchronize
        && f.convert.is_none();
    plain && f.requires.is_empty() && f.sinks.is_empty() && f.lifted.is_empty()
}

/// The unit of a field that only parses that.
fn plain_unit(f: &Field) -> Option<u32> {
    match &f.what {
        What::Unit { unit, args } if args.is_empty() && is_plain(f) => Some(*unit),
        _ => None,
    }
}

/// A comparison of `$$` with a number.
fn test_of(t: &Thunk) -> Option<(Cmp, i128)> {
    let Kind::Compare { op, a, b } = &*t.ex.kind else { return None };
    match (&*a.kind, &*b.kind) {
        (Kind::Dollar, Kind::Const(Const::Uint(n))) => Some((*op, i128::from(*n))),
        (Kind::Dollar, Kind::Const(Const::Int(n))) => Some((*op, i128::from(*n))),
        _ => None,
    }
}

impl Builder<'_, '_> {
    /// The layout of a unit that consists of numbers and does nothing else.
    pub(super) fn fixed(&mut self, unit: u32) -> Option<u32> {
        if let Some(known) = self.c.layout_index.get(&unit) {
            return *known;
        }
        let made = self.layout(unit).map(|l| {
            self.c.layouts.push(l);
            self.c.layouts.len() as u32 - 1
        });
        self.c.layout_index.insert(unit, made);
        made
    }

    fn layout(&self, unit: u32) -> Option<Layout> {
        let items = self.does_nothing_else(unit)?;
        let (layout, n) = self.row(unit, items);
        (n == items.len()).then_some(layout)
    }

    /// The items of a unit that only parses them: nothing else happens before, between or after them.
    pub(super) fn does_nothing_else(&self, unit: u32) -> Option<&[Item]> {
        let c = &*self.c;
        let u = &c.hir.units[unit as usize];
        let acts = u.hooks.iter().any(|(_, h)| !h.list.is_empty()) || !u.requires.is_empty();
        let limited = u.size.is_some() || u.max_size.is_some();
        let skips = u.skip_pre.is_some() || u.skip.is_some() || u.skip_post.is_some();
        let moves = u.asks_place || u.moves || u.keeps_input || c.closes(unit);
        let given = !u.params.is_empty() || u.context.is_some() || c.init_of(unit).is_some();
        let plain = !(acts || limited || skips || moves || given || u.items.is_empty());
        plain.then_some(&*u.items)
    }

    /// The fields at the beginning of the items that are numbers without hooks, and how many they are.
    pub(super) fn row(&self, unit: u32, items: &[Item]) -> (Layout, usize) {
        let mut layout = Layout { unit, bytes: 0, members: Vec::new(), literal: None };
        let mut taken = 0;
        for item in items {
            let Item::Field(f) = item else { break };
            let (Some(how), Some((m, kept))) = (number(self.c, f), self.plain_member(unit, f)) else { break };
            if kept {
                layout.members.push((m, layout.bytes as usize, how));
            }
            layout.bytes += u64::from(how.bytes);
            taken += 1;
        }
        (layout, taken)
    }

    /// The member of a field that has no hooks, and whether its value is kept.
    pub(super) fn plain_member(&self, unit: u32, f: &Field) -> Option<(u32, bool)> {
        let at = f.member?;
        let member = self.c.hir.units[unit as usize].members.get(at as usize)?;
        let kept = !member.anonymous && !member.hidden && self.c.keeps(unit, at);
        (member.hooks.list.is_empty() && member.errors.list.is_empty()).then_some((at, kept))
    }

    /// Parses the fields at the beginning of the items at once if they are numbers whose input is at hand. The label
    /// follows the code for single fields; it comes with how many fields there are.
    pub(super) fn run_of_numbers(&mut self, unit: u32, items: &[Item]) -> Option<(Label, usize)> {
        let u = &self.c.hir.units[unit as usize];
        if u.asks_place || u.moves || u.skip.is_some() {
            return None;
        }
        let (mut layout, n) = self.row(unit, items);
        if n == 0 {
            return None;
        }
        let this = self.this;
        layout.members.iter_mut().for_each(|(m, ..)| *m = self.place_of(this, *m).1);
        let (u, _) = self.place_of(this, 0);
        self.c.layouts.push(layout);
        let (layout, parsed) = (self.c.layouts.len() as u32 - 1, self.label());
        self.emit(Inst::FixedRun { u, layout, to: Self::to(parsed) });
        Some((parsed, n))
    }

    /// Takes elements in bulk before the loop over single elements, if they are numbers without hooks. Without a
    /// register for the list, they are not kept.
    pub(super) fn many(&mut self, until: &Until, element: &Field, list: Reg, left: Option<Reg>) {
        let sub = plain_unit(element).filter(|u| self.c.hir.units[*u as usize].convert.is_none());
        if let Some(sub) = sub {
            let counted = matches!(until, Until::Count(_) | Until::EndOfData);
            let fixed = if counted { self.fixed(sub).map(Rows::Units) } else { None };
            if let Some(rows) = fixed.or_else(|| self.chosen(sub, until)) {
                self.emit(Inst::FixedUnits { list, rows, left: left.unwrap_or(NONE) });
            }
            return;
        }
        let Some(each) = number(self.c, element) else { return };
        let test = match until {
            Until::Count(_) | Until::EndOfData => None,
            Until::While(t) => match test_of(t) {
                Some((op, n)) => Some((op, n, true)),
                None => return,
            },
            Until::Until(t) | Until::Including(t) => match test_of(t) {
                Some((op, n)) => Some((op, n, false)),
                None => return,
            },
            Until::LookAhead { .. } => return,
        };
        self.f.numbers.push(Numbers { each, test });
        let numbers = self.f.numbers.len() as u32 - 1;
        self.emit(Inst::UnpackMany { list, numbers, left: left.unwrap_or(NONE) });
    }
}
