//! Compiles expressions.
mod calls;
mod containers;
mod fields;
mod inline;
mod known;
mod operands;
mod operators;
mod places;
mod updates;
mod walk;

pub(crate) use walk::names_frame;
pub(super) use walk::{children, visit};

use super::Compiler;
use crate::code::{Class, Generic, Ins, R, Var, class, word_kind};
use crate::word;
use script_sema::tree::{ExprKind, ExprRef, VarRef};
use std::rc::Rc;
use value::{Type, Value};

impl Compiler<'_> {
    /// Computes a value into a register of its class. For a variable, returns the variable's own register.
    pub(super) fn expr(&mut self, e: &ExprRef) -> Var {
        if let ExprKind::Var(VarRef::Local(l), _) = &e.kind {
            if let Some(w) = self.known(*l) {
                let (d, k) = (self.temp_w(), self.word_const(w));
                self.emit(Ins::ConstW { d, k });
                return Var::Word(d);
            }
            let at = self.local(*l);
            if let (Var::Value(a), true) = (at, self.is_checked(*l)) {
                self.emit_at(e, Ins::CheckV { a });
                if word_kind(&e.ty).is_some() {
                    let d = self.temp_w();
                    self.emit(Ins::Unbox { d, a });
                    return Var::Word(d);
                }
            }
            return at;
        }
        let d = match class(&e.ty) {
            Class::Word(_) => Var::Word(self.temp_w()),
            _ => Var::Value(self.temp_v()),
        };
        self.expr_into(e, d);
        d
    }

    /// Computes a scalar into a word register.
    pub(super) fn expr_w(&mut self, e: &ExprRef) -> R {
        match self.expr(e) {
            Var::Word(r) => r,
            Var::Value(a) => {
                let d = self.temp_w();
                self.emit(Ins::Unbox { d, a });
                d
            }
            Var::None => 0,
        }
    }

    /// Computes any value into a value register.
    pub(super) fn expr_v(&mut self, e: &ExprRef) -> R {
        match self.expr(e) {
            Var::Value(r) => r,
            Var::Word(a) => {
                let d = self.temp_v();
                self.boxed_into(d, a, &e.ty);
                d
            }
            Var::None => 0,
        }
    }

    /// See [`Compiler::expr_v`].
    pub(super) fn expr_boxed(&mut self, e: &ExprRef) -> R {
        self.expr_v(e)
    }

    /// Computes an expression only for its effects.
    pub(super) fn effect(&mut self, e: &ExprRef) {
        match &e.kind {
            ExprKind::Assign(target, value) => self.assign(e, target, value),
            ExprKind::AddTo(kind, target, value) => _ = self.add_to(e, *kind, target, value),
            ExprKind::RemoveFrom(kind, target, value) => _ = self.remove_from(e, *kind, target, value),
            ExprKind::Increment(t) => _ = self.step(e, t, true, false),
            ExprKind::Decrement(t) => _ = self.step(e, t, false, false),
            ExprKind::Add(t) => self.add(e, t),
            ExprKind::Delete(t) => self.delete(e, t),
            ExprKind::Call(callee, args) => _ = self.call(e, callee, args, None),
            ExprKind::Schedule(when, ev) => {
                let a = self.operand_w(when, &[]);
                let args: Vec<&ExprRef> = ev.args.iter().collect();
                let absolute = matches!(when.ty, Type::Time);
                let at = if absolute { a } else { self.after_now(a) };
                self.push_args(&args);
                self.emit_at(e, Ins::Schedule { g: ev.event.0, n: args.len() as R, a: at });
            }
            _ => _ = self.expr(e),
        }
    }

    /// Computes an expression into a given register of its class.
    pub(super) fn expr_into(&mut self, e: &ExprRef, d: Var) {
        let tops = (self.w_top, self.v_top);
        self.compute(e, d);
        (self.w_top, self.v_top) = tops;
    }

    fn compute(&mut self, e: &ExprRef, d: Var) {
        match &e.kind {
            ExprKind::Const(v) => match d {
                Var::Word(d) => {
                    let k = self.word_const(word::untag(v).unwrap_or(0));
                    self.emit(Ins::ConstW { d, k });
                }
                Var::Value(d) => {
                    let k = self.value_const(v.clone());
                    self.emit(Ins::ConstV { d, k });
                }
                Var::None => {}
            },
            ExprKind::Var(VarRef::Local(l), _) => {
                if let (Some(w), Var::Word(d)) = (self.known(*l), d) {
                    let k = self.word_const(w);
                    return self.emit(Ins::ConstW { d, k });
                }
                let from = self.expr(e);
                self.move_to(from, d, &e.ty);
            }
            ExprKind::Var(VarRef::Global(g), _) => match d {
                Var::Word(d) => self.emit_at(e, Ins::GlobalW { d, g: g.0 }),
                Var::Value(d) => self.emit_at(e, Ins::GlobalV { d, g: g.0 }),
                Var::None => {}
            },
            ExprKind::Var(VarRef::Capture(at), _) => self.through_value(d, |c, d| {
                c.emit(Ins::Captured { d, at: *at as R });
                c.emit_at(e, Ins::CheckV { a: d });
            }),
            ExprKind::TypeName(t) => self.through_value(d, |c, d| {
                let k = c.value_const(Value::Type(Rc::new(t.clone())));
                c.emit(Ins::ConstV { d, k });
            }),
            ExprKind::Thunk(id) => self.through_value(d, |c, d| c.emit_at(e, Ins::Thunk { d, id: id.0 })),
            ExprKind::Unary(op, a) => self.unary(e, *op, a, d),
            ExprKind::Increment(t) => {
                let at = self.step(e, t, true, true);
                self.move_to(at, d, &e.ty);
            }
            ExprKind::Decrement(t) => {
                let at = self.step(e, t, false, true);
                self.move_to(at, d, &e.ty);
            }
            ExprKind::Binary(op, a, b) => self.binary(e, *op, a, b, d),
            ExprKind::Compare(op, a, b) => self.compare(e, *op, a, b, d),
            ExprKind::And(..) | ExprKind::Or(..) if matches!(e.ty, Type::Bool) => self.truth(e, d),
            ExprKind::And(a, b) => {
                let ty = e.ty.clone();
                self.generic2(e, Generic::And(ty), a, b, d);
            }
            ExprKind::Or(a, b) => {
                let ty = e.ty.clone();
                self.generic2(e, Generic::Or(ty), a, b, d);
            }
            ExprKind::Cond(c, a, b) if matches!(c.ty, Type::Vector(_)) => {
                let first = self.boxed_row(&[c, a, b]);
                self.generic_n(e, Generic::Cond(e.ty.clone()), first, 3, d);
            }
            ExprKind::Cond(c, a, b) => self.choose(e, c, [a, b], d),
            ExprKind::Assign(target, value) => {
                // An assignment yields the assigned value.
                let v = self.operand(value, &[target]);
                self.store_to(e, target, v, &value.ty);
                self.move_to(v, d, &e.ty);
            }
            ExprKind::AddTo(kind, target, value) => {
                let at = self.add_to(e, *kind, target, value);
                self.move_to(at, d, &e.ty);
            }
            ExprKind::RemoveFrom(kind, target, value) => {
                let at = self.remove_from(e, *kind, target, value);
                self.move_to(at, d, &e.ty);
            }
            ExprKind::Index(base, index) => self.index(e, base, index, d),
            ExprKind::Slice(base, low, high) => self.slice(e, base, low.as_ref(), high.as_ref(), d),
            ExprKind::Field(r, f, _) => self.field(e, r, *f as R, d),
            ExprKind::HasField(r, f, _) => self.has_field(e, r, *f as R, d),
            ExprKind::In(item, c) => self.contains(e, item, c, d, false),
            ExprKind::NotIn(item, c) => self.contains(e, item, c, d, true),
            ExprKind::Call(callee, args) => {
                let at = self.call(e, callee, args, Some(d));
                self.move_to(at, d, &e.ty);
            }
            ExprKind::Schedule(..) => self.effect(e),
            ExprKind::Lambda(body, captures) => self.lambda(e, *body, captures, d),
            ExprKind::Record(fields) => self.through_value(d, |c, d| c.record(e, fields, d)),
            ExprKind::Table(entries, attrs) => {
                self.through_value(d, |c, d| c.table(e, entries, attrs.as_ref(), d));
            }
            ExprKind::Set(entries, attrs) => {
                self.through_value(d, |c, d| c.set(e, entries, attrs.as_ref(), d));
            }
            ExprKind::Vector(items) => self.through_value(d, |c, d| c.vector(e, items, d)),
            ExprKind::Coerce(how, a) => self.coerce(e, how, a, d),
            ExprKind::Size(a) => match (&a.ty, d) {
                (Type::String | Type::Table(_) | Type::Vector(_), Var::Word(d)) => {
                    let a = self.expr_v(a);
                    self.emit(Ins::SizeV { d, a });
                }
                _ => self.generic1(e, Generic::Size, a, d),
            },
            ExprKind::Copy(a) => self.generic1(e, Generic::Copy, a, d),
            ExprKind::Cast(a) => self.generic1(e, Generic::Cast(e.ty.clone()), a, d),
            ExprKind::Is(a, t) => self.generic1(e, Generic::Is(t.clone()), a, d),
            ExprKind::Add(t) => self.add(e, t),
            ExprKind::Delete(t) => self.delete(e, t),
            ExprKind::List(l) => {
                let row: Vec<&ExprRef> = l.iter().collect();
                let first = self.boxed_row(&row);
                self.generic_n(e, Generic::List, first, row.len() as R, d);
            }
        }
    }

    /// Compiles `c ? a : b`.
    fn choose(&mut self, e: &ExprRef, c: &ExprRef, [a, b]: [&ExprRef; 2], d: Var) {
        if let Some(holds) = self.known_truth(c) {
            return self.part_into(if holds { a } else { b }, d, &e.ty);
        }
        let (no, end) = (self.label(), self.label());
        self.jump_if(c, false, no);
        self.part_into(a, d, &e.ty);
        self.jump(Ins::Jump { to: 0 }, end);
        self.bind(no);
        self.part_into(b, d, &e.ty);
        self.bind(end);
    }

    /// Compiles one side of a `?:`. Its class may differ from that of the whole expression (`any`).
    fn part_into(&mut self, e: &ExprRef, d: Var, ty: &Type) {
        let same = word_kind(&e.ty).is_some() == word_kind(ty).is_some();
        if same {
            self.expr_into(e, d);
        } else {
            let tops = (self.w_top, self.v_top);
            let at = self.expr(e);
            self.move_to(at, d, &e.ty);
            (self.w_top, self.v_top) = tops;
        }
    }

    /// Adds the current network time to an interval.
    fn after_now(&mut self, a: R) -> R {
        let now = self.temp_w();
        self.emit(Ins::Now { d: now });
        self.emit(Ins::AddD { d: now, a: now, b: a });
        now
    }
}
