//! Targets of assignments: variables, fields, entries and elements.
use super::super::Compiler;
use super::walk::reads_late;
use crate::code::{Generic, Ins, Kind, R, Var, word_kind};
use script_sema::tree::{Expr, ExprKind, ExprRef, VarRef};
use value::Type;

/// A target of an assignment whose parts have been computed.
pub(super) enum Place {
    Local(Var),
    Global(u32),
    Captured(R),
    Field {
        r: R,
        f: R,
    },
    /// A field of the record in field `f`. The inner record is read only when the field is assigned.
    Inner {
        r: R,
        f: R,
        g: R,
    },
    Entry {
        t: R,
        key: R,
    },
    Element {
        v: R,
        i: R,
    },
    None,
}

impl Compiler<'_> {
    /// Computes the parts of a target.
    pub(super) fn place(&mut self, target: &ExprRef) -> Place {
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
            // Converting a target has no effect.
            ExprKind::Coerce(_, inner) => self.place(inner),
            _ => Place::None,
        }
    }

    pub(super) fn load(&mut self, p: &Place, target: &ExprRef) -> Var {
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
            // `store_to` makes such places and never loads them.
            Place::Inner { .. } => Var::None,
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

    /// Assigns the content of a register to a place. Error messages show `e`.
    pub(super) fn store(&mut self, e: &ExprRef, p: &Place, at: Var, ty: &Type) {
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
            (Place::Inner { r, f, g }, Var::Word(a)) => {
                let kind = kind(self);
                self.emit_at(e, Ins::SetInnerW { r: *r, f: *f, g: *g, a, kind });
            }
            (Place::Inner { r, f, g }, Var::Value(a)) => {
                self.emit_at(e, Ins::SetInnerV { r: *r, f: *f, g: *g, a });
            }
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

    pub(super) fn assign(&mut self, e: &ExprRef, target: &ExprRef, value: &ExprRef) {
        if let ExprKind::Var(VarRef::Local(l), _) = &target.kind {
            let to = self.local(*l);
            let same_class =
                matches!((to, word_kind(&value.ty).is_some()), (Var::Word(_), true) | (Var::Value(_), false));
            // Compute into the variable itself, unless parts of the expression need its old value.
            if same_class && (matches!(to, Var::Word(_)) || !reads_late(value, *l)) {
                return self.expr_into(value, to);
            }
        }
        if self.add_to_field(target, value) {
            return;
        }
        let v = self.operand(value, &[target]);
        self.store_to(e, target, v, &value.ty);
    }

    pub(super) fn store_to(&mut self, e: &ExprRef, target: &ExprRef, v: Var, ty: &Type) {
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
            ExprKind::Field(inner, g, _) if matches!(inner.kind, ExprKind::Field(..)) => {
                let ExprKind::Field(r, f, _) = &inner.kind else { return };
                let place = Place::Inner { r: self.expr_v(r), f: *f as R, g: *g as R };
                self.store(target, &place, v, ty);
            }
            _ => {
                let place = self.place(target);
                self.store(target, &place, v, ty);
            }
        }
    }

    pub(super) fn add(&mut self, e: &ExprRef, target: &ExprRef) {
        if let ExprKind::Index(base, index) = &target.kind {
            let later: Vec<&Expr> = index.iter().map(|i| &**i).collect();
            let t = self.operand_v(base, &later);
            let key = self.key(index);
            self.emit_at(e, Ins::AddElement { t, key });
        }
    }

    pub(super) fn delete(&mut self, e: &ExprRef, target: &ExprRef) {
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
}
