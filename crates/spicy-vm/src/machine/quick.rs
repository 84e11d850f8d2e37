//! The instructions that run most often, as far as they need nothing but registers and the input at hand.
//!
//! What they return is known where each of them ends: the loop that runs them continues without a look at it.
use super::input::NO_TOKEN;
use super::numbers::read;
use super::step::listed;
use super::{Machine, arith};
use crate::bytecode::{Function, Inst, NONE, Number, Reg};
use crate::value::Value;
use crate::world::World;
use spicy_sema::hir::Convert;
use spicy_sema::types::Type;

/// How to continue.
pub(super) enum Quick {
    Next,
    Jump(u32),
    /// The callee's frame is on top.
    Call,
    Return,
    /// The instruction needs more than these functions do, or fails.
    Other,
}

impl Machine {
    /// Runs an instruction if nothing about it is unusual. If not, nothing has changed.
    #[inline]
    pub(super) fn quick(&mut self, world: &World<'_>, f: &Function, base: usize, inst: &Inst) -> Quick {
        const NOTHING: &Value = &Value::Unset;
        match inst {
            Inst::Jump { to } => return Quick::Jump(*to),
            Inst::JumpIf { c, to } => match self.get(base, *c) {
                Value::Bool(true) => return Quick::Jump(*to),
                Value::Bool(false) => {}
                _ => return Quick::Other,
            },
            Inst::JumpIfNot { c, to } => match self.get(base, *c) {
                Value::Bool(false) => return Quick::Jump(*to),
                Value::Bool(true) => {}
                _ => return Quick::Other,
            },
            Inst::JumpCompare { op, a, b, when, to } => {
                if arith::compare(*op, self.get(base, *a), self.get(base, *b)) == *when {
                    return Quick::Jump(*to);
                }
            }
            Inst::JumpCompareConst { op, a, k, when, to } => {
                let b = world.consts.get(*k as usize).unwrap_or(NOTHING);
                if arith::compare(*op, self.get(base, *a), b) == *when {
                    return Quick::Jump(*to);
                }
            }
            Inst::Compare { op, d, a, b } => {
                let v = arith::compare(*op, self.get(base, *a), self.get(base, *b));
                self.put_bool(base, *d, v);
            }
            Inst::Not { d, s } => match self.get(base, *s) {
                Value::Bool(b) => {
                    let v = !b;
                    self.put_bool(base, *d, v);
                }
                _ => return Quick::Other,
            },
            Inst::Const { d, k } => {
                let v = world.consts.get(*k as usize).unwrap_or(NOTHING);
                if let Some(slot) = self.registers.get_mut(base + usize::from(*d)) {
                    slot.set_from(v);
                }
            }
            Inst::Move { d, s } => {
                if let Some([d, s]) = self.two(base, *d, *s) {
                    d.set_from(s);
                }
            }
            Inst::Field { d, o, i, .. } => match self.two(base, *d, *o) {
                Some([d, Value::Unit(unit)]) => match unit.fields.borrow().get(*i as usize) {
                    None | Some(Value::Unset) => return Quick::Other,
                    Some(v) => d.set_from(v),
                },
                _ => return Quick::Other,
            },
            Inst::Call { f: function, d, args } => {
                return match self.call_function(world, f, base, *function, *d, *args) {
                    Ok(()) => Quick::Call,
                    Err(_) => Quick::Other,
                };
            }
            Inst::Return { s } => {
                self.give(base, *s);
                return Quick::Return;
            }
            Inst::ReturnVoid => {
                self.returned.set(Value::Null);
                return Quick::Return;
            }
            Inst::Has { d, o, i } => match self.get(base, *o) {
                Value::Unit(unit) => {
                    let set = unit.fields.borrow().get(*i as usize).is_some_and(Value::is_set);
                    self.put_bool(base, *d, set);
                }
                _ => return Quick::Other,
            },
            Inst::Int { op, d, a, b, signed: false, bits } => {
                match arith::quick_int(*op, self.get(base, *a), self.get(base, *b), *bits) {
                    Some(n) => self.put_uint(base, *d, n),
                    None => return Quick::Other,
                }
            }
            Inst::Switch { s, table } => {
                let number = match self.get(base, *s) {
                    Value::Uint(n) => i128::from(*n),
                    Value::Enum(n) => i128::from(*n),
                    _ => return Quick::Other,
                };
                if let Some(to) = f.tables.get(*table as usize).and_then(|t| target(t, number)) {
                    return Quick::Jump(to);
                }
            }
            Inst::Param { d, u, i } => match self.get(base, *u) {
                Value::Unit(unit) => {
                    let v = unit.param(*i as usize);
                    self.put(base, *d, v);
                }
                _ => return Quick::Other,
            },
            Inst::SetField { o, i, s } => match self.get(base, *o) {
                Value::Unit(unit) => unit.set_field_from(*i, self.get(base, *s)),
                _ => return Quick::Other,
            },
            Inst::SetConst { o, i, k } => match self.get(base, *o) {
                Value::Unit(unit) => {
                    unit.set_field_from(*i, world.consts.get(*k as usize).unwrap_or(NOTHING));
                }
                _ => return Quick::Other,
            },
            Inst::Store { u, i, s, from: NONE } => match self.get(base, *u) {
                Value::Unit(unit) => unit.set_field_from(*i, self.get(base, *s)),
                _ => return Quick::Other,
            },
            Inst::Bits { d, s, from, to, item } => match self.get(base, *s) {
                Value::Uint(n) => {
                    let v = arith::item(*n, *from, *to, *item);
                    self.put(base, *d, v);
                }
                _ => return Quick::Other,
            },
            Inst::CountDown { left, to } => match self.get(base, *left) {
                Value::Uint(0) => return Quick::Jump(*to),
                Value::Uint(n) => self.put_uint(base, *left, n - 1),
                _ => return Quick::Other,
            },
            Inst::Convert { how: Convert::IntChecked, d, s, to, .. } => {
                match (self.get(base, *s), world.program.hir.types.get(*to)) {
                    (Value::Uint(n), Type::Int { signed: false, bits }) if *bits >= 64 || n >> bits == 0 => {
                        self.put_uint(base, *d, *n);
                    }
                    _ => return Quick::Other,
                }
            }
            Inst::Convert { how, d, s, .. } => match arith::quick_convert(*how, self.get(base, *s)) {
                Some(v) => self.put(base, *d, v),
                None => return Quick::Other,
            },
            Inst::UnpackInt { d, signed, bits, order: NONE, little } => {
                let how = Number { bytes: bits / 8, signed: *signed, little: *little };
                match self.in_one_piece(u64::from(how.bytes), |raw| read(raw, how)) {
                    Some((v, end)) => {
                        self.advance(end);
                        self.put(base, *d, v);
                    }
                    None => return Quick::Other,
                }
            }
            Inst::NewUnit { d, unit, args, begun: false } if listed(f, *args).is_empty() => {
                match world.plain_unit(*unit) {
                    Some(made) => self.put(base, *d, Value::Unit(made)),
                    None => return Quick::Other,
                }
            }
            Inst::Cursor { d } => {
                self.put_uint(base, *d, self.input.cursor);
            }
            Inst::CheckMoved { start } => match self.get(base, *start) {
                Value::Uint(at) if *at != self.input.cursor => {}
                _ => return Quick::Other,
            },
            Inst::AtEnd { d } => {
                if self.available() == 0 {
                    return Quick::Other;
                }
                self.put_bool(base, *d, false);
            }
            Inst::Limit { old, n, extra } => match self.get(base, *n) {
                Value::Uint(n) => {
                    let limit = self.input.cursor.saturating_add(*n).saturating_add(u64::from(*extra));
                    let before = self.input.limit;
                    self.input.limit = before.min(limit);
                    self.put_uint(base, *old, before);
                }
                _ => return Quick::Other,
            },
            Inst::JumpIfToken { set, to } => {
                let token = self.input.token;
                if token != NO_TOKEN
                    && world.program.sets.get(*set as usize).is_some_and(|s| s.contains(&(token - 1)))
                {
                    return Quick::Jump(*to);
                }
            }
            _ => return Quick::Other,
        }
        Quick::Next
    }

    /// Returns the value of a register.
    #[inline(never)]
    fn give(&mut self, base: usize, s: Reg) {
        let v = self.get(base, s).share();
        self.returned.set(v);
    }

    /// A register to write and another one to read.
    #[inline]
    fn two(&mut self, base: usize, d: Reg, s: Reg) -> Option<[&mut Value; 2]> {
        self.registers.get_disjoint_mut([base + usize::from(d), base + usize::from(s)]).ok()
    }

    /// Writes a number. It comes in a machine register: nothing is copied.
    #[inline(never)]
    fn put_uint(&mut self, base: usize, d: Reg, n: u64) {
        self.put(base, d, Value::Uint(n));
    }

    /// Writes a truth value.
    #[inline(never)]
    fn put_bool(&mut self, base: usize, d: Reg, b: bool) {
        self.put(base, d, Value::Bool(b));
    }
}

/// Where a number leads. Most tables have no holes: the number says where to look.
#[inline]
fn target(table: &[(i128, u32)], number: i128) -> Option<u32> {
    let first = table.first()?.0;
    let guess = usize::try_from(number.wrapping_sub(first)).ok()?;
    match table.get(guess) {
        Some(e) if e.0 == number => Some(e.1),
        _ => table.binary_search_by_key(&number, |e| e.0).ok().and_then(|at| table.get(at)).map(|e| e.1),
    }
}
