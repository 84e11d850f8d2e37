//! Compiles operators on scalars, and conditions as jumps.
use super::super::{Compiler, Label};
use super::walk::small;
use crate::code::{Generic, Ins, R, Site, Var, word_kind};
use script_sema::tree::{BinOp, CmpOp, Expr, ExprKind, ExprRef, UnOp, VarRef};
use value::{Type, Value};

impl Compiler<'_> {
    pub(super) fn unary(&mut self, e: &ExprRef, op: UnOp, a: &ExprRef, d: Var) {
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

    pub(super) fn binary(&mut self, e: &ExprRef, op: BinOp, a: &ExprRef, b: &ExprRef, d: Var) {
        if let (Var::Word(d), Some(ins)) = (d, word_op(op, a, b)) {
            match (op, &b.ty, small(b)) {
                (BinOp::Add, _, Some(imm)) => {
                    let a = self.expr_w(a);
                    return self.emit(Ins::AddImm { d, a, imm });
                }
                // The checker puts constants in front of variables.
                (BinOp::Add, _, None) if small(a).is_some() => {
                    let (a, imm) = (self.expr_w(b), small(a).unwrap_or(0));
                    return self.emit(Ins::AddImm { d, a, imm });
                }
                (BinOp::Sub, Type::Count, Some(imm)) if imm >= 0 => {
                    let a = self.expr_w(a);
                    return self.emit_at(e, Ins::SubImm { d, a, imm: imm.unsigned_abs() });
                }
                _ => {}
            }
            let x = self.operand_w(a, &[b]);
            let y = self.expr_w(b);
            return self.emit_at(e, ins(d, x, y));
        }
        self.generic2(e, Generic::Binary(op, e.ty.clone()), a, b, d);
    }

    pub(super) fn compare(&mut self, e: &ExprRef, op: CmpOp, a: &ExprRef, b: &ExprRef, d: Var) {
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

    /// Computes a condition into a register, as a bool.
    pub(super) fn truth(&mut self, e: &ExprRef, d: Var) {
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

    pub(super) fn through_word(&mut self, e: &ExprRef, d: Var) {
        let w = self.temp_w();
        self.truth(e, Var::Word(w));
        self.move_to(Var::Word(w), d, &e.ty);
    }

    /// Jumps to `to` if a condition equals `sense`.
    pub(in crate::compile) fn jump_if(&mut self, e: &ExprRef, sense: bool, to: Label) {
        if let Some(holds) = self.known_truth(e) {
            if holds == sense {
                self.jump(Ins::Jump { to: 0 }, to);
            }
            return;
        }
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
                if jump_compare(*op, a, b, sense).is_some() && self.has_constant(*op, a, b) =>
            {
                let (a, b) = self.constant_last(*op, a, b);
                if let (Some((ins, false)), Some(k)) = (jump_compare(*op, a, b, sense), self.constant(b)) {
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
            ExprKind::Compare(op @ (CmpOp::Eq | CmpOp::Ne), a, b)
                if matches!(a.ty, Type::String) && (is_text(a) || is_text(b)) =>
            {
                let (a, b) = if is_text(b) { (a, b) } else { (b, a) };
                let ExprKind::Const(text) = &b.kind else { return };
                let v = self.expr_v(a);
                let k = self.value_const(text.clone());
                let same = (*op == CmpOp::Eq) == sense;
                self.jump(Ins::JumpString { a: v, k, same, to: 0 }, to);
            }
            ExprKind::HasField(r, g, _) => {
                let has = sense;
                let jump = match &r.kind {
                    ExprKind::Field(outer, f, _) => {
                        Ins::JumpHasInner { r: self.expr_v(outer), f: *f as R, g: *g as R, has, to: 0 }
                    }
                    _ => Ins::JumpHas { r: self.expr_v(r), f: *g as R, has, to: 0 },
                };
                self.site(Site::Expr(e.clone()));
                self.jump(jump, to);
            }
            ExprKind::In(item, c) | ExprKind::NotIn(item, c) if matches!(c.ty, Type::Table(_)) => {
                let key = self.key_before(item, &[c]);
                let is_in = matches!(e.kind, ExprKind::In(..)) == sense;
                let jump = match &c.kind {
                    ExprKind::Var(VarRef::Global(g), _) => Ins::JumpInGlobal { g: g.0, key, is_in, to: 0 },
                    _ => Ins::JumpIn { t: self.expr_v(c), key, is_in, to: 0 },
                };
                self.site(Site::Expr(e.clone()));
                self.jump(jump, to);
            }
            _ => {
                let a = self.expr_w(e);
                self.jump(if sense { Ins::JumpIf { a, to: 0 } } else { Ins::JumpIfNot { a, to: 0 } }, to);
            }
        }
        (self.w_top, self.v_top) = tops;
    }

    /// Whether the right operand of a comparison is constant, or the left one of `==` or `!=`.
    fn has_constant(&self, op: CmpOp, a: &Expr, b: &Expr) -> bool {
        self.constant(b).is_some() || matches!(op, CmpOp::Eq | CmpOp::Ne) && self.constant(a).is_some()
    }

    /// Returns the operands of a comparison that has a constant, with the constant behind. The checker puts constants
    /// in front of variables.
    fn constant_last<'e>(&self, op: CmpOp, a: &'e ExprRef, b: &'e ExprRef) -> (&'e ExprRef, &'e ExprRef) {
        let swap = matches!(op, CmpOp::Eq | CmpOp::Ne) && self.constant(b).is_none();
        if swap { (b, a) } else { (a, b) }
    }

    /// Emits a jump back to `top` while a condition holds, if one instruction can do so: `a < b` of integers. Returns
    /// whether it did.
    pub(in crate::compile) fn loop_while(&mut self, e: &ExprRef, top: Label) -> bool {
        let ExprKind::Compare(op, a, b) = &e.kind else { return false };
        let Some((ins, false)) = jump_compare(*op, a, b, true) else { return false };
        let back = match ins(0, 0) {
            Ins::JumpLtC { .. } => {
                if let Some(k) = self.constant(b) {
                    let a = self.expr_w(a);
                    Ins::LoopLtCK { a, k: self.word_const(k), to: 0 }
                } else {
                    let x = self.operand_w(a, &[b]);
                    Ins::LoopLtC { a: x, b: self.expr_w(b), to: 0 }
                }
            }
            Ins::JumpLtI { .. } => {
                if let Some(k) = self.constant(b) {
                    let a = self.expr_w(a);
                    Ins::LoopLtIK { a, k: self.word_const(k), to: 0 }
                } else {
                    let x = self.operand_w(a, &[b]);
                    Ins::LoopLtI { a: x, b: self.expr_w(b), to: 0 }
                }
            }
            _ => return false,
        };
        let back = self.with_step(back);
        self.jump(back, top);
        true
    }

    /// Merges a loop's jump with the step before it (`++i`), unless a jump leads between the two.
    fn with_step(&mut self, back: Ins) -> Ins {
        let Some(&Ins::AddImm { d, a: from, imm }) = self.code.ins.last() else { return back };
        let Ok(step) = i8::try_from(imm) else { return back };
        let joined = match back {
            Ins::LoopLtC { a, b, to } if a == d && b != d => Ins::StepLoopLtC { step, a, b, to },
            Ins::LoopLtI { a, b, to } if a == d && b != d => Ins::StepLoopLtI { step, a, b, to },
            Ins::LoopLtCK { a, k, to } if a == d => Ins::StepLoopLtCK { step, a, k, to },
            Ins::LoopLtIK { a, k, to } if a == d => Ins::StepLoopLtIK { step, a, k, to },
            _ => return back,
        };
        if d != from || self.is_reached_by_jump() {
            return back;
        }
        self.code.ins.pop();
        joined
    }
}

/// Whether an expression is a constant string.
fn is_text(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Const(Value::String(_)))
}

/// Returns the variant of a jump that compares with a constant instead of a register.
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

/// Returns the instruction for an operator on scalars.
pub(super) fn word_op(op: BinOp, a: &Expr, b: &Expr) -> Option<WordOp> {
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

/// Returns the instruction for a comparison of scalars, and whether to swap its operands.
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

/// Returns the jump that is taken if a comparison of integers equals `sense`, and whether to swap its operands.
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
