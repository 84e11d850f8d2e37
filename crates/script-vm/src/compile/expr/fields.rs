//! Compiles accesses to fields of records.
use super::super::Compiler;
use crate::code::{Ins, R, Var};
use script_sema::tree::{ExprKind, ExprRef};

impl Compiler<'_> {
    /// Loads a field. A field of a field takes a single instruction.
    pub(super) fn field(&mut self, e: &ExprRef, r: &ExprRef, f: R, d: Var) {
        if let ExprKind::Field(outer, first, _) = &r.kind {
            let (r, f, g) = (self.expr_v(outer), *first as R, f);
            return match d {
                Var::Word(d) => self.emit_at(e, Ins::InnerW { d, r, f, g }),
                Var::Value(d) => self.emit_at(e, Ins::InnerV { d, r, f, g }),
                Var::None => {}
            };
        }
        let r = self.expr_v(r);
        match d {
            Var::Word(d) => self.emit_at(e, Ins::FieldW { d, r, f }),
            Var::Value(d) => self.emit_at(e, Ins::FieldV { d, r, f }),
            Var::None => {}
        }
    }

    pub(super) fn has_field(&mut self, e: &ExprRef, r: &ExprRef, f: R, d: Var) {
        let Var::Word(d) = d else { return };
        if let ExprKind::Field(outer, first, _) = &r.kind {
            let (r, f, g) = (self.expr_v(outer), *first as R, f);
            return self.emit_at(e, Ins::HasInner { d, r, f, g });
        }
        let r = self.expr_v(r);
        self.emit_at(e, Ins::HasField { d, r, f });
    }
}
