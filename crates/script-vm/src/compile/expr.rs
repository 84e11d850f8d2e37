//! Expressions.
use super::{Compiler, Label, assigns};
use crate::code::{Class, ClosureSpec, Generic, Ins, KeyPart, Kind, R, Var, class, word_kind};
use crate::word;
use script_sema::tree::{
    AddKind, BinOp, Callee, CmpOp, Coercion, Expr, ExprKind, ExprRef, GlobalKind, RemoveKind, UnOp, VarRef,
};
use std::rc::Rc;
use value::{FuncType, TableAttrs, TableMeta, TableType, Type, Value};

/// Somewhere that is assigned to, with its parts computed.
enum Place {
    Local(Var),
    Global(u32),
    Captured(R),
    Field { r: R, f: R },
    Entry { t: R, key: R },
    Element { v: R, i: R },
    None,
}

impl Compiler<'_> {
    /// The value in a register of its class. A variable's own register is given out as it is.
    pub(super) fn expr(&mut self, e: &ExprRef) -> Var {
        if let ExprKind::Var(VarRef::Local(l), _) = &e.kind {
            let at = self.local(*l);
            if let (Var::Value(a), true) = (at, self.checked[l.0 as usize]) {
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

    /// A scalar, in a word register.
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

    /// In a value register, whatever it is.
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

    /// An operand that stays what it is while `later` is computed.
    fn operand(&mut self, e: &ExprRef, later: &[&Expr]) -> Var {
        let at = self.expr(e);
        let is_local = matches!(e.kind, ExprKind::Var(VarRef::Local(_), _));
        if !is_local || !later.iter().any(|l| assigns(l)) {
            return at;
        }
        match at {
            Var::Word(a) => {
                let d = self.temp_w();
                self.emit(Ins::MoveW { d, a });
                Var::Word(d)
            }
            Var::Value(a) => {
                let d = self.temp_v();
                self.emit(Ins::MoveV { d, a });
                Var::Value(d)
            }
            Var::None => at,
        }
    }

    fn operand_w(&mut self, e: &ExprRef, later: &[&Expr]) -> R {
        match self.operand(e, later) {
            Var::Word(r) => r,
            Var::Value(a) => {
                let d = self.temp_w();
                self.emit(Ins::Unbox { d, a });
                d
            }
            Var::None => 0,
        }
    }

    fn operand_v(&mut self, e: &ExprRef, later: &[&Expr]) -> R {
        match self.operand(e, later) {
            Var::Value(r) => r,
            Var::Word(a) => {
                let d = self.temp_v();
                self.boxed_into(d, a, &e.ty);
                d
            }
            Var::None => 0,
        }
    }

    pub(super) fn boxed_into(&mut self, d: R, a: R, ty: &Type) {
        let kind = word_kind(ty).unwrap_or(Kind::Bool);
        let kind = self.kind(&kind);
        self.emit(Ins::Box { d, a, kind });
    }

    /// Values side by side.
    pub(super) fn boxed_row(&mut self, args: &[&ExprRef]) -> R {
        let first = self.v_top;
        let row: Vec<R> = args.iter().map(|_| self.temp_v()).collect();
        for (e, d) in args.iter().zip(row) {
            self.value_into(e, d);
        }
        first
    }

    /// Values onto the stack of arguments.
    pub(super) fn push_args(&mut self, args: &[&ExprRef]) {
        for e in args {
            let tops = (self.w_top, self.v_top);
            match (&e.kind, class(&e.ty)) {
                (ExprKind::Const(v), _) => {
                    let k = self.value_const(v.clone());
                    self.emit(Ins::ArgConst { k });
                }
                (ExprKind::Var(VarRef::Local(_), _), _) => match self.expr(e) {
                    Var::Word(a) => self.arg_word(a, &e.ty),
                    Var::Value(a) => self.emit(Ins::ArgV { a }),
                    Var::None => {}
                },
                (_, Class::Word(_)) => {
                    let a = self.expr_w(e);
                    self.arg_word(a, &e.ty);
                }
                _ => {
                    let a = self.temp_v();
                    self.expr_into(e, Var::Value(a));
                    self.emit(Ins::ArgTake { a });
                }
            }
            (self.w_top, self.v_top) = tops;
        }
    }

    fn arg_word(&mut self, a: R, ty: &Type) {
        let kind = word_kind(ty).unwrap_or(Kind::Bool);
        let kind = self.kind(&kind);
        self.emit(Ins::ArgW { a, kind });
    }

    /// Any value, into this value register.
    fn value_into(&mut self, e: &ExprRef, d: R) {
        match class(&e.ty) {
            Class::Word(_) => {
                let tops = (self.w_top, self.v_top);
                let a = self.expr_w(e);
                self.boxed_into(d, a, &e.ty);
                (self.w_top, self.v_top) = tops;
            }
            _ => self.expr_into(e, Var::Value(d)),
        }
    }

    /// For its effects.
    pub(super) fn effect(&mut self, e: &ExprRef) {
        match &e.kind {
            ExprKind::Assign(target, value) => self.assign(e, target, value),
            ExprKind::AddTo(kind, target, value) => _ = self.add_to(e, *kind, target, value, false),
            ExprKind::RemoveFrom(kind, target, value) => _ = self.remove_from(e, *kind, target, value, false),
            ExprKind::Increment(t) => _ = self.step(e, t, true),
            ExprKind::Decrement(t) => _ = self.step(e, t, false),
            ExprKind::Add(t) => self.add(e, t),
            ExprKind::Delete(t) => self.delete(e, t),
            ExprKind::Call(callee, args) => _ = self.call(e, callee, args),
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

    /// Computes into a register of the expression's class.
    pub(super) fn expr_into(&mut self, e: &ExprRef, d: Var) {
        let tops = (self.w_top, self.v_top);
        self.compute(e, d);
        (self.w_top, self.v_top) = tops;
    }

    /// Moves what is in a register of either class to one of either class.
    fn move_to(&mut self, from: Var, to: Var, ty: &Type) {
        match (from, to) {
            (Var::Word(a), Var::Word(d)) if a != d => self.emit(Ins::MoveW { d, a }),
            (Var::Value(a), Var::Value(d)) if a != d => self.emit(Ins::MoveV { d, a }),
            (Var::Word(a), Var::Value(d)) => self.boxed_into(d, a, ty),
            (Var::Value(a), Var::Word(d)) => self.emit(Ins::Unbox { d, a }),
            _ => {}
        }
    }

    /// Into `d` by way of a value register where `d` is a word.
    fn through_value(&mut self, d: Var, f: impl FnOnce(&mut Self, R)) {
        match d {
            Var::Value(d) => f(self, d),
            Var::Word(w) => {
                let v = self.temp_v();
                f(self, v);
                self.emit(Ins::Unbox { d: w, a: v });
            }
            Var::None => {
                let v = self.temp_v();
                f(self, v);
            }
        }
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
            ExprKind::Var(VarRef::Local(_), _) => {
                let from = self.expr(e);
                self.move_to(from, d, &e.ty);
            }
            ExprKind::Var(VarRef::Global(g), _) => match d {
                Var::Word(d) => self.emit_at(e, Ins::GlobalW { d, g: g.0 }),
                Var::Value(d) => {
                    self.emit_at(e, Ins::GlobalV { d, g: g.0 });
                    self.emit_at(e, Ins::CheckV { a: d });
                }
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
                let at = self.step(e, t, true);
                self.move_to(at, d, &e.ty);
            }
            ExprKind::Decrement(t) => {
                let at = self.step(e, t, false);
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
            ExprKind::Cond(c, a, b) => {
                let (no, end) = (self.label(), self.label());
                self.jump_if(c, false, no);
                self.part_into(a, d, &e.ty);
                self.jump(Ins::Jump { to: 0 }, end);
                self.bind(no);
                self.part_into(b, d, &e.ty);
                self.bind(end);
            }
            ExprKind::Assign(target, value) => {
                // The value of an assignment is what was assigned.
                let v = self.operand(value, &[target]);
                self.store_to(e, target, v, &value.ty);
                self.move_to(v, d, &e.ty);
            }
            ExprKind::AddTo(kind, target, value) => {
                let at = self.add_to(e, *kind, target, value, true);
                self.move_to(at, d, &e.ty);
            }
            ExprKind::RemoveFrom(kind, target, value) => {
                let at = self.remove_from(e, *kind, target, value, true);
                self.move_to(at, d, &e.ty);
            }
            ExprKind::Index(base, index) => self.index(e, base, index, d),
            ExprKind::Slice(base, low, high) => {
                let mut row = vec![base];
                row.extend(low);
                row.extend(high);
                let first = self.boxed_row(&row);
                let n = row.len() as R;
                self.generic_n(e, Generic::Slice(low.is_some(), high.is_some()), first, n, d);
            }
            ExprKind::Field(r, f, _) => {
                let r = self.expr_v(r);
                match d {
                    Var::Word(d) => self.emit_at(e, Ins::FieldW { d, r, f: *f as R }),
                    Var::Value(d) => self.emit_at(e, Ins::FieldV { d, r, f: *f as R }),
                    Var::None => {}
                }
            }
            ExprKind::HasField(r, f, _) => {
                let r = self.expr_v(r);
                if let Var::Word(d) = d {
                    self.emit_at(e, Ins::HasField { d, r, f: *f as R });
                }
            }
            ExprKind::In(item, c) => self.contains(e, item, c, d, false),
            ExprKind::NotIn(item, c) => self.contains(e, item, c, d, true),
            ExprKind::Call(callee, args) => {
                let at = self.call(e, callee, args);
                self.move_to(at, d, &e.ty);
            }
            ExprKind::Schedule(..) => self.effect(e),
            ExprKind::Lambda(body, captures) => {
                let first = self.captured_row(captures);
                let spec = ClosureSpec {
                    body: *body,
                    copies: captures.iter().map(|c| c.copy).collect(),
                    ty: e.ty.clone(),
                };
                let spec = Self::pooled(&mut self.code.closures, spec, &mut self.failed);
                self.through_value(d, |c, d| c.emit_at(e, Ins::Closure { d, spec, first }));
            }
            ExprKind::Record(fields) => self.through_value(d, |c, d| c.record(e, fields, d)),
            ExprKind::Table(entries, attrs) => self.through_value(d, |c, d| {
                c.new_table(e, attrs.as_ref(), d);
                for (k, v) in entries {
                    let tops = (c.w_top, c.v_top);
                    let key = c.key_before(k, &[v]);
                    let a = c.expr_v(v);
                    c.emit_at(e, Ins::SetIndexV { t: d, key, a });
                    (c.w_top, c.v_top) = tops;
                }
            }),
            ExprKind::Set(entries, attrs) => self.through_value(d, |c, d| {
                c.new_table(e, attrs.as_ref(), d);
                for k in entries {
                    let tops = (c.w_top, c.v_top);
                    let key = c.key(k);
                    c.emit_at(e, Ins::AddElement { t: d, key });
                    (c.w_top, c.v_top) = tops;
                }
            }),
            ExprKind::Vector(items) => self.through_value(d, |c, d| {
                let Type::Vector(ty) = &e.ty else { return };
                let row: Vec<&ExprRef> = items.iter().collect();
                let first = c.boxed_row(&row);
                let op = c.generic(Generic::VectorOf(ty.clone()));
                c.emit_at(e, Ins::OpN { d, first, n: row.len() as R, op });
            }),
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

    /// One side of a `?:`, which may be of another class than the whole (`any`).
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

    fn generic1(&mut self, e: &ExprRef, g: Generic, a: &ExprRef, d: Var) {
        let a = self.expr_v(a);
        let op = self.generic(g);
        self.through_value(d, |c, d| c.emit_at(e, Ins::Op1 { d, a, op }));
    }

    fn generic2(&mut self, e: &ExprRef, g: Generic, a: &ExprRef, b: &ExprRef, d: Var) {
        let a = self.operand_v(a, &[b]);
        let b = self.expr_v(b);
        let op = self.generic(g);
        self.through_value(d, |c, d| c.emit_at(e, Ins::Op2 { d, a, b, op }));
    }

    fn generic_n(&mut self, e: &ExprRef, g: Generic, first: R, n: R, d: Var) {
        let op = self.generic(g);
        self.through_value(d, |c, d| c.emit_at(e, Ins::OpN { d, first, n, op }));
    }

    fn unary(&mut self, e: &ExprRef, op: UnOp, a: &ExprRef, d: Var) {
        if let Var::Word(d) = d {
            let ins: Option<fn(R, R) -> Ins> = match (op, &a.ty) {
                (UnOp::Not, Type::Bool) => Some(|d, a| Ins::Not { d, a }),
                (UnOp::Complement, Type::Count | Type::Int) => Some(|d, a| Ins::Complement { d, a }),
                (UnOp::Negate, Type::Int | Type::Count) => Some(|d, a| Ins::NegI { d, a }),
                (UnOp::Negate, Type::Double | Type::Interval | Type::Time) => Some(|d, a| Ins::NegD { d, a }),
                (UnOp::Plus, t) if word_kind(t).is_some() => Some(|d, a| Ins::MoveW { d, a }),
                _ => None,
            };
            if let Some(ins) = ins {
                let a = self.expr_w(a);
                return self.emit(ins(d, a));
            }
        }
        self.generic1(e, Generic::Unary(op, e.ty.clone()), a, d);
    }

    fn binary(&mut self, e: &ExprRef, op: BinOp, a: &ExprRef, b: &ExprRef, d: Var) {
        if let (Var::Word(d), Some(ins)) = (d, word_op(op, a, b)) {
            if let (BinOp::Add, Some(imm)) = (op, small(b)) {
                let a = self.expr_w(a);
                return self.emit(Ins::AddImm { d, a, imm });
            }
            let x = self.operand_w(a, &[b]);
            let y = self.expr_w(b);
            return self.emit_at(e, ins(d, x, y));
        }
        self.generic2(e, Generic::Binary(op, e.ty.clone()), a, b, d);
    }

    fn compare(&mut self, e: &ExprRef, op: CmpOp, a: &ExprRef, b: &ExprRef, d: Var) {
        if let Var::Word(d) = d {
            if let (Type::String, Type::String, CmpOp::Eq | CmpOp::Ne) = (&a.ty, &b.ty, op) {
                let x = self.operand_v(a, &[b]);
                let y = self.expr_v(b);
                self.emit(Ins::EqS { d, a: x, b: y });
                if op == CmpOp::Ne {
                    self.emit(Ins::Not { d, a: d });
                }
                return;
            }
            if let Some((ins, swap)) = word_compare(op, a, b) {
                let x = self.operand_w(a, &[b]);
                let y = self.expr_w(b);
                let (x, y) = if swap { (y, x) } else { (x, y) };
                return self.emit(ins(d, x, y));
            }
        }
        self.generic2(e, Generic::Compare(op, e.ty.clone()), a, b, d);
    }

    /// A condition as a bool in a register.
    fn truth(&mut self, e: &ExprRef, d: Var) {
        let Var::Word(w) = d else {
            return self.through_word(e, d);
        };
        let (no, end) = (self.label(), self.label());
        self.jump_if(e, false, no);
        let one = self.word_const(1);
        self.emit(Ins::ConstW { d: w, k: one });
        self.jump(Ins::Jump { to: 0 }, end);
        self.bind(no);
        let zero = self.word_const(0);
        self.emit(Ins::ConstW { d: w, k: zero });
        self.bind(end);
    }

    fn through_word(&mut self, e: &ExprRef, d: Var) {
        let w = self.temp_w();
        self.truth(e, Var::Word(w));
        self.move_to(Var::Word(w), d, &e.ty);
    }

    /// Goes to `to` where a condition is `sense`.
    pub(super) fn jump_if(&mut self, e: &ExprRef, sense: bool, to: Label) {
        let tops = (self.w_top, self.v_top);
        match &e.kind {
            ExprKind::Unary(UnOp::Not, a) if matches!(a.ty, Type::Bool) => self.jump_if(a, !sense, to),
            ExprKind::And(a, b) if matches!(e.ty, Type::Bool) => {
                if sense {
                    let no = self.label();
                    self.jump_if(a, false, no);
                    self.jump_if(b, true, to);
                    self.bind(no);
                } else {
                    self.jump_if(a, false, to);
                    self.jump_if(b, false, to);
                }
            }
            ExprKind::Or(a, b) if matches!(e.ty, Type::Bool) => {
                if sense {
                    self.jump_if(a, true, to);
                    self.jump_if(b, true, to);
                } else {
                    let yes = self.label();
                    self.jump_if(a, true, yes);
                    self.jump_if(b, false, to);
                    self.bind(yes);
                }
            }
            ExprKind::Compare(op, a, b)
                if jump_compare(*op, a, b, sense).is_some() && const_word(b).is_some() =>
            {
                if let (Some((ins, false)), Some(k)) = (jump_compare(*op, a, b, sense), const_word(b)) {
                    let x = self.expr_w(a);
                    let k = self.word_const(k);
                    self.jump(with_const(ins(x, 0), k), to);
                } else if let Some((ins, _)) = jump_compare(*op, a, b, sense) {
                    let x = self.expr_w(a);
                    let y = self.expr_w(b);
                    self.jump(ins(y, x), to);
                }
            }
            ExprKind::Compare(op, a, b) if jump_compare(*op, a, b, sense).is_some() => {
                if let Some((ins, swap)) = jump_compare(*op, a, b, sense) {
                    let x = self.operand_w(a, &[b]);
                    let y = self.expr_w(b);
                    let (x, y) = if swap { (y, x) } else { (x, y) };
                    self.jump(ins(x, y), to);
                }
            }
            _ => {
                let a = self.expr_w(e);
                self.jump(if sense { Ins::JumpIf { a, to: 0 } } else { Ins::JumpIfNot { a, to: 0 } }, to);
            }
        }
        (self.w_top, self.v_top) = tops;
    }

    /// Goes back to `top` while a condition holds, where one instruction can tell: `a < b` of integers.
    pub(super) fn loop_while(&mut self, e: &ExprRef, top: Label) -> bool {
        let ExprKind::Compare(op, a, b) = &e.kind else { return false };
        let Some((ins, false)) = jump_compare(*op, a, b, true) else { return false };
        let back = match ins(0, 0) {
            Ins::JumpLtC { .. } => {
                if let Some(k) = const_word(b) {
                    let a = self.expr_w(a);
                    Ins::LoopLtCK { a, k: self.word_const(k), to: 0 }
                } else {
                    let x = self.operand_w(a, &[b]);
                    Ins::LoopLtC { a: x, b: self.expr_w(b), to: 0 }
                }
            }
            Ins::JumpLtI { .. } => {
                if let Some(k) = const_word(b) {
                    let a = self.expr_w(a);
                    Ins::LoopLtIK { a, k: self.word_const(k), to: 0 }
                } else {
                    let x = self.operand_w(a, &[b]);
                    Ins::LoopLtI { a: x, b: self.expr_w(b), to: 0 }
                }
            }
            _ => return false,
        };
        self.jump(back, top);
        true
    }

    fn coerce(&mut self, e: &ExprRef, how: &Coercion, a: &ExprRef, d: Var) {
        match how {
            Coercion::Arith => {
                if let Var::Word(d) = d {
                    let ins: Option<fn(R, R) -> Ins> = match (&a.ty, &e.ty) {
                        (Type::Int, Type::Double | Type::Interval | Type::Time) => {
                            Some(|d, a| Ins::IntToDouble { d, a })
                        }
                        (Type::Count, Type::Double | Type::Interval | Type::Time) => {
                            Some(|d, a| Ins::CountToDouble { d, a })
                        }
                        (
                            Type::Double | Type::Interval | Type::Time,
                            Type::Double | Type::Interval | Type::Time,
                        )
                        | (Type::Int, Type::Int)
                        | (Type::Bool, Type::Count | Type::Int)
                        | (Type::Count, Type::Count) => Some(|d, a| Ins::MoveW { d, a }),
                        _ => None,
                    };
                    if let Some(ins) = ins {
                        let a = self.expr_w(a);
                        return self.emit(ins(d, a));
                    }
                }
                self.generic1(e, Generic::Arith(e.ty.clone()), a, d);
            }
            Coercion::Record(map) => {
                if let Type::Record(t) = &e.ty {
                    self.generic1(e, Generic::Record(t.clone(), map.clone()), a, d);
                }
            }
            Coercion::Table(attrs) => {
                if let Type::Table(t) = &e.ty {
                    let meta = Rc::new(TableMeta::new(t.clone(), attrs.clone()));
                    self.generic1(e, Generic::Table(meta), a, d);
                    if let Var::Value(t) = d {
                        self.local_default(e, attrs.as_ref(), t);
                    }
                }
            }
            Coercion::Vector => {
                if let Type::Vector(t) = &e.ty {
                    self.generic1(e, Generic::Vector(t.clone()), a, d);
                }
            }
            Coercion::ToAny => {
                let at = self.expr(a);
                self.move_to(at, d, &a.ty);
            }
            Coercion::FromAny => self.generic1(e, Generic::FromAny(e.ty.clone()), a, d),
        }
    }

    /// A table's index: where its parts stand.
    fn key(&mut self, parts: &[ExprRef]) -> R {
        self.key_before(parts, &[])
    }

    /// An index that is computed before something else is.
    fn key_before(&mut self, parts: &[ExprRef], then: &[&Expr]) -> R {
        let mut key = Vec::with_capacity(parts.len());
        for (i, p) in parts.iter().enumerate() {
            let later: Vec<&Expr> = parts[i + 1..].iter().map(|e| &**e).chain(then.iter().copied()).collect();
            key.push(match self.operand(p, &later) {
                Var::Word(r) => KeyPart::Word(r, word_kind(&p.ty).unwrap_or(Kind::Bool)),
                Var::Value(r) => KeyPart::Value(r),
                Var::None => continue,
            });
        }
        Self::pooled(&mut self.code.keys, key, &mut self.failed)
    }

    fn index(&mut self, e: &ExprRef, base: &ExprRef, index: &[ExprRef], d: Var) {
        let later: Vec<&Expr> = index.iter().map(|i| &**i).collect();
        match (&base.ty, index) {
            (Type::Table(t), [one]) if by_pattern(t) && matches!(one.ty, Type::String) => {
                let t = self.operand_v(base, &later);
                let a = self.expr_v(one);
                self.through_value(d, |c, d| c.emit_at(e, Ins::Matching { d, t, a }));
            }
            (Type::Table(_), _) => {
                let t = self.operand_v(base, &later);
                let key = self.key(index);
                match d {
                    Var::Word(d) => self.emit_at(e, Ins::IndexW { d, t, key }),
                    Var::Value(d) => self.emit_at(e, Ins::IndexV { d, t, key }),
                    Var::None => {}
                }
            }
            (Type::Vector(_), [one]) if word_kind(&one.ty).is_some() => {
                let v = self.operand_v(base, &later);
                let i = self.expr_w(one);
                match d {
                    Var::Word(d) => self.emit_at(e, Ins::ElementW { d, v, i }),
                    Var::Value(d) => self.emit_at(e, Ins::ElementV { d, v, i }),
                    Var::None => {}
                }
            }
            (_, [one]) => self.generic2(e, Generic::Index(e.ty.clone()), base, one, d),
            _ => {}
        }
    }

    fn contains(&mut self, e: &ExprRef, item: &[ExprRef], c: &ExprRef, d: Var, not: bool) {
        let Var::Word(w) = d else {
            let w = self.temp_w();
            self.contains(e, item, c, Var::Word(w), not);
            return self.move_to(Var::Word(w), d, &e.ty);
        };
        match (&c.ty, item) {
            (Type::Table(_), _) => {
                let key = self.key_before(item, &[c]);
                let t = self.expr_v(c);
                self.emit_at(e, Ins::InTable { d: w, t, key });
            }
            (_, [one]) => self.generic2(e, Generic::In, one, c, Var::Word(w)),
            _ => {}
        }
        if not {
            self.emit(Ins::Not { d: w, a: w });
        }
    }

    fn record(&mut self, e: &ExprRef, fields: &[(u32, ExprRef)], d: R) {
        let Type::Record(ty) = &e.ty else { return };
        // The new record must not show in the register while fields that may read it are computed.
        let to = self.temp_v();
        let given: Rc<[u32]> = fields.iter().map(|f| f.0).collect();
        let values: Vec<Var> = fields
            .iter()
            .enumerate()
            .map(|(i, (_, v))| {
                let later: Vec<&Expr> = fields[i + 1..].iter().map(|f| &*f.1).collect();
                self.operand(v, &later)
            })
            .collect();
        let spec = Self::pooled(&mut self.code.records, (ty.clone(), given), &mut self.failed);
        self.emit_at(e, Ins::NewRecord { d: to, spec });
        for ((f, v), at) in fields.iter().zip(values) {
            self.set_field(to, *f, at, &v.ty);
        }
        self.emit(Ins::TakeV { d, a: to });
    }

    fn set_field(&mut self, r: R, f: u32, at: Var, ty: &Type) {
        match at {
            Var::Word(a) => {
                let kind = word_kind(ty).unwrap_or(Kind::Bool);
                let kind = self.kind(&kind);
                self.emit(Ins::SetFieldW { r, f: f as R, a, kind });
            }
            Var::Value(a) => self.emit(Ins::SetFieldV { r, f: f as R, a }),
            Var::None => {}
        }
    }

    fn new_table(&mut self, e: &ExprRef, attrs: Option<&Rc<TableAttrs>>, d: R) {
        let Type::Table(t) = &e.ty else { return };
        let meta = Rc::new(TableMeta::new(t.clone(), attrs.cloned()));
        let meta = Self::pooled(&mut self.code.metas, meta, &mut self.failed);
        self.emit(Ins::NewTable { d, meta });
        self.local_default(e, attrs, d);
    }

    /// A `&default` that captures variables of this body is computed here: nobody else can.
    fn local_default(&mut self, e: &ExprRef, attrs: Option<&Rc<TableAttrs>>, t: R) {
        let Some(id) = attrs.and_then(|a| a.default.or(a.default_insert)) else { return };
        let Some(thunk) = self.program.thunks.get(id.0 as usize) else { return };
        let default = thunk.expr.clone();
        if names_frame(&default) {
            let a = self.expr_v(&default);
            self.emit_at(e, Ins::SetDefault { t, a });
        }
    }

    // Assignment.

    /// The parts of a target.
    fn place(&mut self, target: &ExprRef) -> Place {
        match &target.kind {
            ExprKind::Var(VarRef::Local(l), _) => Place::Local(self.local(*l)),
            ExprKind::Var(VarRef::Global(g), _) => Place::Global(g.0),
            ExprKind::Var(VarRef::Capture(at), _) => Place::Captured(*at as R),
            ExprKind::Field(r, f, _) => Place::Field { r: self.expr_v(r), f: *f as R },
            ExprKind::Index(base, index) if matches!(base.ty, Type::Table(_)) => {
                let later: Vec<&Expr> = index.iter().map(|i| &**i).collect();
                let t = self.operand_v(base, &later);
                Place::Entry { t, key: self.key(index) }
            }
            ExprKind::Index(base, index) => match &index[..] {
                [one] => {
                    let v = self.operand_v(base, &[one]);
                    Place::Element { v, i: self.expr_w(one) }
                }
                _ => Place::None,
            },
            // Conversions of what is assigned to have no meaning of their own.
            ExprKind::Coerce(_, inner) => self.place(inner),
            _ => Place::None,
        }
    }

    fn load(&mut self, p: &Place, target: &ExprRef) -> Var {
        let is_word = word_kind(&target.ty).is_some();
        match *p {
            Place::Local(_) => self.expr(target),
            Place::Global(g) if is_word => {
                let d = self.temp_w();
                self.emit_at(target, Ins::GlobalW { d, g });
                Var::Word(d)
            }
            Place::Global(g) => {
                let d = self.temp_v();
                self.emit_at(target, Ins::GlobalV { d, g });
                self.emit_at(target, Ins::CheckV { a: d });
                Var::Value(d)
            }
            Place::Captured(at) => {
                let d = self.temp_v();
                self.emit(Ins::Captured { d, at });
                self.emit_at(target, Ins::CheckV { a: d });
                if is_word {
                    let w = self.temp_w();
                    self.emit(Ins::Unbox { d: w, a: d });
                    return Var::Word(w);
                }
                Var::Value(d)
            }
            Place::Field { r, f } if is_word => {
                let d = self.temp_w();
                self.emit_at(target, Ins::FieldW { d, r, f });
                Var::Word(d)
            }
            Place::Field { r, f } => {
                let d = self.temp_v();
                self.emit_at(target, Ins::FieldV { d, r, f });
                Var::Value(d)
            }
            Place::Entry { t, key } if is_word => {
                let d = self.temp_w();
                self.emit_at(target, Ins::IndexW { d, t, key });
                Var::Word(d)
            }
            Place::Entry { t, key } => {
                let d = self.temp_v();
                self.emit_at(target, Ins::IndexV { d, t, key });
                Var::Value(d)
            }
            Place::Element { v, i } if is_word => {
                let d = self.temp_w();
                self.emit_at(target, Ins::ElementW { d, v, i });
                Var::Word(d)
            }
            Place::Element { v, i } => {
                let d = self.temp_v();
                self.emit_at(target, Ins::ElementV { d, v, i });
                Var::Value(d)
            }
            Place::None => Var::None,
        }
    }

    /// Assigns what is in a register. `e` is what an error names.
    fn store(&mut self, e: &ExprRef, p: &Place, at: Var, ty: &Type) {
        let kind = |c: &mut Self| {
            let k = word_kind(ty).unwrap_or(Kind::Bool);
            c.kind(&k)
        };
        match (p, at) {
            (Place::Local(to), from) => self.move_to(from, *to, ty),
            (Place::Global(g), Var::Word(a)) => {
                let kind = kind(self);
                self.emit(Ins::SetGlobalW { g: *g, a, kind });
            }
            (Place::Global(g), Var::Value(a)) => self.emit(Ins::SetGlobalV { g: *g, a }),
            (Place::Captured(to), Var::Value(a)) => self.emit(Ins::SetCaptured { at: *to, a }),
            (Place::Captured(to), Var::Word(a)) => {
                let d = self.temp_v();
                self.boxed_into(d, a, ty);
                self.emit(Ins::SetCaptured { at: *to, a: d });
            }
            (Place::Field { r, f }, Var::Word(a)) => {
                let kind = kind(self);
                self.emit_at(e, Ins::SetFieldW { r: *r, f: *f, a, kind });
            }
            (Place::Field { r, f }, Var::Value(a)) => self.emit_at(e, Ins::SetFieldV { r: *r, f: *f, a }),
            (Place::Entry { t, key }, Var::Word(a)) => {
                let kind = kind(self);
                self.emit_at(e, Ins::SetIndexW { t: *t, key: *key, a, kind });
            }
            (Place::Entry { t, key }, Var::Value(a)) => {
                self.emit_at(e, Ins::SetIndexV { t: *t, key: *key, a });
            }
            (Place::Element { v, i }, Var::Word(a)) => {
                let kind = kind(self);
                self.emit_at(e, Ins::SetElementW { v: *v, i: *i, a, kind });
            }
            (Place::Element { v, i }, Var::Value(a)) => self.emit_at(e, Ins::SetElementV { v: *v, i: *i, a }),
            (Place::None, _) | (_, Var::None) => {}
        }
    }

    fn assign(&mut self, e: &ExprRef, target: &ExprRef, value: &ExprRef) {
        if let ExprKind::Var(VarRef::Local(l), _) = &target.kind {
            let to = self.local(*l);
            let same_class =
                matches!((to, word_kind(&value.ty).is_some()), (Var::Word(_), true) | (Var::Value(_), false));
            // Straight into the variable, unless its old value is needed to compute the new one's parts.
            if same_class && (matches!(to, Var::Word(_)) || !reads_late(value, *l)) {
                return self.expr_into(value, to);
            }
        }
        let v = self.operand(value, &[target]);
        self.store_to(e, target, v, &value.ty);
    }

    fn store_to(&mut self, e: &ExprRef, target: &ExprRef, v: Var, ty: &Type) {
        match &target.kind {
            ExprKind::List(parts) => {
                let Var::Value(list) = v else { return };
                for (i, p) in parts.iter().enumerate() {
                    let d = self.temp_v();
                    let op = self.generic(Generic::Part(i));
                    self.emit_at(e, Ins::Op1 { d, a: list, op });
                    let from = if word_kind(&p.ty).is_some() {
                        let w = self.temp_w();
                        self.emit(Ins::Unbox { d: w, a: d });
                        Var::Word(w)
                    } else {
                        Var::Value(d)
                    };
                    let place = self.place(p);
                    self.store(e, &place, from, &p.ty);
                }
            }
            ExprKind::Slice(base, low, high) => {
                let first = self.v_top;
                let mut row = vec![base];
                row.extend(low);
                row.extend(high);
                self.boxed_row(&row);
                let last = self.temp_v();
                self.move_to(v, Var::Value(last), ty);
                let op = self.generic(Generic::SetSlice(low.is_some(), high.is_some()));
                let d = self.temp_v();
                self.emit_at(e, Ins::OpN { d, first, n: row.len() as R + 1, op });
            }
            _ => {
                let place = self.place(target);
                self.store(target, &place, v, ty);
            }
        }
    }

    fn step(&mut self, e: &ExprRef, target: &ExprRef, up: bool) -> Var {
        if let (ExprKind::Var(VarRef::Local(l), _), Some(_)) = (&target.kind, word_kind(&target.ty))
            && let Var::Word(d) = self.local(*l)
        {
            match (up, &target.ty) {
                (true, _) => self.emit(Ins::AddImm { d, a: d, imm: 1 }),
                (false, Type::Count) => self.emit_at(e, Ins::DecC { d, a: d }),
                (false, _) => self.emit(Ins::AddImm { d, a: d, imm: -1 }),
            }
            return Var::Word(d);
        }
        let place = self.place(target);
        let now = self.load(&place, target);
        let new = match now {
            Var::Word(a) => {
                let d = self.temp_w();
                match (up, &target.ty) {
                    (true, _) => self.emit(Ins::AddImm { d, a, imm: 1 }),
                    (false, Type::Count) => self.emit_at(e, Ins::DecC { d, a }),
                    (false, _) => self.emit(Ins::AddImm { d, a, imm: -1 }),
                }
                Var::Word(d)
            }
            Var::Value(a) => {
                let d = self.temp_v();
                let op = self.generic(Generic::Step(up));
                self.emit_at(e, Ins::Op1 { d, a, op });
                Var::Value(d)
            }
            Var::None => Var::None,
        };
        self.store(target, &place, new, &target.ty);
        new
    }

    fn add_to(&mut self, e: &ExprRef, kind: AddKind, target: &ExprRef, value: &ExprRef, wanted: bool) -> Var {
        let container = match kind {
            AddKind::Plus => return self.compound(e, BinOp::Add, target, value, wanted),
            AddKind::PatternOr => {
                let place = self.place(target);
                let now = self.load(&place, target);
                let Var::Value(a) = now else { return now };
                let b = self.expr_v(value);
                let d = self.temp_v();
                let op = self.generic(Generic::PatternOr);
                self.emit_at(e, Ins::Op2 { d, a, b, op });
                self.store(target, &place, Var::Value(d), &target.ty);
                return Var::Value(d);
            }
            AddKind::Append => {
                let v = self.operand_v(target, &[value]);
                match self.expr(value) {
                    Var::Word(a) => {
                        let kind = word_kind(&value.ty).unwrap_or(Kind::Bool);
                        let kind = self.kind(&kind);
                        self.emit_at(e, Ins::PushW { v, a, kind });
                    }
                    Var::Value(a) => self.emit_at(e, Ins::PushV { v, a }),
                    Var::None => {}
                }
                return Var::Value(v);
            }
            AddKind::Extend => Generic::Extend,
            AddKind::Merge => Generic::Merge,
        };
        self.in_place(e, container, target, value)
    }

    fn remove_from(
        &mut self,
        e: &ExprRef,
        kind: RemoveKind,
        target: &ExprRef,
        value: &ExprRef,
        wanted: bool,
    ) -> Var {
        match kind {
            RemoveKind::Minus => self.compound(e, BinOp::Sub, target, value, wanted),
            RemoveKind::Subtract => self.in_place(e, Generic::Subtract, target, value),
        }
    }

    /// Changes a container that the target holds.
    fn in_place(&mut self, e: &ExprRef, g: Generic, target: &ExprRef, value: &ExprRef) -> Var {
        let a = self.operand_v(target, &[value]);
        let b = self.expr_v(value);
        let op = self.generic(g);
        let d = self.temp_v();
        self.emit_at(e, Ins::Op2 { d, a, b, op });
        Var::Value(a)
    }

    /// `target = target op value`.
    fn compound(&mut self, e: &ExprRef, op: BinOp, target: &ExprRef, value: &ExprRef, wanted: bool) -> Var {
        let ins = word_op(op, target, value);
        if let (ExprKind::Var(VarRef::Local(l), _), Some(ins)) = (&target.kind, ins)
            && let Var::Word(d) = self.local(*l)
            && !assigns(value)
        {
            let b = self.expr_w(value);
            self.emit_at(e, ins(d, d, b));
            return Var::Word(d);
        }
        let place = self.place(target);
        if let (Place::Field { r, f }, Some(_), BinOp::Add, Type::Int | Type::Count) =
            (&place, ins, op, &target.ty)
            && !assigns(value)
        {
            let (r, f) = (*r, *f);
            let a = self.expr_w(value);
            self.emit_at(target, Ins::AddFieldI { r, f, a });
            if !wanted {
                return Var::None;
            }
            return self.load(&place, target);
        }
        let now = self.load(&place, target);
        let new = match (now, ins) {
            (Var::Word(a), Some(ins)) => {
                let a = if assigns(value) {
                    let kept = self.temp_w();
                    self.emit(Ins::MoveW { d: kept, a });
                    kept
                } else {
                    a
                };
                let b = self.expr_w(value);
                let d = self.temp_w();
                self.emit_at(e, ins(d, a, b));
                Var::Word(d)
            }
            (now, _) => {
                let a = match now {
                    Var::Value(a) => a,
                    Var::Word(w) => {
                        let d = self.temp_v();
                        self.boxed_into(d, w, &target.ty);
                        d
                    }
                    Var::None => return Var::None,
                };
                let b = self.expr_v(value);
                let d = self.temp_v();
                let g = self.generic(Generic::Binary(op, target.ty.clone()));
                self.emit_at(e, Ins::Op2 { d, a, b, op: g });
                if word_kind(&target.ty).is_some() {
                    let w = self.temp_w();
                    self.emit(Ins::Unbox { d: w, a: d });
                    Var::Word(w)
                } else {
                    Var::Value(d)
                }
            }
        };
        self.store(target, &place, new, &target.ty);
        new
    }

    fn add(&mut self, e: &ExprRef, target: &ExprRef) {
        if let ExprKind::Index(base, index) = &target.kind {
            let later: Vec<&Expr> = index.iter().map(|i| &**i).collect();
            let t = self.operand_v(base, &later);
            let key = self.key(index);
            self.emit_at(e, Ins::AddElement { t, key });
        }
    }

    fn delete(&mut self, e: &ExprRef, target: &ExprRef) {
        match &target.kind {
            ExprKind::Index(base, index) => {
                let later: Vec<&Expr> = index.iter().map(|i| &**i).collect();
                let t = self.operand_v(base, &later);
                let key = self.key(index);
                self.emit_at(e, Ins::Delete { t, key });
            }
            ExprKind::Field(r, f, _) => {
                let r = self.expr_v(r);
                self.emit_at(e, Ins::ClearField { r, f: *f as R });
            }
            _ => {
                let d = self.temp_v();
                self.generic1(e, Generic::Clear, target, Var::Value(d));
            }
        }
    }

    /// An interval from now as a point in time: the machine adds its clock where the instruction says so.
    fn after_now(&mut self, a: R) -> R {
        let now = self.temp_w();
        self.emit(Ins::Now { d: now });
        self.emit(Ins::AddD { d: now, a: now, b: a });
        now
    }

    // Calls.

    fn call(&mut self, e: &ExprRef, callee: &Callee, args: &[ExprRef]) -> Var {
        match callee {
            Callee::Global(g, _) => {
                let global = self.program.global(*g);
                let Type::Func(sig) = &global.ty else { return Var::None };
                if matches!(global.kind, GlobalKind::Var | GlobalKind::Const | GlobalKind::Option) {
                    // A variable that holds a function: what it holds is called.
                    let held = ExprKind::Var(VarRef::Global(*g), global.name.clone());
                    let held = Expr::new(held, global.ty.clone(), e.loc);
                    return self.call(e, &Callee::Value(held), args);
                }
                if global.kind == GlobalKind::Builtin {
                    return self.builtin(e, g.0, args);
                }
                let sig = sig.clone();
                let (w, v) = self.arguments(&sig, args);
                self.emit_at(e, Ins::Call { g: g.0, w, v });
                result(&sig, w, v)
            }
            Callee::Value(f) => {
                let Type::Func(sig) = &f.ty else { return Var::None };
                let sig = sig.clone();
                let later: Vec<&Expr> = args.iter().map(|a| &**a).collect();
                let f = self.operand_v(f, &later);
                let (w, v) = self.arguments(&sig, args);
                let s = Self::pooled(&mut self.code.signatures, super::signature(&sig), &mut self.failed);
                self.emit_at(e, Ins::CallValue { f, w, v, sig: s });
                result(&sig, w, v)
            }
        }
    }

    fn builtin(&mut self, e: &ExprRef, g: u32, args: &[ExprRef]) -> Var {
        let row: Vec<&ExprRef> = args.iter().collect();
        self.push_args(&row);
        let n = row.len() as R;
        if word_kind(&e.ty).is_some() {
            let d = self.temp_w();
            self.emit_at(e, Ins::BuiltinW { d, n, g });
            Var::Word(d)
        } else {
            let d = self.temp_v();
            self.emit_at(e, Ins::Builtin { d, n, g });
            Var::Value(d)
        }
    }

    /// Arguments where the callee's first registers will be; room for its result, where it has no arguments.
    fn arguments(&mut self, sig: &Rc<FuncType>, args: &[ExprRef]) -> (R, R) {
        let (w, v) = (self.w_top, self.v_top);
        let layout = super::signature(sig);
        for a in layout.args.iter() {
            match a {
                Var::Word(_) => _ = self.temp_w(),
                Var::Value(_) => _ = self.temp_v(),
                Var::None => {}
            }
        }
        for (e, a) in args.iter().zip(layout.args.iter()) {
            match a {
                Var::Word(i) => {
                    let at = Var::Word(w + i);
                    if word_kind(&e.ty).is_some() {
                        self.expr_into(e, at);
                    } else {
                        let tops = (self.w_top, self.v_top);
                        let from = self.expr(e);
                        self.move_to(from, at, &e.ty);
                        (self.w_top, self.v_top) = tops;
                    }
                }
                Var::Value(i) => self.value_into(e, v + i),
                Var::None => {}
            }
        }
        if self.w_top == w {
            self.temp_w();
        }
        if self.v_top == v {
            self.temp_v();
        }
        (w, v)
    }
}

fn result(sig: &FuncType, w: R, v: R) -> Var {
    match class(&sig.result) {
        Class::Word(_) => Var::Word(w),
        Class::Value => Var::Value(v),
        Class::Nothing => Var::None,
    }
}

fn by_pattern(t: &TableType) -> bool {
    matches!(&t.index[..], [Type::Pattern])
}

/// Whether an expression names variables of the body around it.
fn names_frame(e: &Expr) -> bool {
    let mut found = false;
    visit(e, &mut |e| {
        found |= match &e.kind {
            ExprKind::Var(VarRef::Local(_) | VarRef::Capture(_), _) => true,
            ExprKind::Lambda(_, captures) => captures.iter().any(|c| !matches!(c.from, VarRef::Global(_))),
            _ => false,
        };
    });
    found
}

/// A constant that fits an immediate.
fn small(e: &Expr) -> Option<i16> {
    match &e.kind {
        ExprKind::Const(Value::Count(c)) => i16::try_from(*c).ok(),
        ExprKind::Const(Value::Int(i)) => i16::try_from(*i).ok(),
        _ => None,
    }
}

/// Whether a variable is read after something else of the expression was put into its place: what is assigned to a
/// variable is computed straight into its register only where the register is written last.
fn reads_late(value: &Expr, l: script_sema::tree::LocalId) -> bool {
    match &value.kind {
        // These read their operands before they write.
        ExprKind::Binary(..)
        | ExprKind::Index(..)
        | ExprKind::Field(..)
        | ExprKind::Call(..)
        | ExprKind::Var(..)
        | ExprKind::Const(_)
        | ExprKind::Record(_)
        | ExprKind::Vector(_)
        | ExprKind::Copy(_) => false,
        _ => {
            let mut found = false;
            visit(value, &mut |e| found |= matches!(e.kind, ExprKind::Var(VarRef::Local(x), _) if x == l));
            found
        }
    }
}

/// A constant scalar.
fn const_word(e: &Expr) -> Option<u64> {
    match &e.kind {
        ExprKind::Const(v) => v.to_word(),
        _ => None,
    }
}

/// The jump that compares with a constant instead of a register.
fn with_const(i: Ins, k: R) -> Ins {
    match i {
        Ins::JumpEq { a, to, .. } => Ins::JumpEqK { a, k, to },
        Ins::JumpNe { a, to, .. } => Ins::JumpNeK { a, k, to },
        Ins::JumpLtC { a, to, .. } => Ins::JumpLtCK { a, k, to },
        Ins::JumpGeC { a, to, .. } => Ins::JumpGeCK { a, k, to },
        Ins::JumpLtI { a, to, .. } => Ins::JumpLtIK { a, k, to },
        Ins::JumpGeI { a, to, .. } => Ins::JumpGeIK { a, k, to },
        other => other,
    }
}

type WordOp = fn(R, R, R) -> Ins;

/// The instruction of an operator on scalars.
fn word_op(op: BinOp, a: &Expr, b: &Expr) -> Option<WordOp> {
    let float = |t: &Type| matches!(t, Type::Double | Type::Time | Type::Interval);
    Some(match (&a.ty, &b.ty) {
        (Type::Count, Type::Count) => match op {
            BinOp::Add => |d, a, b| Ins::AddI { d, a, b },
            BinOp::Sub => |d, a, b| Ins::SubC { d, a, b },
            BinOp::Mul => |d, a, b| Ins::MulI { d, a, b },
            BinOp::Div => |d, a, b| Ins::DivC { d, a, b },
            BinOp::Mod => |d, a, b| Ins::ModC { d, a, b },
            BinOp::And => |d, a, b| Ins::And { d, a, b },
            BinOp::Or => |d, a, b| Ins::Or { d, a, b },
            BinOp::Xor => |d, a, b| Ins::Xor { d, a, b },
            _ => return None,
        },
        (Type::Int, Type::Int) => match op {
            BinOp::Add => |d, a, b| Ins::AddI { d, a, b },
            BinOp::Sub => |d, a, b| Ins::SubI { d, a, b },
            BinOp::Mul => |d, a, b| Ins::MulI { d, a, b },
            BinOp::Div => |d, a, b| Ins::DivI { d, a, b },
            BinOp::Mod => |d, a, b| Ins::ModI { d, a, b },
            _ => return None,
        },
        (x, y) if float(x) && float(y) => match op {
            BinOp::Add => |d, a, b| Ins::AddD { d, a, b },
            BinOp::Sub => |d, a, b| Ins::SubD { d, a, b },
            BinOp::Mul => |d, a, b| Ins::MulD { d, a, b },
            BinOp::Div => |d, a, b| Ins::DivD { d, a, b },
            _ => return None,
        },
        _ => return None,
    })
}

/// The instruction of a comparison of scalars, and whether its operands change places.
fn word_compare(op: CmpOp, a: &Expr, b: &Expr) -> Option<(WordOp, bool)> {
    let float = |t: &Type| matches!(t, Type::Double | Type::Time | Type::Interval);
    if float(&a.ty) && float(&b.ty) {
        return Some(match op {
            CmpOp::Eq => (|d, a, b| Ins::EqD { d, a, b }, false),
            CmpOp::Ne => (|d, a, b| Ins::NeD { d, a, b }, false),
            CmpOp::Lt => (|d, a, b| Ins::LtD { d, a, b }, false),
            CmpOp::Le => (|d, a, b| Ins::LeD { d, a, b }, false),
            CmpOp::Gt => (|d, a, b| Ins::LtD { d, a, b }, true),
            CmpOp::Ge => (|d, a, b| Ins::LeD { d, a, b }, true),
        });
    }
    if word_kind(&a.ty).is_none() || word_kind(&b.ty).is_none() || float(&a.ty) || float(&b.ty) {
        return None;
    }
    let signed = matches!(a.ty, Type::Int | Type::Enum(_));
    Some(match (op, signed) {
        (CmpOp::Eq, _) => (|d, a, b| Ins::Eq { d, a, b }, false),
        (CmpOp::Ne, _) => (|d, a, b| Ins::Ne { d, a, b }, false),
        (CmpOp::Lt, true) => (|d, a, b| Ins::LtI { d, a, b }, false),
        (CmpOp::Le, true) => (|d, a, b| Ins::LeI { d, a, b }, false),
        (CmpOp::Gt, true) => (|d, a, b| Ins::LtI { d, a, b }, true),
        (CmpOp::Ge, true) => (|d, a, b| Ins::LeI { d, a, b }, true),
        (CmpOp::Lt, false) => (|d, a, b| Ins::LtC { d, a, b }, false),
        (CmpOp::Le, false) => (|d, a, b| Ins::LeC { d, a, b }, false),
        (CmpOp::Gt, false) => (|d, a, b| Ins::LtC { d, a, b }, true),
        (CmpOp::Ge, false) => (|d, a, b| Ins::LeC { d, a, b }, true),
    })
}

type JumpOp = fn(R, R) -> Ins;

/// The jump of a comparison of integers that is to hold (or not), and whether its operands change places.
fn jump_compare(op: CmpOp, a: &Expr, b: &Expr, sense: bool) -> Option<(JumpOp, bool)> {
    let float = |t: &Type| matches!(t, Type::Double | Type::Time | Type::Interval);
    if word_kind(&a.ty).is_none() || word_kind(&b.ty).is_none() || float(&a.ty) || float(&b.ty) {
        return None;
    }
    let signed = matches!(a.ty, Type::Int | Type::Enum(_));
    // `a >= b` is `!(a < b)`; `a > b` is `b < a`.
    let (less, swap, holds) = match op {
        CmpOp::Eq | CmpOp::Ne => {
            let eq = (op == CmpOp::Eq) == sense;
            let ins: JumpOp =
                if eq { |a, b| Ins::JumpEq { a, b, to: 0 } } else { |a, b| Ins::JumpNe { a, b, to: 0 } };
            return Some((ins, false));
        }
        CmpOp::Lt => (true, false, sense),
        CmpOp::Ge => (true, false, !sense),
        CmpOp::Gt => (true, true, sense),
        CmpOp::Le => (true, true, !sense),
    };
    debug_assert!(less);
    let ins: JumpOp = match (holds, signed) {
        (true, false) => |a, b| Ins::JumpLtC { a, b, to: 0 },
        (false, false) => |a, b| Ins::JumpGeC { a, b, to: 0 },
        (true, true) => |a, b| Ins::JumpLtI { a, b, to: 0 },
        (false, true) => |a, b| Ins::JumpGeI { a, b, to: 0 },
    };
    Some((ins, swap))
}

/// Every part of an expression, itself included; not the bodies of lambdas.
pub(super) fn visit(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(e);
    children(e, &mut |c| visit(c, f));
}

/// The direct parts of an expression.
pub(super) fn children(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    match &e.kind {
        ExprKind::Const(_)
        | ExprKind::Var(..)
        | ExprKind::TypeName(_)
        | ExprKind::Thunk(_)
        | ExprKind::Lambda(..) => {}
        ExprKind::Unary(_, a)
        | ExprKind::Increment(a)
        | ExprKind::Decrement(a)
        | ExprKind::Field(a, ..)
        | ExprKind::HasField(a, ..)
        | ExprKind::Coerce(_, a)
        | ExprKind::Size(a)
        | ExprKind::Copy(a)
        | ExprKind::Cast(a)
        | ExprKind::Is(a, _)
        | ExprKind::Add(a)
        | ExprKind::Delete(a) => f(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::AddTo(_, a, b)
        | ExprKind::RemoveFrom(_, a, b) => {
            f(a);
            f(b);
        }
        ExprKind::Cond(a, b, c) => {
            f(a);
            f(b);
            f(c);
        }
        ExprKind::Index(a, l) => {
            f(a);
            l.iter().for_each(|e| f(e));
        }
        ExprKind::Slice(a, b, c) => {
            f(a);
            b.iter().chain(c).for_each(|e| f(e));
        }
        ExprKind::In(l, a) | ExprKind::NotIn(l, a) => {
            l.iter().for_each(|e| f(e));
            f(a);
        }
        ExprKind::Call(callee, args) => {
            if let Callee::Value(v) = callee {
                f(v);
            }
            args.iter().for_each(|e| f(e));
        }
        ExprKind::Schedule(w, ev) => {
            f(w);
            ev.args.iter().for_each(|e| f(e));
        }
        ExprKind::Record(l) => l.iter().for_each(|(_, e)| f(e)),
        ExprKind::Table(l, _) => l.iter().for_each(|(k, v)| {
            k.iter().for_each(|e| f(e));
            f(v);
        }),
        ExprKind::Set(l, _) => l.iter().flatten().for_each(|e| f(e)),
        ExprKind::Vector(l) | ExprKind::List(l) => l.iter().for_each(|e| f(e)),
    }
}
