//! Units that are parsed by the code of the unit that contains them, without a call.
//!
//! A unit is nested if it is small and does nothing that needs a frame of its own: it handles no errors, does not ask for its
//! place in the input, and has no context. Its arguments stay in registers.
use super::Compiler;
use super::body::Builder;
use super::inline;
use super::offset::Offset;
use crate::bytecode::{Inst, NONE, Reg, RegKind};
use spicy_sema::hir::{Hook, Item, Kind, Unit, What};

/// The most fields and statements of a nested unit, with the units nested in it.
const MOST: usize = 48;

/// How many fields and statements a nested unit has; `None` if it needs a call.
type Weight = Option<usize>;

/// What is known of a unit.
#[derive(Clone, Copy)]
pub(super) enum State {
    Weighing,
    /// It contains itself.
    Recursive,
    Known(Weight),
}

/// The hooks of a unit that run in its own code.
fn hooks(u: &Unit) -> impl Iterator<Item = &Hook> {
    let of_members = u.members.iter().flat_map(|m| m.hooks.list.iter().chain(&m.errors.list));
    u.hooks.iter().flat_map(|(_, h)| &h.list).chain(of_members)
}

impl Compiler<'_> {
    /// The weight of a unit that is nested where it is parsed.
    pub(super) fn nested_weight(&mut self, unit: u32) -> Weight {
        match self.nested.get(&unit) {
            Some(State::Known(weight)) => return *weight,
            Some(_) => {
                self.nested.insert(unit, State::Recursive);
                return None;
            }
            None => {}
        }
        self.nested.insert(unit, State::Weighing);
        let weight = self.weigh(unit);
        // Of the units that contain each other, the first is called.
        let recursive = matches!(self.nested.get(&unit), Some(State::Recursive));
        let weight = weight.filter(|_| !recursive);
        self.nested.insert(unit, State::Known(weight));
        weight
    }

    fn weigh(&mut self, unit: u32) -> Weight {
        let hir = self.hir;
        let u = &hir.units[unit as usize];
        let moves = self.keeps_place(unit) || u.moves || u.keeps_input;
        if self.ranges || moves || u.context.is_some() || self.handles_errors(unit) {
            return None;
        }
        let of_hooks = hooks(u).map(|h| inline::size(hir, h.function)).sum::<Option<usize>>();
        // Functions of their own take arguments from the unit, which has none if it is nested.
        let calls = of_hooks.is_none() || u.members.iter().any(|m| !m.each.list.is_empty());
        let computes = |m: &spicy_sema::hir::Member| {
            m.default.as_ref().is_some_and(|d| !matches!(&*d.ex.kind, Kind::Const(_)))
        };
        if !u.params.is_empty() && (calls || u.members.iter().any(computes)) {
            return None;
        }
        let weight = self.weigh_items(&u.items)? + of_hooks.unwrap_or(0);
        (weight <= MOST).then_some(weight)
    }

    fn weigh_items(&mut self, items: &[Item]) -> Weight {
        let mut sum = 0;
        for item in items {
            sum += match item {
                Item::Field(f) if f.synchronize => return None,
                Item::Field(f) => 1 + self.weigh_field(&f.what),
                Item::Switch(s) => {
                    let cases = s.cases.iter().map(|c| self.weigh_items(&c.items));
                    1 + cases.sum::<Option<usize>>()?
                }
                Item::If { then, otherwise, .. } => {
                    1 + self.weigh_items(then)? + self.weigh_items(otherwise)?
                }
            };
        }
        Some(sum)
    }

    fn weigh_field(&mut self, what: &What) -> usize {
        match what {
            What::Unit { unit, .. } => self.nested_weight(*unit).unwrap_or(0),
            What::Inner(f) => self.weigh_field(&f.what),
            What::Repeat { element, .. } => self.weigh_field(&element.what),
            _ => 0,
        }
    }
}

impl Builder<'_, '_> {
    /// Parses a unit that is nested here. Returns its value, before its own `&convert`.
    pub(super) fn parse_nested(&mut self, unit: u32, args: Vec<Reg>, store: Option<u32>) -> Reg {
        let hir = self.c.hir;
        let u = &hir.units[unit as usize];
        let inside = store.and_then(|i| self.inside_of_this(i));
        let d = inside.unwrap_or_else(|| self.instance(unit));
        let span = std::mem::replace(&mut self.span, u.span);
        let outer = self.enter_nested(d, unit, args);
        if let (Some(_), Some(member)) = (inside, store) {
            self.begin_inside(outer.this, d, (outer.unit.unwrap_or(unit), member), unit);
        }
        self.initialize(unit, d);
        if let Some(i) = store {
            if inside.is_none() {
                self.emit(Inst::SetField { o: outer.this, i, s: d });
            }
            self.learn(outer.this, outer.unit, i, d);
        }
        let limits = self.unit_limits(unit);
        self.offset = self.begin_offset(unit);
        self.inside(unit, None);
        self.end_limits(&limits, false);
        self.leave_nested(outer);
        self.span = span;
        d
    }

    /// A new instance of a nested unit.
    fn instance(&mut self, unit: u32) -> Reg {
        // A register of its own shows whether anything reads the unit.
        let d = self.reg(RegKind::Unit);
        let args = self.args(Vec::new());
        self.emit(Inst::NewUnit { d, unit, args, begun: false });
        d
    }

    /// Begins the code of a nested unit.
    fn enter_nested(&mut self, this: Reg, unit: u32, args: Vec<Reg>) -> Outer {
        use std::mem::{replace, take};
        Outer {
            this: replace(&mut self.this, this),
            unit: self.unit.replace(unit),
            params: self.params.replace(args),
            offset: self.offset.take(),
            dollar: replace(&mut self.dollar, NONE),
            captures: replace(&mut self.captures, NONE),
            bits: take(&mut self.bits),
            locals: take(&mut self.locals),
            dollar_is: self.dollar_is.take(),
        }
    }

    /// Goes back to the code of the unit around a nested one.
    fn leave_nested(&mut self, outer: Outer) {
        self.this = outer.this;
        self.unit = outer.unit;
        self.params = outer.params;
        self.offset = outer.offset;
        self.dollar = outer.dollar;
        self.captures = outer.captures;
        self.bits = outer.bits;
        self.locals = outer.locals;
        self.dollar_is = outer.dollar_is;
    }
}

/// What names stand for in the code around a nested unit.
struct Outer {
    this: Reg,
    unit: Option<u32>,
    params: Option<Vec<Reg>>,
    offset: Option<Offset>,
    dollar: Reg,
    captures: Reg,
    bits: Vec<Reg>,
    locals: Vec<Reg>,
    dollar_is: Option<u32>,
}
