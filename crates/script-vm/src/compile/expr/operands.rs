//! Puts operands where instructions need them: in a register of some class, in a row, among arguments.
use super::super::{Compiler, assigns};
use crate::code::{Class, Generic, Ins, Kind, R, Var, class, word_kind};
use script_sema::tree::{Expr, ExprKind, ExprRef, VarRef};
use value::Type;

impl Compiler<'_> {
    /// Computes an operand that keeps its value while the expressions `later` are computed.
    pub(super) fn operand(&mut self, e: &ExprRef, later: &[&Expr]) -> Var {
        let at = self.expr(e);
        let is_local = matches!(e.kind, ExprKind::Var(VarRef::Local(_), _));
        if !is_local || !later.iter().any(|l| assigns(l)) {
            return at;
        }
        self.copied(at)
    }

    /// Copies a register into one of its own.
    pub(in crate::compile) fn copied(&mut self, at: Var) -> Var {
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

    pub(super) fn operand_w(&mut self, e: &ExprRef, later: &[&Expr]) -> R {
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

    pub(super) fn operand_v(&mut self, e: &ExprRef, later: &[&Expr]) -> R {
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

    pub(in crate::compile) fn boxed_into(&mut self, d: R, a: R, ty: &Type) {
        let kind = word_kind(ty).unwrap_or(Kind::Bool);
        let kind = self.kind(&kind);
        self.emit(Ins::Box { d, a, kind });
    }

    /// Computes values into adjacent value registers; returns the first register.
    pub(in crate::compile) fn boxed_row(&mut self, args: &[&ExprRef]) -> R {
        let first = self.v_top;
        let row: Vec<R> = args.iter().map(|_| self.temp_v()).collect();
        for (e, d) in args.iter().zip(row) {
            self.value_into(e, d);
        }
        first
    }

    /// Pushes values onto the stack of arguments.
    pub(in crate::compile) fn push_args(&mut self, args: &[&ExprRef]) {
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

    /// Computes any value into the given value register.
    pub(super) fn value_into(&mut self, e: &ExprRef, d: R) {
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

    /// Moves a value between registers, boxing or unboxing it if their classes differ.
    pub(super) fn move_to(&mut self, from: Var, to: Var, ty: &Type) {
        match (from, to) {
            (Var::Word(a), Var::Word(d)) if a != d => self.emit(Ins::MoveW { d, a }),
            (Var::Value(a), Var::Value(d)) if a != d => self.emit(Ins::MoveV { d, a }),
            (Var::Word(a), Var::Value(d)) => self.boxed_into(d, a, ty),
            (Var::Value(a), Var::Word(d)) => self.emit(Ins::Unbox { d, a }),
            _ => {}
        }
    }

    /// Runs `f` with `d` if it is a value register, else with a temporary value register that is then unboxed into `d`.
    pub(super) fn through_value(&mut self, d: Var, f: impl FnOnce(&mut Self, R)) {
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

    pub(super) fn generic1(&mut self, e: &ExprRef, g: Generic, a: &ExprRef, d: Var) {
        let a = self.expr_v(a);
        let op = self.generic(g);
        self.through_value(d, |c, d| c.emit_at(e, Ins::Op1 { d, a, op }));
    }

    pub(super) fn generic2(&mut self, e: &ExprRef, g: Generic, a: &ExprRef, b: &ExprRef, d: Var) {
        let a = self.operand_v(a, &[b]);
        let b = self.expr_v(b);
        let op = self.generic(g);
        self.through_value(d, |c, d| c.emit_at(e, Ins::Op2 { d, a, b, op }));
    }

    pub(super) fn generic_n(&mut self, e: &ExprRef, g: Generic, first: R, n: R, d: Var) {
        let op = self.generic(g);
        self.through_value(d, |c, d| c.emit_at(e, Ins::OpN { d, first, n, op }));
    }
}
