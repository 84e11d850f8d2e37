//! Which members of units anything reads. Members that nothing reads are parsed, but their values need not be kept.
//!
//! A program is compiled twice: the first time, every instruction that reads a member says so. Values that leave the
//! program whole, such as arguments of events, count as read with all that they hold.
use super::{Compiler, Parts};
use crate::compile::Options;
use spicy_sema::hir::{self, Op};
use spicy_sema::types::{Ty, Type};
use std::collections::HashSet;

/// Members by the number of their unit and their own.
pub(super) type Members = HashSet<(u32, u32)>;

/// What a program does with members.
#[derive(Default)]
pub(super) struct Uses {
    /// Members that an instruction reads from their unit.
    pub(super) read: Members,
    /// Members whose values anything uses, be it from a register.
    pub(super) used: Members,
    /// Items of bitfields, by the number of the bitfield and their own.
    pub(super) items: Members,
    /// Whether items of bitfields get values other than by parsing.
    pub(super) assigned_items: bool,
    /// Those that get values other than by parsing.
    pub(super) assigned: Members,
    /// Those whose values are read as a whole, not only for their own members.
    pub(super) whole: Members,
    /// Those of which something asks whether they are set, or whether members of theirs are.
    pub(super) marked: Members,
    /// Those that are tried, or that leave the program.
    pub(super) seen: Members,
    /// Units whose arguments are read elsewhere than in the code that parses them, or that are made by expressions.
    pub(super) asked: HashSet<u32>,
    /// Units whose place in the input is asked for elsewhere than in the code that parses them, or for more than the offset.
    pub(super) placed: HashSet<u32>,
}

/// What a program does with members.
pub(super) fn uses(hir: &hir::Program, options: Options) -> Uses {
    let mut c = Compiler::new(hir, options, None);
    c.counts = true;
    c.program(&mut Parts::default());
    c.uses
}

/// Whether an operation looks at no member of the units that it is given.
fn passes_on(op: Op) -> bool {
    use Op as O;
    matches!(
        op,
        O::UnitBacktrack
            | O::UnitConnectFilter
            | O::UnitContext
            | O::UnitFind
            | O::UnitForward
            | O::UnitForwardEod
            | O::UnitInput
            | O::UnitOffset
            | O::UnitPosition
            | O::UnitSetInput
            | O::UnitStream
            | O::SinkConnect
            | O::VectorAssign
            | O::VectorAt
            | O::VectorBack
            | O::VectorFront
            | O::VectorPopBack
            | O::VectorPushBack
            | O::VectorReserve
            | O::VectorResize
            | O::VectorSize
            | O::VectorSub
            | O::VectorSubEnd
            | O::MapGet
            | O::MapSize
            | O::Begin
            | O::EndOf
            | O::IterDeref
            | O::IterAdvance
    )
}

impl Compiler<'_> {
    /// Whether the value of a unit's member is kept.
    pub(super) fn keeps(&self, unit: u32, member: u32) -> bool {
        self.known.as_ref().is_none_or(|k| k.read.contains(&(unit, member)))
    }

    /// Whether anything uses the value of a unit's member.
    pub(super) fn is_used(&self, unit: u32, member: u32) -> bool {
        self.known.as_ref().is_none_or(|k| k.used.contains(&(unit, member))) || self.keeps(unit, member)
    }

    /// Whether the function that parses a unit takes the unit's arguments itself, so that instances hold none.
    pub(super) fn takes_arguments(&self, unit: u32) -> bool {
        let given = !self.hir.units[unit as usize].params.is_empty();
        given && (self.counts || self.known.as_ref().is_some_and(|k| !k.asked.contains(&unit)))
    }

    /// Something reads an argument of a unit from its instance, which has to hold it.
    pub(super) fn asks_arguments(&mut self, unit: u32) {
        if self.takes_arguments(unit) {
            self.missing_arguments.insert(unit);
        }
        self.uses.asked.insert(unit);
    }

    /// Something uses a member of a value of this type, which may stand in a register.
    pub(super) fn uses_value(&mut self, of: Ty, member: u32) {
        if let Some(unit) = self.unit_in(of) {
            self.uses.used.insert((unit, member));
        }
    }

    /// Whether the value of an item of a bitfield is kept.
    pub(super) fn keeps_item(&self, bitfield: u32, item: u32) -> bool {
        self.known.as_ref().is_none_or(|k| k.items.contains(&(bitfield, item)))
    }

    /// Whether items of bitfields only get the values that are parsed for them.
    pub(super) fn items_are_parsed_only(&self) -> bool {
        self.known.as_ref().is_some_and(|k| !k.assigned_items)
    }

    /// Something reads an item of a value of this type, if that is a bitfield.
    pub(super) fn reads_item(&mut self, of: Ty, item: u32) {
        match *self.hir.types.get(of) {
            Type::Bitfield(b) => {
                self.uses.items.insert((b, item));
                if !self.keeps_item(b, item) {
                    self.missing_items.insert((b, item));
                }
            }
            Type::Ref(t) | Type::Optional(t) | Type::Result(t) => self.reads_item(t, item),
            _ => {}
        }
    }

    /// Whether a member only gets the values that are parsed for it.
    pub(super) fn is_parsed_only(&self, unit: u32, member: u32) -> bool {
        self.known.as_ref().is_some_and(|k| !k.assigned.contains(&(unit, member)))
    }

    /// Something assigns to a member of a value of this type, or unsets it; without a member, to all of it.
    pub(super) fn assigns(&mut self, to: Ty, member: Option<u32>) {
        match *self.hir.types.get(to) {
            Type::Unit(u) => {
                let all = 0..self.hir.units[u as usize].members.len() as u32;
                let some = member.map_or(all, |m| m..m + 1);
                self.uses.assigned.extend(some.map(|m| (u, m)));
            }
            Type::Ref(t) | Type::Optional(t) | Type::Result(t) => self.assigns(t, member),
            Type::Bitfield(_) => self.uses.assigned_items = true,
            _ => {}
        }
    }

    /// Something reads a member of a value of this type.
    pub(super) fn reads(&mut self, of: Ty, member: u32) {
        match *self.hir.types.get(of) {
            Type::Unit(u) => {
                self.uses.read.insert((u, member));
                if !self.keeps(u, member) {
                    self.missing.insert((u, member));
                }
            }
            Type::Ref(t) | Type::Optional(t) | Type::Result(t) => self.reads(t, member),
            _ => {}
        }
    }

    /// An operation reads its arguments.
    pub(super) fn operates_on(&mut self, op: Op, args: &[hir::Ex]) {
        if !passes_on(op) {
            args.iter().for_each(|a| self.reads_whole(a.ty));
        }
    }

    /// Something reads all that a value of this type holds.
    pub(super) fn reads_whole(&mut self, ty: Ty) {
        if !self.whole.insert(ty) {
            return;
        }
        let hir = self.hir;
        match hir.types.get(ty) {
            Type::Unit(u) => {
                for (i, m) in hir.units[*u as usize].members.iter().enumerate() {
                    self.uses.read.insert((*u, i as u32));
                    self.uses.seen.insert((*u, i as u32));
                    self.reads_whole(m.ty);
                }
            }
            Type::Struct(s) => hir.structs[*s as usize].fields.iter().for_each(|f| self.reads_whole(f.ty)),
            Type::StructLiteral(fields) => fields.iter().for_each(|f| self.reads_whole(f.1)),
            Type::Tuple(items) => items.iter().for_each(|i| self.reads_whole(i.1)),
            Type::Map(k, v) => {
                self.reads_whole(*k);
                self.reads_whole(*v);
            }
            Type::Iter(t)
            | Type::Optional(t)
            | Type::Result(t)
            | Type::Vector(t)
            | Type::List(t)
            | Type::Set(t)
            | Type::Ref(t) => self.reads_whole(*t),
            _ => {}
        }
    }
}
