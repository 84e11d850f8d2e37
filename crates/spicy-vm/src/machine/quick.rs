//! The instructions that run most often, as far as they need nothing but registers and the input at hand.
//!
//! What they return is known where each of them ends: the loop that runs them continues without a look at it.
use super::input::NO_TOKEN;
use super::numbers::read;
use super::step::listed;
use super::{Machine, arith};
use crate::bytecode::{Function, Inst, NONE, Number};
use crate::value::Value;
use crate::world::World;

/// How to continue.
pub(super) enum Quick {
    Next,
    Jump(u32),
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
                self.put(base, *d, Value::Bool(v));
            }
            Inst::Not { d, s } => match self.get(base, *s) {
                Value::Bool(b) => {
                    let v = Value::Bool(!b);
                    self.put(base, *d, v);
                }
                _ => return Quick::Other,
            },
            Inst::Const { d, k } => {
                let v = world.consts.get(*k as usize).unwrap_or(NOTHING).share();
                self.put(base, *d, v);
            }
            Inst::Move { d, s } => {
                let v = self.get(base, *s).share();
                self.put(base, *d, v);
            }
            Inst::Field { d, o, i, .. } => match self.get(base, *o).member(*i) {
                Some(v) => self.put(base, *d, v),
                None => return Quick::Other,
            },
            Inst::Param { d, u, i } => match self.get(base, *u) {
                Value::Unit(unit) => {
                    let v = unit.param(*i as usize);
                    self.put(base, *d, v);
                }
                _ => return Quick::Other,
            },
            Inst::SetField { o, i, s } => match self.get(base, *o) {
                Value::Unit(unit) => unit.set_field(*i, self.get(base, *s).share()),
                _ => return Quick::Other,
            },
            Inst::Store { u, i, s, from: NONE } => match self.get(base, *u) {
                Value::Unit(unit) => unit.set_field(*i, self.get(base, *s).share()),
                _ => return Quick::Other,
            },
            Inst::Bits { d, s, from, to } => match self.get(base, *s) {
                Value::Uint(n) => {
                    let v = Value::Uint(arith::bits(*n, *from, *to));
                    self.put(base, *d, v);
                }
                _ => return Quick::Other,
            },
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
                let at = Value::Uint(self.input.cursor);
                self.put(base, *d, at);
            }
            Inst::CheckMoved { start } => match self.get(base, *start) {
                Value::Uint(at) if *at != self.input.cursor => {}
                _ => return Quick::Other,
            },
            Inst::AtEnd { d } => {
                if self.available() == 0 {
                    return Quick::Other;
                }
                self.put(base, *d, Value::Bool(false));
            }
            Inst::Limit { old, n, extra } => match self.get(base, *n) {
                Value::Uint(n) => {
                    let limit = self.input.cursor.saturating_add(*n).saturating_add(u64::from(*extra));
                    let before = self.input.limit;
                    self.input.limit = before.min(limit);
                    self.put(base, *old, Value::Uint(before));
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
}
