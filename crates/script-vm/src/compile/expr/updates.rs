//! Compiles `++`, `--`, `+=` and `-=`.
use super::super::{Compiler, assigns};
use super::operators::word_op;
use super::places::Place;
use super::walk::{acts, same_place, small};
use crate::code::{Generic, Ins, Kind, Var, word_kind};
use script_sema::tree::{AddKind, BinOp, ExprKind, ExprRef, RemoveKind, VarRef};
use value::Type;

impl Compiler<'_> {
    pub(super) fn step(&mut self, e: &ExprRef, target: &ExprRef, up: bool, wanted: bool) -> Var {
        if let (ExprKind::Var(VarRef::Local(l), _), Some(_)) = (&target.kind, word_kind(&target.ty))
            && let Var::Word(d) = self.local(*l)
        {
            match (up, &target.ty) {
                (true, _) => self.emit(Ins::AddImm { d, a: d, imm: 1 }),
                (false, Type::Count) => self.emit_at(e, Ins::SubImm { d, a: d, imm: 1 }),
                (false, _) => self.emit(Ins::AddImm { d, a: d, imm: -1 }),
            }
            return Var::Word(d);
        }
        let place = self.place(target);
        // Subtracting from a count may have to warn.
        let step = match (up, &target.ty) {
            (true, Type::Int | Type::Count) => Some(1),
            (false, Type::Int) => Some(-1),
            _ => None,
        };
        if let (&Place::Field { r, f }, Some(imm)) = (&place, step) {
            self.emit_at(target, Ins::AddFieldImm { r, f, imm });
            return if wanted { self.load(&place, target) } else { Var::None };
        }
        let now = self.load(&place, target);
        let new = match now {
            Var::Word(a) => {
                let d = self.temp_w();
                match (up, &target.ty) {
                    (true, _) => self.emit(Ins::AddImm { d, a, imm: 1 }),
                    (false, Type::Count) => self.emit_at(e, Ins::SubImm { d, a, imm: 1 }),
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

    pub(super) fn add_to(&mut self, e: &ExprRef, kind: AddKind, target: &ExprRef, value: &ExprRef) -> Var {
        let container = match kind {
            AddKind::Plus => return self.compound(e, BinOp::Add, target, value),
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
                // A vector typed `vector of any` here may have another element type at run time.
                if matches!(target.ty.yields(), Some(Type::Any)) {
                    let a = self.expr_v(value);
                    self.emit_at(e, Ins::CheckPush { v, a });
                    self.emit_at(e, Ins::PushV { v, a });
                    return Var::Value(v);
                }
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

    pub(super) fn remove_from(
        &mut self,
        e: &ExprRef,
        kind: RemoveKind,
        target: &ExprRef,
        value: &ExprRef,
    ) -> Var {
        match kind {
            RemoveKind::Minus => self.compound(e, BinOp::Sub, target, value),
            RemoveKind::Subtract => self.in_place(e, Generic::Subtract, target, value),
        }
    }

    /// Applies `g` to the container in a target, in place.
    pub(super) fn in_place(&mut self, e: &ExprRef, g: Generic, target: &ExprRef, value: &ExprRef) -> Var {
        let a = self.operand_v(target, &[value]);
        let b = self.expr_v(value);
        let op = self.generic(g);
        let d = self.temp_v();
        self.emit_at(e, Ins::Op2 { d, a, b, op });
        Var::Value(a)
    }

    /// Compiles `target = target op value`.
    pub(super) fn compound(&mut self, e: &ExprRef, op: BinOp, target: &ExprRef, value: &ExprRef) -> Var {
        let ins = word_op(op, target, value);
        if let (ExprKind::Var(VarRef::Local(l), _), Some(ins)) = (&target.kind, ins)
            && let Var::Word(d) = self.local(*l)
            && !assigns(value)
        {
            match (op, small(value)) {
                (BinOp::Add, Some(imm)) => self.emit(Ins::AddImm { d, a: d, imm }),
                _ => {
                    let b = self.expr_w(value);
                    self.emit_at(e, ins(d, d, b));
                }
            }
            return Var::Word(d);
        }
        let place = self.place(target);
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

    /// Compiles `r$f = r$f + x`, which stands for `r$f += x`, as one instruction. Returns false, without a trace in the
    /// code, if the assignment is another one or `x` might change the field.
    pub(super) fn add_to_field(&mut self, target: &ExprRef, value: &ExprRef) -> bool {
        let (ExprKind::Field(..), ExprKind::Binary(BinOp::Add, a, b)) = (&target.kind, &value.kind) else {
            return false;
        };
        // The checker puts constants in front of variables.
        let more = if same_place(a, target) { b } else { a };
        let is_sum = same_place(a, target) || same_place(b, target);
        let fits = matches!((&target.ty, &more.ty), (Type::Int, Type::Int) | (Type::Count, Type::Count));
        if !is_sum || !fits || acts(more) {
            return false;
        }
        let Place::Field { r, f } = self.place(target) else { return false };
        match small(more) {
            Some(imm) => self.emit_at(target, Ins::AddFieldImm { r, f, imm }),
            None => {
                let a = self.expr_w(more);
                self.emit_at(target, Ins::AddFieldI { r, f, a });
            }
        }
        true
    }
}
